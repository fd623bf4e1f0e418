"""The team server as an ASGI application: what machines ask. It keeps nothing between two requests but a
short memory of who may come in, so any number of them can stand before one database.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from hookline import strict_json
from hookline.errors import HooklineError
from hookline.team.publishing import renew
from hookline.team.team_hook import SYSTEMS
from hookline.team.team_store import Machine, TeamStore, digest_of

SYNC_S = 1800
RENEWED_EVERY_S = 600.0
#: How long a machine that was let in is let in again without a look into the database; a revoked one may
#: come in for as long as that.
_REMEMBERED_S = 10.0
_MOST_REMEMBERED = 100_000
_LONGEST_BODY = 256 * 1024
_LONGEST_NAME = 200


class _Refused(HooklineError):
    """The request is refused with this status; the message is for whoever sent it."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class Entry(NamedTuple):
    """A machine that was let in, and until when that is remembered."""

    machine: Machine
    secret_digest: str
    until: float


class TeamServer:
    """The answers, and what they stand on."""

    def __init__(self, store: TeamStore) -> None:
        self._store = store
        self._entries: dict[str, Entry] = {}

    async def health(self, request: Request) -> Response:
        """Whether the database answers."""
        await self._store.team_names()
        return JSONResponse({"status": "ok"})

    async def enroll(self, request: Request) -> Response:
        """A machine with a token becomes one of the team's, and gets a secret of its own."""
        body = await _object_of(request)
        token, name, system = (body.get(key) for key in ("token", "name", "system"))
        if not (isinstance(token, str) and isinstance(name, str) and system in SYSTEMS.values()):
            raise _Refused(400, "token, name and system (Linux, Macintosh, Windows) are needed")
        secret = secrets.token_urlsafe(32)
        machine = Machine(
            secrets.token_hex(16), 0, name[:_LONGEST_NAME], str(system), digest_of(secret),
            datetime.now(UTC), None, None, None,
        )  # fmt: skip
        team = await self._store.enroll(token, machine)
        if team is None:
            raise _Refused(
                403, "this invitation is wrong, used up, or has ended; ask for a new one"
            )
        root = await self._store.signed_file(team.id, "1.root.json")
        return JSONResponse(
            {
                "team": team.name,
                "machine": machine.id,
                "secret": secret,
                "root": (root or b"").decode(),
            }
        )

    async def head(self, request: Request) -> Response:
        """Whether there is anything new, for the price of one row."""
        machine = await self._machine(request)
        change = await self._store.change_of(machine.team_id)
        etag = f'"{machine.team_id}-{change}"'
        headers = {"etag": etag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == etag:
            return Response(status_code=304, headers=headers)
        release = await self._store.release_number(machine.team_id)
        return JSONResponse(
            {"change": change, "release": release, "sync_s": SYNC_S}, headers=headers
        )

    async def metadata(self, request: Request) -> Response:
        """One signed file."""
        machine = await self._machine(request)
        return _file(await self._store.signed_file(machine.team_id, request.path_params["name"]))

    async def target(self, request: Request) -> Response:
        """One archive."""
        machine = await self._machine(request)
        return _file(await self._store.archive(machine.team_id, request.path_params["name"]))

    async def report(self, request: Request) -> Response:
        """What a machine runs, by its own word."""
        machine = await self._machine(request)
        await self._store.report(machine.id, await _object_of(request))
        return JSONResponse({})

    async def leave(self, request: Request) -> Response:
        """A machine logs out: its secret counts no longer."""
        machine = await self._machine(request)
        await self._store.revoke(machine.id)
        self._entries.pop(machine.id, None)
        return JSONResponse({})

    async def _machine(self, request: Request) -> Machine:
        """Who asks; refused where the secret is not this machine's."""
        kind, _, word = request.headers.get("authorization", "").partition(" ")
        machine_id, _, secret = word.partition(".")
        if kind.lower() != "bearer" or not secret:
            raise _Refused(401, "this address is for enrolled machines: hookline team enroll")
        entry = self._entries.get(machine_id)
        if entry is None or entry.until < time.monotonic():
            entry = await self._looked_up(machine_id)
        if entry is None or not hmac.compare_digest(entry.secret_digest, digest_of(secret)):
            raise _Refused(
                403, "this machine is not known here, or was removed; ask for a new invitation"
            )
        return entry.machine

    async def _looked_up(self, machine_id: str) -> Entry | None:
        machine = await self._store.machine(machine_id)
        if machine is None or machine.revoked_at is not None:
            self._entries.pop(machine_id, None)
            return None
        if len(self._entries) >= _MOST_REMEMBERED:
            self._entries.clear()
        entry = Entry(machine, machine.secret_digest, time.monotonic() + _REMEMBERED_S)
        self._entries[machine_id] = entry
        return entry


def make_team_app(store: TeamStore) -> Starlette:
    """The application over one database. While it runs, it renews what the server has to sign again."""
    server = TeamServer(store)
    return Starlette(
        routes=[
            Route("/healthz", server.health),
            Route("/v1/enroll", server.enroll, methods=["POST"]),
            Route("/v1/head", server.head),
            Route("/v1/metadata/{name}", server.metadata),
            Route("/v1/targets/{name}", server.target),
            Route("/v1/report", server.report, methods=["POST"]),
            Route("/v1/leave", server.leave, methods=["POST"]),
        ],
        exception_handlers={_Refused: _refusal},
        lifespan=_lifespan(store),
    )


def _lifespan(store: TeamStore) -> Callable[[Starlette], Any]:
    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[Mapping[str, Any]]:
        await store.migrate()
        renewing = asyncio.create_task(_keep_renewed(store))
        try:
            yield {}
        finally:
            renewing.cancel()
            await store.close()

    return running


async def _keep_renewed(store: TeamStore) -> None:
    while True:
        for name in await store.team_names():
            await renew(store, await store.team(name), datetime.now(UTC))
        await asyncio.sleep(RENEWED_EVERY_S)


async def _refusal(request: Request, error: Exception) -> Response:
    status = error.status if isinstance(error, _Refused) else 400
    return JSONResponse({"error": str(error)}, status)


async def _object_of(request: Request) -> dict[str, Any]:
    data = bytearray()
    async for piece in request.stream():
        data += piece
        if len(data) > _LONGEST_BODY:
            raise _Refused(413, f"the body is longer than {_LONGEST_BODY} bytes")
    try:
        value = strict_json.loads(bytes(data))
    except ValueError as error:
        raise _Refused(400, f"the body is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise _Refused(400, "the body is not a JSON object")
    return value


def _file(content: bytes | None) -> Response:
    if content is None:
        raise _Refused(404, "there is no such file")
    return Response(content, media_type="application/octet-stream")
