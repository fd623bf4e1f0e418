"""Who may talk to the page: only the browser that was given the address, only from the page itself.

    no token and no cookie          403        a Host that is not ours (DNS rebinding)     403
    the printed address, once       cookie     a foreign Origin, whatever the method       403
    POST without our CSRF header    403        what a page may load: ours, nothing inline

The printed address holds a token that works once; it is changed for a cookie that scripts cannot
read and other sites cannot send. An ASGI middleware: nothing behind it is reached by a request that
may not.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable
from html import escape
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

CSRF_HEADER = "x-hookline-csrf"
_SAFE = ("GET", "HEAD")
_HEADERS = (
    ("content-security-policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
     "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-store"),
)  # fmt: skip


class Guard:
    """The secrets of one server: the token of its address, the cookie it becomes, the word of its
    own pages.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.token = secrets.token_urlsafe(32)
        self.csrf = secrets.token_urlsafe(32)
        self.cookie_name = (
            f"hookline_{port}"  # cookies do not know ports: two pages would take each other's away
        )
        self._cookie = secrets.token_urlsafe(32)
        self._token_used = False
        self._hosts = (f"127.0.0.1:{port}", f"localhost:{port}")

    @property
    def address(self) -> str:
        """What is printed: it lets one browser in."""
        return f"http://127.0.0.1:{self.port}/?token={self.token}"

    def around(self, app: ASGIApp) -> ASGIApp:
        """The app, reached only by those who may."""

        async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "http":
                return
            answer = _with_headers(send)
            refused = self._refused(scope)
            if refused is not None:
                await _say(answer, 403, refused)
            elif (redirect := self._exchanged(scope)) is not None:
                await _go_on(answer, redirect, self._set_cookie(), here=_is_foreign(scope))
            elif not self._has_cookie(scope):
                await _say(
                    answer,
                    403,
                    "Open the address that `hookline ui` printed: it lets one browser in, once.",
                )
            else:
                await app(scope, receive, answer)

        return guarded

    def _refused(self, scope: Scope) -> str | None:
        hosts, origins = _values(scope, "host"), _values(scope, "origin")
        if len(hosts) != 1 or hosts[0] not in self._hosts:
            return "This page is only for the browser on this machine."
        if {*origins} - {f"http://{hosts[0]}"}:
            return "Only the page itself may request this."
        if _is_foreign(scope) and not _follows_a_link(scope):
            return "Only the page itself may request this."
        if scope["method"] not in _SAFE and not (origins and self._has_csrf_word(scope)):
            return "Only the page itself may change anything."
        return None

    def _has_csrf_word(self, scope: Scope) -> bool:
        return any(_same(word, self.csrf) for word in _values(scope, CSRF_HEADER))

    def _exchanged(self, scope: Scope) -> str | None:
        """Where to go on when the request brings the token: the same address without it, and never
        elsewhere.
        """
        query = parse_qsl(scope["query_string"].decode("ascii", "replace"), keep_blank_values=True)
        token = next((value for name, value in query if name == "token"), "")
        if scope["method"] not in _SAFE or not _same(token, self.token):
            return None
        if self._token_used and not self._has_cookie(scope):
            return None
        self._token_used = True
        rest = urlencode([(name, value) for name, value in query if name != "token"])
        path = "/" + scope["raw_path"].decode("ascii", "replace").lstrip("/\\")
        return f"{path}?{rest}" if rest else path

    def _has_cookie(self, scope: Scope) -> bool:
        return any(_same(value, self._cookie) for value in _cookies(scope, self.cookie_name))

    def _set_cookie(self) -> str:
        return f"{self.cookie_name}={self._cookie}; HttpOnly; SameSite=Strict; Path=/"


def _same(given: str, secret: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), secret.encode())


def _is_foreign(scope: Scope) -> bool:
    """Whether the browser says that another site, or another port, asks."""
    return any(site not in ("same-origin", "none") for site in _values(scope, "sec-fetch-site"))


def _follows_a_link(scope: Scope) -> bool:
    """Whether somebody came here by a link on another page, which may well lead here."""
    return not _values(scope, "origin") and _values(scope, "sec-fetch-mode") == ["navigate"]


def _values(scope: Scope, name: str) -> list[str]:
    wanted = name.encode()
    return [value.decode("latin-1") for key, value in scope["headers"] if key == wanted]


def _cookies(scope: Scope, name: str) -> Iterable[str]:
    for header in _values(scope, "cookie"):
        for pair in header.split(";"):
            try:
                found = SimpleCookie(pair.strip()).get(name)
            except CookieError:
                continue
            if found is not None:
                yield found.value


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = [(name.encode(), value.encode()) for name, value in _HEADERS]
            named = {name for name, _ in own}
            message = {
                **message,
                "headers": [*(h for h in message["headers"] if h[0].lower() not in named), *own],
            }
        await send(message)

    return sending


async def _say(send: Send, status: int, text: str) -> None:
    await _answer(send, status, text + "\n", [])


async def _go_on(send: Send, where: str, cookie: str, *, here: bool) -> None:
    """To the page, with the cookie. A redirect that another site began would not bring it along;
    `here` we begin it.
    """
    set_cookie = (b"set-cookie", cookie.encode())
    if here:
        refresh = f'<meta http-equiv="refresh" content="0;url={escape(where)}">'
        text = f"<!doctype html>{refresh}<title>Hookline</title>"
        await _answer(send, 200, text, [set_cookie], kind=b"text/html")
    else:
        await _answer(send, 303, "", [(b"location", where.encode("ascii", "replace")), set_cookie])


async def _answer(
    send: Send, status: int, text: str, more: list[tuple[bytes, bytes]], kind: bytes = b"text/plain"
) -> None:
    body = text.encode()
    headers = [
        (b"content-type", kind + b"; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        *more,
    ]
    start: Any = {"type": "http.response.start", "status": status, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": body})
