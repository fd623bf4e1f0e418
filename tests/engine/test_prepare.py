"""engine.prepare: an event before anything runs. Fakes for everything outside."""

from typing import Any

import pytest

from hookline.engine.prepare import prepare
from hookline.errors import UnknownEvent, UsageError
from hookline.model import SetAside
from hookline.testing import FakeRunner, a_hook, a_hookset, engine_with

SHELL = "beforeShellExecution"


@pytest.mark.parametrize(
    ("fields", "more", "expected"),
    [
        pytest.param(None, {}, {}, id="nothing"),
        pytest.param({"command": "ls"}, {}, {"command": "ls"}, id="a mapping"),
        pytest.param(None, {"command": "ls"}, {"command": "ls"}, id="keywords"),
        pytest.param({"command": "ls", "cwd": "/"}, {"command": "pwd"}, {"command": "pwd", "cwd": "/"}, id="a keyword wins"),
    ],
)
def test_the_input_of_an_event(fields: dict[str, Any] | None, more: dict[str, Any], expected: dict[str, Any]) -> None:
    assert prepare(engine_with([a_hook()]).session(), SHELL, fields, more).event.input == expected


@pytest.mark.parametrize("fields", [[], ["ls"], "ls", 0])
def test_an_input_that_is_no_mapping_is_refused(fields: Any) -> None:
    with pytest.raises(UsageError, match="a mapping of field names to values"):
        prepare(engine_with().session(), SHELL, fields, {})


def test_an_event_that_does_not_exist_is_refused_before_its_input_is_looked_at() -> None:
    with pytest.raises(UnknownEvent, match="did you mean stop"):
        prepare(engine_with().session(), "stopp", "no mapping", {})  # type: ignore[arg-type]


def test_an_event_without_hooks_has_no_plan() -> None:
    prepared = prepare(engine_with([a_hook("stop")]).session("c"), SHELL, None, {})
    assert (prepared.plan, prepared.fault, prepared.conversation_id) == (None, None, "c")


def test_an_entry_that_is_set_aside_has_a_plan() -> None:
    hooks = a_hookset(set_aside=[SetAside(a_hook(), "no command", True)])
    plan = prepare(engine_with(hookset=hooks).session(), SHELL, None, {}).plan
    assert plan is not None and [skip.blocks for skip in plan.skips] == [True]


def test_nothing_is_started() -> None:
    runner = FakeRunner()
    prepared = prepare(engine_with([a_hook()], runner=runner).session(), SHELL, {"command": "ls"}, {})
    assert prepared.plan is not None and len(prepared.plan.invocations) == 1 and runner.asked == []


def test_a_bug_of_ours_is_kept_and_misuse_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    session = engine_with([a_hook()]).session()
    with pytest.raises(UsageError, match="cannot be written as JSON"):
        prepare(session, SHELL, {"command": object()}, {})
    monkeypatch.setattr("hookline.engine.engine.make_plan", lambda *_: 1 / 0)
    prepared = prepare(session, SHELL, None, {})
    assert prepared.plan is None and isinstance(prepared.fault, ZeroDivisionError)


def test_a_turn_begins_with_the_event_and_not_with_its_decision() -> None:
    session = engine_with([a_hook("beforeSubmitPrompt")]).session()
    prepare(session, "beforeSubmitPrompt", {"prompt": "x", "model": "m-2"}, {})
    assert (session.state.model, session.state.generation_id is None) == ("m-2", False)


def test_what_is_known_before_an_event_is_worked_out_once_for_each_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    from hookline.engine import engine as module

    made: list[str] = []
    real = module.roster_of
    monkeypatch.setattr(
        module, "roster_of", lambda hooks, spec, settings: made.append(spec.name) or real(hooks, spec, settings)
    )
    engine = engine_with([a_hook(), a_hook("stop")])
    for _ in range(3):
        prepare(engine.session(), SHELL, None, {})
        prepare(engine.session(), "stop", None, {})
    assert made == [SHELL, "stop"]
    engine.source = type(engine.source)(a_hookset([a_hook(command="other")]))  # type: ignore[call-arg]
    plan = prepare(engine.session(), SHELL, None, {}).plan
    assert plan is not None and plan.invocations[0].hook.command == "other" and made == [SHELL, "stop", SHELL]
