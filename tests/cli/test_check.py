from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest
from pytest import param

MISTAKEN = """\
{
  "version": 1,
  "hooks": {
    "beforeShellExec": [
      { "command": "false" }
    ],
    "stop": [
      { "command": "true", "timeout": 5000 }
    ]
  }
}
"""
CLEAN = {"stop": [{"command": "true"}]}


@pytest.fixture
def mistaken(box: Any) -> None:
    box.project_hooks({}).write_text(MISTAKEN)


@pytest.mark.usefixtures("mistaken")
def test_problems_are_shown_where_they_are_with_what_to_do(run: Any) -> None:
    ended = run("check")
    assert (ended.code, ended.err) == (1, "")
    assert ended.out == (
        "error[unknown-event]: there is no event 'beforeShellExec'\n"
        " --> .cursor/hooks.json:4:5\n"
        "  |\n"
        '3 |   "hooks": {\n'
        '4 |     "beforeShellExec": [\n'
        "  |     ^^^^^^^^^^^^^^^^^\n"
        "  |\n"
        "help: did you mean beforeShellExecution?\n"
        "more: hookline rule unknown-event\n"
        "\n"
        "warning[milliseconds]: timeout is 5000 seconds; did you mean milliseconds?\n"
        " --> .cursor/hooks.json:8:39\n"
        "  |\n"
        '7 |     "stop": [\n'
        '8 |       { "command": "true", "timeout": 5000 }\n'
        "  |                                       ^^^^\n"
        "  |\n"
        "help: write seconds: 5\n"
        "more: hookline rule milliseconds\n"
        "\n"
        "1 error, 1 warning in 1 file, 1 hook.\n"
    )


@pytest.mark.usefixtures("mistaken")
@pytest.mark.parametrize(
    ("style", "line"),
    [
        param("concise", ".cursor/hooks.json:4:5: error[unknown-event] there is no event 'beforeShellExec'. "
              "Did you mean beforeShellExecution?", id="a line as compilers write it"),
        param("github", "::error file=.cursor/hooks.json,line=4,col=5,endColumn=22,title=unknown-event::there is no event "
              "'beforeShellExec'. Did you mean beforeShellExecution?", id="GitHub's annotation"),
    ],
)  # fmt: skip
def test_other_formats(call: Any, style: str, line: str) -> None:
    ended = call("check", "--format", style)
    assert ended.code == 1
    assert ended.out.splitlines()[0] == line


@pytest.mark.usefixtures("mistaken")
@pytest.mark.parametrize("option", [param(["--json"], id="--json"), param(["--format", "json"], id="--format json")])
def test_json(box: Any, call: Any, option: list[str]) -> None:
    found = call("check", *option).json
    assert [problem["code"] for problem in found["problems"]] == ["unknown-event", "milliseconds"]
    assert (found["files"], found["hooks"]) == ([str(box.ws / ".cursor/hooks.json")], 1)
    assert found["summary"] == {"error": 1, "warning": 1, "note": 0}


@pytest.mark.usefixtures("mistaken")
def test_sarif_is_what_code_scanning_reads(call: Any) -> None:
    report = call("check", "--format", "sarif").json
    assert report["version"] == "2.1.0"
    results = report["runs"][0]["results"]
    assert [(result["ruleId"], result["level"]) for result in results] == [
        ("unknown-event", "error"),
        ("milliseconds", "warning"),
    ]


@pytest.mark.parametrize(
    ("hooks", "options", "code"),
    [
        param(CLEAN, [], 0, id="nothing wrong"),
        param({"stop": [{"command": "true", "timeout": 5000}]}, [], 0, id="a warning is no error"),
        param({"stop": [{"command": "true", "timeout": 5000}]}, ["--strict"], 1, id="a warning, strictly"),
        param({"stop": [{}]}, [], 1, id="an error"),
    ],
)
def test_exit_code(box: Any, call: Any, hooks: dict[str, Any], options: list[str], code: int) -> None:
    box.user_hooks(hooks)
    assert call("check", *options).code == code


def test_no_problems_are_said_too(box: Any, call: Any) -> None:
    box.project_hooks(CLEAN)
    assert call("check").out == "No problems in 1 file, 1 hook.\n"


def test_nothing_to_check_says_where_to_look(call: Any) -> None:
    ended = call("check")
    assert (ended.code, ended.out) == (
        0,
        "There are no hook files to check. To see where they belong: hookline list. To create one: hookline init\n",
    )


def test_a_script_at_the_other_place_is_pointed_out(box: Any, call: Any) -> None:
    box.script("ws/.cursor/hooks/format.sh", "exit 0")
    box.project_hooks({"afterFileEdit": [{"command": "./hooks/format.sh"}]})
    ended = call("check", "--format", "concise")
    assert "Write .cursor/hooks/format.sh: project hooks run from the project root" in ended.out


def test_a_file_where_nobody_reads_it_is_found(box: Any, call: Any) -> None:
    box.project_hooks(CLEAN).rename(box.ws / ".cursor/hooks.jsonc")
    ended = call("check")
    assert ended.code == 1
    assert "error[jsonc-file]: this file is never read, so its hooks never run" in ended.out


@pytest.mark.parametrize(
    ("name", "text", "codes"),
    [
        param(".cursor/hooks.json", '{"version": 1, "hooks": {}}', [], id="the workspace's own"),
        param("../home/.cursor/hooks.json", '{"version": 1, "hooks": {"stop": [{"command": "./no.sh"}]}}', ["no-script"],
              id="the user's own"),
        param("../other/.cursor/hooks.json", '{"version": 1, "hooks": {"stop": [{"command": "here.sh/x"}]}}', ["no-script"],
              id="another project's"),
        param("team/hooks.json", '{"version": 1, "hooks": {"Stop": []}}', ["unknown-event"], id="one that stands anywhere"),
        param(".claude/settings.json", '{"hooks": {"Notification": []}}', ["claude-event"], id="Claude Code's"),
        param("x/settings.json", '{"hooks": {"Notification": []}}', ["claude-event"], id="Claude Code's, elsewhere"),
    ],
)  # fmt: skip
def test_given_files_are_read_as_what_their_place_says(box: Any, call: Any, name: str, text: str, codes: list[str]) -> None:
    path = box.ws / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    box.script("ws/.cursor/hooks.jsonc", "not looked at, because it was not asked for")
    found = call("check", name, "--json").json
    assert [problem["code"] for problem in found["problems"]] == codes
    assert found["files"] == [str(path.resolve())]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        param(["nope.json"], 66, "There is no file nope.json.", id="no such file"),
        param(["."], 64, "hookline check --workspace .", id="a folder"),
        param(["--json", "--format", "github"], 64, "--json and --format github cannot be used together.", id="two formats"),
        param(["--format", "xml"], 64, "'xml' is not one of", id="an unknown format"),
    ],
)
def test_what_cannot_be_checked(call: Any, arguments: list[str], code: int, said: str) -> None:
    ended = call("check", *arguments)
    assert (ended.code, ended.out) == (code, "") or ended.json["exit_code"] == code
    assert said in ended.err


def test_an_unreadable_file_is_an_error_without_an_excerpt(box: Any, call: Any) -> None:
    box.project_hooks({}).write_bytes(b"\xff\xfe{}")
    ended = call("check")
    assert ended.code == 1
    assert "error[utf-16]" in ended.out
    assert "|" not in ended.out


def test_the_schema_printed_for_editors_agrees_about_what_is_clean(box: Any, call: Any) -> None:
    path = box.project_hooks(CLEAN)
    validator = jsonschema_rs.validator_for(call("schema").json)
    assert call("check").code == 0
    assert validator.is_valid(json.loads(path.read_text()))
    assert not validator.is_valid(json.loads(MISTAKEN.replace("5000", '"5"')))
