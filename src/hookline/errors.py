"""Every exception of Hookline, in one tree.

    HooklineError
    ├── UsageError (ValueError)      a caller passed arguments that cannot be served
    │   └── UnknownEvent             one of them names an event that does not exist
    ├── Unreadable (ValueError)      a text is not what it should be: an answer, a pattern, a manifest
    ├── NotDone                      something was understood and cannot be done; why, and what to do
    │   ├── CannotInsert             an entry has no place in a hooks.json as it is; with line and column
    │   └── NotThere, Refusal        of the page (web): what the status of the HTTP answer is made of
    ├── JudgeFailed                  a judge gave no answer; the engine makes a failure of it
    │   ├── JudgeTimedOut            not in time
    │   └── Trouble, OverBudget      of the model judge (judge): whether asking again is of use
    └── BlockedByHook                for a host to raise when a decision blocks; never raised by the engine
        └── FileReadBlockedByHook

What a hook, a file or a peer does wrong is never an exception for a caller: it is a failure in an
outcome, or a problem in a hook set. Three families stand elsewhere because somebody else's base
class is needed or this module must not be loaded: the command line's exits are click's
(`cli.faults`), a hook process of the sdk has `NotAnEvent`, the pytest plugin `CaseFailed`, and a
package of an extra that is not installed is an `ImportError` (`extras.MissingExtra`).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from hookline.model import Decision


class HooklineError(Exception):
    """Base of everything Hookline raises on purpose."""


class UsageError(HooklineError, ValueError):
    """The caller asked for something that cannot be served; the text says what and what to do."""


class UnknownEvent(UsageError):
    """The caller named an event that does not exist in this profile."""


class Unreadable(HooklineError, ValueError):
    """A text that somebody else wrote is not what it should be; the message says why."""


class NotDone(HooklineError):
    """What was asked for is not done; the message says why, and what to do."""


class CannotInsert(NotDone):
    """The text is no hooks.json an entry could be put into: where (line and column), and what is wrong."""

    def __init__(self, line: int, column: int, problem: str, remedy: str) -> None:
        super().__init__(problem)
        self.line, self.column, self.problem, self.remedy = line, column, problem, remedy


class JudgeFailed(HooklineError):
    """The judge could not answer; the text is the reason. Caught by the engine and turned into a failure."""

    def __init__(self, reason: str, about: Mapping[str, Any] | None = None) -> None:
        super().__init__(reason)
        self.about = about  # as in a verdict, where something is known


class JudgeTimedOut(JudgeFailed):
    """The judge did not answer in the question's time."""


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
