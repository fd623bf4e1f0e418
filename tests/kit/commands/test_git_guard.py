"""git-guard: what it denies, asks about and lets pass."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from hookline.kit.catalogue import load
from hookline.kit.kit_process import functions_of


def said(command: Any, *settings: str, event: str = "beforeShellExecution") -> str:
    functions, hooks = functions_of(load("git-guard"), settings)
    data = {"tool_name": "Shell", "tool_input": {"command": command}} if event == "preToolUse" else {"command": command}
    answer = functions[event](hooks.classes[event](data))
    return "none" if answer is None else str(answer.permission)


DENIED = [
    ("a command in a setting of clone", "git clone -c core.fsmonitor='git push #' https://example.org/r.git"),
    ("objects repacked without what nothing names", "git repack -ad"),
    ("a push of another system", "hg push && jj git push"),
    ("a history rewritten by another program", "java -jar bfg.jar --strip-blobs-bigger-than 1M"),
    ("a history rewritten for large files", "git lfs migrate import --everything"),
    ("a submodule's changes", "git submodule deinit -f --all"),
    ("a branch overwritten by a fetch", "git fetch origin +main:main"),
    ("the same, later", "git config gc.pruneExpire now"),
    ("objects pruned by a setting", "git -c gc.pruneExpire=now gc"),
    ("all changes taken back", "git diff | git apply -R"),
    ("every file, by a pattern", "git checkout -- '**/*'"),
    ("everything, by git's magic", "git restore ':(top)'"),
    ("a whole folder put back", "git checkout -- src/"),
    ("a file and its place in the index", "git restore --staged --worktree src/app.py"),
    ("a file put back as it was committed, whatever is staged", "git checkout HEAD -- src/app.py"),
    ("a push", "git push"),
    ("a push with options of git before it", "git -C . --no-pager push origin main"),
    ("a push of another kind", "git subtree push --prefix=docs origin gh-pages"),
    ("a push behind a dry run", "git push -n && git push"),
    ("a dry run that is taken back", "git push --dry-run --no-dry-run"),
    ("a push to another system", "git p4 submit"),
    ("commits sent by mail", "git send-email --to=x HEAD^"),
    ("a push whose option only looks like a call for help", "git push -o --help"),
    ("a reset that drops what is staged", "git reset --merge HEAD~1"),
    ("a tree read over the work", "git read-tree -u --reset HEAD~1"),
    ("an index checked out over the work", "git checkout-index -f -a"),
    ("a history imported over the old one", "git fast-import --force < dump"),
    ("a hard reset in every submodule", "git submodule foreach git reset --hard"),
    ("a hard reset", "git reset --hard HEAD~1"),
    ("a clean", "git clean -fdx"),
    ("a clean behind one that only shows", "git clean -n && git clean -f"),
    ("an amended commit", "git commit --amend --no-edit"),
    ("an interactive rebase", "git rebase -i origin/main"),
    ("a rebase onto something local", "git rebase main"),
    ("a rebase from the beginning", "git rebase --root"),
    ("a rebase onto elsewhere", "git rebase --onto a b c"),
    ("a rebase that runs commands", "git rebase -x 'make' origin/main"),
    ("a filter", "git filter-branch --tree-filter true"),
    ("a filter as a program", "git-filter-repo --path x"),
    ("references moved by hand", "git update-ref refs/heads/main HEAD~3"),
    ("the log of references emptied", "git reflog expire --expire=now --all"),
    ("a branch deleted whatever is on it", "git branch -D topic"),
    ("the same in long words", "git branch --delete --force topic"),
    ("a branch moved", "git branch -f main HEAD~2"),
    ("all files put back", "git checkout -- ."),
    ("a branch made anew elsewhere", "git checkout -B main origin/main"),
    ("the same with switch", "git switch -C main origin/main"),
    ("all files put back to a commit", "git checkout HEAD -- ."),
    ("all files restored", "git restore ."),
    ("all files and the index restored", "git restore --staged --worktree ."),
    ("a switch that drops changes", "git switch --discard-changes main"),
    ("a forced checkout", "git checkout -f main"),
    ("a stash dropped", "git stash drop"),
    ("all stashes dropped", "git stash clear"),
    ("a work tree removed by force", "git worktree remove --force ../x"),
    ("objects pruned", "git gc --prune=now"),
    ("a dry run that is only the value of an option", "git push -o --dry-run origin"),
    ("a dry run that is only part of a value", "git clean -fen"),
    ("a continuation that is only a command to run", "git rebase -x --continue HEAD~3"),
    ("an index that is only the name of a commit", "git restore -s --staged ."),
    ("a push in every submodule", "git submodule foreach 'git push'"),
    ("a push that is run for every commit", "git bisect run git push"),
    ("Windows' shell from WSL", "cmd.exe /c git push --force"),
    ("by its path", '/mnt/c/Windows/System32/cmd.exe /c "git push --force"'),
    ("in capitals, with an escape", "CMD.EXE /C 'gi^t push --force'"),
    ("zsh's way to write a program", "zsh -c '=git push --force'"),
    ("nu's", "nu -c '^git push --force'"),
    ("nu's longer way", "nu -c 'run-external git push --force'"),
    ("elvish's", "elvish -c 'e:git push --force'"),
]
ASKED = [
    ("a folder of programs for git", "git --exec-path=/tmp/x status"),
    ("a computed program", "$CMD origin main"),
    ("a computed sub-command", "git $VERB"),
    ("something computed behind a dry run", "git push --dry-run; $X"),
    ("code that can start programs", "python3 -c 'import os; os.system(input())'"),
    ("what another command prints", 'cat script | sh -c "$(cat)"'),
    ("a text that is too long", "echo " + "x" * 100_000),
    ("PowerShell from WSL", "powershell.exe -Command 'git push --force'"),
    ("a variable of Windows", "cmd.exe /c '%GIT% push --force'"),
    ("a program that elvish looks up", "elvish -c '(external git) push --force'"),
]
PASSED = [
    ("a setting of when to prune", "git config gc.pruneExpire 30.days"),
    ("a patch taken back by name", "git apply -R fix.patch"),
    ("what others have, kept apart", "git fetch -p origin '+refs/heads/*:refs/remotes/origin/*'"),
    ("a clean that only shows, in one word", "git clean -nfd"),
    ("a file as another branch has it", "git checkout main -- src/app.py"),
    ("looking", "git status && git log --oneline -5 && git diff"),
    ("speaking of it", "echo 'git push' && git log --grep='git push --force'"),
    ("a dry run", "git push --dry-run origin main"),
    ("a page of the manual", "git push --help && git reset -h"),
    ("tests about it", "npx jest -t 'git push is denied'"),
    ("a clean that only shows", "git clean -nd"),
    ("a clean that only shows, forced", "git clean -fdn"),
    ("a commit", "git commit -m 'never git push'"),
    ("a soft reset", "git reset --soft HEAD~1"),
    ("catching up", "git fetch && git rebase origin/main"),
    ("catching up with what is upstream", "git rebase '@{u}'"),
    ("catching up without a word", "git rebase"),
    ("a rebase that goes on", "git rebase --continue || git rebase --abort"),
    ("a pull that rebases", "git pull --rebase"),
    ("one file put back", "git checkout -- src/app.py"),
    ("another branch", 'git checkout main && git checkout "$BRANCH"'),
    ("the index emptied", "git restore --staged ."),
    ("a branch deleted that is merged", "git branch -d topic"),
    ("a stash", "git stash && git stash pop"),
    ("a tag deleted", "git tag -d v1"),
    ("a dry run among other letters", "git push -nv"),
    ("something under way that is given up", "git merge --abort; git cherry-pick --abort; git am --abort"),
    ("the log of references", "git reflog show"),
    ("nothing at all", "  "),
    ("a list of files in Windows", "cmd.exe /c dir"),
    ("git's state in Windows", "cmd.exe /c git status"),
    ("a pipe of nu", "nu -c 'ls | length'"),
]


@pytest.mark.parametrize("command", [pytest.param(command, id=name) for name, command in DENIED])
def test_it_denies(command: str) -> None:
    assert (said(command), said(command, event="preToolUse")) == ("deny", "deny")


@pytest.mark.parametrize("command", [pytest.param(command, id=name) for name, command in ASKED])
def test_it_asks_where_somebody_can_be_asked(command: str) -> None:
    assert (said(command), said(command, event="preToolUse")) == ("ask", "none")


@pytest.mark.parametrize("command", [pytest.param(command, id=name) for name, command in PASSED])
def test_it_lets_pass(command: str) -> None:
    assert (said(command), said(command, event="preToolUse")) == ("none", "none")


@pytest.mark.parametrize(
    ("command", "settings", "expected"),
    [
        pytest.param("git commit --amend", ["deny=git push"], "none", id="what is denied can be chosen"),
        pytest.param("git push -n; $X", ["deny=git push"], "ask", id="a dry run hides nothing, whatever else is denied"),
        pytest.param("git tag v1", ["ask=git tag"], "ask", id="what is asked about can be chosen"),
        pytest.param("git tag v1; git push", ["ask=git tag"], "deny", id="a deny counts more than an ask"),
    ],
)
def test_options(command: str, settings: list[str], expected: str) -> None:
    assert said(command, *settings) == expected


@pytest.mark.parametrize(
    ("setting", "text"), [("send_to_gh=on", "Use gh to open a pull request"), ("send_to_gh=off", "Leave it to the user")]
)
def test_what_the_agent_is_told(setting: str, text: str) -> None:
    functions, hooks = functions_of(load("git-guard"), [setting])
    answer = functions["beforeShellExecution"](hooks.classes["beforeShellExecution"]({"command": "git push"}))
    assert text in answer.fields["agent_message"] and answer.fields["user_message"].startswith("git-guard: ")


@pytest.mark.parametrize(
    "data",
    [{}, {"command": None}, {"command": 5}, {"command": ["git", "push"]}, {"command": "\0"}, {"command": "\ufffd" * 1000}],
)
def test_odd_payloads_do_not_break_it(data: dict[str, Any]) -> None:
    functions, hooks = functions_of(load("git-guard"))
    answer = functions["beforeShellExecution"](hooks.classes["beforeShellExecution"](data))
    assert answer is None or answer.permission in ("ask", "deny")


@pytest.mark.parametrize(
    ("data", "printed"),
    [
        ({"hook_event_name": "beforeShellExecution", "command": "git push"}, "deny"),
        ({"hook_event_name": "beforeShellExecution", "command": "git status"}, None),
        ({"hook_event_name": "preToolUse", "tool_name": "Read", "tool_input": {"command": "git push"}}, None),
    ],
    ids=["a push", "looking", "another tool"],
)
def test_as_a_process(data: dict[str, Any], printed: str | None) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hookline", "hook", "git-guard"], input=json.dumps(data), capture_output=True, text=True, timeout=60,
        env={**os.environ, "HOOKLINE": "1"},
    )  # fmt: skip
    assert (done.returncode, json.loads(done.stdout).get("permission")) == (0, printed)


# what it reaches on the lists of hidden and harmless commands


def test_hidden_commands_are_denied_or_asked_about(hidden: Any) -> None:
    commands = hidden("git", "git push", "git reset --hard", "git clean -f")
    missed = [command for command in commands if said(command) == "none"]
    assert len(commands) > 100 and len(missed) <= 0.03 * len(commands), missed


def test_harmless_commands_pass(harmless: list[str]) -> None:
    commands = harmless
    flagged = [command for command in commands if said(command) != "none"]
    assert len(commands) > 100 and len(flagged) <= 0.05 * len(commands), flagged


def test_a_list_that_was_written_afterwards() -> None:
    lists = tomllib.loads((Path(__file__).parents[1] / "git_guard_held_out.toml").read_text(encoding="utf-8"))
    missed = [command for command in lists["hidden"] if said(command) == "none"]
    flagged = [command for command in lists["harmless"] if said(command) != "none"]
    assert len(missed) <= 0.03 * len(lists["hidden"]) and len(flagged) <= 0.05 * len(lists["harmless"]), (missed, flagged)
