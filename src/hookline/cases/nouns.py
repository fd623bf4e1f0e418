"""The nouns of case files: `Case`, `Expect`, `CaseFile`, what is wrong with one, and how a case went."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from hookline.model import Decision

__all__ = ["Case", "CaseFile", "CaseProblem", "Difference", "Expect", "Result"]

#: How names of case files end.
ENDING = ".cases.toml"
#: Stands for the workspace's folder, in inputs, settings, variables and expected texts.
WORKSPACE = "{workspace}"


class CaseProblem(NamedTuple):
    """Something wrong with a case file: where, in which case, what, and what to do about it."""

    file: str
    line: int
    case: str  # its name; empty for the file as a whole
    problem: str
    remedy: str

    def __str__(self) -> str:
        """`guard.cases.toml:4 (a push is denied): timeout is text; write seconds, such as 5`."""
        named = f" ({self.case})" if self.case else ""
        return f"{self.file}:{self.line}{named}: {self.problem}; {self.remedy}"


class Expect(NamedTuple):
    """What must come out. None and empty mean that it does not matter; a text is a part, after `=`
    the whole.
    """

    permission: str | None = None  # allow, ask, deny, or none: nobody had an opinion
    blocked: bool | None = None
    because: str | None = None
    failure: str | None = None  # of any hook; without it no hook may fail
    stderr: str | None = None  # of any hook
    outputs: Mapping[str, str] = {}  # output of the event, such as user_message → text
    response: Mapping[str, Any] = {}  # must be in the response, at any depth
    files: Mapping[str, str] = {}  # path in the workspace → text of the file afterwards


class Case(NamedTuple):
    """One event, and what must come out."""

    name: str
    event: str
    input: Mapping[str, Any]
    expect: Expect
    line: int = 1
    settings: tuple[str, ...] = ()  # name=value, for a ready-made hook
    files: Mapping[str, str] = {}  # made in a workspace that is thrown away
    env: Mapping[str, str] = {}
    timeout_s: float | None = None


class CaseFile(NamedTuple):
    """One file: the hook its cases are about (a command, a ready-made one, or all that are
    configured), and the cases.
    """

    path: str
    hook: str | None = None
    kit: str | None = None
    line: int = 1  # where hook or kit is named
    cases: tuple[Case, ...] = ()
    problems: tuple[CaseProblem, ...] = ()

    @property
    def about(self) -> str:
        """What its cases are about, in a few words."""
        return self.hook or (f"ready-made {self.kit}" if self.kit else "all configured hooks")


class Difference(NamedTuple):
    """One thing that came out otherwise than expected."""

    what: str
    expected: str
    got: str


class Result(NamedTuple):
    """How a case went. It passed when there is neither a difference nor a trouble."""

    file: str
    case: Case
    differences: tuple[Difference, ...] = ()
    decision: Decision | None = None
    trouble: str | None = None  # why it could not be run at all
    duration_ms: float = 0.0

    @property
    def passed(self) -> bool:
        """Whether everything came out as expected."""
        return not self.differences and self.trouble is None

    @property
    def stderr(self) -> str:
        """What all its hooks wrote to stderr."""
        outcomes = self.decision.outcomes if self.decision else ()
        return "\n".join(
            outcome.completion.stderr.strip()
            for outcome in outcomes
            if outcome.completion.stderr.strip()
        )

    def as_dict(self) -> dict[str, Any]:
        """The result as `hookline test --json` prints it."""
        decision = self.decision
        return {
            "file": self.file,
            "line": self.case.line,
            "name": self.case.name,
            "event": self.case.event,
            "passed": self.passed,
            "differences": [difference._asdict() for difference in self.differences],
            "trouble": self.trouble,
            "because": decision.because if decision else None,
            "stderr": self.stderr,
            "duration_ms": round(self.duration_ms, 3),
        }
