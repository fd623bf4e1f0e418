"""What the team server keeps: teams, releases, signed files, machines. One database, any number of servers.

SQLite by default, PostgreSQL by URL (`postgresql+asyncpg://…`); SQLAlchemy Core, no ORM. Every method is one
transaction. Of tokens and secrets only digests are kept.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from typing import Any, NamedTuple, Self

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from hookline.errors import NotDone, UsageError
from hookline.team.team_hook import TeamHook
from hookline.team.team_tables import (
    archives,
    enrolment_tokens,
    machines,
    releases,
    scripts,
    signed_files,
    teams,
)

_MIGRATIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "migrations")
_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}


class Team(NamedTuple):
    """One team. `change` grows with everything machines have to hear of."""

    id: int
    name: str
    change: int
    online_key: bytes


class Release(NamedTuple):
    """One release: what the team handed out from then on, by whom and why."""

    number: int
    author: str
    note: str
    made_at: datetime
    hooks: tuple[TeamHook, ...]


class Machine(NamedTuple):
    """One enrolled machine."""

    id: str
    team_id: int
    name: str
    system: str
    secret_digest: str
    enrolled_at: datetime
    seen_at: datetime | None
    revoked_at: datetime | None
    report: Mapping[str, Any] | None


class TeamStore:
    """The database behind a URL. Use it as `async with TeamStore(url) as store`."""

    def __init__(self, url: str) -> None:
        self.url = database_url(url)
        self._engine: AsyncEngine = create_async_engine(self.url)
        if self.url.get_backend_name() == "sqlite":
            sa.event.listen(self._engine.sync_engine, "connect", _set_up_sqlite)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Let go of every connection."""
        await self._engine.dispose()

    async def migrate(self) -> None:
        """Bring the tables up to what this version needs; safe to run by several servers at once."""
        try:
            async with self._engine.begin() as connection:
                if self.url.get_backend_name() == "postgresql":
                    await connection.execute(sa.text("SELECT pg_advisory_xact_lock(7410231)"))
                await connection.run_sync(_upgrade)
        except (SQLAlchemyError, OSError) as error:
            raise NotDone(f"the database {self.shown} cannot be used: {_reason(error)}") from None

    @property
    def shown(self) -> str:
        """The URL without its password."""
        return self.url.render_as_string(hide_password=True)

    # teams

    async def add_team(self, name: str, files: Mapping[str, bytes], online_key: bytes) -> Team:
        """A new team, with the first files of its repository."""
        async with self._begin() as connection:
            try:
                values = {"name": name, "made_at": _now(), "change": 1, "online_key": online_key}
                made = await connection.execute(
                    sa.insert(teams).values(values).returning(teams.c.id)
                )
            except IntegrityError:
                raise NotDone(f"there is a team {name!r} already") from None
            team_id = made.scalar_one()
            await _put_files(connection, team_id, files)
        return Team(team_id, name, 1, online_key)

    async def team(self, name: str) -> Team:
        """The team of this name; raises `NotDone`."""
        columns = (teams.c.id, teams.c.name, teams.c.change, teams.c.online_key)
        async with self._begin() as connection:
            row = (
                await connection.execute(sa.select(*columns).where(teams.c.name == name))
            ).first()
        if row is None:
            raise NotDone(f"there is no team {name!r}: hookline team create {name}")
        return Team(*row)

    async def team_names(self) -> list[str]:
        """Every team, in order of name."""
        async with self._begin() as connection:
            rows = await connection.execute(sa.select(teams.c.name).order_by(teams.c.name))
            return list(rows.scalars())

    # releases

    async def releases_of(self, team: Team) -> list[Release]:
        """Every release, newest first."""
        wanted = (
            sa.select(releases)
            .where(releases.c.team_id == team.id)
            .order_by(releases.c.number.desc())
        )
        async with self._begin() as connection:
            rows = (await connection.execute(wanted)).all()
            contents = await _contents(
                connection, [hook["digest"] for row in rows for hook in row.hooks]
            )
        return [
            Release(
                row.number, row.author, row.note, _aware(row.made_at),
                tuple(_hook_of(hook, contents) for hook in row.hooks),
            )
            for row in rows
        ]  # fmt: skip

    async def newest_release(self, team: Team) -> Release | None:
        """What the team hands out now."""
        found = await self.releases_of(team)
        return found[0] if found else None

    async def release_number(self, team_id: int) -> int:
        """The number of the newest release; 0 before the first."""
        wanted = sa.select(sa.func.max(releases.c.number)).where(releases.c.team_id == team_id)
        async with self._begin() as connection:
            return (await connection.execute(wanted)).scalar_one() or 0

    async def add_release(
        self, team: Team, release: Release, files: Mapping[str, bytes], packed: Mapping[str, bytes]
    ) -> None:
        """A release with the signed files and archives that hand it out: all of it, or nothing."""
        async with self._begin() as connection:
            await _put_scripts(connection, release.hooks)
            row = {
                "team_id": team.id, "number": release.number, "author": release.author, "note": release.note,
                "made_at": release.made_at, "hooks": [_json_of(hook) for hook in release.hooks],
            }  # fmt: skip
            try:
                await connection.execute(sa.insert(releases).values(row))
            except IntegrityError:
                raise NotDone(
                    f"release {release.number} of {team.name} was published by somebody else a moment ago: "
                    "look at it, then apply again"
                ) from None
            await connection.execute(sa.delete(archives).where(archives.c.team_id == team.id))
            rows = [
                {"team_id": team.id, "name": name, "content": content}
                for name, content in packed.items()
            ]
            await connection.execute(sa.insert(archives), rows)
            await _put_files(connection, team.id, files)
            await _count_change(connection, team.id)

    # signed files

    async def files_of(self, team: Team) -> dict[str, bytes]:
        """Every signed file of a team's repository."""
        async with self._begin() as connection:
            rows = await connection.execute(
                sa.select(signed_files.c.name, signed_files.c.content).where(
                    signed_files.c.team_id == team.id
                )
            )
            return dict(rows.all())

    async def put_files(self, team: Team, files: Mapping[str, bytes], *, tell: bool) -> None:
        """New signed files. `tell`: machines have to hear of it."""
        async with self._begin() as connection:
            await _put_files(connection, team.id, files)
            if tell:
                await _count_change(connection, team.id)

    async def signed_file(self, team_id: int, name: str) -> bytes | None:
        """One signed file."""
        return await self._one(signed_files, team_id, name)

    async def archive(self, team_id: int, name: str) -> bytes | None:
        """One archive."""
        return await self._one(archives, team_id, name)

    async def change_of(self, team_id: int) -> int:
        """The number that `/head` is about."""
        async with self._begin() as connection:
            found = await connection.execute(sa.select(teams.c.change).where(teams.c.id == team_id))
            return int(found.scalar_one())

    # machines

    async def add_token(self, team: Team, token: str, uses: int, ends_at: datetime) -> None:
        """A token that lets machines enrol."""
        values = {
            "digest": digest_of(token), "team_id": team.id, "uses_left": uses,
            "made_at": _now(), "ends_at": ends_at,
        }  # fmt: skip
        async with self._begin() as connection:
            await connection.execute(sa.insert(enrolment_tokens).values(values))

    async def enroll(self, token: str, machine: Machine) -> Team | None:
        """Add the machine to the token's team; None where the token is wrong, used up or has ended."""
        taken = (
            sa.update(enrolment_tokens)
            .where(enrolment_tokens.c.digest == digest_of(token))
            .where(enrolment_tokens.c.uses_left > 0)
            .where(enrolment_tokens.c.ends_at > _now())
            .values(uses_left=enrolment_tokens.c.uses_left - 1)
            .returning(enrolment_tokens.c.team_id)
        )
        async with self._begin() as connection:
            team_id = (await connection.execute(taken)).scalar_one_or_none()
            if team_id is None:
                return None
            columns = (teams.c.id, teams.c.name, teams.c.change, teams.c.online_key)
            row = (await connection.execute(sa.select(*columns).where(teams.c.id == team_id))).one()
            values = {**machine._asdict(), "team_id": team_id}
            await connection.execute(sa.insert(machines).values(values))
        return Team(*row)

    async def machine(self, machine_id: str) -> Machine | None:
        """The machine of this id, revoked or not."""
        async with self._begin() as connection:
            row = (await connection.execute(_machines().where(machines.c.id == machine_id))).first()
        return None if row is None else Machine(*row)

    async def machines_of(self, team: Team) -> list[Machine]:
        """Every machine of a team, in order of name."""
        wanted = (
            _machines()
            .where(machines.c.team_id == team.id)
            .order_by(machines.c.name, machines.c.id)
        )
        async with self._begin() as connection:
            return [Machine(*row) for row in await connection.execute(wanted)]

    async def report(self, machine_id: str, report: Mapping[str, Any]) -> None:
        """What a machine says of itself."""
        change = (
            sa.update(machines)
            .where(machines.c.id == machine_id)
            .values(report=report, seen_at=_now())
        )
        async with self._begin() as connection:
            await connection.execute(change)

    async def revoke(self, machine_id: str) -> bool:
        """The machine's secret counts no longer; whether it did until now."""
        change = (
            sa.update(machines)
            .where(machines.c.id == machine_id, machines.c.revoked_at.is_(None))
            .values(revoked_at=_now())
            .returning(machines.c.id)
        )
        async with self._begin() as connection:
            return (await connection.execute(change)).first() is not None

    async def _one(self, table: sa.Table, team_id: int, name: str) -> bytes | None:
        wanted = sa.select(table.c.content).where(table.c.team_id == team_id, table.c.name == name)
        async with self._begin() as connection:
            return (await connection.execute(wanted)).scalar_one_or_none()

    def _begin(self) -> AbstractAsyncContextManager[AsyncConnection]:
        return self._engine.begin()


def database_url(url: str) -> URL:
    """A URL as SQLAlchemy has it; the drivers are ours to choose."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise UsageError(
            f"{url!r} is no database URL; write sqlite:///team.db or postgresql://user@host/name"
        ) from None
    driver = _DRIVERS.get(parsed.drivername, parsed.drivername)
    if driver not in _DRIVERS.values():
        raise UsageError(f"the database is SQLite or PostgreSQL, not {parsed.drivername}")
    return parsed.set(drivername=driver)


def digest_of(secret: str) -> str:
    """What is kept of a token or a secret. It is random and long, so one round is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _upgrade(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", _MIGRATIONS)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _set_up_sqlite(connection: Any, record: object) -> None:
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "foreign_keys=ON",
        "busy_timeout=5000",
        "synchronous=NORMAL",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _machines() -> sa.Select[Any]:
    return sa.select(*(machines.c[name] for name in Machine._fields))


async def _put_files(connection: AsyncConnection, team_id: int, files: Mapping[str, bytes]) -> None:
    """A signed file with a number in its name never changes; `timestamp.json` does."""
    for name, content in files.items():
        same = (signed_files.c.team_id == team_id, signed_files.c.name == name)
        await connection.execute(sa.delete(signed_files).where(*same))
        values = {"team_id": team_id, "name": name, "content": content}
        await connection.execute(sa.insert(signed_files).values(values))


async def _count_change(connection: AsyncConnection, team_id: int) -> None:
    counted = sa.update(teams).where(teams.c.id == team_id).values(change=teams.c.change + 1)
    await connection.execute(counted)


async def _put_scripts(connection: AsyncConnection, hooks: Sequence[TeamHook]) -> None:
    contents = {content_digest(hook): hook.content for hook in hooks}
    known = set(await _contents(connection, list(contents)))
    new = [
        {"digest": digest, "content": content}
        for digest, content in contents.items()
        if digest not in known
    ]
    if new:
        await connection.execute(sa.insert(scripts), new)


async def _contents(connection: AsyncConnection, digests: Sequence[str]) -> dict[str, bytes]:
    wanted = sorted(set(digests))
    contents: dict[str, bytes] = {}
    for start in range(0, len(wanted), 500):
        chosen = scripts.c.digest.in_(wanted[start : start + 500])
        rows = await connection.execute(
            sa.select(scripts.c.digest, scripts.c.content).where(chosen)
        )
        contents.update(dict(rows.all()))
    return contents


def content_digest(hook: TeamHook) -> str:
    """The digest of a hook's script."""
    return hashlib.sha256(hook.content).hexdigest()


def _json_of(hook: TeamHook) -> dict[str, Any]:
    return {
        "step": hook.step, "script_name": hook.script_name, "digest": content_digest(hook),
        "systems": list(hook.systems), "active": hook.active, "options": dict(hook.options),
    }  # fmt: skip


def _hook_of(row: Mapping[str, Any], contents: Mapping[str, bytes]) -> TeamHook:
    return TeamHook(
        row["step"], row["script_name"], contents[row["digest"]],
        tuple(row["systems"]), row["active"], row["options"],
    )  # fmt: skip


def _now() -> datetime:
    return datetime.now(UTC)


def _aware(when: datetime) -> datetime:
    """SQLite gives times without a zone; they are UTC."""
    return when if when.tzinfo else when.replace(tzinfo=UTC)


def _reason(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).splitlines()[0]
