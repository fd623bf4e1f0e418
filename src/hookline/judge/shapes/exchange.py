"""What the shapes share: what is asked, what was answered, and how a field of an answer is looked
up safely. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from hookline.errors import Unreadable
from hookline.judge.question import Messages

#: The verdict as JSON Schema, in the part of it that every server understands.
VERDICT_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "ok": {"type": "boolean", "description": "true when the policy lets the event happen"},
        "reason": {"type": "string", "description": "one short sentence"},
    },
    "required": ["ok", "reason"],
    "additionalProperties": False,
}
VERDICT_NAME = "verdict"


class Ask(NamedTuple):
    """One request. `forced`: the server is to hold the answer to the schema; some cannot."""

    model: str
    messages: Messages
    tokens: int = 1024
    forced: bool = True
    vendor: bool = False  # the vendor's own server, not one that speaks its language


class Answer(NamedTuple):
    """What a server answered; None where it did not say."""

    text: str
    model: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None


class Wire(Protocol):
    """What each module of this package is: how one kind of server is spoken to. All of it is pure."""

    #: What a server that cannot hold an answer to a schema complains of.
    FORCED_BY: tuple[str, ...]

    def target(self, url: str, model: str) -> str:
        """The address to post to, for the address that was configured."""
        ...

    def headers(self, key: str | None) -> dict[str, str]:
        """The headers that carry the key."""
        ...

    def body(self, ask: Ask) -> dict[str, Any]:
        """What is posted."""
        ...

    def read(self, answer: Mapping[str, Any]) -> Answer:
        """What came back."""
        ...


def is_bare(url: str) -> bool:
    """Whether the address is that of a machine alone, without a path."""
    return "/" not in url.partition("?")[0].rstrip("/").partition("://")[2]


def joined(url: str, *paths: str) -> str:
    """The address with the last of these ends, whatever other of them it has; what follows a
    question mark stays last.
    """
    place, mark, query = url.partition("?")
    place = place.rstrip("/")
    whole = paths[-1]
    if not place.endswith(whole):
        shared = next((path for path in paths if path and place.endswith(path)), "")
        place = place[: len(place) - len(shared)] + whole
    return place + mark + query


def found(value: Any, *path: str | int) -> Any:
    """What lies at a path into JSON; None where there is nothing."""
    for step in path:
        if isinstance(step, str) and isinstance(value, dict):
            value = value.get(step)
        elif isinstance(step, int) and isinstance(value, list) and len(value) > step:
            value = value[step]
        else:
            return None
    return value


def listed(value: Any, *path: str | int) -> list[dict[str, Any]]:
    """The objects of the list at a path; empty where there is none."""
    items = found(value, *path)
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def text_at(value: Any, *path: str | int) -> str | None:
    """The text at a path."""
    text = found(value, *path)
    return text if isinstance(text, str) else None


def number_at(value: Any, *path: str | int) -> int | None:
    """The whole number at a path."""
    number = found(value, *path)
    return number if isinstance(number, int) and not isinstance(number, bool) else None


def whole_text(texts: list[str | None], why_not: str | None) -> str:
    """The text of all parts together; `Unreadable` when there is none, or when it is known to be
    incomplete.
    """
    if why_not:
        raise Unreadable(why_not)
    parts = [text for text in texts if text is not None]
    if not parts:
        raise Unreadable("has no text")
    return "".join(parts)
