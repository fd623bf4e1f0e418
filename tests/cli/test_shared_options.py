from __future__ import annotations

import sys
from typing import Any

import click
import pexpect
import pytest
from pytest import param

from hookline.cli.faults import MissingInput, Usage
from hookline.cli.shared_options import Place, experiments, known_event, output_options, workspace_folder

SWITCH = "hooks_ide_project_config"


@pytest.mark.parametrize(
    ("pairs", "switches"),
    [
        param((), {}, id="none"),
        param((f"{SWITCH}=on",), {SWITCH: True}, id="on"),
        param((f"{SWITCH}=on", f"{SWITCH}=off"), {SWITCH: False}, id="the last one counts"),
    ],
)
def test_experiments(pairs: tuple[str, ...], switches: dict[str, bool]) -> None:
    assert experiments(pairs) == switches


@pytest.mark.parametrize("pair", ["a", "a=maybe", "=on", ""])
def test_odd_experiments(pair: str) -> None:
    with pytest.raises(Usage, match="--experiment takes name=on or name=off"):
        experiments((pair,))


def test_an_experiment_nobody_knows_is_refused() -> None:
    with pytest.raises(Usage, match="there is no experiment 'hooks_project'; the one there is: hooks_ide_project_config."):
        experiments(("hooks_project=off",))


def test_the_roots_are_the_current_folder_or_those_that_were_named(box: Any) -> None:
    assert Place((), None, True).roots == (str(box.ws),)
    assert Place(("..", "."), None, True).roots == (str(box.root), str(box.ws))
    with pytest.raises(MissingInput, match="There is no folder nope"):
        _ = Place(("nope",), None, True).roots


def test_a_file_is_no_workspace(box: Any) -> None:
    (box.ws / "file").touch()
    with pytest.raises(MissingInput, match="There is no folder file"):
        workspace_folder("file")


def test_known_event() -> None:
    ctx = click.Context(click.Command("x"))
    assert known_event(ctx, click.Argument(["event"]), "stop") == "stop"
    with pytest.raises(Usage, match="There is no event 'STOP'. Did you mean 'stop'?"):
        known_event(ctx, click.Argument(["event"]), "STOP")


@pytest.mark.parametrize(
    ("options", "environ", "colored"),
    [
        param([], {}, False, id="plain when it is no terminal"),
        param(["--color", "always"], {}, True, id="always"),
        param(["--color", "always"], {"NO_COLOR": "1"}, True, id="what was asked for beats NO_COLOR"),
        param(["--color", "never"], {}, False, id="never"),
        param(["--color", "always", "--json"], {}, False, id="JSON is never coloured"),
    ],
)
def test_color(
    call: Any, monkeypatch: pytest.MonkeyPatch, options: list[str], environ: dict[str, str], colored: bool
) -> None:
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert ("\x1b[" in call("schema", "--list", *options).out) is colored


@pytest.mark.parametrize(
    ("environ", "colored"),
    [
        param({"TERM": "xterm-256color"}, True, id="a terminal"),
        param({"TERM": "xterm-256color", "NO_COLOR": "1"}, False, id="NO_COLOR"),
        param({"TERM": "dumb"}, False, id="a dumb terminal"),
    ],
)
def test_color_on_a_terminal(box: Any, environ: dict[str, str], colored: bool) -> None:
    arguments = ["-m", "hookline", "schema", "--list"]
    terminal = pexpect.spawn(sys.executable, arguments, cwd=str(box.ws), env={**box.environ, **environ}, encoding="utf-8")
    terminal.expect(pexpect.EOF, timeout=30)
    terminal.close()
    assert terminal.exitstatus == 0
    assert ("\x1b[1mbeforeShellExecution" in terminal.before) is colored
    assert "beforeShellExecution" in terminal.before


def test_nobody_is_asked_where_nobody_can_answer() -> None:
    @click.command()
    @output_options
    def command(may_ask: bool, **given: Any) -> bool:
        return may_ask

    assert command.main([], standalone_mode=False) is False


def test_every_option_of_a_host_reaches_the_engine(box: Any, call: Any) -> None:
    (box.root / "second").mkdir()
    box.user_hooks({"stop": [{"command": "cat >&2; env >&2"}]})
    ended = call(
        "fire", "stop", "--workspace", box.ws, "--workspace", box.root / "second", "--user-email", "a@b.c", "--transcript",
        "/t.jsonl", "--cursor-version", "9.9", "--remote", "--conversation", "c", "--model", "m", "--merge", "strictest",
        "--profile", "cursor-2026-09", "--no-claude", "--no-journal", "--experiment", f"{SWITCH}=on", "--json",
    )  # fmt: skip
    stderr = ended.json["hooks"][0]["stderr"]
    for part in (
        f'"workspace_roots":["{box.ws}","{box.root}/second"]',
        '"user_email":"a@b.c"',
        '"transcript_path":"/t.jsonl"',
        '"cursor_version":"9.9"',
        '"conversation_id":"c"',
        '"model":"m"',
        "CURSOR_CODE_REMOTE=true",
        f"CURSOR_PROJECT_DIR={box.ws}",
    ):
        assert part in stderr


def test_the_cloud_runs_project_hooks_and_others_by_plan(box: Any, call: Any) -> None:
    enterprise = box.root / "etc/hooks.json"
    enterprise.parent.mkdir()
    enterprise.write_text('{"version": 1, "hooks": {"stop": [{"command": "true"}]}}')
    box.user_hooks({"stop": [{"command": "true"}]})
    box.project_hooks({"stop": [{"command": "true"}]})
    cloud = ["fire", "stop", "--trust", "--json", "--surface", "cloud", "--enterprise-config", str(enterprise)]
    assert [hook["source"] for hook in call(*cloud).json["hooks"]] == ["project"]
    assert [hook["source"] for hook in call(*cloud, "--enterprise-plan").json["hooks"]] == ["enterprise", "project"]
