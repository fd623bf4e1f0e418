from __future__ import annotations

import json
import os
import sys
from typing import Any

import pexpect
import pytest
from pytest import param

from hookline.spec.agent_shells import AGENT_MARKS, AgentMark


@pytest.fixture(autouse=True)
def workspace(box: Any) -> None:
    box.script("ws/.cursor/hooks/x.sh", "exit 0\n")
    box.project_hooks({"stop": [{"command": ".cursor/hooks/x.sh"}]})


def fires(call: Any) -> bool:
    """Whether the hook of the workspace runs."""
    return bool(call("fire", "stop", "--json").json["hooks"])


def test_trust_says_what_it_is_given_for_and_the_hooks_run(box: Any, run: Any) -> None:
    assert not fires(run)
    ended = run("trust", "--yes")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == (
        f"1 hook in {box.ws}:\n"
        "  event  source   hook                matcher  where\n"
        "  stop   project  .cursor/hooks/x.sh  –        .cursor/hooks.json:5\n"
        "2 files that they use:\n"
        "  .cursor/hooks.json\n"
        "  .cursor/hooks/x.sh\n"
        f"To read them here:  hookline trust {box.ws} --show\n"
        "\n"
        f"Trusted {box.ws}: its hooks run until one of these files changes.\n"
        f"To revoke it:  hookline trust {box.ws} --revoke\n"
    )
    assert fires(run)


def test_show_shows_every_line_and_trusts_nothing(box: Any, call: Any) -> None:
    ended = call("trust", "--show")
    assert ended.out.splitlines()[6:] == [
        "",
        ".cursor/hooks.json",
        "   1 {",
        '   2   "version": 1,',
        '   3   "hooks": {',
        '   4     "stop": [',
        "   5       {",
        '   6         "command": ".cursor/hooks/x.sh"',
        "   7       }",
        "   8     ]",
        "   9   }",
        "  10 }",
        "",
        ".cursor/hooks/x.sh",
        "   1 #!/bin/sh",
        "   2 exit 0",
        "",
        f"Nothing has been trusted yet. To trust it:  hookline trust {box.ws}",
    ]
    assert not fires(call)


@pytest.mark.parametrize(
    ("file", "text", "phrase", "lines"),
    [
        param(".cursor/hooks/x.sh", "#!/bin/sh\ncurl evil\n", "changed since you trusted it",
              ["  @@ -1,2 +1,2 @@", "   #!/bin/sh", "  -exit 0", "  +curl evil"], id="a changed script"),
        param(".cursor/hooks/x.sh", None, "does not exist", ["  (the file does not exist)"], id="a script that is gone"),
        param(".cursor/hooks/x.sh", "#!/bin/sh\n\x1b[2Jexit 0\n", "changed since you trusted it",
              ["  @@ -1,2 +1,2 @@", "   #!/bin/sh", "  -exit 0", "  +\\x1b[2Jexit 0"], id="a trick on the terminal"),
    ],
)  # fmt: skip
def test_after_a_change_the_difference_is_shown_and_nothing_runs(
    box: Any, call: Any, file: str, text: str | None, phrase: str, lines: list[str]
) -> None:
    call("trust", "--yes")
    path = box.ws / file
    path.unlink() if text is None else path.write_text(text)
    assert not fires(call)
    out = call("trust", "--show").out.splitlines()
    assert f"  {file}  {phrase}" in out
    assert out[out.index(file) + 1 : -2] == lines
    again = call("trust", "--yes").out.splitlines()
    assert again[again.index(file) + 1 :][: len(lines)] == lines
    assert f"Trusted {box.ws}: its hooks run until one of these files changes." in again


def test_without_a_terminal_it_needs_yes(box: Any, run: Any) -> None:
    ended = run("trust")
    assert (ended.code, fires(run)) == (1, False)
    assert ended.out.startswith(f"1 hook in {box.ws}:\n")
    assert ended.err == (
        "Error: Nothing was trusted: there is no terminal to ask on. To trust these hooks as they are, "
        f"run: hookline trust {box.ws} --yes\n"
    )
    assert run("trust", "--json").code == 64
    assert run("trust", "--yes").code == 0
    assert fires(run)


@pytest.mark.parametrize("mark", [param(mark, id=f"{mark.agent}: {mark.variable}") for mark in AGENT_MARKS])
def test_an_agents_shell_gives_no_trust_and_takes_none(
    box: Any, call: Any, monkeypatch: pytest.MonkeyPatch, mark: AgentMark
) -> None:
    def refused(*arguments: str) -> bool:
        with monkeypatch.context() as changed:
            changed.setenv(mark.variable, "1")
            ended = call("trust", *arguments)
        return bool(ended.code == 1 and f"{mark.agent} is calling ({mark.variable} is set)" in ended.err)

    assert refused("--yes") and refused("--json", "--yes")
    assert not fires(call)
    call("trust", "--yes")
    assert refused("--revoke")
    assert fires(call)
    (box.ws / ".cursor/hooks.json").unlink()
    assert refused("--yes")  # that they are gone stays in every result, too
    assert "hooks.json was removed" in call("fire", "stop").out


def test_an_agents_shell_may_look(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMINI_CLI", "1")
    assert [call("trust", option).code for option in ("--show", "--list")] == [0, 0]


def test_what_an_agent_adds_is_not_trusted_for_being_ours(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    call("trust", "--yes")
    monkeypatch.setenv("CODEX_CI", "1")
    ended = call("init", "--project")
    assert "Not trusted: Codex is calling, and only a person gives trust." in ended.out
    assert not fires(call)


def test_a_hook_is_a_persons_program_and_may(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    monkeypatch.setenv("HOOKLINE", "1")
    assert call("trust", "--yes").code == 0
    assert fires(call)


def test_once_more_is_no_news(box: Any, call: Any) -> None:
    call("trust", "--yes")
    assert call("trust", "--yes").out == f"{box.ws} is already trusted as it is now.\n"
    assert call("trust", "--show").out == f"{box.ws} is already trusted as it is now.\n"


def test_revoke(box: Any, call: Any) -> None:
    call("trust", "--yes")
    assert call("trust", "--revoke").out == f"{box.ws} is no longer trusted: its hooks do not run.\n"
    assert not fires(call)
    assert call("trust", "--revoke").out == f"{box.ws} was not trusted. Nothing changed.\n"
    assert call("trust", "--revoke", "--json").json == {"root": str(box.ws), "trusted": False, "was_trusted": False}


def test_revoke_of_a_folder_that_is_gone(box: Any, call: Any) -> None:
    call("trust", "--yes")
    box.ws.rename(box.root / "moved")
    assert call("trust", box.ws, "--list").out.endswith("2 files  folder no longer exists\n")
    assert call("trust", box.ws, "--revoke").out == f"{box.ws} is no longer trusted: its hooks do not run.\n"
    ended = call("trust", box.ws, "--revoke")
    assert (ended.code, ended.err) == (66, f"Error: There is no folder {box.ws}, and no folder of that name is trusted.\n")


def test_list(box: Any, call: Any) -> None:
    assert call("trust", "--list").out == "No folder is trusted. To allow a workspace's hooks to run:  hookline trust DIR\n"
    call("trust", "--yes")
    assert [(one["root"], one["files"], one["state"]) for one in call("trust", "--list", "--json").json["folders"]] == [
        (str(box.ws), 2, "trusted")
    ]
    (box.ws / ".cursor/hooks/x.sh").write_text("")
    out = call("trust", "--list").out.splitlines()
    assert out[0].split() == ["folder", "trusted", "at", "for", "now"]
    assert out[1].startswith(f"{box.ws}  ")
    assert out[1].endswith("  2 files  .cursor/hooks/x.sh changed")
    (box.ws / ".cursor/hooks.json").unlink()
    assert call("trust", "--list").out.endswith("  2 files  .cursor/hooks.json was removed, .cursor/hooks/x.sh changed\n")


def test_json(box: Any, call: Any) -> None:
    shown = call("trust", "--show", "--json").json
    assert (shown["root"], shown["trusted"]) == (str(box.ws), False)
    assert shown["hooks"] == [
        {"event": "stop", "source": "project", "command": ".cursor/hooks/x.sh", "where": ".cursor/hooks.json:5"}
    ]
    assert [file["path"] for file in shown["files"]] == [
        str(box.ws / ".cursor/hooks.json"),
        str(box.ws / ".cursor/hooks/x.sh"),
    ]
    assert call("trust", "--json", "--yes").json == {**shown, "trusted": True}


def test_a_workspace_without_hooks_of_its_own(box: Any, call: Any) -> None:
    (box.ws / ".cursor/hooks.json").unlink()
    ended = call("trust", "--yes")
    assert ended.out == f"There are no hooks in {box.ws} that need trust. `hookline list` shows all hooks.\n"
    assert call("trust", "--json").json["trusted"] is False
    assert not (box.state / "trust.json").exists()


def test_hooks_that_are_gone_are_shown_and_settled(box: Any, call: Any) -> None:
    path = box.project_hooks({"stop": [{"command": "true"}]})
    call("trust", "--yes")
    os.unlink(path)
    gone = f"There are no hooks in {box.ws} any more"
    shown = call("trust", "--show").out
    assert shown.startswith(f"{gone}: .cursor/hooks.json was removed.\nNothing has been settled yet.")
    assert "hooks.json was removed" in call("fire", "stop").out
    assert call("trust", "--yes").out == f"{gone} (.cursor/hooks.json was removed): there is nothing to trust.\n"
    assert "was removed" not in call("fire", "stop").out
    assert call("trust", "--json", "--yes").json["trusted"] is False


def test_a_file_with_errors_says_so(box: Any, call: Any) -> None:
    box.project_hooks({}).write_text("{")
    assert call("trust", "--yes").out.endswith(f"1 error in the files: hookline check --workspace {box.ws}\n")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        param(["nowhere"], 66, "There is no folder nowhere. Name one that exists.", id="no such folder"),
        param(["--shwo"], 64, "--show", id="an option that was mistyped"),
    ],
)
def test_wrong_use(call: Any, arguments: list[str], code: int, said: str) -> None:
    ended = call("trust", *arguments)
    assert (ended.code, ended.out) == (code, "")
    assert said in ended.err


class TestOnATerminal:
    """What a person sees and types."""

    def start(self, box: Any, *options: str, **more: str) -> Any:
        environ = {**box.environ, "TERM": "xterm", "NO_COLOR": "1", **more}
        return pexpect.spawn(
            sys.executable, ["-m", "hookline", "trust", *options], cwd=str(box.ws), env=environ, encoding="utf-8", timeout=30
        )

    @pytest.mark.parametrize(
        ("typed", "code", "said", "runs"),
        [
            param("y", 0, "Trusted ", True, id="yes"),
            param("n", 1, "Nothing was trusted.", False, id="no"),
            param("", 1, "Nothing was trusted.", False, id="just Return is no"),
        ],
    )
    def test_it_asks(self, box: Any, call: Any, typed: str, code: int, said: str, runs: bool) -> None:
        terminal = self.start(box)
        terminal.expect_exact("Allow these hooks of ")
        terminal.expect_exact(" run? [y/N]: ")
        terminal.sendline(typed)
        terminal.expect_exact(said)
        terminal.expect(pexpect.EOF)
        terminal.close()
        assert terminal.exitstatus == code
        assert fires(call) is runs

    @pytest.mark.parametrize("option", [param("--yes", id="--yes"), param("-y", id="-y")])
    def test_unless_told_not_to(self, box: Any, call: Any, option: str) -> None:
        terminal = self.start(box, option)
        terminal.expect(pexpect.EOF)
        terminal.close()
        assert (terminal.exitstatus, "[y/N]" in terminal.before) == (0, False)
        assert fires(call)

    def test_no_input_is_no_consent(self, box: Any, call: Any) -> None:
        terminal = self.start(box, "--no-input")
        terminal.expect_exact("Nothing was trusted: there is no terminal to ask on.")
        terminal.expect(pexpect.EOF)
        terminal.close()
        assert (terminal.exitstatus, fires(call)) == (1, False)

    def test_an_agent_that_has_a_terminal_is_refused_too(self, box: Any, call: Any) -> None:
        terminal = self.start(box, CLAUDECODE="1")
        terminal.expect_exact("Claude Code is calling (CLAUDECODE is set)")
        terminal.expect(pexpect.EOF)
        terminal.close()
        assert (terminal.exitstatus, fires(call)) == (1, False)

    def test_json_cannot_ask(self, box: Any, call: Any) -> None:
        terminal = self.start(box, "--json")
        terminal.expect_exact("--json cannot ask. Add --yes, or look first with --show.")
        terminal.expect(pexpect.EOF)
        terminal.close()
        assert terminal.exitstatus == 64
        assert not fires(call)


def test_a_workspace_by_a_link_is_the_same_workspace(box: Any, call: Any) -> None:
    os.symlink(box.ws, box.root / "link")
    call("trust", box.root / "link", "--yes")
    assert fires(call)


def test_trusting_a_project_shows_its_launcher_this_hookline(call: Any, box: Any) -> None:
    from hookline.kit.project_launcher import TEXT, own_program

    box.script("ws/.cursor/hooks/hookline-hook", "").write_text(TEXT)
    box.project_hooks({"stop": [{"command": ".cursor/hooks/hookline-hook audit"}]})
    assert call("trust", "--yes").code == 0
    assert (box.state / "program").read_text() == f"{own_program()}\n"
    (box.state / "program").unlink()
    assert call("trust").code == 0  # trusted already
    assert (box.state / "program").exists()


def test_what_trust_does_not_cover_is_shown(box: Any, call: Any) -> None:
    box.project_hooks({"stop": [{"command": "npm run lint"}, {"command": 'sh "$SCRIPT"'}]})
    outside = "Not covered: what `npm run` runs"
    far = 'Covers every program of the workspace, because this command cannot be followed (the name of a script is computed): sh "$SCRIPT"'
    for words in (["trust", "--show"], ["trust", "--yes"], ["trust", "--show"], ["check"]):
        out = " ".join(call(*words).out.split())
        assert (outside in out, far in out) == (True, True), words
    remarks = json.loads(call("trust", "--show", "--json").out)["remarks"]
    assert [remark["kind"] for remark in remarks] == ["everything", "not covered"]
    assert json.loads(call("check", "--json").out)["trust"] == remarks
