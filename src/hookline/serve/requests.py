"""Lines → requests, answers → lines. Pure; whatever a line holds, it becomes a request or the error
to answer with.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from hookline.near import did_you_mean
from hookline.nesting import FOLDED, read
from hookline.serve.lines import HEAD_BYTES, LINE_LIMIT_BYTES, TooLong
from hookline.spec.events import EVENTS
from hookline.strict_json import dumps

if TYPE_CHECKING:
    from hookline.engine.fire_types import EventName

#: The id at the beginning of a line that cannot be read as a whole.
_ID_FIRST = re.compile(rb'\s*\{\s*"id"\s*:\s*(-?[0-9]{1,18}|"[^"\\\x00-\x1f\x7f-\xff]*")\s*,')


class Request(NamedTuple):
    """One event to answer."""

    id: Any
    event: EventName
    input: dict[str, Any]
    notes: tuple[str, ...] = ()  # on how it was read


class BadRequest(NamedTuple):
    """A line that cannot be served: what to say instead of an answer."""

    id: Any
    error: str


def parse_request(line: bytes | TooLong) -> Request | BadRequest | None:
    """What one line asks for; None for an empty line. An id that comes first is found in a bad line, too."""
    if isinstance(line, TooLong):
        too_long = f"the line is longer than {LINE_LIMIT_BYTES} bytes; send less in one request"
        return BadRequest(_first_id(line.head), too_long)
    if not line.strip():
        return None
    try:
        value, folded = read(line)
    except ValueError as error:
        return BadRequest(_first_id(line[:HEAD_BYTES]), f"the line is not JSON: {error}")
    if not isinstance(value, dict):
        example = '{"id": 1, "event": "stop", "input": {}}'
        return BadRequest(None, f"a request is a JSON object such as {example}")
    event, fields = value.get("event"), value.get("input", {})
    problem = _problem_of_event(event)
    if problem is None and not isinstance(fields, dict):
        problem = "input is not a JSON object"
    if problem is not None:
        return BadRequest(value.get("id"), problem)
    return Request(value.get("id"), cast("EventName", event), fields, (FOLDED,) if folded else ())


def encode(answer: dict[str, Any]) -> bytes:
    """One line. ASCII only, so that no reader can trip over an odd character."""
    return dumps(answer).encode("ascii") + b"\n"


def _first_id(head: bytes) -> Any:
    """Whoever waits for an answer with this id should hear of the error."""
    match = _ID_FIRST.match(head)
    return json.loads(match.group(1)) if match else None


def _problem_of_event(event: Any) -> str | None:
    if event is None:
        return "the request has no event; name one, such as beforeShellExecution"
    if not isinstance(event, str):
        return "event is not text; name one, such as beforeShellExecution"
    if event not in EVENTS:
        return f"there is no event {event!r}.{did_you_mean(event, EVENTS)}"
    return None
