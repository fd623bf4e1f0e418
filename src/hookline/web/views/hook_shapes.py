"""The dicts of `/hooks`, and of what is done there: trust a folder, switch a hook."""

from __future__ import annotations

from typing import Literal, TypedDict

from hookline.web.views.page_shapes import NextStep, PageFacts, ProblemRow

#: Whether a hook takes part, and if not, why not; `HookRow.reason` has the sentence.
HookState = Literal[
    "active", "never matched", "not trusted", "switched off", "shadowed", "set aside"
]


class SparkRow(TypedDict):
    """One run of a hook."""

    duration_ms: float
    permission: str | None  # allow, ask, deny
    failed: bool


class RunFigures(TypedDict):
    """What the runs of a hook came to, among the latest events of the journal: see `looked_at`."""

    runs: int
    p50_ms: float | None
    p95_ms: float | None
    denies: int
    failures: int
    deny_share: float | None
    failure_share: float | None
    spark: list[SparkRow]  # its latest runs, the oldest first, at most 40


class HookRow(RunFigures):
    """One configured entry, and what the journal knows of it."""

    id: str  # stays the same while source, file, event, type, command and matcher do
    source: str
    event: str
    title: str  # "project hook 1 of beforeShellExecution"
    command: str  # for type "prompt", the prompt
    name: str  # "git-guard" for a ready-made hook, unless it is not trusted; else the command
    type: str
    matcher: str | None
    timeout_s: float
    fail_closed: bool
    loop_limit: int | None
    cwd: str
    where: str  # ".cursor/hooks.json:6"
    file: str
    line: int
    needs_trust: bool
    state: HookState
    reason: str | None  # why it is not active
    blocks: bool  # it is set aside and says failClosed, so it blocks its gate
    can_switch: bool  # user and project hooks can, enterprise and team hooks cannot
    problems: list[ProblemRow]  # those of its own lines
    last_at: float | None


class FileRow(TypedDict):
    """A place where a source keeps hooks."""

    path: str
    there: bool
    problems: list[ProblemRow]  # those that belong to no entry


class CardRow(TypedDict):
    """What is shown as one thing: an entry, or a ready-made hook with all its entries in one file."""

    name: str
    hooks: list[int]  # positions in `SourceRow.hooks`


class SourceRow(TypedDict):
    """One source, highest priority first in `HooksView.sources`."""

    name: str
    about: str
    rank: int  # 1 is the highest
    can_switch: bool
    needs_trust: bool
    files: list[FileRow]
    hooks: list[HookRow]  # event by event, in plan order
    cards: list[CardRow]  # the same, each where the first of its entries stands


class DiffLine(TypedDict):
    """One line of a difference."""

    kind: Literal["+", "-", " ", "@"]
    text: str


class DifferenceRow(TypedDict):
    """How one file differs from what was trusted."""

    path: str  # relative to the root
    state: Literal["new", "changed", "gone"]  # new: it was never trusted, `lines` hold all of it
    lines: list[DiffLine]
    cut: bool  # there are more lines


class TrustRow(TypedDict):
    """Whether the hooks of one workspace folder may run. POST /api/trust {"root", "fingerprint"}
    lets them.
    """

    root: str
    trusted: bool
    reason: str | None
    changed: list[str]  # phrases: ".cursor/hooks/x.sh changed"
    fingerprint: str  # of what is shown: trust is given for exactly that
    files: list[str]  # everything trust covers, relative to the root
    differences: list[DifferenceRow]
    remarks: list[str]  # what makes trust reach further, and what it does not cover


class HooksView(TypedDict):
    """`/hooks`."""

    page: PageFacts
    sources: list[SourceRow]
    trust: list[TrustRow]
    counts: dict[str, int]  # by state, all states
    total: int
    problems: int
    looked_at: int  # how many of the latest events the figures are about
    next_steps: list[NextStep]  # what to do when nothing is configured; else empty


class TrustedView(TypedDict):
    """POST /api/trust: the folder is trusted now."""

    root: str
    trusted: bool


class SwitchedView(TypedDict):
    """POST /api/hooks/{id}/off and /on."""

    id: str
    title: str
    off: bool
