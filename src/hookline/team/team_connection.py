"""What a machine asks its team server: one place for addresses, bounds and what can go wrong on the way.

Every answer has a limit in bytes and a deadline for the whole of it; no redirect is followed; plain HTTP is
spoken to this machine only.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx2
from tuf.api.exceptions import DownloadError, DownloadHTTPError
from tuf.ngclient import FetcherInterface

from hookline import strict_json
from hookline.errors import NotDone, UsageError

DEADLINE_S = 60.0
_SILENCE_S = 10.0
_LONGEST_JSON = 1024 * 1024
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Unreachable(NotDone):
    """The server gave no usable answer; what is installed stays in force."""


class Refused(NotDone):
    """The server does not let this machine in; the message says why."""


class Response(NamedTuple):
    """An answer that was read to its end."""

    status: int
    etag: str
    body: bytes


class TeamConnection:
    """One server, and the secret it knows this machine by."""

    def __init__(self, url: str, secret: str = "", *, deadline_s: float = DEADLINE_S) -> None:
        self.url = server_url(url)
        self._deadline_s = deadline_s
        is_here = urlsplit(self.url).hostname in _LOOPBACK
        self._client = httpx2.Client(
            follow_redirects=False, timeout=_SILENCE_S, trust_env=not is_here
        )
        self._headers = {"authorization": f"Bearer {secret}"} if secret else {}

    def close(self) -> None:
        """Let go of the connection."""
        self._client.close()

    def __enter__(self) -> TeamConnection:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def get_json(self, path: str, etag: str = "") -> tuple[dict[str, Any] | None, str]:
        """The object at a path and its ETag; None where it is still the one of `etag`."""
        headers = {"if-none-match": etag} if etag else {}
        response = self._whole("GET", path, headers, None)
        if response.status == 304:
            return None, etag
        return _object(self._accepted(response)), response.etag

    def post_json(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """What the server answers to an object."""
        headers = {"content-type": "application/json"}
        return _object(
            self._accepted(self._whole("POST", path, headers, strict_json.dumps(body).encode()))
        )

    def stream(self, url: str) -> Iterator[bytes]:
        """The pieces of a file, for a reader that has a limit of its own."""
        with self._sent("GET", url, {}, None) as response:
            if response.status_code != 200:
                raise DownloadHTTPError(
                    f"the server answered {response.status_code}", response.status_code
                )
            yield from self._pieces(response)

    def _whole(
        self, method: str, path: str, headers: Mapping[str, str], content: bytes | None
    ) -> Response:
        body = bytearray()
        try:
            with self._sent(method, self.url + path, headers, content) as response:
                for piece in self._pieces(response):
                    body += piece
                    if len(body) > _LONGEST_JSON:
                        raise Unreachable(
                            f"{self.url} answered with more than {_LONGEST_JSON} bytes"
                        )
                return Response(response.status_code, response.headers.get("etag", ""), bytes(body))
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
            raise Unreachable(f"{self.url} cannot be reached: {_reason(error)}") from None

    def _sent(
        self, method: str, url: str, headers: Mapping[str, str], content: bytes | None
    ) -> Any:
        return self._client.stream(
            method, url, headers={**self._headers, **headers}, content=content
        )

    def _pieces(self, response: httpx2.Response) -> Iterator[bytes]:
        ends_at = time.monotonic() + self._deadline_s
        for piece in response.iter_bytes():
            yield piece
            if time.monotonic() > ends_at:
                raise httpx2.ReadTimeout(f"no end after {self._deadline_s:.0f} s")

    def _accepted(self, response: Response) -> bytes:
        if response.status in (401, 403):
            raise Refused(_said(response) or f"{self.url} does not let this machine in")
        if response.status != 200:
            raise Unreachable(f"{self.url} answered {response.status}. {_said(response)}".rstrip())
        return response.body


class TeamFetcher(FetcherInterface):
    """How python-tuf's updater fetches from a team server."""

    def __init__(self, connection: TeamConnection) -> None:
        self._connection = connection

    def _fetch(self, url: str) -> Iterator[bytes]:
        try:
            yield from self._connection.stream(url)
        except (httpx2.HTTPError, OSError) as error:
            raise DownloadError(_reason(error)) from None


def server_url(url: str) -> str:
    """The address without its last slash; raises `UsageError` where a secret would travel in the clear."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UsageError(f"{url!r} is no address of a server; write https://hooks.example.com")
    if parts.scheme == "http" and parts.hostname not in _LOOPBACK:
        raise UsageError(f"{url} is not encrypted: over the network only https:// is used")
    return url.rstrip("/")


def _object(body: bytes) -> dict[str, Any]:
    try:
        value = strict_json.loads(body)
    except ValueError as error:
        raise Unreachable(f"the server's answer is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise Unreachable("the server's answer is not a JSON object")
    return value


def _said(response: Response) -> str:
    """The reason a refusal gives, if it gives one."""
    try:
        text = strict_json.loads(response.body)["error"]
    except (ValueError, KeyError, TypeError):
        return ""
    return text[:500] if isinstance(text, str) else ""


def _reason(error: Exception) -> str:
    if isinstance(error, httpx2.TimeoutException):
        return "it did not answer in time"
    return str(error) or type(error).__name__
