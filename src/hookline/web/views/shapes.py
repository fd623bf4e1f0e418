"""The dict of every page, written down once: templates read it, `/api/X` serves it, `openapi` makes
schemas of it.

`/hooks` is `templates/hooks.html` with `view` = exactly what `/api/hooks` answers, a `HooksView`;
and so on:

    /hooks              hooks.html           HooksView            /api/hooks
    /executions         executions.html      ExecutionsView       /api/executions
    /executions/17      execution.html       ExecutionView        /api/executions/17
    /conversations      conversations.html   ConversationsView    /api/conversations
    /conversations/ID   conversation.html    ConversationView     /api/conversations/ID
    /try                try.html             TryView              /api/try
    /health             health.html          HealthView           /api/health
    (any error)         error.html           ErrorView            the same address under /api

Besides `view` a template is given `csrf` (to be sent back as the header `X-Hookline-Csrf`, with
every POST) and `charts` (the module `hookline.web.charts`). Times `at` are seconds since the epoch,
durations are in `_ms`, shares are 0 to 1. `None` means "did not say" or "not known". All texts are
as they are: whatever is shown has to be escaped there.
"""

from __future__ import annotations

from typing import Literal, TypedDict

#: What became of an event, in one word: `proceeds` where nobody had an opinion.
Decided = Literal["denied", "ask", "allowed", "proceeds"]
#: Whether a hook takes part, and if not, why not; `HookRow.reason` has the sentence.
HookState = Literal[
    "active", "never matched", "not trusted", "switched off", "shadowed", "set aside"
]


class PageFacts(TypedDict):
    """What every page knows."""

    name: str  # hooks, executions, execution, conversations, conversation, try, health, error
    title: str
    version: str
    roots: list[str]  # workspace folders, the main one first
    journal: str  # its path
    newest_id: int  # of the journal, when the page was made: /api/events?after=… goes on from here; 0: it is empty


class NextStep(TypedDict):
    """What somebody can do now: a command line to copy, and what it does."""

    command: str
    about: str


class ProblemRow(TypedDict):
    """Something wrong with a file, at its place."""

    code: str
    severity: str  # error, warning, note
    file: str
    line: int
    column: int
    problem: str
    remedy: str


# hooks


class SparkRow(TypedDict):
    """One run of a hook."""

    duration_ms: float
    permission: str | None  # allow, ask, deny
    failed: bool


class HookRow(TypedDict):
    """One configured entry, and what the journal knows of it."""

    id: str  # stays the same while source, file, event, type, command and matcher do
    source: str
    event: str
    title: str  # "project hook 1 of beforeShellExecution"
    command: str  # for type "prompt", the prompt
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
    runs: int  # among the latest events of the journal, see HooksView.looked_at
    p50_ms: float | None
    p95_ms: float | None
    denies: int
    failures: int
    deny_share: float | None
    failure_share: float | None
    spark: list[SparkRow]  # its latest runs, the oldest first, at most 40


class FileRow(TypedDict):
    """A place where a source keeps hooks."""

    path: str
    there: bool
    problems: list[ProblemRow]  # those that belong to no entry


class SourceRow(TypedDict):
    """One source, highest priority first in `HooksView.sources`."""

    name: str
    about: str
    rank: int  # 1 is the highest
    can_switch: bool
    needs_trust: bool
    files: list[FileRow]
    hooks: list[HookRow]  # event by event, in plan order


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


# executions


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
    searched: int  # how many events were looked at for this page; fewer rows than asked may have been found among them
    next_query: str | None  # the address of the next page, filters kept: "?event=stop&before=17"
    gaps: list[GapRow]
    next_steps: list[NextStep]  # when the journal is empty
