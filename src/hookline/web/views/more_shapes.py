"""The dicts of the pages that come after the list of executions; `shapes` says how pages and dicts
belong together.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from hookline.web.views.shapes import Decided, NextStep, PageFacts
from hookline.web.views.story_shapes import StoryView


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


class FiredView(TypedDict):
    """POST /api/fire {"event", "input", "anyway": false}: what happened."""

    event: str
    remarks: list[str]  # what is odd about the input, when it was fired anyway
    execution_id: str
    story: StoryView


class TrustedView(TypedDict):
    """POST /api/trust: the folder is trusted now."""

    root: str
    trusted: bool


class SwitchedView(TypedDict):
    """POST /api/hooks/{id}/off and /on."""

    id: str
    title: str
    off: bool


# conversations


class ConversationRow(TypedDict):
    """One agent session, in short."""

    id: str
    first_at: float
    last_at: float
    events: int
    blocked: int
    failed: int
    hooks_ms: float  # time spent in hooks
    elsewhere_ms: float  # time between events: the model, tools, the person
    subject: str  # its first prompt, if there is one
    whole: bool  # False: it began before what was looked at


class ConversationsView(TypedDict):
    """`/conversations`, the latest first."""

    page: PageFacts
    rows: list[ConversationRow]
    next_before: int | None
    searched: int
    next_steps: list[NextStep]


class TimelineRow(TypedDict):
    """One event of a conversation."""

    id: int
    at: float
    since_start_ms: float
    elsewhere_ms: float  # since the end of the event before
    hooks_ms: float
    event: str
    kind: Literal["prompt", "tool", "answer", "session", "follow-up", "block", "other"]
    subject: str
    decided: Decided
    because: str
    message: str | None  # what was said to the person, or the follow-up
    failed: int


class ConversationView(TypedDict):
    """`/conversations/{id}`: a timeline, the oldest first."""

    page: PageFacts
    id: str
    first_at: float
    last_at: float
    hooks_ms: float
    elsewhere_ms: float
    hooks_share: float | None  # of the whole time
    blocked: int
    failed: int
    rows: list[TimelineRow]  # at most 500
    next_after: int | None  # more of it: the same address with after=…


# try


class EventChoice(TypedDict):
    """An event to try."""

    name: str
    impact: str
    group: str  # agent, tab, app
    gate: str | None  # permission, continue; None: it only observes
    hooks: int  # how many are configured


class FieldRow(TypedDict):
    """One field of the payload, for a form."""

    name: str
    about: str
    types: list[str]  # JSON types: string, number, boolean, object, array, null
    words: list[str]  # the values it may take; empty: any
    optional: bool
    own: bool  # False: a base field that every event has
    value: Any  # the sample
    value_text: str  # the sample as JSON


class WouldRun(TypedDict):
    """A hook that would run for the sample."""

    source: str
    command: str
    where: str
    timeout_s: float


class TryView(TypedDict):
    """`/try?event=…`; POST /api/fire fires it. `/try?execution=17` begins with the payload of that
    execution.
    """

    page: PageFacts
    event: str
    impact: str
    events: list[EventChoice]
    fields: list[FieldRow]
    sample: dict[str, Any]
    sample_text: str  # as indented JSON
    schema: dict[str, Any]  # JSON Schema of the payload
    would_run: list[WouldRun]
    would_skip: list[dict[str, str]]  # {"source", "command", "where", "reason"}


# health


class FindingRow(TypedDict):
    """Something the doctor found."""

    code: str
    severity: str  # error, warning, note
    hook: str  # its title; empty where it is about none
    where: str
    problem: str
    remedy: str


class CheckupRow(TypedDict):
    """What the doctor said. While he is still looking, `done` is False and the rest is of the time
    before, or empty.
    """

    done: bool
    at: float | None
    fine: bool
    findings: list[FindingRow]


class CoverageCell(TypedDict):
    """One event at one host."""

    host: str
    seen: int  # how often, among the events looked at
    last_at: float | None
    state: Literal[
        "configured and seen", "configured, never seen", "seen, nothing configured", "never seen"
    ]


class CoverageRow(TypedDict):
    """One event."""

    event: str
    group: str
    gate: str | None
    configured: int  # hooks that are active for it
    cells: list[CoverageCell]  # in the order of CoverageTable.hosts


class CoverageTable(TypedDict):
    """Event × host."""

    hosts: list[str]
    rows: list[CoverageRow]


class SlowRow(TypedDict):
    """A hook that takes long."""

    source: str
    event: str
    command: str
    where: str
    runs: int
    p50_ms: float
    p95_ms: float
    hook_id: str | None


class FailureRow(TypedDict):
    """One kind of failure."""

    kind: str  # "timed out", "not found", "answer is not JSON", "exited with code", …
    count: int
    last_at: float
    last_id: int  # an execution to look at
    example: str


class LatencyBucket(TypedDict):
    """How many events took so long in hooks; `to_ms` is None in the last."""

    from_ms: float
    to_ms: float | None
    count: int


class LatencyTable(TypedDict):
    """The histogram of the time events spent in hooks."""

    events: int
    p50_ms: float | None
    p95_ms: float | None
    max_ms: float | None
    buckets: list[LatencyBucket]


class HealthView(TypedDict):
    """`/health`."""

    page: PageFacts
    checkup: CheckupRow
    coverage: CoverageTable
    slowest: list[SlowRow]  # at most 10
    failures: list[FailureRow]
    latency: LatencyTable
    looked_at: int  # how many of the latest events all this is about
    next_steps: list[NextStep]


class ErrorView(TypedDict):
    """What is served instead of a page, and `{"error", "status"}` of every refused request."""

    page: PageFacts
    status: int
    error: str
