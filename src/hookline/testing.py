"""The fakes we ship, as carefully kept as the real parts: a runner, a judge, a journal, hooks
without files.

engine = engine_with([a_hook(command="./guard.sh")], runner=FakeRunner({"./guard.sh":
denied("no")})) assert engine.session().fire_sync("beforeShellExecution", command="ls").blocked
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hookline.assembly import FixedHooks
from hookline.engine.engine import Engine
from hookline.errors import JudgeFailed
from hookline.model import (
    Completion,
    Ending,
    Event,
    Hook,
    HookSet,
    Invocation,
    Question,
    Record,
    SetAside,
    Settings,
    TrustState,
    Verdict,
)
from hookline.spec.entry_keys import DEFAULT_TIMEOUT_S
from hookline.spec.events import EVENTS
from hookline.spec.sources import RANK, SOURCES

__all__ = [
    "FakeJudge", "FakeRunner", "FixedHooks", "MemoryJournal", "a_hook", "a_hookset", "an_event",
    "denied", "engine_with", "exited", "killed", "not_started", "timed_out",
]  # fmt: skip


def exited(
    code: int = 0, stdout: str | bytes | Mapping[str, Any] = b"", stderr: str = ""
) -> Completion:
    """A hook that ended by itself. A mapping is printed as JSON."""
    if isinstance(stdout, Mapping):
        stdout = json.dumps(stdout)
    return Completion(
        Ending.EXITED,
        1.0,
        code,
        None,
        stdout.encode() if isinstance(stdout, str) else stdout,
        stderr,
    )


def denied(message: str = "", agent: str = "") -> Completion:
    """A hook that answered deny."""
    said = {"permission": "deny", "user_message": message, "agent_message": agent}
    return exited(0, {key: value for key, value in said.items() if value})


def killed(signal: int = 9) -> Completion:
    """A hook that a signal ended."""
    return Completion(Ending.KILLED, 1.0, None, signal)


def timed_out() -> Completion:
    """A hook that ran out of time."""
    return Completion(Ending.TIMED_OUT, 1000.0)


def not_started(detail: str = "not found: ./missing.sh") -> Completion:
    """A hook that could not be started."""
    return Completion(Ending.NOT_STARTED, 0.1, detail=detail)


def a_hook(event: str = "beforeShellExecution", source: str = "project", **more: Any) -> Hook:
    """A hook with sensible values; name only what matters."""
    kind = more.get("type", "command")
    values = {
        "number": 1,
        "file": "/work/shop/.cursor/hooks.json",
        "line": 6,
        "command": "./guard.sh",
        "root": "/work/shop",
        "cwd": "/work/shop",
        "timeout_s": DEFAULT_TIMEOUT_S[kind],
        "dialect": SOURCES[source].dialect,
        "needs_trust": SOURCES[source].needs_trust,
    }
    return Hook(source=source, event=event, **{**values, **more})


def a_hookset(
    hooks: Sequence[Hook] = (),
    set_aside: Sequence[SetAside] = (),
    trust: Sequence[TrustState] | None = None,
) -> HookSet:
    """A hook set in plan order; its workspaces are trusted unless `trust` says otherwise."""
    by_event: dict[str, list[Hook]] = {}
    for hook in sorted(hooks, key=lambda hook: RANK[hook.source]):
        by_event.setdefault(hook.event, []).append(hook)
    aside: dict[str, list[SetAside]] = {}
    for entry in set_aside:
        aside.setdefault(entry.hook.event, []).append(entry)
    roots = {hook.root for hook in hooks} | {entry.hook.root for entry in set_aside}
    states = [TrustState(root, True) for root in sorted(roots)] if trust is None else trust
    return HookSet(
        {event: tuple(found) for event, found in by_event.items()},
        {event: tuple(found) for event, found in aside.items()},
        trust={state.root: state for state in states},
    )


def an_event(name: str = "beforeShellExecution", **fields: Any) -> Event:
    """An event with exactly these fields."""
    return Event(EVENTS[name], fields)


class _Finished:
    """Runs that were over before they began (the `Running` seam)."""

    def __init__(self, completions: Sequence[Completion]) -> None:
        self.completions = completions

    def fileno(self) -> int:
        return -1

    def wait_s(self) -> float:
        return 0.0

    def step(self, wait_s: float) -> bool:
        return True

    def cancel(self) -> None:
        return None


class FakeRunner:
    """Answers by the hook's command (the `Runner` seam); what is not listed says nothing. `asked`
    keeps the invocations.
    """

    def __init__(self, answers: Mapping[str, Completion] | None = None) -> None:
        self.answers = answers or {}
        self.asked: list[Invocation] = []

    def run(self, invocations: Sequence[Invocation]) -> _Finished:
        self.asked += invocations
        return _Finished(
            [self.answers.get(invocation.hook.command, exited()) for invocation in invocations]
        )


class FakeJudge:
    """A judge that answers by a function of the question: True, False, a text to send as it is, or
    None to fail.
    """

    def __init__(
        self,
        answer: Callable[[Question], bool | str | None] = lambda question: True,
        reason: str = "",
    ) -> None:
        self.answer, self.reason = answer, reason
        self.asked: list[Question] = []

    def judge(self, question: Question) -> Verdict:
        self.asked.append(question)
        said = self.answer(question)
        if said is None:
            raise JudgeFailed("the fake judge was told to fail")
        text = said if isinstance(said, str) else json.dumps({"ok": said, "reason": self.reason})
        return Verdict(text, {"model": question.model or "fake"})


class MemoryJournal:
    """A journal that is a list (the `Journal` seam)."""

    def __init__(self) -> None:
        self.records: list[Record] = []

    def append(self, record: Record) -> None:
        self.records.append(record)


def engine_with(hooks: Sequence[Hook] = (), *, runner: Any = None, **more: Any) -> Engine:
    """An engine without files, processes or a database. Keywords of `Settings` go there, the rest
    to the engine.
    """
    settings = {key: more.pop(key) for key in list(more) if key in Settings._fields}
    hookset = more.pop("hookset", None) or a_hookset(hooks)
    return Engine(
        FixedHooks(hookset),
        Settings(**{"roots": ("/work/shop",), **settings}),
        runner=runner or FakeRunner(),
        environ=more.pop("environ", {"PATH": "/usr/bin"}),
        **more,
    )
