"""The nouns, frozen, in the order in which the flow meets them, and the seams between the parts.

    files ─load▶ HookSet ─plan▶ Plan ─run▶ Completions ─interpret▶ Outcomes ─merge, decide▶ Decision

`None` means "did not say", never "no" and never "failed". Units are in the names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple, Protocol

from hookline.spec.events import EventSpec

#: Permissions from the mildest to the strictest.
STRICTNESS = {"allow": 0, "ask": 1, "deny": 2}
_failure_of = attrgetter("failure")
BLOCKED_CODE = "ERROR_HOOKS_BLOCKED"


class Signature(NamedTuple):
    """What `stat` says of a file; two equal signatures of a file that is not young mean the same
    content.
    """

    inode: int
    size: int
    mtime_ns: int
    ctime_ns: int


class WatchedFile(NamedTuple):
    """A workspace file trust was given for: its path, what stat said when it was hashed, and the
    hash.

    `signature` is None when the file did not exist, or was too young to be told from a later
    version by stat alone. `sha256` is None when it did not exist.
    """

    path: str
    signature: Signature | None
    sha256: str | None


class HookKey(NamedTuple):
    """What a hook is, wherever in its file it stands."""

    source: str
    file: str
    event: str
    type: str
    command: str
    matcher: str | None


class Hook(NamedTuple):
    """One configured entry: what to run, when, and where it was written."""

    source: str
    event: str
    number: int  # 1-based, among the entries of this event in this file
    file: str
    line: int
    command: str  # for a prompt hook, the prompt
    type: str = "command"  # or "prompt"
    matcher: str | None = None
    timeout_s: float = 60.0
    fail_closed: bool = False
    loop_limit: int | None = 5
    model: str | None = None
    dialect: str = "cursor"  # or "claude"
    root: str = ""  # its workspace root; the main root for sources outside a workspace
    cwd: str = ""
    needs_trust: bool = False
    column: int = 1
    in_main_root: bool = True  # False where it belongs to a further root of the workspace

    @property
    def key(self) -> HookKey:
        """What stays the same when the file is edited around the hook."""
        return HookKey(self.source, self.file, self.event, self.type, self.command, self.matcher)

    @property
    def title(self) -> str:
        """`project hook 1 of beforeShellExecution`."""
        return f"{self.source} hook {self.number} of {self.event}"

    @property
    def where(self) -> str:
        """`.cursor/hooks.json:6`: the file, relative to the main root where it lies in that, and
        the line.
        """
        file = self.file
        if self.in_main_root and self.root and file.startswith(self.root + "/"):
            file = file[len(self.root) + 1 :]
        return f"{file}:{self.line}"


class Problem(NamedTuple):
    """Something wrong with a configuration file: where, what, and what to do about it."""

    code: str  # stable, such as "unknown-event"
    #: "error": something does not run; "warning": it runs, perhaps not as meant; "note": worth
    #: knowing.
    severity: str
    file: str
    line: int
    column: int
    width: int  # characters the caret line spans, at least 1
    pointer: str  # JSON pointer, such as /hooks/stop/0/timeout
    problem: str
    remedy: str
    source: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The problem as hosts and `--json` see it."""
        return self._asdict()


class SetAside(NamedTuple):
    """An entry that cannot run. When it says failClosed on a gate, it blocks that gate until it is
    fixed.
    """

    hook: Hook  # as much of it as could be read
    reason: str
    blocks: bool


class TrustState(NamedTuple):
    """Whether one workspace root's hooks may run, and if not, the sentence that says why and what
    to do.
    """

    root: str
    trusted: bool
    reason: str = ""
    changed: tuple[str, ...] = ()  # what differs from what was trusted, one phrase each
    #: By command, what must still hold what it held when the command is started.
    watched: Mapping[str, tuple[WatchedFile, ...]] = {}


class HookSet(NamedTuple):
    """Everything configured, at one moment. A reload makes another one; an event in flight keeps
    its own.
    """

    by_event: Mapping[str, tuple[Hook, ...]]  # in plan order: source priority, then file order
    set_aside: Mapping[str, tuple[SetAside, ...]]
    problems: tuple[Problem, ...] = ()
    trust: Mapping[str, TrustState] = {}
    off: Mapping[HookKey, float] = {}  # hooks a person switched off, and since when
    twins: Mapping[HookKey, Hook] = {}  # Claude's hooks → the same, converted, in Cursor's file

    @property
    def hooks(self) -> tuple[Hook, ...]:
        """All hooks, event by event."""
        return tuple(hook for hooks in self.by_event.values() for hook in hooks)


class Settings(NamedTuple):
    """What the host says about itself; the same for every event of an engine."""

    roots: tuple[str, ...]
    profile: str = "cursor"
    surface: str = "ide"
    merge: str = "priority"
    enterprise_plan: bool = False
    remote: bool = False
    user_email: str | None = None
    transcript_path: str | None = None
    cursor_version: str | None = None
    experiments: Mapping[str, bool] = {}
    trust_all: bool = False
    claude: bool = True
    claude_payload: str = "claude"  # or "cursor": whose payload hooks of Claude Code's files get


class Event(NamedTuple):
    """A moment of the agent loop: its row and what the host said of it."""

    spec: EventSpec
    input: Mapping[str, Any]
    notes: tuple[str, ...] = ()  # on fields that seem to be misspelt

    @property
    def name(self) -> str:
        return self.spec.name


class Skip(NamedTuple):
    """A hook that will not run for this event, and why. The usual reason, a matcher that does not
    match, is put into words when somebody looks: of ten thousand skips nobody reads many.
    """

    hook: Hook
    cause: str | None = None  # None: its matcher does not match
    blocks: bool = False  # a set-aside entry with failClosed: stands for a deny of its source

    @property
    def reason(self) -> str:
        """Why it does not run, in a phrase."""
        if self.cause is None:
            return f"matcher {self.hook.matcher!r} does not match"
        return self.cause


class Invocation(NamedTuple):
    """One planned run."""

    hook: Hook
    stdin: bytes
    cwd: str
    env: Mapping[str, str]
    timeout_s: float
    refusal: str | None = None  # why it cannot even be started, known before the start
    watched: tuple[WatchedFile, ...] = ()  # must be unchanged at the moment of the start


class Plan(NamedTuple):
    """What runs, in which order, and what does not, with reasons."""

    event: Event
    payload: Mapping[str, Any]
    invocations: tuple[Invocation, ...]
    skips: tuple[Skip, ...]
    notes: tuple[str, ...] = ()
    stdin: bytes = b""  # the payload as it is given to hooks, when some run


class Ending:
    """How a run ended. Exactly one of these."""

    EXITED = "exited"
    KILLED = "killed"
    TIMED_OUT = "timed out"
    NOT_STARTED = "not started"
    FLOODED = "flooded"  # wrote more than it may, and ended with 0
    CANCELLED = "cancelled"
    JUDGED = "judged"  # a prompt hook: the judge answered


class Completion(NamedTuple):
    """Bare facts of an ended run; no opinion."""

    ending: str
    duration_ms: float
    code: int | None = None  # exit code, when exited
    signal: int | None = None  # when killed
    stdout: bytes = b""
    stderr: str = ""  # already cut to its first and last 32 KiB
    detail: str | None = None  # why it was not started
    judge: Mapping[str, Any] | None = None  # what is known of its work: model, tokens, cache


class Outcome(NamedTuple):
    """What one hook meant."""

    hook: Hook
    completion: Completion
    answer: Mapping[str, Any] | None = None  # the JSON object it printed, whole
    #: Its valid output fields, by canonical name, the gate's field not among them.
    fields: Mapping[str, Any] = {}
    permission: str | None = None  # allow, ask, deny; None: no opinion
    failure: str | None = None  # a sentence, or None
    grounds: str = ""  # why it has its permission: "exit code 2", "its answer", …
    notes: tuple[str, ...] = ()


class Overruled(NamedTuple):
    """A stricter verdict of a lower source that did not count."""

    hook: Hook
    permission: str


class Texts(NamedTuple):
    """What a host says when it blocks."""

    user: str
    agent: str


class Decision(NamedTuple):
    """The one answer to an event, and why."""

    event: str
    input: Mapping[str, Any]  # the payload hooks were given
    blocked: bool
    permission: str | None  # what the gate says: allow, ask, deny; None: nobody had an opinion
    response: Mapping[str, Any]  # only what hooks said
    because: str
    outcomes: tuple[Outcome, ...] = ()
    skips: tuple[Skip, ...] = ()
    texts: Texts | None = None
    overruled: tuple[Overruled, ...] = ()
    notes: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    duration_ms: float = 0.0
    id: str = ""
    conversation_id: str | None = None

    @property
    def user_message(self) -> str | None:
        """The message for the person, if a hook gave one."""
        return self.response.get("user_message")

    @property
    def agent_message(self) -> str | None:
        """The message for the model, if a hook gave one."""
        return self.response.get("agent_message")

    @property
    def code(self) -> str | None:
        """ERROR_HOOKS_BLOCKED when blocked."""
        return BLOCKED_CODE if self.blocked else None

    @property
    def failures(self) -> tuple[str, ...]:
        """The failures of all hooks that ran, one sentence each."""
        return tuple(filter(None, map(_failure_of, self.outcomes)))

    def as_dict(self) -> dict[str, Any]:
        """The result as `fire --json` and `host` print it."""
        return {
            "event": self.event,
            "blocked": self.blocked,
            "response": dict(self.response),
            "code": self.code,
            "texts": self.texts._asdict() if self.texts else None,
            "overruled": [
                {
                    "source": o.hook.source,
                    "command": o.hook.command,
                    "permission": o.permission,
                    "where": o.hook.where,
                }
                for o in self.overruled
            ],
            "notes": list(self.notes),
            "problems": [problem.as_dict() for problem in self.problems],
            "because": self.because,
            "hooks": [_outcome_as_dict(outcome) for outcome in self.outcomes],
            "skipped": [
                {
                    "source": skip.hook.source,
                    "command": skip.hook.command,
                    "where": skip.hook.where,
                    "reason": skip.reason,
                }
                for skip in self.skips
            ],
            "duration_ms": round(self.duration_ms, 3),
            "execution_id": self.id,
        }


def _outcome_as_dict(outcome: Outcome) -> dict[str, Any]:
    hook, completion = outcome.hook, outcome.completion
    shown: dict[str, Any] = {
        "source": hook.source,
        "command": hook.command,
        "where": hook.where,
        "ending": completion.ending,
        "exit_code": completion.code,
        "failure": outcome.failure,
        "answer": None if outcome.answer is None else dict(outcome.answer),
        "permission": outcome.permission,
        "duration_ms": round(completion.duration_ms, 3),
        "stderr": completion.stderr,
    }
    if hook.type != "command":
        shown["type"] = hook.type
    if completion.signal is not None:
        shown["signal"] = completion.signal
    if completion.judge:
        shown["judge"] = dict(completion.judge)
    if outcome.notes:
        shown["notes"] = list(outcome.notes)
    return shown


class Record(NamedTuple):
    """A journal entry: one event, whole."""

    at: float  # seconds since the epoch
    decision: Decision
    roots: tuple[str, ...] = ()
    profile: str = "cursor"
    read: bytes = b""  # the input as hooks read it, when some did


class Execution(NamedTuple):
    """One hook's run, as the engine's own log keeps it. What seed 002 calls `step`, `request` and
    `response` stays as properties.
    """

    id: str
    timestamp: float
    event: str
    command: str
    input: Mapping[str, Any]
    answer: Mapping[str, Any] | None
    duration_ms: float
    exit_code: int | None
    stderr: str
    source: str

    @property
    def step(self) -> str:
        """The old name of `event`."""
        return self.event

    @property
    def request(self) -> Mapping[str, Any]:
        """The old name of `input`."""
        return self.input

    @property
    def response(self) -> Mapping[str, Any] | None:
        """The old name of `answer`."""
        return self.answer


class Question(NamedTuple):
    """What a judge is asked: the policy and the event apart, because text of the event may not
    change the policy.
    """

    policy: str
    event: str  # the payload as JSON text
    model: str | None
    timeout_s: float


class Verdict(NamedTuple):
    """What a judge answered, and what is known of its work (model, tokens, cache)."""

    text: str  # the answer as it came, to be read as {"ok": bool, "reason": str}
    about: Mapping[str, Any] = {}


class HookSource(Protocol):
    """Where the engine gets its hooks; asked at every event."""

    def current(self, event: str) -> HookSet:
        """The hooks in force now; `event` is about to be planned, so trust must be fresh for its
        hooks.
        """
        ...


class Running(Protocol):
    """Runs under way. A driver waits for `fileno()` to be readable or `wait_s()` to pass, then
    calls `step()`.
    """

    def fileno(self) -> int: ...
    def wait_s(self) -> float: ...
    def step(self, wait_s: float) -> bool:
        """Wait at most so long, and no longer than until something is due; take what is there. True
        when all runs have ended.
        """
        ...

    def cancel(self) -> None:
        """End all runs now; their completions say so."""
        ...

    @property
    def completions(self) -> Sequence[Completion]:
        """One per invocation, in plan order; complete when `step` has returned True."""
        ...


class Runner(Protocol):
    """Starts planned invocations, all side by side."""

    def run(self, invocations: Sequence[Invocation]) -> Running: ...


class Judge(Protocol):
    """Answers a prompt hook's question. May block until the question's timeout; raises
    `JudgeFailed` when it cannot.

    It may also have a method `abandon(question)`: nobody waits for the answer to this question any
    more.
    """

    def judge(self, question: Question) -> Verdict: ...


class Journal(Protocol):
    """Keeps records. Never raises and never waits long: a journal that cannot write notes the gap."""

    def append(self, record: Record) -> None: ...


class Trust(Protocol):
    """Whether a folder's hooks, as they are now, were approved."""

    def trusts(self, root: str, files: Sequence[WatchedFile]) -> TrustState: ...

    def knows(self, root: str) -> bool:
        """Whether the folder was ever approved: of any other, nothing need be looked at."""
