"""The dicts of `/executions`, of one execution, and of what is done with one: run it again, make a
case of it.
"""

from __future__ import annotations

from typing import TypedDict

from hookline.web.views.page_shapes import Decided, NextStep, PageFacts
from hookline.web.views.story_shapes import StoryView


class RunBrief(TypedDict):
    """One hook of an execution, in short."""

    source: str
    command: str
    permission: str | None
    failure: str | None
    duration_ms: float


class ExecutionRow(TypedDict):
    """One event, in short; also the data of each message of /api/events."""

    id: int
    at: float
    event: str
    subject: str  # the command, the file, the tool; one line, cut
    decided: Decided
    permission: str | None
    blocked: bool
    failed: int  # how many hooks failed
    overruled: int
    ran: int
    skipped: int
    duration_ms: float
    because: str
    conversation_id: str | None
    hooks: list[RunBrief]  # at most 20


class Filters(TypedDict):
    """What /executions was asked for: the parameters of its address, as they were understood."""

    event: str | None
    source: str | None
    hook: str | None  # id of a configured hook
    decision: Decided | None
    failed: bool  # `failed=1`
    conversation: str | None
    text: str | None
    before: int | None


class HookChoice(TypedDict):
    """A hook to choose in a filter."""

    id: str
    title: str
    command: str


class Choices(TypedDict):
    """What the filters can be set to."""

    events: list[str]
    sources: list[str]
    decisions: list[str]
    hooks: list[HookChoice]


class GapRow(TypedDict):
    """Events that are missing from the journal, and why."""

    at: float
    missing: int | None
    reason: str


class ExecutionsView(TypedDict):
    """`/executions`, newest first. The next page is the same address with before=`next_before`."""

    page: PageFacts
    filters: Filters
    choices: Choices
    rows: list[ExecutionRow]
    next_before: int | None  # None: there is nothing older
    searched: int  # how many events were looked at for this page, whether they fit or not
    next_query: str | None  # the address of the next page, filters kept: "?event=stop&before=17"
    gaps: list[GapRow]
    next_steps: list[NextStep]  # when the journal is empty


class ExecutionView(TypedDict):
    """`/executions/{id}`."""

    page: PageFacts
    id: int
    at: float
    execution_id: str
    conversation_id: str | None
    roots: list[str]
    profile: str
    host: str
    story: StoryView
    cut: bool  # the payload was too long, and the journal keeps a shortened one
    whole_bytes: int | None  # how long the whole payload was
    flaw: str | None  # why it cannot be run again or made a case; None: it can
    command: str  # the `hookline fire` line that fires the same event
    newer_id: int | None  # the neighbours in the journal
    older_id: int | None


class ChangeRow(TypedDict):
    """One thing that is decided otherwise now."""

    what: str
    before: str
    after: str


class AgainView(TypedDict):
    """POST /api/executions/{id}/again: the same event against today's hooks."""

    id: int
    changes: list[ChangeRow]  # empty: decided as before
    then_decided: Decided
    then_because: str
    story: StoryView  # of now


class CaseView(TypedDict):
    """POST /api/executions/{id}/case: the test case that was written."""

    path: str
    text: str
    command: str  # the `hookline test` line that runs it
