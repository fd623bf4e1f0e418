"""cases.read: what a case file says, and everything that is wrong with one."""

from __future__ import annotations

from typing import Any

import pytest
from pytest import param

from hookline.cases.case_file import read
from hookline.cases.nouns import Case, CaseFile, CaseProblem, Expect

CASE = """
[[case]]
name = "a push is denied"
event = "beforeShellExecution"
input = { command = "git push" }
expect = { permission = "deny" }
"""
PUSH = Case("a push is denied", "beforeShellExecution", {"command": "git push"}, Expect(permission="deny"), 2)


def test_a_whole_file() -> None:
    text = """
# about one command
hook = "./guard.sh --strict"

[[case]]
name = "everything is set"
event = "stop"
input = { status = "error", loop_count = 1 }
files = { "TODO.md" = "- [ ] test" }
env = { LEVEL = "2" }
timeout = 2
expect = { followup = "Go on", blocked = false, because = "1 hook ran", stderr = "", files = { "a" = "b" } }
"""
    expect = Expect(
        blocked=False, because="1 hook ran", stderr="", outputs={"followup_message": "Go on"}, files={"a": "b"}
    )  # fmt: skip
    case = Case(
        "everything is set", "stop", {"status": "error", "loop_count": 1}, expect, 5,
        files={"TODO.md": "- [ ] test"}, env={"LEVEL": "2"}, timeout_s=2.0,
    )  # fmt: skip
    assert read(text.encode(), "g.cases.toml") == CaseFile("g.cases.toml", "./guard.sh --strict", None, 3, (case,))


@pytest.mark.parametrize(
    ("head", "about"),
    [
        param('hook = "./x.sh"', "./x.sh", id="a command"),
        param('kit = "git-guard"', "ready-made git-guard", id="a ready-made hook"),
        param("", "all configured hooks", id="all that are configured"),
    ],
)
def test_what_a_file_is_about(head: str, about: str) -> None:
    file = read((head + CASE).encode(), "f")
    assert (file.about, len(file.cases), file.problems) == (about, 1, ())


def test_settings_are_as_one_would_type_them_and_a_case_adds_to_those_of_the_file() -> None:
    text = 'kit = "git-guard"\nsettings = { send_to_gh = true, deny = ["git push", "git tag"], n = 2 }\n' + CASE
    first = text + "settings = { n = 3, off = false, word = 'x' }\n"
    assert read(first.encode(), "f").cases[0].settings == (
        "send_to_gh=on", "deny=git push,git tag", "n=3", "off=off", "word=x",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("event", "written", "given"),
    [
        param("stop", """'{"status": null}'""", {"status": None}, id="JSON text can say null"),
        param(
            "beforeMCPExecution",
            "{ tool_input = { a = 1 } }",
            {"tool_input": '{"a": 1}'},
            id="a table where the event has JSON text",
        ),
        param(
            "preToolUse", "{ tool_input = { a = 1 } }", {"tool_input": {"a": 1}}, id="a table where the event has an object"
        ),
        param("stop", "{ conversation_id = 'c' }", {"conversation_id": "c"}, id="a base field"),
        param("stop", "{ something_new = 'c' }", {"something_new": "c"}, id="a field nobody knows"),
        param("stop", "{}", {}, id="nothing"),
    ],
)
def test_input(event: str, written: str, given: dict[str, Any]) -> None:
    text = f'[[case]]\nname = "n"\nevent = "{event}"\ninput = {written}\nexpect = {{ permission = "none" }}\n'
    file = read(text.encode(), "f")
    assert file.problems == ()
    assert file.cases[0].input == given


def a_case(**keys: str | None) -> str:
    """A case with these lines instead of its own; None leaves one out."""
    lines = {"name": '"n"', "event": '"stop"', "input": "{}", "expect": '{ permission = "none" }', **keys}
    return "[[case]]\n" + "".join(f"{key} = {value}\n" for key, value in lines.items() if value is not None)


@pytest.mark.parametrize(
    ("text", "line", "case", "problem", "remedy"),
    [
        param("[[case", 1, "", "it is not TOML: Expected ']]' at the end of an array declaration", "fix it there", id="not TOML at the end"),
        param("a = 1\nb = \n", 2, "", "it is not TOML: Invalid value", "fix it there", id="not TOML, with its line"),
        param("", 1, "", "it has no cases", "add one: a line [[case]], then name, event, input and expect", id="no case"),
        param("[case]\nname = 'x'", 1, "", "case is not a list of tables", "start each case with a line [[case]]", id="one table"),
        param("case = [1]", 1, "", "case is not a list of tables", "start each case with a line [[case]]", id="a list of numbers"),
        param('hook = "a"\nkit = "audit"\n' + a_case(), 1, "", "it names both hook and kit", "name only the one it tests", id="hook and kit"),
        param('\nkit = "gitguard"\n' + a_case(), 2, "", "there is no ready-made hook 'gitguard'", "did you mean git-guard?", id="no such kit"),
        param("hook = 5\n" + a_case(), 1, "", "hook is not text", 'write hook = "…"', id="a hook that is a number"),
        param('hook = ""\n' + a_case(), 1, "", "hook is not text", 'write hook = "…"', id="an empty hook"),
        param("settings = {}\n" + a_case(), 1, "", "it has settings but no kit", "settings belong to ready-made hooks: add kit, or leave them out", id="settings and no kit"),
        param('kit = "audit"\nsettings = 5\n' + a_case(), 1, "", "settings is not a table", 'write settings = { name = "value" }', id="settings that are a number"),
        param("hok = 1\n" + a_case(), 1, "", "unknown key 'hok'", "did you mean hook? case files have: hook, kit, settings, case", id="a key nobody knows"),
        param(a_case(name=None), 1, "", "a case has no name", 'say what it shows: name = "a push is denied"', id="no name"),
        param(a_case(event=None), 1, "n", "it names no event", 'add one: event = "beforeShellExecution"', id="no event"),
        param(a_case(event='"beforeShell"'), 1, "n", "there is no event 'beforeShell'", "did you mean beforeShellExecution?", id="no such event"),
        param(a_case(event="5"), 1, "n", "event is not text", 'write event = "…"', id="an event that is a number"),
        param("\n\n" + a_case(expected="{}"), 3, "n", "unknown key 'expected'", "did you mean expect? cases have: name, event, input, settings, files, env, timeout, expect", id="a key of a case nobody knows"),
        param(a_case(settings="{}"), 1, "n", "it has settings, but the file names no kit", "settings belong to ready-made hooks; leave them out", id="settings of a case and no kit"),
        param(a_case(input="5"), 1, "n", "input is not a table", 'write input = { command = "ls" }', id="an input that is a number"),
        param(a_case(input="'{'"), 1, "n", "input is text but not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)", "write a table, or one JSON object", id="an input that is broken JSON"),
        param(a_case(input="'[]'"), 1, "n", "input is not a table", 'write input = { command = "ls" }', id="an input that is a JSON list"),
        param(a_case(input="{ loop_cout = 1 }"), 1, "n", "stop has no field 'loop_cout'", "did you mean loop_count?", id="a slip of the pen in a field"),
        param(a_case(input="{ status = 2026-11-18 }"), 1, "n", "input has a date, NaN or infinity, which JSON does not have", "write it as text", id="a date"),
        param(a_case(input="'{\"status\": NaN}'"), 1, "n", "input has a date, NaN or infinity, which JSON does not have", "write it as text", id="no number"),
        param("a = " + "[" * 3000, 1, "", "it is nested too deeply", "use fewer levels", id="nested without end"),
        param(a_case(files="{ a = 1 }"), 1, "n", "files is not a table of texts", 'write files = { "a name" = "its text" }', id="files that are numbers"),
        param(a_case(env='"A=1"'), 1, "n", "env is not a table of texts", 'write env = { "a name" = "its text" }', id="variables that are text"),
        param(a_case(timeout='"5"'), 1, "n", "timeout is '5'", "write seconds, such as 5", id="a timeout that is text"),
        param(a_case(timeout="true"), 1, "n", "timeout is True", "write seconds, such as 5", id="a timeout that is true"),
        param(a_case(timeout="0"), 1, "n", "timeout is 0", "write seconds, such as 5", id="no time at all"),
        param(a_case(expect=None), 1, "n", "it expects nothing", 'write what must come out: expect = { permission = "deny" }', id="no expectation"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place_and_what_to_do(
    text: str, line: int, case: str, problem: str, remedy: str
) -> None:
    assert read(text.encode(), "f").problems == (CaseProblem("f", line, case, problem, remedy),)


def test_bytes_that_are_no_text() -> None:
    problem = CaseProblem("f", 1, "", "it is not UTF-8 text (byte 4)", "save it as UTF-8")
    assert read(b"a = \xff", "f") == CaseFile("f", problems=(problem,))


def test_a_byte_order_mark_is_fine() -> None:
    assert read(b"\xef\xbb\xbf" + CASE.encode(), "f").cases == (PUSH,)


def test_a_case_with_a_problem_is_set_aside_and_the_others_stay() -> None:
    file = read((CASE + a_case(timeout="-1", input="5")).encode(), "f")
    assert file.cases == (PUSH,)
    assert [problem.problem for problem in file.problems] == ["timeout is -1", "input is not a table"]


def test_two_cases_of_one_name_could_not_be_told_apart() -> None:
    file = read((CASE + CASE).encode(), "f")
    assert file.cases == (PUSH,)
    assert [str(problem) for problem in file.problems] == [
        "f:8 (a push is denied): another case has the same name; name each after what it shows"
    ]


def test_a_header_inside_a_text_is_no_case() -> None:
    text = 'hook = """\n[[case]]\n"""\n' + a_case()
    assert [case.line for case in read(text.encode(), "f").cases] == [4]


def test_cases_without_headers_have_the_line_of_the_file() -> None:
    text = 'case = [{ name = "n", event = "stop", expect = { permission = "none" } }]'
    assert [case.line for case in read(text.encode(), "f").cases] == [1]
