from __future__ import annotations

import io
from typing import Any

import pytest
from pytest import param

from hookline.cli.show.decision_text import brief, said, sentence_of, show_decision, show_plan, trust_line, verdict
from hookline.cli.show.terminal import Screen
from hookline.model import (
    Completion,
    Decision,
    Event,
    Hook,
    Invocation,
    Outcome,
    Overruled,
    Plan,
    Problem,
    Skip,
    TrustState,
)
from hookline.spec.events import EVENTS

EVENT = "beforeShellExecution"
PROJECT = Hook(
    "project", EVENT, 1, "/ws/.cursor/hooks.json", 6, ".cursor/hooks/block.sh", matcher="git|gh", root="/ws", cwd="/ws",
    needs_trust=True,
)  # fmt: skip
USER = Hook("user", EVENT, 1, "/home/me/.cursor/hooks.json", 4, "./hooks/audit.sh", cwd="/home/me/.cursor")
INPUT = {"conversation_id": "c", "command": "git push", "cwd": "/ws", "sandbox": False}
DENIED = Outcome(PROJECT, Completion("exited", 19.2, 2, stderr="no git\nhere\x1b[2J"), permission="deny")
FAILED = Outcome(USER, Completion("exited", 2.24, 1), failure="exited with code 1")
UNTRUSTED = TrustState("/my ws", False, "not trusted: run hookline trust '/my ws'")
PROBLEM = Problem("milliseconds", "warning", "/ws/.cursor/hooks.json", 6, 20, 4, "", "timeout is 5000 s", "write 5")


def decision(**more: Any) -> Decision:
    return Decision(
        **{"event": EVENT, "input": INPUT, "blocked": False, "permission": None, "response": {}, "because": "why", **more}
    )


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/me")


@pytest.mark.usefixtures("home")
def test_a_decision_says_what_ran_what_did_not_what_came_of_it_and_why() -> None:
    stream = io.StringIO()
    show_decision(
        Screen(stream=stream),
        decision(
            blocked=True,
            permission="deny",
            response={"permission": "deny", "user_message": "Git is blocked.\nUse gh.", "agent_message": "Use gh"},
            because="denied by project hook 1",
            outcomes=(DENIED, FAILED),
            skips=(
                Skip(PROJECT._replace(command="x.sh"), "matcher 'curl' does not match"),
                Skip(PROJECT._replace(command="y.sh"), UNTRUSTED.reason),
            ),
            overruled=(Overruled(USER, "deny"),),
            notes=("a note",),
            problems=(PROBLEM,),
        ),
        samples=("sandbox",),
        untrusted=(UNTRUSTED,),
    )
    assert stream.getvalue() == (
        "beforeShellExecution\n"
        "  command     git push\n"
        "  cwd         /ws\n"
        "  sandbox     false  (sample)\n"
        "\n"
        "2 hooks ran:\n"
        "  source   hook                    matcher  where                   took    said\n"
        "  project  .cursor/hooks/block.sh  git|gh   .cursor/hooks.json:6    19 ms   deny\n"
        "  user     ./hooks/audit.sh        –        ~/.cursor/hooks.json:4  2.2 ms  failed: exited with code 1\n"
        "  stderr of project hook 1 of beforeShellExecution:\n"
        "    no git\n"
        "    here\\x1b[2J\n"
        "Skipped:\n"
        "  source   hook  where                 why\n"
        "  project  x.sh  .cursor/hooks.json:6  matcher 'curl' does not match\n"
        "  project  y.sh  .cursor/hooks.json:6  not trusted, see below\n"
        "  not trusted: run hookline trust '/my ws'\n"
        "\n"
        "DENIED\n"
        "  because     denied by project hook 1\n"
        "  user sees   Git is blocked.\n"
        "              Use gh.\n"
        "  agent sees  Use gh\n"
        "  overruled   user hook 1 of beforeShellExecution said deny (~/.cursor/hooks.json:4)\n"
        "  note        a note\n"
        "  problem     warning /ws/.cursor/hooks.json:6:20 timeout is 5000 s. Write 5\n"
    )


def test_an_event_nothing_ran_for_says_so() -> None:
    stream = io.StringIO()
    show_decision(Screen(stream=stream), decision(event="stop", input={"status": "completed"}, because="no hook ran"))
    assert stream.getvalue() == "stop\n  status      completed\n\nNo hook ran.\n\nDONE\n  because     no hook ran\n"


def test_a_long_stderr_is_cut_and_says_where_the_rest_is() -> None:
    stream = io.StringIO()
    long = FAILED._replace(completion=FAILED.completion._replace(stderr="\n".join(map(str, range(30)))))
    show_decision(Screen(stream=stream), decision(outcomes=(long,)))
    assert "    19\n    … 10 lines more: hookline log -n 1\n" in stream.getvalue()


def test_of_many_problems_the_first_three_are_shown_and_where_the_others_are() -> None:
    stream = io.StringIO()
    show_decision(Screen(stream=stream), decision(problems=(PROBLEM,) * 5))
    lines = stream.getvalue().splitlines()
    assert lines[-1] == "  problem     2 more: hookline check"
    assert sum(line.startswith("  problem     warning") for line in lines) == 3


@pytest.mark.usefixtures("home")
def test_a_plan_says_what_would_run_where_and_how_long_it_may_take() -> None:
    stream = io.StringIO()
    plan = Plan(
        Event(EVENTS[EVENT], INPUT),
        INPUT,
        (
            Invocation(PROJECT._replace(fail_closed=True), b"", "/ws", {}, 60.0),
            Invocation(USER, b"", "/home/me/.cursor", {}, 0.5, "the command is too long"),
        ),
        (Skip(USER, UNTRUSTED.reason),),
        ("hooks changed",),
    )
    show_plan(Screen(stream=stream), plan, untrusted=(UNTRUSTED,))
    assert stream.getvalue() == (
        "beforeShellExecution\n"
        "  command     git push\n"
        "  cwd         /ws\n"
        "  sandbox     false\n"
        "  Can deny a shell command or have a person asked.\n"
        "\n"
        "Would run, all at once; answers count in this order:\n"
        "     source   hook                    matcher  timeout  on failure  runs in    where\n"
        "  1  project  .cursor/hooks/block.sh  git|gh   60 s     blocks      /ws        .cursor/hooks.json:6\n"
        "  2  user     ./hooks/audit.sh        –        0.5 s    goes ahead  ~/.cursor  ~/.cursor/hooks.json:4\n"
        "  user hook 1 of beforeShellExecution cannot start: the command is too long\n"
        "Would not run:\n"
        "  source  hook              where                   why\n"
        "  user    ./hooks/audit.sh  ~/.cursor/hooks.json:4  not trusted, see below\n"
        "  not trusted: run hookline trust '/my ws'\n"
        "  note        hooks changed\n"
    )


@pytest.mark.parametrize(
    ("hooks", "one_by_one", "line"),
    [
        param((), False, "Nothing would run: no hook is configured for stop.", id="nothing"),
        param((USER,), False, "Would run:", id="one"),
        param((PROJECT, USER), True, "Would run, one at a time until one answers:", id="one after the other"),
    ],
)
def test_how_a_plan_runs(hooks: tuple[Hook, ...], one_by_one: bool, line: str) -> None:
    stream = io.StringIO()
    plan = Plan(Event(EVENTS["stop"], {}), {}, tuple(Invocation(hook, b"", "/", {}, 1.0) for hook in hooks), ())
    show_plan(Screen(stream=stream), plan, one_by_one=one_by_one)
    assert line in stream.getvalue().splitlines()


@pytest.mark.parametrize(
    ("made", "word"),
    [
        param(decision(blocked=True, permission="deny"), "DENIED", id="denied"),
        param(decision(permission="ask"), "ASK: a person has to approve", id="ask"),
        param(decision(permission="allow"), "ALLOWED", id="allowed"),
        param(decision(), "ALLOWED", id="nobody had an opinion"),
        param(decision(event="stop"), "DONE", id="an event that only observes"),
    ],
)
def test_verdict(made: Decision, word: str) -> None:
    assert verdict(made)[0] == word


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        param(DENIED, "deny", id="its permission"),
        param(FAILED, "failed: exited with code 1", id="its failure"),
        param(FAILED._replace(permission="deny"), "failed: exited with code 1 (failClosed: counts as deny)", id="closed"),
        param(Outcome(USER, Completion("exited", 1, 0), fields={"env": {}, "additional_context": "x"}),
              "answered: env, additional_context", id="other fields"),
        param(Outcome(USER, Completion("exited", 1, 0)), "no opinion", id="nothing"),
    ],
)  # fmt: skip
def test_what_a_hook_said(outcome: Outcome, text: str) -> None:
    assert said(outcome)[0] == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        param("a\nb", "a\\nb", id="text on one line"),
        param({"a": "é"}, '{"a": "é"}', id="others as JSON"),
        param("x" * 200, "x" * 142 + "… (200 characters)", id="long text is cut"),
    ],
)
def test_brief(value: object, text: str) -> None:
    assert brief(value) == text


@pytest.mark.parametrize(
    ("problem", "remedy", "sentence"),
    [
        param("timeout is 5000 seconds", "write 5", "timeout is 5000 seconds. Write 5", id="two sentences"),
        param("5000 ms?", "write 5", "5000 ms? Write 5", id="a question keeps its mark"),
        param("no such event", "beforeReadFile is one", "no such event. beforeReadFile is one", id="names keep their case"),
        param("odd", "", "odd.", id="no remedy"),
    ],
)
def test_a_problem_as_a_sentence(problem: str, remedy: str, sentence: str) -> None:
    assert sentence_of(PROBLEM._replace(problem=problem, remedy=remedy)) == sentence


def test_the_trust_line_can_be_pasted() -> None:
    assert trust_line("/a b/$(x)") == "hookline trust '/a b/$(x)'"
