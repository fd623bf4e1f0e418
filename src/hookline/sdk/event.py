"""`Event`: an event's payload with its fields as attributes. The classes of `event_types` say
which fields and answers exist.

A field the host left out is the empty value of its type, because hosts differ and a hook should not
fail because of it.
"""

from __future__ import annotations

import sys

from hookline.sdk.answer import Answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType, FrameType
    from typing import Any

    from hookline.shell import Reading, Runs

#: So many calls are kept of those that led to an answer.
_DEEPEST = 20


class Event:
    """One event. `data` is the payload as it came."""

    #: The event's name.
    name = ""
    #: Whether a host takes a deny only beside exit code 2.
    deny_exits = False
    #: Field → what it is when the host left it out.
    missing: dict[str, Any] = {}

    def __init__(self, data: dict[str, Any] | None = None) -> None:
        self.data: dict[str, Any] = data or {}
        #: Every answer that was made, and the calls that led to it, innermost first: the code and
        #: where in it. What is made and not returned is told (`unreturned`).
        self.answers_made: list[tuple[Answer, list[tuple[CodeType, int]]]] = []

    if not TYPE_CHECKING:  # type checkers go by the fields that the classes declare

        def __getattr__(self, name):
            if name not in self.missing:
                known = ", ".join(sorted(self.missing))
                raise AttributeError(
                    f"{self.name or type(self).__name__} has no field {name!r}; it has: {known}"
                )
            value = self.data.get(name)
            return self.missing[name] if value is None else value

    def make_answer(self, **fields: Any) -> Answer:
        """An answer to this event; `deny`, `add_context` and their like are made of it."""
        answer = Answer(**fields)
        calls: list[tuple[CodeType, int]] = []
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and len(calls) < _DEEPEST:
            calls.append((frame.f_code, frame.f_lasti))
            frame = frame.f_back
        self.answers_made.append((answer, calls))
        return answer

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.data!r})"


class ShellEvent(Event):
    """An event about a shell command."""

    _reading: Reading | None = None

    @property
    def shell_command(self) -> str:
        """The command line; of a tool that is not the shell, nothing."""
        if "tool_input" not in self.missing:
            return str(self.data.get("command") or "")
        arguments = self.data.get("tool_input")
        is_shell = self.data.get("tool_name") in ("Shell", "Bash") and isinstance(arguments, dict)
        command = arguments.get("command") if is_shell and arguments else None
        return command if isinstance(command, str) else ""

    def read_command(self) -> Reading:
        """Every program the command runs, as far as that can be told (see `hookline.shell`)."""
        if self._reading is None:
            from hookline.shell import read

            self._reading = read(self.shell_command)
        return self._reading

    def runs(self, *patterns: str) -> Runs:
        """Whether the command runs any of these, such as "git push" or "rm -rf".

        The answer is yes, no or unknown, and true unless it is no. It sees through wrappers,
        quotes, variables and nested shells; where a word is computed the answer is unknown. The
        command is parsed once, however often this is asked. Needs `pip install 'hookline[kit]'`.
        """
        return self.read_command().runs(*patterns)


def arguments_of(event: Event) -> dict[str, Any]:
    """The arguments of an MCP tool, which some events carry as JSON text; empty when they are not
    an object.
    """
    arguments = event.data.get("tool_input")
    if isinstance(arguments, str):
        import json

        try:
            arguments = json.loads(arguments)
        except (ValueError, RecursionError):
            return {}
    return arguments if isinstance(arguments, dict) else {}
