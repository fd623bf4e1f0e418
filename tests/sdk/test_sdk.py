"""hookline.sdk: a file with decorated functions is a complete hook, run by `python3` alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from hookline import Engine
from hookline.sdk import (
    Answer,
    BeforeMCPExecution,
    BeforeReadFile,
    BeforeShellExecution,
    BeforeSubmitPrompt,
    PreToolUse,
    SessionStart,
    Stop,
    hook,
)
from hookline.sdk.event import Event
from hookline.sdk.event_types import Hooks
from hookline.sdk.process import NotAnEvent, answer_to, read_event
from hookline.sdk.registry import Registry
from hookline.spec.events import EVENTS
from hookline.spec.samples import sample

GUARD = """
from hookline.sdk import hook

@hook.beforeShellExecution
def guard(event):
    if event.runs("git push"):
        return event.deny("Pushing is for people.", agent=advice())

@hook.stop
def done(event):
    return event.follow_up(f"round {event.loop_count}")

def advice():
    return "Open a pull request instead."
"""


class Ran(NamedTuple):
    code: int
    out: str
    err: str


def run_hook(folder: Path, text: str, stdin: bytes | dict[str, Any], *arguments: str) -> Ran:
    path = folder / "guard.py"
    path.write_text(text)
    given = stdin if isinstance(stdin, bytes) else json.dumps(stdin).encode()
    done = subprocess.run([sys.executable, path, *arguments], input=given, capture_output=True, timeout=60)
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def shell(command: str) -> dict[str, Any]:
    return {"hook_event_name": "beforeShellExecution", "command": command}


DENY = {"permission": "deny", "user_message": "Pushing is for people.", "agent_message": "Open a pull request instead."}


@pytest.mark.parametrize(
    ("event", "answer"),
    [
        pytest.param(shell("git push"), DENY, id="what it denies"),
        pytest.param(shell("sudo env X=1 git -C . push"), DENY, id="what it denies behind wrappers"),
        pytest.param(shell("git status"), {}, id="what it has no opinion of"),
        pytest.param(
            {"hook_event_name": "stop", "loop_count": 2},
            {"followup_message": "round 2"},
            id="another event of the same file",
        ),
        pytest.param({"hook_event_name": "sessionEnd"}, {}, id="an event it does not serve"),
    ],
)
def test_python3_alone_runs_it(tmp_path: Path, event: dict[str, Any], answer: dict[str, Any]) -> None:
    ran = run_hook(tmp_path, GUARD, event)
    assert (ran.code, json.loads(ran.out)) == (0, answer)


def test_a_real_hooks_json_runs_it(tmp_path: Path) -> None:
    (tmp_path / ".cursor").mkdir()
    (tmp_path / "guard.py").write_text(GUARD)
    command = f"{sys.executable} guard.py"
    (tmp_path / ".cursor/hooks.json").write_text(
        json.dumps({"version": 1, "hooks": {"beforeShellExecution": [{"command": command}]}})
    )
    environ = {"PATH": os.defpath, "HOME": str(tmp_path / "home"), "HOOKLINE_STATE": str(tmp_path / "state")}
    session = Engine.load(tmp_path, trust=True, environ=environ, journal=False).session()
    decision = session.fire_sync("beforeShellExecution", command="git push", cwd="/")
    assert (decision.blocked, decision.user_message, decision.agent_message) == (True, *list(DENY.values())[1:])
    assert not session.fire_sync("beforeShellExecution", command="ls", cwd="/").blocked


@pytest.mark.parametrize(
    ("body", "says"),
    [
        pytest.param("print('stray'); print('more')", "stray", id="a print"),
        pytest.param("import os; os.system('echo from a child')", "from a child", id="what a child process prints"),
        pytest.param("import sys; sys.stdout.write('unflushed')", "unflushed", id="what is not flushed"),
    ],
)
def test_nothing_else_reaches_stdout(tmp_path: Path, body: str, says: str) -> None:
    text = f"from hookline.sdk import hook\n@hook.stop\ndef f(event):\n    {body}\n    return event.follow_up('x')\n"
    ran = run_hook(tmp_path, text, {"hook_event_name": "stop"})
    assert (ran.code, ran.out) == (0, '{"followup_message": "x"}\n')
    assert says in ran.err


@pytest.mark.parametrize(
    ("body", "told"),
    [
        pytest.param("1 / 0", "ZeroDivisionError", id="an exception"),
        pytest.param("import sys; sys.exit(2)", "return event.deny", id="exit code 2 by accident"),
        pytest.param("import sys; sys.exit('gone wrong')", "gone wrong", id="an exit with a text"),
        pytest.param("return True", "returned bool", id="an answer that is none"),
        pytest.param("return event.deny('no')", "no attribute", id="an answer the event does not have"),
        pytest.param("raise KeyboardInterrupt", "KeyboardInterrupt", id="an interrupt"),
    ],
)
def test_what_goes_wrong_is_a_failure_and_never_a_deny(tmp_path: Path, body: str, told: str) -> None:
    text = f"from hookline.sdk import hook\n@hook.stop\ndef f(event):\n    {body}\n"
    ran = run_hook(tmp_path, text, {"hook_event_name": "stop"})
    assert (ran.code, ran.out) == (1, "")
    assert told in ran.err or "has no field 'deny'" in ran.err


def test_a_file_that_cannot_be_read_shows_its_own_traceback(tmp_path: Path) -> None:
    ran = run_hook(tmp_path, GUARD + "\nboom\n", shell("git push"))
    assert (ran.code, ran.out) == (1, "")
    assert "NameError" in ran.err


def test_leaving_early_without_an_error_is_no_opinion(tmp_path: Path) -> None:
    text = "import sys\nfrom hookline.sdk import hook\n@hook.stop\ndef f(event):\n    sys.exit(0)\n"
    assert run_hook(tmp_path, text, {"hook_event_name": "stop"})[:2] == (0, "{}\n")


def test_a_coroutine_may_answer(tmp_path: Path) -> None:
    text = "from hookline.sdk import hook\n@hook.stop\nasync def f(event):\n    return event.follow_up('later')\n"
    assert run_hook(tmp_path, text, {"hook_event_name": "stop"})[:2] == (0, '{"followup_message": "later"}\n')


@pytest.mark.parametrize(
    ("stdin", "command"),
    [
        pytest.param(b'\xef\xbb\xbf\xef\xbb\xbf{"command": "a"}', "a", id="byte order marks"),
        pytest.param(b'{"command": "a\xff"}', "a\ufffd", id="bytes that are no UTF-8"),
        pytest.param('{"command": "Zoë 🪝"}'.encode(), "Zoë 🪝", id="any letter"),
    ],
)
def test_odd_input_is_read(stdin: bytes, command: str) -> None:
    assert read_event(stdin) == {"command": command}


@pytest.mark.parametrize(
    ("stdin", "told"),
    [
        pytest.param(b"", "stdin is not JSON", id="nothing"),
        pytest.param(b"{", "stdin is not JSON", id="half a document"),
        pytest.param(b"[]", "stdin is not a JSON object", id="a list"),
        pytest.param(b"[" * 100_000, "stdin is not JSON", id="nesting without end"),
    ],
)
def test_what_is_no_event_is_said(stdin: bytes, told: str) -> None:
    with pytest.raises(NotAnEvent, match=told):
        read_event(stdin)


def test_what_is_no_event_is_a_failure_of_the_process(tmp_path: Path) -> None:
    ran = run_hook(tmp_path, GUARD, b"not json")
    assert (ran.code, ran.out) == (1, "")
    assert "stdin is not JSON" in ran.err


def test_by_hand_it_says_what_it_is(tmp_path: Path) -> None:
    import pexpect

    (tmp_path / "guard.py").write_text(GUARD)
    child = pexpect.spawn(sys.executable, [str(tmp_path / "guard.py")], timeout=30)
    child.expect("This is a hook for beforeShellExecution, stop")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 64


def test_an_event_cannot_be_served_twice() -> None:
    hooks = Hooks()
    hooks.stop(lambda event: None)
    with pytest.raises(ValueError, match="stop is handled twice"):
        hooks.stop(lambda event: None)


def test_loading_a_file_as_a_module_runs_nothing() -> None:
    registry = Registry()
    registry.add("stop", lambda event: None)
    assert list(registry.by_module[__name__]) == ["stop"]


class TestEvents:
    def test_every_event_has_a_class_and_a_decorator(self) -> None:
        assert list(hook.classes) == list(EVENTS)
        assert all(callable(getattr(hook, name)) for name in EVENTS)

    @pytest.mark.parametrize("name", EVENTS)
    def test_every_field_is_an_attribute_also_where_the_host_left_it_out(self, name: str) -> None:
        given, empty = hook.classes[name](sample(name)), hook.classes[name]()
        for field in (*EVENTS[name].base, *EVENTS[name].fields):
            expected = sample(name).get(field.name)
            if expected is not None:
                assert getattr(given, field.name) == expected
            assert getattr(empty, field.name) in ("", 0, False, [], {})

    @pytest.mark.parametrize("name", EVENTS)
    def test_answers_exist_only_where_the_contract_has_them(self, name: str) -> None:
        spec, event = EVENTS[name], hook.classes[name]
        wanted = {"allow", "deny"} if spec.gate else set()
        wanted |= {"ask"} if spec.ask == "host" else set()
        wanted |= {out.verb for out in spec.outputs if out.verb}
        every = {
            "allow",
            "deny",
            "ask",
            "tell",
            "rewrite",
            "replace_output",
            "add_context",
            "set_env",
            "follow_up",
            "replace_content",
            "add_plugins",
        }
        assert {verb for verb in every if callable(getattr(event, verb, None))} == wanted

    def test_a_field_that_does_not_exist_is_named_with_those_that_do(self) -> None:
        with pytest.raises(AttributeError, match="stop has no field 'comand'; it has: .*loop_count"):
            _ = Stop().comand

    @pytest.mark.parametrize(
        ("answer", "fields"),
        [
            (BeforeShellExecution().ask("Sure?"), {"permission": "ask", "user_message": "Sure?"}),
            (BeforeSubmitPrompt().deny("No."), {"user_message": "No.", "continue": False}),
            (BeforeSubmitPrompt().allow(), {"continue": True}),
            (PreToolUse().rewrite({"command": "ls"}), {"updated_input": {"command": "ls"}}),
            (BeforeReadFile().replace_content(""), {"new_content": ""}),
            (
                SessionStart().set_env({"A": "1"}) | SessionStart().add_context("x"),
                {"env": {"A": "1"}, "additional_context": "x"},
            ),
            (Answer(a=1) | Answer(a=2), {"a": 2}),
        ],
    )
    def test_an_answer_holds_what_was_said(self, answer: Answer, fields: dict[str, Any]) -> None:
        assert answer.fields == fields
        assert answer == Answer(**fields)
        assert hash(answer) == hash(Answer(**fields))

    @pytest.mark.parametrize(
        ("answer", "permission"),
        [
            (BeforeSubmitPrompt().deny(), "deny"),
            (BeforeSubmitPrompt().allow(), "allow"),
            (BeforeShellExecution().ask(), "ask"),
            (Answer(), None),
        ],
    )
    def test_an_answer_knows_its_permission(self, answer: Answer, permission: str | None) -> None:
        assert answer.permission == permission

    @pytest.mark.parametrize(
        ("data", "command"),
        [
            ({"tool_name": "Shell", "tool_input": {"command": "git push"}}, "git push"),
            ({"tool_name": "Bash", "tool_input": {"command": "git push"}}, "git push"),
            ({"tool_name": "Write", "tool_input": {"command": "git push"}}, ""),
            ({"tool_name": "Shell", "tool_input": "git push"}, ""),
            ({"tool_name": "Shell", "tool_input": {"command": 5}}, ""),
        ],
    )
    def test_a_tool_use_has_a_command_when_the_tool_is_the_shell(self, data: dict[str, Any], command: str) -> None:
        event = PreToolUse(data)
        assert event.shell_command == command
        assert event.runs("git push").yes is bool(command)

    @pytest.mark.parametrize(
        ("tool_input", "arguments"),
        [('{"title": "x"}', {"title": "x"}), ({"title": "x"}, {"title": "x"}), ("[1]", {}), ("{", {}), (None, {})],
    )
    def test_arguments_of_a_tool_are_an_object_whatever_form_they_came_in(
        self, tool_input: Any, arguments: dict[str, Any]
    ) -> None:
        assert BeforeMCPExecution({"tool_input": tool_input}).arguments == arguments

    def test_they_show_themselves(self) -> None:
        assert repr(Stop({"status": "error"})) == "Stop({'status': 'error'})"
        assert repr(Answer(permission="deny")) == "Answer(permission='deny')"
        assert repr(Event()) == "Event({})"


class TestAnswering:
    def test_out_loud_no_opinion_is_an_allow_in_the_event_s_own_words(self) -> None:
        functions = {
            "beforeShellExecution": lambda event: None,
            "beforeSubmitPrompt": lambda event: None,
            "stop": lambda event: None,
        }
        said = {name: answer_to({"hook_event_name": name}, functions, hook.classes, out_loud=True) for name in functions}
        assert said == {
            "beforeShellExecution": {"permission": "allow"},
            "beforeSubmitPrompt": {"continue": True},
            "stop": {},
        }

    def test_an_event_without_a_name_is_nobody_s(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert answer_to({}, {"stop": lambda event: None}, hook.classes) == {}
        assert "this hook handles stop, not None" in capsys.readouterr().err


def test_a_response_is_denied_by_answer_and_exit_code_because_cursor_wants_both(tmp_path: Path) -> None:
    text = "from hookline.sdk import hook\n@hook.afterAgentResponse\ndef f(event):\n    return event.deny('Withheld.') if 'x' in event.text else None\n"
    denied = run_hook(tmp_path, text, {"hook_event_name": "afterAgentResponse", "text": "x"})
    assert (denied.code, json.loads(denied.out)) == (2, {"permission": "deny", "user_message": "Withheld."})
    assert run_hook(tmp_path, text, {"hook_event_name": "afterAgentResponse", "text": "y"})[:2] == (0, "{}\n")


def test_an_annotation_names_the_class_that_the_function_gets() -> None:
    import hookline.sdk

    for name in EVENTS:
        assert getattr(hookline.sdk, name[0].upper() + name[1:]) is Hooks.classes[name]
