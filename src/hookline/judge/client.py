"""One HTTP request in, its reply out: the only part of the judge that speaks to a server.

Redirects are not followed, what is answered is limited, and the whole takes no longer than it may:
a line that is still open then is cut, wherever the server dawdles. A line can be cut from another
thread at any time.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from hookline.errors import JudgeFailed, JudgeTimedOut
from hookline.extras import MissingExtra, needed
from hookline.judge.settings import is_loopback

if TYPE_CHECKING:
    import httpx2

LIMIT_BYTES = 1024 * 1024
_FEATURE = "a model judge"
_SHORTEST_S = 0.001


class Call(NamedTuple):
    """A request."""

    url: str
    headers: Mapping[str, str]
    body: bytes


class Reply(NamedTuple):
    """What a server sent back, whole. The names of headers are in small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Line:
    """The connection of one request, so that another thread can cut it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._cut = threading.Event()

    @property
    def was_cut(self) -> bool:
        """Whether somebody has ended it."""
        return self._cut.is_set()

    def rest(self, wait_s: float) -> None:
        """Wait between two requests, but not once it was cut."""
        self._cut.wait(wait_s)

    def heard(self, event: str, info: Mapping[str, Any]) -> None:
        """Told by the client what happens: when it has connected, a handle of our own is kept of
        the connection.
        """
        if event != "connection.connect_tcp.complete":
            return
        own: socket.socket = info["return_value"].get_extra_info("socket").dup()
        with self._lock:
            self._drop()
            self._socket = own
        if self.was_cut:
            self.cut()

    def cut(self) -> None:
        """End it now: whoever waits for the connection gets an error."""
        with self._lock:
            self._cut.set()
            if self._socket is not None:
                try:
                    self._socket.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass  # it has ended by itself

    def close(self) -> None:
        """Give the handle back."""
        with self._lock:
            self._drop()

    def _drop(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None


class Client:
    """Posts requests, from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._clients: dict[tuple[bool, bool], httpx2.Client] = {}

    def missing(self) -> str | None:
        """Why nothing can be posted at all, or None."""
        try:
            with needed(_FEATURE):
                import_module("httpx2")
        except MissingExtra as error:
            return str(error)
        return None

    def post(self, call: Call, *, timeout_s: float, line: Line) -> Reply:
        """The reply; `JudgeFailed` when there is none."""
        with needed(_FEATURE):
            import httpx2

        ends_at = time.monotonic() + timeout_s
        alarm = threading.Timer(max(timeout_s, _SHORTEST_S), line.cut)
        alarm.daemon = True
        alarm.start()
        try:
            return self._post(call, max(timeout_s, _SHORTEST_S), line)
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError) as error:
            if (
                isinstance(error, httpx2.TimeoutException)
                or line.was_cut
                or time.monotonic() >= ends_at
            ):
                raise JudgeTimedOut("did not answer in time") from None
            raise JudgeFailed(_reason(error)) from None
        finally:
            alarm.cancel()
            line.close()

    def _post(self, call: Call, timeout_s: float, line: Line) -> Reply:
        client = self._client(call.url)
        headers = {
            "content-type": "application/json",
            "accept-encoding": "identity",
            **call.headers,
        }
        with client.stream(
            "POST",
            call.url,
            headers=headers,
            content=call.body,
            timeout=timeout_s,
            extensions={"trace": line.heard},
        ) as response:
            body = bytearray()
            for piece in response.iter_raw():
                body += piece
                if len(body) > LIMIT_BYTES:
                    raise JudgeFailed("answered with more than 1 MiB")
            return Reply(
                response.status_code,
                {name.lower(): text for name, text in response.headers.items()},
                bytes(body),
            )

    def _client(self, url: str) -> httpx2.Client:
        """One for each way to reach a server: by TLS or not, and on this machine without a proxy."""
        way = (url.startswith("https:"), is_loopback(url))
        with self._lock:
            if way not in self._clients:
                self._clients[way] = _new_client(*way)
            return self._clients[way]


def _new_client(tls: bool, loopback: bool) -> httpx2.Client:
    import ssl

    with needed(_FEATURE):
        import httpx2

    # Without TLS its context is never asked; the usual one, with all certificates, takes 70 ms to
    # make.
    context: ssl.SSLContext | bool = True if tls else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return httpx2.Client(
        verify=context, trust_env=not loopback, follow_redirects=False,
        limits=httpx2.Limits(max_connections=None, max_keepalive_connections=0),
    )  # fmt: skip


def _reason(error: Exception) -> str:
    """Why there is no reply, in our own words: those of the library may quote what was sent."""
    import ssl

    with needed(_FEATURE):
        import httpx2

    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLError):
            return f"cannot be reached: TLS failed ({cause.reason or 'certificate'})"
        if isinstance(cause, socket.gaierror):
            return "cannot be reached: its name is not known"
        if isinstance(cause, OSError) and cause.errno and isinstance(error, httpx2.ConnectError):
            return f"cannot be reached: {os.strerror(cause.errno)}"
        cause = cause.__cause__ or cause.__context__
    if isinstance(error, httpx2.RemoteProtocolError | httpx2.ReadError):
        return "broke off in the middle of its answer"
    return f"cannot be asked ({type(error).__name__})"
