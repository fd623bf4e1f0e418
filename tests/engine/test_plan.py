"""engine.plan: what runs, what does not, and why. Nothing is started here."""

import time
from typing import Any

import pytest

from hookline.engine.payload import Environ
from hookline.engine.plan import make_plan, roster_of
from hookline.engine.session import SessionState
from hookline.model import HookSet, Plan, SetAside, Settings, Skip, TrustState, WatchedFile
from hookline.spec.events import EVENTS
from hookline.testing import a_hook, a_hookset, an_event

ROOT = "/work/shop"
FRESH = SessionState()


def planned(hooks: HookSet, event: str = "beforeShellExecution", state: SessionState = FRESH, **more: Any) -> Plan:
    settings = Settings(roots=(ROOT,), **{key: more.pop(key) for key in list(more) if key in Settings._fields})
    roster = roster_of(hooks, EVENTS[event], settings)
    return make_plan(roster, an_event(event, **more), state, settings, Environ({"PATH": "/bin", "CURSOR_USER_EMAIL": "x"}))


def reasons(plan: Plan) -> list[str]:
    return [skip.reason for skip in plan.skips]


def commands(plan: Plan) -> list[str]:
    return [invocation.hook.command for invocation in plan.invocations]


def test_all_matching_hooks_run_in_order_of_priority_then_file() -> None:
    hooks = [a_hook(source=source, command=f"{source}{n}") for source in ("user", "enterprise", "project") for n in (1, 2)]
    assert commands(planned(a_hookset(hooks), command="ls")) == [
        "enterprise1", "enterprise2", "project1", "project2", "user1", "user2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("hook", "settings", "reason"),
    [
        pytest.param({"matcher": "curl|wget"}, {}, "matcher 'curl|wget' does not match", id="matcher"),
        pytest.param({"source": "user"}, {"surface": "cloud"}, "cloud agents do not run user hooks", id="user hooks in the cloud"),
        pytest.param({"source": "claude-project"}, {"surface": "cloud"}, "cloud agents do not run claude-project hooks", id="Claude's in the cloud"),
        pytest.param({"source": "team"}, {"surface": "cloud"}, "cloud agents run team hooks on the enterprise plan only (--enterprise-plan)", id="team hooks without the plan"),
        pytest.param({"type": "prompt"}, {"surface": "cloud"}, "cloud agents run command hooks only, and this is a prompt hook", id="prompt hooks in the cloud"),
        pytest.param({"event": "sessionStart"}, {"surface": "cloud"}, "cloud agents do not run sessionStart hooks", id="events the cloud does not have"),
        pytest.param({}, {"profile": "cursor-2.3", "experiments": {"hooks_ide_project_config": False}}, "project hooks are off: the experiment hooks_ide_project_config is off", id="the 2.3 experiment"),
        pytest.param({"event": "stop"}, {"loop_count": 5}, "loop limit reached: loop_count is 5 and the limit 5", id="loop limit"),
        pytest.param({"event": "stop", "loop_limit": 0}, {}, "loop limit reached: loop_count is 0 and the limit 0", id="a limit of 0"),
        pytest.param({"event": "stop", "loop_limit": None}, {"profile": "cursor-2.3", "loop_count": 5}, "loop limit reached: loop_count is 5 and the limit 5", id="2.3 knows one limit"),
    ],
)  # fmt: skip
def test_reasons(hook: dict[str, Any], settings: dict[str, Any], reason: str) -> None:
    configured = a_hook(**hook)
    plan = planned(a_hookset([configured]), configured.event, **{"command": "ls", **settings})
    assert plan.invocations == () and [(skip.hook, skip.reason) for skip in plan.skips] == [(configured, reason)]


@pytest.mark.parametrize(
    ("hook", "settings"),
    [
        pytest.param({}, {"surface": "cloud"}, id="project hooks in the cloud"),
        pytest.param({"source": "team"}, {"surface": "cloud", "enterprise_plan": True}, id="team hooks on the plan"),
        pytest.param({}, {"profile": "cursor-2.3"}, id="the 2.3 experiment is on unless it is turned off"),
        pytest.param({"event": "stop", "loop_limit": 10}, {"loop_count": 9}, id="a limit of its own"),
        pytest.param({"event": "stop", "loop_limit": None}, {"loop_count": 5000}, id="no limit"),
        pytest.param({"event": "stop"}, {"loop_count": "many"}, id="a count that is none is the session's own"),
    ],
)
def test_what_runs(hook: dict[str, Any], settings: dict[str, Any]) -> None:
    configured = a_hook(**hook)
    assert commands(planned(a_hookset([configured]), configured.event, **{"command": "ls", **settings})) == ["./guard.sh"]


def test_untrusted_hooks_do_not_run_and_say_what_to_do() -> None:
    never = TrustState(ROOT, False, f"project hooks need a trusted workspace: run: hookline trust {ROOT}")
    hooks = [a_hook(command="p"), a_hook(source="user", command="u"), a_hook(source="claude-local", command="c")]
    plan = planned(a_hookset(hooks, trust=[never]), command="ls")
    assert commands(plan) == ["u"] and reasons(plan) == [never.reason] * 2 and plan.notes == ()
    assert commands(planned(a_hookset(hooks, trust=[never]), command="ls", trust_all=True)) == ["p", "u", "c"]
    assert f"hookline trust {ROOT}" in reasons(planned(a_hookset(hooks, trust=[]), command="ls"))[0]


def test_a_change_since_trust_is_in_every_result() -> None:
    changed = TrustState(ROOT, False, "not trusted any more: x.sh changed", changed=("x.sh changed",))
    assert planned(a_hookset([a_hook(source="user")], trust=[changed]), command="ls").notes == (changed.reason,)


def test_what_trust_was_given_for_is_checked_again_at_the_start() -> None:
    watched = (WatchedFile("/work/shop/x.sh", None, "00"),)
    trusted = TrustState(ROOT, True, watched={"p": watched})
    hooks = [a_hook(command="p"), a_hook(source="user", command="u")]
    plan = planned(a_hookset(hooks, trust=[trusted]), command="ls")
    assert [invocation.watched for invocation in plan.invocations] == [watched, ()]


def test_a_claude_hook_that_repeats_a_cursor_hook_runs_once() -> None:
    hooks = [a_hook(command="same", matcher="ls"), a_hook(source="claude-project", command="same")]
    plan = planned(a_hookset(hooks), command="ls")
    assert commands(plan) == ["same"]
    assert reasons(plan) == [
        "identical to project hook 1 of beforeShellExecution (.cursor/hooks.json:6): the same command runs once"
    ]
    assert commands(planned(a_hookset(hooks), command="pwd")) == ["same"]  # the Cursor hook did not match, so Claude's runs


@pytest.mark.parametrize(
    ("is_off", "ran", "told"),
    [
        pytest.param(False, [], ["converted: it runs once, as project hook 1 of beforeShellExecution (.cursor/hooks.json:6)"], id="runs as the Cursor hook"),
        pytest.param(True, ["./g.sh"], [], id="runs itself while the Cursor hook may not"),
    ],
)  # fmt: skip
def test_a_hook_of_claudes_that_was_converted_runs_once(is_off: bool, ran: list[str], told: list[str]) -> None:
    twin = a_hook(event="beforeShellExecution", root=ROOT)
    hook = a_hook(source="claude-project", dialect="claude", event="preToolUse", command="./g.sh", matcher="Bash")
    hooks = a_hookset([twin, hook])._replace(twins={hook.key: twin}, off={twin.key: 0.0} if is_off else {})
    plan = planned(hooks, "preToolUse", tool_name="Shell")
    assert (commands(plan), reasons(plan)) == (ran, told)


def test_set_aside_entries_are_skips_and_block_where_they_fail_closed() -> None:
    open_, closed = (SetAside(a_hook(number=n), "no command", blocks) for n, blocks in ((1, False), (2, True)))
    plan = planned(a_hookset(set_aside=[open_, closed]), command="ls")
    assert [(skip.reason, skip.blocks) for skip in plan.skips] == [
        ("set aside: no command", False),
        ("set aside: no command; it says failClosed, so it blocks until it is fixed", True),
    ]
    untrusted = a_hookset(set_aside=[closed], trust=[TrustState(ROOT, False, "no trust")])
    assert [skip.blocks for skip in planned(untrusted, command="ls").skips] == [False]


def test_an_invocation_has_everything_a_start_needs() -> None:
    hook = a_hook(command='.cursor/hooks/x.sh "${command}"', timeout_s=5.0)
    plan = planned(a_hookset([hook]), command="a $(b)", user_email="ada@example.com")
    (invocation,) = plan.invocations
    assert (invocation.cwd, invocation.timeout_s, invocation.refusal) == ("/work/shop", 5.0, None)
    assert invocation.env == {
        "PATH": "/bin", "CURSOR_PROJECT_DIR": ROOT, "CURSOR_VERSION": "3.18.25", "CURSOR_USER_EMAIL": "ada@example.com",
        "CLAUDE_PROJECT_DIR": ROOT, "HOOKLINE": "1", "command": "a $(b)",
    }  # fmt: skip
    assert b'"command":"a $(b)"' in invocation.stdin


def test_session_variables_are_data_for_a_higher_source_and_settings_for_the_others() -> None:
    state = SessionState(
        env={2: {"PATH": "/evil", "TICKET": "T1", "HOOKLINE_SESSION_ENV": "forged"}}
    )  # set by a project hook
    hooks = a_hookset([a_hook(source=source, command=source) for source in ("enterprise", "project", "user")])
    names = ("PATH", "TICKET", "HOOKLINE_SESSION_ENV")
    seen = {
        i.hook.source: tuple(i.env.get(name) for name in names)
        for i in planned(hooks, state=state, command="ls").invocations
    }
    data = '{"PATH":"/evil","TICKET":"T1","HOOKLINE_SESSION_ENV":"forged"}'
    assert seen == {"enterprise": ("/bin", None, data), "project": ("/evil", "T1", None), "user": ("/evil", "T1", None)}


def test_a_value_the_environment_cannot_hold_refuses_the_start() -> None:
    hook = a_hook(command='x "${command}"')
    (invocation,) = planned(a_hookset([hook]), command="x" * 200_000).invocations
    assert invocation.refusal and "200000 bytes" in invocation.refusal


# switched off

SINCE_S = 1_800_000_000.0
OFF = f"switched off since {time.strftime('%Y-%m-%d %H:%M', time.localtime(SINCE_S))}: switch it on in `hookline ui`"


def test_a_hook_that_a_person_switched_off_is_a_skip_with_that_reason() -> None:
    off, on = a_hook(source="user", command="off"), a_hook(source="user", command="on")
    plan = planned(a_hookset([off, on])._replace(off={off.key: SINCE_S}), command="ls")
    assert (commands(plan), plan.skips) == (["on"], (Skip(off, OFF),))


def test_an_entry_that_is_set_aside_and_switched_off_blocks_nothing() -> None:
    aside = SetAside(a_hook(source="user", fail_closed=True), "timeout is no number", True)
    hooks = HookSet({}, {"beforeShellExecution": (aside,)}, off={aside.hook.key: SINCE_S})
    assert planned(hooks, command="ls").skips == (Skip(aside.hook, "set aside: timeout is no number", False),)


def test_the_usual_reason_is_put_into_words_when_somebody_looks() -> None:
    hook = a_hook(matcher="curl|wget")
    (skip,) = planned(a_hookset([hook]), command="ls").skips
    assert skip == Skip(hook) and skip.reason == "matcher 'curl|wget' does not match"
    assert Skip(hook, "not trusted").reason == "not trusted"


def test_a_hook_that_may_not_run_is_not_matched() -> None:
    """Its own reason is the one that is told, and a matcher that is slow costs nothing."""
    hooks = a_hookset([a_hook(source="user", matcher="(?=a)"), a_hook(matcher="ls")])
    plan = planned(hooks, command="ls", surface="cloud")
    assert (commands(plan), reasons(plan)) == (["./guard.sh"], ["cloud agents do not run user hooks"])


def test_hooks_of_one_source_in_several_roots_are_trusted_apart() -> None:
    hooks = [a_hook(command="here"), a_hook(command="there", root="/work/other", in_main_root=False)]
    states = [TrustState(ROOT, True), TrustState("/work/other", False, "not trusted")]
    plan = planned(a_hookset(hooks, trust=states), command="ls")
    assert (commands(plan), reasons(plan)) == (["here"], ["not trusted"])
