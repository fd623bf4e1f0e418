"""For hook authors: one decorator, typed events, and answers that exist only where the contract has
them.

    from hookline.sdk import Answer, BeforeShellExecution, hook

    @hook.beforeShellExecution
    def guard(event: BeforeShellExecution) -> Answer | None:
        if event.runs("git push"):
            return event.deny("Pushing is for people.", agent="Open a pull request instead.")

`python3 guard.py` is a complete hook. A hook process imports this package for every event, so it is
standard library only, and of that only what is light. The annotations are for type checkers and may be
left out; the types of the bare payloads are in `hookline.sdk.input_types`.
"""

from hookline.sdk import event_types
from hookline.sdk.answer import Answer
from hookline.sdk.event_types import *  # noqa: F403  a class per event, from the rows

__all__ = ["Answer"]
__all__ += event_types.__all__
