"""engine.engine: the flow as a whole, with fakes for everything outside."""

import asyncio
import json
from typing import Any

import pytest

from hookline.engine.engine import SESSIONS, Engine
from hookline.errors import BlockedByHook, FileReadBlockedByHook, UnknownEvent, UsageError
from hookline.model import Running, Settings
from hookline.testing import (
    FakeRunner,
    FixedHooks,
    MemoryJournal,
    a_hook,
    a_hookset,
    denied,
    engine_with,
    exited,
)

SHELL = "beforeShellExecution"


def test_a_deny_blocks_and_is_recorded() -> None:
    journal = MemoryJournal()
    engine = engine_with(
        [a_hook(command="./no.sh")], runner=FakeRunner({"./no.sh": denied("no", "use gh")}), journal=journal
    )
    decision = engine.session().fire_sync(SHELL, command="git push", cwd="/")
    assert (decision.blocked, decision.permission, decision.user_message, decision.agent_message) == (
        True,
        "deny",
        "no",
        "use gh",
    )
    assert [record.decision for record in journal.records] == [decision]


@pytest.mark.parametrize(
    ("event", "given", "read"),
    [
        pytest.param(SHELL, {"command": "é"}, True, id="when hooks read it"),
        pytest.param("stop", {"status": "completed"}, False, id="not when nothing ran"),
    ],
)
def test_the_journal_gets_the_input_as_it_was_read(event: str, given: dict[str, Any], read: bool) -> None:
    journal, runner = MemoryJournal(), FakeRunner()
    decision = engine_with([a_hook()], journal=journal, runner=runner).session("c").fire_sync(event, given)
    [record] = journal.records
    assert [record.read] == ([invocation.stdin for invocation in runner.asked] or [b""])
    assert json.loads(record.read or b"null") == (decision.input if read else None)


def test_after_a_fault_of_our_own_the_journal_gets_no_other_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*given: Any) -> Any:
        raise RuntimeError

    monkeypatch.setattr("hookline.engine.conclude.merge", breaks)
    journal = MemoryJournal()
    engine_with([a_hook()], journal=journal).session("c").fire_sync(SHELL, command="ls")
    assert [(record.read, dict(record.decision.input)) for record in journal.records] == [(b"", {"command": "ls"})]


def test_sync_and_async_say_the_same() -> None:
    engine = engine_with([a_hook(command="./no.sh")], runner=FakeRunner({"./no.sh": denied("no")}))
    session = engine.session("c")
    waited = asyncio.run(session.fire(SHELL, {"command": "ls"}))
    at_once = session.fire_sync(SHELL, command="ls")
    same = {"duration_ms": 0.0, "id": ""}
    assert waited._replace(**same) == at_once._replace(**same)


def test_nothing_configured_proceeds_and_says_so() -> None:
    decision = engine_with().session().fire_sync("stop", status="completed")
    assert (decision.blocked, decision.because) == (False, "no hook is configured for stop")


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ("beforeShellExecutio", "did you mean beforeShellExecution?"),
        ("BEFORESHELLEXECUTION", "did you mean beforeShellExecution?"),
        ("zzz", "the events are: "),
        ("", "the events are: "),
    ],
)
def test_an_unknown_event_is_the_callers_mistake(event: str, told: str) -> None:
    with pytest.raises(UnknownEvent, match="unknown event") as raised:
        engine_with().session().fire_sync(event)
    assert told in str(raised.value)


def test_2_3_refuses_later_events_by_name() -> None:
    with pytest.raises(UnknownEvent, match="cursor-2.3 has no event preToolUse"):
        engine_with(profile="cursor-2.3").session().fire_sync("preToolUse")


@pytest.mark.parametrize("fields", [{"command": object()}, {"command": b"x"}])
def test_an_input_that_is_not_json_is_the_callers_mistake(fields: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        engine_with([a_hook()]).session().fire_sync(SHELL, fields)


def test_an_input_that_is_no_mapping_is_the_callers_mistake() -> None:
    with pytest.raises(UsageError, match="a mapping"):
        engine_with([a_hook()]).session().fire_sync(SHELL, ["ls"])  # type: ignore[arg-type]


def test_2_3_runs_one_at_a_time_and_the_first_valid_answer_wins() -> None:
    runner = FakeRunner({"1": exited(0, "text"), "2": exited(), "3": exited(0, "{}"), "4": denied()})
    engine = engine_with([a_hook(command=str(n), number=n) for n in (1, 2, 3, 4)], runner=runner, profile="cursor-2.3")
    decision = engine.session().fire_sync(SHELL, command="ls")
    assert [invocation.hook.command for invocation in runner.asked] == ["1", "2", "3"]
    assert not decision.blocked and [skip.hook.command for skip in decision.skips] == ["4"]
    assert "first valid answer" in decision.skips[0].reason


def test_session_variables_reach_later_hooks_of_that_conversation_only() -> None:
    runner = FakeRunner({"start": exited(0, {"env": {"TICKET": "T1"}})})
    engine = engine_with([a_hook("sessionStart", command="start"), a_hook(command="guard")], runner=runner)
    one, two = engine.session("one"), engine.session("two")
    one.fire_sync("sessionStart")
    one.fire_sync(SHELL, command="ls")
    two.fire_sync(SHELL, command="ls")
    assert [invocation.env.get("TICKET") for invocation in runner.asked] == [None, "T1", None]


def test_follow_ups_stop_at_the_limit_when_the_host_does_not_count() -> None:
    runner = FakeRunner({"again": exited(0, {"followup_message": "go"})})
    session = engine_with([a_hook("stop", command="again", loop_limit=2)], runner=runner).session()
    said = [session.fire_sync("stop", status="completed").response.get("followup_message") for _ in range(3)]
    assert said == ["go", "go", None]


def test_each_prompt_begins_a_generation() -> None:
    runner = FakeRunner()
    hooks = [a_hook("beforeSubmitPrompt", command="p"), a_hook(command="s")]
    session = engine_with(hooks, runner=runner).session()
    for event in ("beforeSubmitPrompt", SHELL, "beforeSubmitPrompt", SHELL):
        session.fire_sync(event, {})
    import json

    ids = [json.loads(invocation.stdin)["generation_id"] for invocation in runner.asked]
    assert ids[0] == ids[1] != ids[2] == ids[3]


def test_recent_keeps_the_last_hundred_executions_with_the_fields_of_seed_002() -> None:
    seen: list[Any] = []
    engine = engine_with(
        [a_hook(command="./no.sh")], runner=FakeRunner({"./no.sh": exited(2, stderr="why")}), on_execution=seen.append
    )
    session = engine.session()
    for _ in range(105):
        session.fire_sync(SHELL, command="ls")
    assert len(engine.recent()) == 100 and len(seen) == 105
    last = engine.recent()[-1]
    assert (last.event, last.command, last.exit_code, last.stderr, last.source) == (SHELL, "./no.sh", 2, "why", "project")
    assert last.request["command"] == "ls" and len({execution.id for execution in seen}) == 105


def test_the_callback_can_be_set_later() -> None:
    engine, seen = engine_with([a_hook()]), []
    engine.on_execution(seen.append)
    engine.session().fire_sync(SHELL, command="ls")
    assert len(seen) == 1


def test_what_is_configured_can_be_asked() -> None:
    engine = engine_with([a_hook()])
    assert engine.hooks() == (a_hook(),)
    assert engine.has_hooks(SHELL) and not engine.has_hooks("stop")
    with pytest.raises(UnknownEvent):
        engine.has_hooks("nonsense")


def test_a_plan_runs_nothing() -> None:
    runner = FakeRunner()
    plan = engine_with([a_hook()], runner=runner).session().plan(SHELL, command="ls")
    assert [invocation.hook.command for invocation in plan.invocations] == ["./guard.sh"] and runner.asked == []


def test_a_host_remembers_conversations_up_to_a_limit() -> None:
    engine = engine_with()
    first = engine.session_for("first")
    assert engine.session_for("first") is first and engine.session_for(None) is engine.session_for(None)
    for number in range(SESSIONS):
        engine.session_for(f"c{number}")
    assert engine.session_for("first") is not first


def test_the_end_of_a_session_is_the_end_of_its_memory() -> None:
    engine = engine_with()
    session = engine.session_for("c")
    session.fire_sync("sessionEnd", reason="completed")
    assert engine.session_for("c") is not session


@pytest.mark.parametrize(("closed", "blocked"), [(True, True), (False, False)])
def test_our_own_bug_follows_failclosed(closed: bool, blocked: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hookline.engine.conclude.merge", lambda *_: 1 / 0)
    decision = engine_with([a_hook(fail_closed=closed)]).session().fire_sync(SHELL, command="ls")
    assert decision.blocked is blocked and "hookline's own error" in decision.because


def test_our_own_bug_in_the_plan_follows_failclosed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hookline.engine.engine.make_plan", lambda *_: 1 / 0)
    engine = engine_with([a_hook("beforeSubmitPrompt", fail_closed=True)])
    decision = engine.session().fire_sync("beforeSubmitPrompt", prompt="x")
    assert decision.blocked and decision.response == {"continue": False}


def test_our_own_bug_does_not_lose_a_deny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hookline.engine.conclude.interpret", lambda *_: 1 / 0)
    engine = engine_with([a_hook(command="no")], runner=FakeRunner({"no": exited(2)}))
    assert engine.session().fire_sync(SHELL, command="ls").blocked


def test_exceptions_for_a_host_to_raise() -> None:
    engine = engine_with([a_hook("beforeReadFile", command="no")], runner=FakeRunner({"no": denied("private")}))
    decision = engine.session().fire_sync("beforeReadFile", file_path="/k.pem", content="")
    error = FileReadBlockedByHook(decision)
    assert (error.file_path, error.code, isinstance(error, BlockedByHook)) == ("/k.pem", "ERROR_HOOKS_BLOCKED", True)
    assert "/k.pem" in str(error) and "private" in error.user_text


def test_closing_closes_the_journal() -> None:
    class Closable(MemoryJournal):
        closed = False

        def close(self) -> None:
            self.closed = True

    journal = Closable()
    engine_with(journal=journal).close()
    engine_with().close()
    assert journal.closed


class BrokenRunner:
    """A runner that breaks, as one does when there is no memory left."""

    def run(self, invocations: object) -> Running:
        raise MemoryError


@pytest.mark.parametrize(
    ("fail_closed", "profile"), [(True, "cursor"), (False, "cursor"), (True, "cursor-2.3"), (False, "cursor-2.3")]
)
def test_a_runner_that_breaks_follows_fail_closed_and_reaches_nobody(fail_closed: bool, profile: str) -> None:
    hooks = FixedHooks(a_hookset([a_hook(fail_closed=fail_closed), a_hook(number=2, command="./second.sh")]))
    engine = Engine(hooks, Settings(("/work/shop",), profile), runner=BrokenRunner(), environ={})
    decision = engine.session().fire_sync("beforeShellExecution", command="ls")
    assert decision.blocked is fail_closed
    assert "hookline's own error: MemoryError()" in decision.because
