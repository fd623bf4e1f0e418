from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from typing import Any

import click
import pytest
from pytest import param

import hookline
from hookline.cli import app
from hookline.cli.main import COMMAND_GROUPS, COMMANDS, main
from hookline.cli.option_groups import GroupedCommand


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_version(run: Any, option: str) -> None:
    assert run(option) == (0, f"hookline {hookline.__version__}\n", "")


def test_version_imports_next_to_nothing(box: Any) -> None:
    code = "import sys; from hookline.cli.main import main; main(['--version']); print(*sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=box.environ).stdout
    names = out.splitlines()[1].split()
    loaded = {name for name in names if name.startswith(("hookline", "click", "rich", "json", "asyncio", "re2"))}
    assert loaded == {"hookline", "hookline.cli", "hookline.cli.main"}


def test_fire_imports_nothing_it_does_not_use(box: Any) -> None:
    code = (
        "import sys; from hookline.cli.main import main; main(['fire', 'stop', '--json']); "
        "print([name for name in ('asyncio', 'rich', 'pathlib', 'dataclasses', 'urllib', 'difflib', 'regex') "
        "if name in sys.modules], file=sys.stderr)"
    )
    err = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=box.environ, cwd=box.ws
    ).stderr
    assert err.splitlines()[-1] == "[]"


def test_help_names_every_command_without_importing_them(call: Any) -> None:
    for name in [name for name in sys.modules if name.startswith("hookline.cli.commands.")]:
        del sys.modules[name]
    ended = call("--help")
    assert ended.code == 0
    for name, (_, about) in COMMANDS.items():
        assert f"  {name:<10}  {about}" in ended.out
    titles = [line.removesuffix(":") for line in ended.out.splitlines() if line.removesuffix(":") in COMMAND_GROUPS]
    assert titles == list(COMMAND_GROUPS)
    assert not [name for name in sys.modules if name.startswith("hookline.cli.commands.")]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_helps_and_gives_examples(call: Any, name: str) -> None:
    assert import_module(COMMANDS[name][0]).command.name == name
    ended = call(name, "--help")
    assert ended.code == 0
    assert ended.out.startswith(f"Usage: hookline {name} ")
    assert f"Examples:\n    hookline {name}" in ended.out or f"| hookline {name}" in ended.out
    assert call(name, "-h").out == ended.out


def test_the_group_is_what_click_expects_of_one() -> None:
    group, ctx = app.hookline_command, click.Context(app.hookline_command)
    assert isinstance(group, click.Group)
    assert group.list_commands(ctx) == list(COMMANDS)
    assert group.get_command(ctx, "nope") is None


@pytest.mark.parametrize(
    ("name", "headings"),
    [
        param(
            "fire",
            ["Options", "Where to look for hooks", "What the agent is", "Output"],
            id="fire: a host's options have a group",
        ),
        param(
            "host",
            ["Options", "Where to look for hooks", "What the agent is", "Output"],
            id="host: all but the help are of a group",
        ),
        param("list", ["Options", "Where to look for hooks", "Output"], id="list: no host"),
        param("schema", ["Options", "Output"], id="schema: no place either"),
    ],
)
def test_options_that_commands_share_have_headings_of_their_own(call: Any, name: str, headings: list[str]) -> None:
    lines = call(name, "--help").out.splitlines()
    assert [line.removesuffix(":") for line in lines if line.endswith(":") and not line.startswith(" ")] == headings


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"judge", "team"}))
def test_every_command_has_such_headings(name: str) -> None:
    """`judge` and `team` have commands of their own, and they have them."""
    assert isinstance(import_module(COMMANDS[name][0]).command, GroupedCommand)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_takes_json(name: str) -> None:
    command = import_module(COMMANDS[name][0]).command
    assert {"--json", "--color", "--no-input"} <= {option for parameter in command.params for option in parameter.opts}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        param([], "Every day:", id="nothing at all"),
        param(["frie"], "There is no command 'frie'. Did you mean 'fire'?", id="a typing error"),
        param(["xyzzy"], "There is no command 'xyzzy'.", id="a word like no other"),
        param(["a\x1b[2Jb"], "There is no command 'a\\\\x1b[2Jb'", id="a trick on the terminal"),
        param(["--nope"], "No such option", id="an unknown option"),
        param(["fire", "stop", "more"], "unexpected extra argument", id="an argument too many"),
    ],
)
def test_usage_errors_are_64_because_2_is_a_verdict(run: Any, arguments: list[str], said: str) -> None:
    ended = run(*arguments)
    assert (ended.code, ended.out) == (64, "")
    assert said in ended.err


def failing(error: BaseException) -> click.Command:
    def command() -> None:
        raise error

    return click.Command("schema", callback=command)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes `hookline schema` raise an error."""

    def breaking(error: BaseException) -> None:
        monkeypatch.setattr(app, "import_module", lambda name: type("module", (), {"command": failing(error)}))

    return breaking


def test_a_bug_of_ours_is_70_and_leaves_a_report(box: Any, call: Any, broken: Any) -> None:
    broken(ZeroDivisionError("a\x1b[2Jb"))
    ended = call("schema")
    assert (ended.code, ended.out) == (70, "")
    (report,) = box.state.iterdir()
    assert ended.err == (
        "This is a bug in Hookline, not in your hooks: ZeroDivisionError: a\\x1b[2Jb\n"
        f"A report is in {report}. Please send it to us.\n"
    )
    assert "ZeroDivisionError" in report.read_text()


def test_a_bug_whose_report_cannot_be_written(box: Any, call: Any, broken: Any) -> None:
    box.state.write_text("a file where the folder should be")
    broken(ZeroDivisionError())
    ended = call("schema")
    assert (ended.code, ended.err.splitlines()[1]) == (70, "The report could not be written. Please send it to us.")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        param(KeyboardInterrupt(), 130, id="Ctrl-C"),
        param(click.Abort(), 130, id="Ctrl-C at a question"),
        param(BrokenPipeError(), 141, id="a reader that left"),
    ],
)
def test_other_endings(call: Any, broken: Any, error: BaseException, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "silence", lambda stream: None)
    broken(error)
    ended = call("schema")
    assert (ended.code, ended.err.strip()) == (code, "")  # click ends the line that Ctrl-C was typed on


@pytest.mark.parametrize(
    "arguments", [param("schema", id="more than a buffer"), param("schema --list", id="what is only written at the end")]
)
def test_a_result_that_cannot_be_written_is_an_error(box: Any, arguments: str) -> None:
    ended = subprocess.run(
        f"{sys.executable} -m hookline {arguments} > /dev/full", shell=True, capture_output=True, text=True,
        cwd=box.ws, env=box.environ, check=False,
    )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (1, "Error: The result could not be written: No space left on device\n")


def test_a_reader_that_leaves_early_is_no_error(box: Any) -> None:
    ended = subprocess.run(
        f"{sys.executable} -m hookline schema --list | head -n 1", shell=True, capture_output=True, text=True,
        cwd=box.ws, env=box.environ, check=False,
    )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("hooks")


@pytest.mark.parametrize(
    ("arguments", "closed", "code"),
    [
        param("fire stop", "<&- >&- 2>&-", 0, id="all three"),
        param("fire stop", ">&-", 0, id="stdout"),
        param("fire stop --input -", "<&-", 64, id="stdin where it is needed"),
        param("host", "<&-", 0, id="stdin of a host is at its end"),
        param("nope", "2>&-", 64, id="stderr where it is needed"),
    ],
)
def test_closed_streams_do_no_harm(box: Any, arguments: str, closed: str, code: int) -> None:
    box.user_hooks({"stop": [{"command": "true"}]})
    command = f"{sys.executable} -m hookline {arguments} {closed}"
    ended = subprocess.run(
        ["bash", "-c", command], cwd=box.ws, env=box.environ, capture_output=True, timeout=60, check=False
    )
    assert ended.returncode == code
    assert not list(box.state.glob("bug-*"))


def test_the_installed_program_is_the_same(box: Any) -> None:
    program = os.path.join(os.path.dirname(sys.executable), "hookline")
    ended = subprocess.run([program, "--version"], capture_output=True, text=True, env=box.environ, check=False)
    assert (ended.returncode, ended.stdout) == (0, f"hookline {hookline.__version__}\n")


def test_main_takes_its_arguments_from_the_process(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(sys, "argv", ["hookline", "-V"])
    assert (main(), capsys.readouterr().out) == (0, f"hookline {hookline.__version__}\n")
