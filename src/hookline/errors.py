"""The few exceptions.

    HooklineError
    ├── UnknownEvent            a caller named an event that does not exist (also a ValueError)
    ├── BlockedByHook           for a host to raise when a decision blocks; never raised by the engine itself
    │   └── FileReadBlockedByHook
    └── UsageError              a caller passed arguments that cannot be served (also a ValueError)

What a hook, a file or a peer does wrong is never an exception: it is a failure in an outcome, or a
problem in a hook set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hookline.model import Decision


class HooklineError(Exception):
    """Base of everything Hookline raises on purpose."""


class UsageError(HooklineError, ValueError):
    """The caller asked for something that cannot be served; the text says what and what to do."""


class UnknownEvent(UsageError):
    """The caller named an event that does not exist in this profile."""


class BlockedByHook(HooklineError):
    """What a host raises when a decision blocks the action: `raise BlockedByHook(decision)`.

    `str()` is the text for the model; `user_text` is the text for the person; `code` is
    ERROR_HOOKS_BLOCKED.
    """

    code = "ERROR_HOOKS_BLOCKED"

    def __init__(self, decision: Decision) -> None:
        texts = decision.texts
        super().__init__(texts.agent if texts else decision.because)
        self.decision = decision
        self.agent_text = texts.agent if texts else decision.because
        self.user_text = texts.user if texts else decision.because


class FileReadBlockedByHook(BlockedByHook):
    """The same for the reading of a file; `file_path` is the file."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision)
        self.file_path = str(decision.input.get("file_path") or "")
