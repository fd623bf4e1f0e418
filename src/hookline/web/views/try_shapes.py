"""The dicts of `/try`, and of firing an event there."""

from __future__ import annotations

from typing import Any, TypedDict

from hookline.web.views.page_shapes import PageFacts
from hookline.web.views.story_shapes import StoryView


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


class FiredView(TypedDict):
    """POST /api/fire {"event", "input", "anyway": false}: what happened."""

    event: str
    remarks: list[str]  # what is odd about the input, when it was fired anyway
    execution_id: str
    story: StoryView
