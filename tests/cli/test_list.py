from __future__ import annotations

import os
from typing import Any

import pytest
from pytest import param


def test_hooks_stand_event_by_event_with_what_may_run_and_what_may_not(box: Any, run: Any) -> None:
    box.project_hooks(
        {
            "beforeShellExecution": [
                {"command": "exit 0", "matcher": "git|gh", "failClosed": True},
                {"command": "exit 0", "timeout": "soon"},
            ]
        }
    )
    box.user_hooks({"beforeShellExecution": [{"command": "true", "timeout": 0.5}], "stop": [{"command": "true"}]})
    ended = run("list")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == (
        "beforeShellExecution  Can deny a shell command or have a person asked.\n"
        "  source   hook    matcher  timeout  on failure  state        where\n"
        "  project  exit 0  git|gh   60 s     blocks      not trusted  .cursor/hooks.json:5\n"
        "  user     true    –        0.5 s    –           active       ~/.cursor/hooks.json:5\n"
        "  project  exit 0  –        60 s     –           set aside    .cursor/hooks.json:10\n"
        '  set aside   .cursor/hooks.json:10 timeout is "soon"; it must be a number above 0\n'
        "\n"
        "stop  Can send a follow-up message, up to the script's loop_limit.\n"
        "  source  hook  timeout  state   where\n"
        "  user    true  60 s     active  ~/.cursor/hooks.json:11\n"
        "\n"
        "4 hooks: 2 active, 1 not trusted, 1 set aside.\n"
        "project hooks need a trusted workspace: review them with `hookline list`, then run: "
        f"hookline trust {box.ws}\n"
        "1 problem in the files: hookline check\n"
    )


def test_when_a_hook_last_ran_is_told_for_its_own_workspace_only(box: Any, call: Any) -> None:
    box.project_hooks({"stop": [{"command": "true"}]})
    box.user_hooks({"stop": [{"command": "true"}]})
    other = box.root / "other"
    other.mkdir()
    (other / ".cursor").symlink_to(box.ws / ".cursor")
    assert "last ran" not in call("list").out
    call("fire", "stop", "--trust")
    here = [(hook["source"], hook["last_ran_at"] is None) for hook in call("list", "--json").json["hooks"]]
    assert here == [("project", False), ("user", False)]
    there = call("list", "--json", "--workspace", other).json["hooks"]
    assert [(hook["source"], hook["last_ran_at"] is None) for hook in there] == [("project", True), ("user", False)]
    assert "just now" in call("list").out


def test_json_says_all_there_is_to_say_of_a_hook(box: Any, call: Any) -> None:
    path = box.user_hooks({"stop": [{"command": "true", "loop_limit": None}]})
    assert call("list", "--json").json == {
        "hooks": [
            {
                "event": "stop",
                "source": "user",
                "command": "true",
                "type": "command",
                "matcher": None,
                "timeout_s": 60.0,
                "fail_closed": False,
                "loop_limit": None,
                "cwd": str(box.home / ".cursor"),
                "file": str(path),
                "line": 5,
                "state": "active",
                "reason": None,
                "last_ran_at": None,
            }
        ],
        "trust": [],
        "problems": [],
    }


def test_a_prompt_hook_and_a_set_aside_entry_that_blocks(box: Any, call: Any) -> None:
    box.user_hooks({"beforeReadFile": [{"type": "prompt", "prompt": "Is it safe?"}, {"command": 1, "failClosed": True}]})
    out = call("list").out
    assert "(prompt) Is it safe?" in out
    assert "it says failClosed, so it blocks until it is fixed" in out


def test_nothing_configured_says_where_it_looked_and_how_to_begin(box: Any, call: Any) -> None:
    ended = call("list", "--enterprise-config", "e.json")
    assert ended.out == (
        "No hooks are configured.\n"
        "Looked at:\n"
        "  enterprise      e.json                       missing\n"
        "  project         .cursor/hooks.json           missing\n"
        "  user            ~/.cursor/hooks.json         missing\n"
        "  claude-local    .claude/settings.local.json  missing\n"
        "  claude-project  .claude/settings.json        missing\n"
        "  claude-user     ~/.claude/settings.json      missing\n"
        "To get started:\n"
        "  hookline init            for yourself, in every project\n"
        "  hookline init --project  for this project, to be checked in\n"
    )


def test_a_file_that_is_refused_whole_is_not_called_missing(box: Any, call: Any) -> None:
    box.project_hooks({}).write_text("{")
    out = call("list", "--no-claude").out
    assert "  project     .cursor/hooks.json      exists\n" in out
    assert "1 problem in the files: hookline check\n" in out


@pytest.mark.parametrize(
    ("hooks", "out"),
    [
        param({"preCompact": [{"command": "true"}]}, "No hooks are configured for stop.\n"
              "There are hooks for other events: hookline list\n", id="other events have some"),
        param({"stop": [{"command": "true"}], "preCompact": [{"command": "true"}]},
              "stop  Can send a follow-up message, up to the script's loop_limit.\n"
              "  source  hook  timeout  state   where\n"
              "  user    true  60 s     active  ~/.cursor/hooks.json:5\n"
              "\n"
              "1 hook: 1 active.\n", id="it has one"),
    ],
)  # fmt: skip
def test_one_event_only(box: Any, call: Any, hooks: dict[str, Any], out: str) -> None:
    box.user_hooks(hooks)
    assert call("list", "stop").out == out


def test_an_event_that_does_not_exist(call: Any) -> None:
    ended = call("list", "stopp")
    assert ended.code == 64
    assert "There is no event 'stopp'. Did you mean 'stop'?" in ended.err


def test_a_journal_that_cannot_be_read_does_not_stop_the_list(box: Any, call: Any) -> None:
    box.user_hooks({"stop": [{"command": "true"}]})
    box.state.mkdir()
    (box.state / "journal.db").write_bytes(b"no database, but long enough to look at" * 100)
    ended = call("list")
    assert ended.code == 0
    assert "1 hook: 1 active." in ended.out
    assert "journal.db" in ended.err


def test_a_team_on_disk_is_looked_at(box: Any, call: Any) -> None:
    team = box.home / ".cursor/managed/team_7"
    os.makedirs(team / "hooks")
    (team / "hooks.json").write_text('{"version": 1, "hooks": {"stop": [{"command": "true"}]}}')
    assert [hook["source"] for hook in call("list", "--json").json["hooks"]] == ["team"]
    assert "No problems in 1 file, 1 hook." in call("check").out


def test_a_hook_that_was_switched_off_is_listed_with_the_reason(box: Any, call: Any) -> None:
    from hookline.config.switches import SwitchStore
    from hookline.testing import a_hook

    file = box.user_hooks({"stop": [{"command": "true"}, {"command": "false"}]})
    hook = a_hook(source="user", event="stop", command="true", file=str(file), matcher=None)
    SwitchStore(str(box.state), now=lambda: 1_800_000_000.0).switch(hook, off=True)
    hooks = call("list", "--json").json["hooks"]
    assert [(one["command"], one["state"]) for one in hooks] == [("true", "switched off"), ("false", "active")]
    assert hooks[0]["reason"].startswith("switched off since 20")
    assert "2 hooks: 1 active, 1 switched off.\nswitched off since 20" in call("list").out
