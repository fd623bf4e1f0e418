"""For hook authors: one decorator, typed events, and answers that exist only where the contract has
them.

    from hookline.sdk import hook

    @hook.beforeShellExecution
    def guard(event):
        if event.runs("git push"):
            return event.deny("Pushing is for people.", agent="Open a pull request instead.")

`python3 guard.py` is a complete hook. A hook process imports this package for every event, so it is
standard library only, and of that only what is light; who wants the types of the payloads imports
`hookline.sdk.input_types`.
"""

from hookline.sdk.answer import Answer
from hookline.sdk.event_types import hook

__all__ = ["Answer", "hook"]
