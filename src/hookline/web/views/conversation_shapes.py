"""The dicts of `/conversations`, and of one conversation."""

from __future__ import annotations

from typing import Literal, TypedDict

from hookline.web.views.page_shapes import Decided, NextStep, PageFacts


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


class FlowMark(TypedDict):
    """What flow-guard noted at an event."""

    kind: Literal["private", "untrusted", "stopped", "approved"]
    what: str


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
    overruled: int
    marks: list[FlowMark]


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
    marked: bool  # whether flow-guard has notes of it
    rows: list[TimelineRow]  # at most 500
    next_after: int | None  # more of it: the same address with after=…
