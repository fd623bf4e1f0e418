"""A hook process from start to end: the event from stdin, the function for it, its answer to
stdout, the right exit code.

stdout belongs to the answer. From the first decorator on, whatever else is printed, by this process
or one it starts, goes to stderr. An exception is a failure (exit code 1, traceback on stderr),
never exit code 2: that is a deny, and only given with one, for the events whose host wants it.
"""

from __future__ import annotations

import os
import sys

from hookline.sdk.answer import Answer
from hookline.sdk.event import Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Function = Callable[[Any], Any]

FINE, FAILED, DENIED, USAGE = 0, 1, 2, 64
_BOM = b"\xef\xbb\xbf"


class NotAnEvent(ValueError):
    """What came in is not an event; the text says why."""


class NotReturned(ValueError):
    """An answer was made and not returned; the text names the line."""


class Stdout:
    """The real stdout, kept for the answer; everybody else's is stderr from now on."""

    def __init__(self) -> None:
        sys.stdout.flush()
        self._kept = os.dup(1)
        os.dup2(2, 1)

    def write(self, text: str) -> None:
        """Write all of it, however slowly it is read."""
        sys.stdout.flush()
        data = text.encode("utf-8", "replace")
        try:
            while data:
                data = data[os.write(self._kept, data) :]
        except BrokenPipeError:
            pass  # the host has gone: there is nobody to answer


def read_event(raw: bytes) -> dict[str, Any]:
    """The payload of an event; raises `NotAnEvent`."""
    import json

    while raw.startswith(_BOM):
        raw = raw[len(_BOM) :]
    try:
        data = json.loads(raw.decode("utf-8", "replace"))
    except (ValueError, RecursionError) as error:
        raise NotAnEvent(f"stdin is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise NotAnEvent("stdin is not a JSON object")
    return data


def answer_to(
    data: dict[str, Any],
    functions: Mapping[str, Function],
    classes: Mapping[str, type[Event]],
    out_loud: bool = False,
) -> dict[str, Any]:
    """What the function for this event answers. `out_loud`: no opinion becomes an allow, for hosts
    that need one.
    """
    name = data.get("hook_event_name")
    function = functions.get(name) if isinstance(name, str) else None
    if function is None:
        served = ", ".join(functions)
        print(f"this hook handles {served}, not {name}; it has no opinion", file=sys.stderr)
        return {}
    event = classes[str(name)](data)
    answer = function(event)
    if hasattr(answer, "__await__"):
        import asyncio

        answer = asyncio.run(_awaited(answer))
    if event.answers_made:
        _check_returned(event, answer, function)
    if answer is None:
        return getattr(event, "no_objection", {}) if out_loud else {}
    if not isinstance(answer, Answer):
        raise TypeError(
            f"{function.__name__} returned {type(answer).__name__}; "
            "return an answer such as event.deny(...), or None"
        )
    return answer.fields


def _check_returned(event: Event, answer: Any, function: Function) -> None:
    """Raise `NotReturned` where an answer was forgotten."""
    if len(event.answers_made) == 1 and event.answers_made[0][0] is answer:
        return
    from hookline.sdk.unreturned import complaint

    problem = complaint(event, answer, function)
    if problem:
        raise NotReturned(problem)


def serve(
    functions: Mapping[str, Function],
    classes: Mapping[str, type[Event]],
    stdout: Stdout,
    out_loud: bool = False,
) -> int:
    """Answer the one event that comes in; the exit code."""
    if sys.stdin is None or sys.stdin.isatty():
        print(_by_hand(functions), file=sys.stderr)
        return USAGE
    import json

    code = FINE
    try:
        data = read_event(sys.stdin.buffer.read())
        answer = answer_to(data, functions, classes, out_loud)
        text = json.dumps(answer)
        if answer.get("permission") == "deny" and classes[data["hook_event_name"]].deny_exits:
            code = DENIED
    except (NotAnEvent, NotReturned) as error:
        print(error, file=sys.stderr)
        return FAILED
    except SystemExit as error:
        if error.code in (None, 0):
            text = "{}"
        else:
            print(
                f"the hook exited with {error.code!r}, which is a failure; "
                "to deny, return event.deny(...)",
                file=sys.stderr,
            )
            return FAILED
    except BaseException as error:
        _tell(error)
        return FAILED
    stdout.write(text + "\n")
    return code


def _tell(error: BaseException) -> None:
    """On stderr: what the hook died of; of a package that is missing, the one line that helps."""
    if isinstance(error, ImportError):
        from hookline.extras import MissingExtra

        if isinstance(error, MissingExtra):
            print(error, file=sys.stderr)
            return
    import traceback

    traceback.print_exception(error)


async def _awaited(answer: Any) -> Any:
    return await answer


def _by_hand(functions: Mapping[str, Function]) -> str:
    first = next(iter(functions), "beforeShellExecution")
    events = ", ".join(functions) or "no event"
    return (
        f"This is a hook for {events}: it reads an event as JSON from stdin.\n"
        f"To try it, run: hookline fire {first} --json, or add it to hooks.json."
    )
