"""`Registry`: the functions a file gives for events, and the moment at which a file that is run as
a program answers one.

A program answers when its last line has run, so that a hook may use what is defined below it.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from hookline.sdk.event import Event
    from hookline.sdk.process import Stdout

    Function = Callable[[Any], Any]


class Registry:
    """What the decorators of `event_types.Hooks` fill."""

    classes: dict[str, type[Event]] = {}

    def __init__(self) -> None:
        self._stdout: Stdout | None = None
        #: Event → function, of every file that was loaded, by the name of its module.
        self.by_module: dict[str, dict[str, Function]] = {}

    def add(self, event: str, function: Function) -> None:
        """A function handles an event."""
        functions = self.by_module.setdefault(function.__module__, {})
        if event in functions:
            first, second = functions[event].__name__, function.__name__
            raise ValueError(
                f"{event} is handled twice in {function.__module__}: by {first} and {second}; "
                "join them in one function"
            )
        functions[event] = function
        if function.__module__ == "__main__" and self._stdout is None:
            self._answer_at_the_end()

    def _answer_at_the_end(self) -> None:
        import atexit

        from hookline.sdk.process import Stdout

        self._stdout = Stdout()
        atexit.register(self._answer)

    def _answer(self) -> None:
        import os

        from hookline.sdk.process import FAILED, serve

        if self._stdout is None or getattr(sys, "last_type", None) is not None:
            return  # the file itself failed: its traceback is shown and its exit code stands
        code = FAILED
        try:
            code = serve(self.by_module["__main__"], self.classes, self._stdout)
        finally:
            sys.stderr.flush()
            os._exit(code)  # an exit code cannot be given in any other way this late
