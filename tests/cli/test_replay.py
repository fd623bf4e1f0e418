from __future__ import annotations

import json
from typing import Any

import pytest
from pytest import param

DENY_PUSH = 'case $(cat) in *\'git push\'*) echo \'{"permission": "deny", "user_message": "no"}\';; esac'
DENY_ALL = 'cat > /dev/null; echo \'{"permission": "deny", "user_message": "no"}\''


@pytest.fixture
def recorded(box: Any, call: Any) -> None:
    """Three events of this workspace, one of them with a secret, and one of another."""
    box.script("home/.cursor/hooks/guard.sh", DENY_PUSH)
    box.user_hooks({"beforeShellExecution": [{"command": "./hooks/guard.sh"}]})
    (box.root / "other").mkdir()
    call("fire", "beforeShellExecution", "--set", "command=ls", "--conversation", "c-1")
    call("fire", "beforeShellExecution", "--set", "command=git push", "--conversation", "c-2")
    call("fire", "beforeShellExecution", "--set", "command=export K=AKIAIOSFODNN7EXAMPLQ")
    call("fire", "beforeShellExecution", "--set", f"command=cat {box.root}/other/x", "--workspace", str(box.root / "other"))


@pytest.mark.usefixtures("recorded")
def test_hooks_that_decide_as_before(run: Any) -> None:
    ended = run("replay")
    assert ended.code == 0
    assert ended.out == (
        "1 event cannot be replayed in full:\n"
        "  beforeShellExecution  export K=[masked:aws-key-id:f8e0]  a secret in it was masked\n"
        "\n"
        "2 events replayed: 0 changed, 2 as before\n"
        "1 event of other workspaces left out. To include them: --workspace DIR, or --any-workspace\n"
    )
    assert ended.err == (
        "Firing 2 recorded events at the current hooks, for real: whatever they do, they do again. "
        "To only list them: --dry-run\n"
    )


@pytest.mark.usefixtures("recorded")
def test_every_decision_that_changed(box: Any, call: Any) -> None:
    box.script("home/.cursor/hooks/guard.sh", DENY_ALL)
    ended = call("replay")
    assert ended.code == 0
    lines = ended.out.splitlines()
    assert lines[0].startswith("CHANGED  beforeShellExecution  ls  (20")
    assert lines[1:4] == [
        "  permission  none → deny",
        "  was because 1 hook ran; none had an opinion",
        f"  now because denied by user hook 1 of beforeShellExecution ({box.home}/.cursor/hooks.json:5): its answer",
    ]
    assert lines[-3:-1] == ["2 events replayed: 1 changed, 1 as before", "  1    none → deny"]


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize(
    ("script", "code"), [param(DENY_PUSH, 0, id="nothing changed"), param(DENY_ALL, 1, id="something did")]
)
def test_check_is_for_ci(box: Any, call: Any, script: str, code: int) -> None:
    box.script("home/.cursor/hooks/guard.sh", script)
    assert call("replay", "--check").code == code


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize(
    ("options", "subjects"),
    [
        param([], ["ls", "git push"], id="of this workspace"),
        param(["-n", "2"], ["git push"], id="the latest two, one of which has a secret"),
        param(["--denied"], ["git push"], id="what was denied"),
        param(["--conversation", "c-1"], ["ls"], id="of a conversation"),
        param(["--text", "PUSH"], ["git push"], id="with a text in it"),
        param(
            ["--command", "./hooks/guard.sh", "--event", "beforeShellExecution", "--since", "1h", "--source", "user"],
            ["ls", "git push"],
            id="of a hook",
        ),
        param(["--any-workspace"], ["ls", "git push", "cat {root}/other/x"], id="of any workspace"),
        param(["--workspace", "../other"], ["cat {root}/other/x"], id="of another workspace"),
    ],
)
def test_which_events(box: Any, call: Any, options: list[str], subjects: list[str]) -> None:
    shown = call("replay", "--dry-run", "--json", *options).json
    assert [event["subject"] for event in shown["would_replay"]] == [text.format(root=box.root) for text in subjects]


@pytest.mark.usefixtures("recorded")
def test_a_dry_run_runs_nothing(box: Any, call: Any) -> None:
    box.script("home/.cursor/hooks/guard.sh", f"touch {box.root}/ran")
    ended = call("replay", "--dry-run")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith(
        "Would fire 2 events; nothing was run:\n"
        "  event                 decided  subject\n"
        "  beforeShellExecution  none     ls\n"
        "  beforeShellExecution  deny     git push\n"
        "1 event cannot be replayed in full:\n"
    )
    assert not (box.root / "ran").exists()


@pytest.mark.usefixtures("recorded")
def test_a_replay_is_not_recorded_itself(call: Any) -> None:
    before = call("log", "--json").out
    call("replay")
    assert call("log", "--json").out == before


@pytest.mark.usefixtures("recorded")
def test_paths_of_another_workspace_are_moved_into_this_one(box: Any, call: Any) -> None:
    box.script("home/.cursor/hooks/guard.sh", "grep -q /other/ && exit 0; exit 1")
    shown = call("replay", "--any-workspace", "--text", "other/x", "--json").json
    assert [change["what"] for change in shown["changes"][0]["changes"]] == ["failure"]


@pytest.mark.usefixtures("recorded")
def test_json(box: Any, call: Any) -> None:
    box.script("home/.cursor/hooks/guard.sh", DENY_ALL)
    shown = call("replay", "--json").json
    assert (shown["replayed"], shown["changed"], shown["summary"], shown["elsewhere"]) == (2, 1, {"none → deny": 1}, 1)
    (change,) = shown["changes"]
    assert (change["subject"], change["changes"]) == ("ls", [{"what": "permission", "before": "none", "after": "deny"}])
    assert [event["flaw"] for event in shown["cannot"]] == ["a secret in it was masked"]


@pytest.mark.usefixtures("recorded")
def test_lines_of_the_log_are_a_recording_too(box: Any, call: Any) -> None:
    (box.ws / "week.jsonl").write_text(call("log", "--json").out)
    box.script("home/.cursor/hooks/guard.sh", DENY_ALL)
    shown = call("replay", "week.jsonl", "--json").json
    assert (shown["replayed"], shown["changed"]) == (3, 2)


@pytest.mark.usefixtures("recorded")
def test_a_session_has_no_decisions_to_compare_with(box: Any, call: Any) -> None:
    lines = [{"event": "beforeShellExecution", "input": {"command": command}} for command in ("git push", "ls")]
    (box.ws / "session.jsonl").write_text("\n".join(map(json.dumps, lines)))
    ended = call("replay", "session.jsonl", "--check")
    assert (ended.code, ended.out) == (
        0,
        "2 events came without a decision to compare with; decided now:\n"
        "  beforeShellExecution  deny  git push\n"
        "  beforeShellExecution  none  ls\n"
        "\n"
        "2 events replayed: 0 changed, 0 as before\n",
    )


@pytest.mark.usefixtures("recorded")
def test_a_case_file_is_a_recording_of_what_is_expected(box: Any, call: Any) -> None:
    (box.ws / "x.cases.toml").write_text(
        '[[case]]\nname = "n"\nevent = "beforeShellExecution"\ninput = { command = "ls" }\nexpect = { permission = "deny" }\n'
        '[[case]]\nname = "m"\nevent = "stop"\nfiles = { "a" = "b" }\nexpect = { permission = "none" }\n'
    )
    out = call("replay", "x.cases.toml").out
    assert out.startswith("CHANGED  beforeShellExecution  ls  (x.cases.toml:1)\n  permission  deny → none\n  now because ")
    assert "it needs a workspace of its own (files, settings, env): run it with hookline test" in out
    assert call("replay", "x.cases.toml", "--dry-run", "--json").json["would_replay"][0]["decided"] == "deny"


def test_hooks_that_are_not_trusted_do_not_run_and_that_is_said(box: Any, call: Any) -> None:
    box.project_hooks({"stop": [{"command": "true"}]})
    call("fire", "stop")
    assert f"hookline trust {box.ws}" in call("replay").err
    assert "trust" not in call("replay", "--trust").err


@pytest.mark.parametrize(
    ("files", "options", "code", "said"),
    [
        param({}, ["missing.jsonl"], 66, "missing.jsonl cannot be read: No such file or directory.", id="no such file"),
        param({"x.jsonl": "{"}, ["x.jsonl"], 64, "x.jsonl:1: the line is not JSON", id="not JSON"),
        param(
            {"x.cases.toml": "[[case]]"},
            ["x.cases.toml"],
            64,
            "x.cases.toml:1: a case has no name",
            id="a case file that is wrong",
        ),
        param({"x.jsonl": ""}, ["x.jsonl", "--denied"], 64, "Filters apply to the journal", id="filters and a file"),
        param({}, ["--event", "stopp"], 64, "Did you mean 'stop'?", id="no such event"),
    ],
)
def test_wrong_use(box: Any, call: Any, files: dict[str, str], options: list[str], code: int, said: str) -> None:
    for name, text in files.items():
        (box.ws / name).write_text(text)
    ended = call("replay", *options)
    assert (ended.code, ended.out) == (code, "")
    assert said in ended.err


def test_nothing_is_recorded(call: Any) -> None:
    ended = call("replay")
    assert (ended.code, ended.out, ended.err) == (
        66, "No recorded events match these filters. To see what is recorded: hookline log\n", "",
    )  # fmt: skip
    assert call("replay", "--json").json["replayed"] == 0
