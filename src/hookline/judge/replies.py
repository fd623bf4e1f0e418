"""A server's reply → a ruling, or what is wrong with it and whether it is worth asking again. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple

from hookline.errors import JudgeFailed, Unreadable
from hookline.judge.client import Reply
from hookline.judge.shapes.exchange import Answer, Wire, text_at
from hookline.judge.verdict import Ruling, read_ruling
from hookline.shorten import shorten

_BUSY = (408, 429, 500, 502, 503, 504, 529)
_PAUSE_S = 0.5
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+")
_LONGEST_MESSAGE = 200


class Trouble(JudgeFailed):
    """A reply without a ruling. `pause_s`: ask again after so long; None: asking again is no use.

    `unforced`: the server cannot hold an answer to a schema, so ask again without one.
    """

    def __init__(
        self, reason: str, *, pause_s: float | None = None, unforced: bool = False
    ) -> None:
        super().__init__(reason)
        self.pause_s, self.unforced = pause_s, unforced


class Read(NamedTuple):
    """A ruling, and the answer it was read from."""

    ruling: Ruling
    answer: Answer


def read_reply(reply: Reply, wire: Wire, *, forced: bool, now: float) -> Read:
    """The ruling in a reply; `Trouble` when there is none."""
    if not 200 <= reply.status < 300:
        raise _trouble(reply, wire, forced, now)
    try:
        document = json.loads(reply.body)
        if not isinstance(document, dict):
            raise ValueError
    except (ValueError, RecursionError):
        raise Trouble("sent something that is not a JSON object", pause_s=0.0) from None
    try:
        answer = wire.read(document)
        return Read(read_ruling(answer.text), answer)
    except Unreadable as error:
        raise Trouble(f"gave an answer that {error}", pause_s=0.0) from None


def _trouble(reply: Reply, wire: Wire, forced: bool, now: float) -> Trouble:
    status, message = reply.status, _message(reply.body)
    text = f"{status}{': ' + message if message else ''}"
    if 300 <= status < 400:
        return Trouble(
            f"redirects elsewhere ({status}), which is not followed: configure the final address"
        )
    if (
        status in (400, 422)
        and forced
        and any(word.encode() in reply.body for word in wire.FORCED_BY)
    ):
        return Trouble(f"does not accept a JSON schema ({text})", pause_s=0.0, unforced=True)
    if status in (401, 403):
        return Trouble(f"rejected the key ({text})")
    if status == 404:
        return Trouble(f"knows no such address or model ({text})")
    if status in _BUSY:
        return Trouble(f"cannot answer ({text})", pause_s=_retry_after_s(reply.headers, now))
    return Trouble(f"rejected the request ({text})")


def _message(body: bytes) -> str:
    """What the server says of it, on one line: all four shapes keep it at the same place."""
    try:
        document: Any = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    document = document[0] if isinstance(document, list) and document else document
    text = (
        text_at(document, "error", "message")
        or text_at(document, "error")
        or text_at(document, "message")
        or ""
    )
    text = _CONTROL.sub(" ", text).strip()
    return shorten(text, _LONGEST_MESSAGE)


def _retry_after_s(headers: Mapping[str, str], now: float) -> float:
    """What `Retry-After` says: seconds, or a date."""
    text = headers.get("retry-after", "").strip()
    try:
        return (
            max(float(text), 0.0)
            if text[:1].isdigit()
            else max(parsedate_to_datetime(text).timestamp() - now, 0.0)
        )
    except (ValueError, OverflowError):
        return _PAUSE_S
