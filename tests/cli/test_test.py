from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from pytest import param

GUARD = """hook = ".cursor/hooks/guard.sh"

[[case]]
name = "a push is denied"
event = "beforeShellExecution"
input = { command = "git push" }
expect = { permission = "deny", agent_message = "no" }

[[case]]
name = "looking is fine"
event = "beforeShellExecution"
input = { command = "git status" }
expect = { permission = "none" }
"""


@pytest.fixture
def guarded(box: Any) -> Path:
    """A workspace with a hook, and its cases beside it."""
    box.script("ws/.cursor/hooks/guard.sh", "case $(cat) in *'git push'*) echo 'no push' >&2; exit 2;; esac")
    file: Path = box.ws / ".cursor/hooks/guard.cases.toml"
    file.write_text(GUARD.replace('"no"', '"no push"'))
    return file


def without_time(text: str) -> str:
    return re.sub(r"in [0-9.]+ s|[0-9]+ ms", "TIME", text)


@pytest.mark.usefixtures("guarded")
def test_cases_that_pass(run: Any) -> None:
    ended = run("test")
    assert (ended.code, without_time(ended.out), ended.err) == (
        0, "passed  .cursor/hooks/guard.cases.toml  2 of 2 cases\n\n2 cases in 1 file: 2 passed, TIME\n", "",
    )  # fmt: skip


@pytest.mark.usefixtures("guarded")
def test_every_case_is_named_on_demand(call: Any) -> None:
    assert without_time(call("test", "-v").out).splitlines()[1:3] == [
        "  passed  a push is denied  TIME", "  passed  looking is fine  TIME",
    ]  # fmt: skip


def test_what_differs_is_shown_with_the_reason_and_stderr(guarded: Path, call: Any) -> None:
    guarded.write_text(GUARD.replace('"none"', '"deny"') + '\n[[case]]\nname = "wrong"\nevent = "stopp"\n')
    ended = call("test")
    assert ended.code == 1
    assert (
        without_time(ended.out)
        == """\
PROBLEM  .cursor/hooks/guard.cases.toml:15
  what        wrong: there is no event 'stopp'
  to do       did you mean stop?

FAILED  .cursor/hooks/guard.cases.toml:9  looking is fine
  expected    permission: deny
  got         permission: none
  because     1 hook ran; none had an opinion

failed  .cursor/hooks/guard.cases.toml  1 of 2 cases

2 cases in 1 file: 1 passed, 1 failed, 1 problem, TIME
"""
    )


def test_stderr_of_a_hook_that_broke(guarded: Path, box: Any, call: Any) -> None:
    box.script("ws/.cursor/hooks/guard.sh", "echo 'jq: not found' >&2; exit 127")
    shown = call("test", "-k", "looking").out
    assert "  got         failure: not found" in shown
    assert "  stderr      jq: not found\n" in shown


@pytest.mark.usefixtures("guarded")
@pytest.mark.parametrize(
    ("options", "names"),
    [
        param([], ["a push is denied", "looking is fine"], id="all"),
        param(["-k", "PUSH"], ["a push is denied"], id="by a word of the name, case aside"),
        param(["-k", "fine", "-k", "push"], ["a push is denied", "looking is fine"], id="by any of several words"),
        param(["-k", "guard.cases"], ["a push is denied", "looking is fine"], id="by the file"),
        param([".cursor/hooks"], ["a push is denied", "looking is fine"], id="of a folder"),
        param([".cursor/hooks/guard.cases.toml", "."], ["a push is denied", "looking is fine"], id="of a file, once"),
    ],
)
def test_which_cases_are_run(call: Any, options: list[str], names: list[str]) -> None:
    ended = call("test", "--json", *options)
    assert ended.code == 0
    assert [case["name"] for case in ended.json["cases"]] == names
    assert ended.json["left_out"] == 2 - len(names)


@pytest.mark.usefixtures("guarded")
@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        param(["nowhere"], 66, "There is no file or folder nowhere.", id="no such path"),
        param([".cursor", "empty"], 66, "There are no case files (*.cases.toml) below empty.", id="a folder without cases"),
        param(
            ["--kit", "git-gard"],
            64,
            "There is no ready-made hook 'git-gard'. Did you mean 'git-guard'?",
            id="no such ready-made hook",
        ),
        param(
            ["."], 66, "gone.cases.toml cannot be read: Too many levels of symbolic links.", id="a file that cannot be read"
        ),
        param(["-j", "0"], 64, "0 is not in the range", id="nobody to run them"),
        param(
            ["--junit", "no/such/folder.xml"],
            1,
            "no/such/folder.xml cannot be written: No such file or directory.",
            id="a report that cannot be written",
        ),
    ],
)
def test_wrong_use(box: Any, call: Any, options: list[str], code: int, said: str) -> None:
    (box.ws / "empty").mkdir()
    (box.ws / "gone.cases.toml").symlink_to("gone.cases.toml")
    ended = call("test", *options)
    assert (ended.code, ended.out) == (code, "")
    assert said in ended.err


def test_nothing_to_test_says_how_to_begin_and_the_first_case_works(box: Any, run: Any) -> None:
    ended = run("test")
    assert ended.code == 66
    assert ended.out.startswith("There are no case files (*.cases.toml) in .cursor/hooks or ~/.cursor/hooks.\n")
    first = "".join(line[2:] for line in ended.out.splitlines(keepends=True) if line.startswith("  "))
    box.script("ws/.cursor/hooks/guard.sh", "exit 2")
    box.project_hooks({"beforeShellExecution": [{"command": ".cursor/hooks/guard.sh"}]})
    (box.ws / ".cursor/hooks/first.cases.toml").write_text(first)
    assert run("test").code == 0


@pytest.mark.usefixtures("guarded")
def test_no_case_is_called_like_that(call: Any) -> None:
    ended = call("test", "-k", "tomorrow")
    assert (ended.code, ended.out) == (66, "No case has 'tomorrow' in its name or file.\n")
    assert call("test", "-k", "tomorrow", "--json").json["cases"] == []


@pytest.mark.usefixtures("guarded")
def test_junit(box: Any, call: Any) -> None:
    assert call("test", "--junit", "report.xml").code == 0
    root = ElementTree.fromstring((box.ws / "report.xml").read_bytes())
    assert [case.attrib["name"] for case in root.iter("testcase")] == ["a push is denied", "looking is fine"]


def test_the_users_own_cases_are_found_too(box: Any, call: Any) -> None:
    box.script("home/.cursor/hooks/u.sh", "pwd >&2")
    (box.home / ".cursor/hooks/u.cases.toml").write_text(
        'hook = "./hooks/u.sh"\n[[case]]\nname = "it runs at home"\nevent = "stop"\n'
        f'expect = {{ permission = "none", stderr = "={box.home}/.cursor" }}\n'
    )
    assert call("test").code == 0


def test_sources_narrow_the_configured_hooks(box: Any, call: Any) -> None:
    box.user_hooks({"beforeShellExecution": [{"command": "exit 2"}]})
    (box.ws / "x.cases.toml").write_text(
        '[[case]]\nname = "denied"\nevent = "beforeShellExecution"\nexpect = { permission = "deny" }\n'
    )
    assert [call("test", ".", *options).code for options in ([], ["--source", "user"], ["--source", "project"])] == [0, 0, 1]


def test_the_enterprises_hooks_are_those_of_the_option(box: Any, call: Any) -> None:
    (box.ws / "e.json").write_text('{"version": 1, "hooks": {"stop": [{"command": "echo from above >&2"}]}}')
    (box.ws / "x.cases.toml").write_text('[[case]]\nname = "n"\nevent = "stop"\nexpect = { stderr = "from above" }\n')
    assert [call("test", ".", *more).code for more in ([], ["--enterprise-config", "e.json"])] == [1, 0]


def test_a_case_without_hooks_of_any_kind_is_told_so(box: Any, call: Any) -> None:
    (box.ws / "x.cases.toml").write_text(
        '[[case]]\nname = "n"\nevent = "beforeShellExecution"\nexpect = { permission = "deny" }\n'
    )
    assert "  because     no hook is configured for beforeShellExecution\n" in call("test", ".").out


@pytest.mark.slow
def test_the_cases_of_every_ready_made_hook_pass(run: Any) -> None:
    """The promise is 20 s for all of them on two idle cores; this machine may be busy."""
    ended = run("test", "--kit", "--json")
    failed = [
        (case["file"], case["name"], case["differences"], case["trouble"])
        for case in ended.json["cases"]
        if not case["passed"]
    ]
    assert (failed, ended.json["problems"]) == ([], [])
    assert ended.code == 0
    assert len(ended.json["files"]) >= 1
    assert ended.json["duration_s"] < 200


def test_the_cases_of_one_ready_made_hook(call: Any) -> None:
    files = call("test", "--kit", "git-guard", "--json").json["files"]
    assert [Path(file).name for file in files] == ["git_guard.cases.toml"]


def test_a_signal_ends_the_hooks_and_leaves_nothing_behind(box: Any) -> None:
    import os
    import signal
    import subprocess
    import sys
    import time

    box.script("ws/.cursor/hooks/slow.sh", f"echo $$ > {box.root}/pid; exec sleep 60")
    (box.ws / "x.cases.toml").write_text(
        'hook = ".cursor/hooks/slow.sh"\n[[case]]\nname = "n"\nevent = "stop"\nfiles = { "a" = "b" }\nexpect = { permission = "none" }\n'
    )
    (box.root / "tmp").mkdir()
    environ = {**box.environ, "TMPDIR": str(box.root / "tmp")}
    process = subprocess.Popen([sys.executable, "-m", "hookline", "test", "."], cwd=box.ws, env=environ)
    pid = box.root / "pid"
    while not (pid.exists() and pid.read_text().strip()):
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 128 + signal.SIGTERM
    assert os.listdir(box.root / "tmp") == []
    assert not Path(f"/proc/{pid.read_text().strip()}").exists()


def test_json_is_json_whatever_hooks_print(guarded: Path, box: Any, run: Any) -> None:
    box.script("ws/.cursor/hooks/guard.sh", "printf '\\033[31m\\377' >&2; exit 1")
    ended = run("test", "--json")
    assert ended.code == 1
    assert json.loads(ended.out)["failed"] == 2
