"""The dict of a story: what happened to one event. Part of an execution's page, and of what comes
of firing one.
"""

from __future__ import annotations

from typing import Any, TypedDict

from hookline.web.views.page_shapes import Decided, ProblemRow


class PlanRow(TypedDict):
    """A hook of the plan: it ran, or was skipped with a reason."""

    source: str
    command: str
    where: str
    ran: bool
    reason: str | None


class StoryHook(TypedDict):
    """What one hook did. Its input is `StoryView.input`."""

    number: int
    source: str
    command: str
    where: str
    type: str
    hook_id: str | None  # the same hook as configured now, if it still is
    ending: str  # exited, killed, timed out, not started, flooded, cancelled, judged
    exit_code: int | None
    signal: int | None
    failure: str | None
    permission: str | None
    duration_ms: float
    share_ms: float  # of the event's whole time, 0 to 1, for a bar
    answer: Any  # the JSON object it printed, or None
    answer_text: str  # the same as indented JSON; empty when it said nothing
    stderr: str
    notes: list[str]
    judge: Any


class MergeStep(TypedDict):
    """One step from what hooks said to the one answer."""

    number: int
    what: str  # permission, or the name of an output field
    text: str  # the whole step as a sentence
    value: str  # what stands after it, as text
    counts: bool  # False: this was heard and did not count


class OverruledRow(TypedDict):
    """A stricter verdict that did not count."""

    source: str
    command: str
    permission: str
    where: str


class StoryView(TypedDict):
    """The whole story of one event: plan, hooks, merge, decision."""

    event: str
    impact: str
    subject: str
    decided: Decided
    permission: str | None
    blocked: bool
    because: str
    duration_ms: float
    hooks_ms: float  # the longest hook: they run side by side
    input: Any
    input_text: str  # the payload as indented JSON, the same for every hook
    plan: list[PlanRow]
    more_skips: int  # skips the journal counted and did not keep
    hooks: list[StoryHook]
    merge: list[MergeStep]
    response: dict[str, Any]
    response_text: str
    texts: dict[str, str] | None  # {"user", "agent"} when blocked
    overruled: list[OverruledRow]
    notes: list[str]
    problems: list[ProblemRow]
