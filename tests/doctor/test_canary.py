"""doctor.canary: the entries of hooks.json, run on their own cases with real processes."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from hookline.doctor.canary import case_files, try_all, with_settings
from hookline.doctor.vitality import Tried
from hookline.model import Hook, TrustState
from hookline.testing import a_hook

GUARD = """#!/bin/sh
if grep -q 'git push'; then echo '{"permission": "deny"}'; fi
"""
WITH_JQ = """#!/bin/sh
command=$(jq -r .command)
case "$command" in *push*) echo '{"permission": "deny"}' ;; esac
"""
CASES = """
[[case]]
name = "a push is denied"
event = "beforeShellExecution"
input = { command = "git push" }
expect = { permission = "deny" }

[[case]]
name = "looking is fine"
event = "beforeShellExecution"
input = { command = "git status" }
expect = { permission = "none" }
"""


class Nest:
    """A trusted workspace with hooks, and an environment in which only sh and its usual tools are found."""

    def __init__(self, folder: Path) -> None:
        self.ws = folder / "ws"
        self.hooks = self.ws / ".cursor/hooks"
        self.hooks.mkdir(parents=True)
        self.state = folder / "state"
        self.tools = folder / "bin"
        self.tools.mkdir()
        for name in ("sh", "grep", "cat", "env"):
            (self.tools / name).symlink_to(next(p for p in (f"/bin/{name}", f"/usr/bin/{name}") if os.path.exists(p)))
        self.trusted = True

    def script(self, name: str, text: str, cases: str = CASES) -> str:
        (self.hooks / name).write_text(text)
        (self.hooks / name).chmod(0o755)
        (self.hooks / name).with_suffix(".cases.toml").write_text(cases)
        return f".cursor/hooks/{name}"

    def hook(self, command: str, **more: Any) -> Hook:
        return a_hook(command=command, root=str(self.ws), cwd=str(self.ws), **more)

    def try_(self, *hooks: Hook) -> list[Tried]:
        environ = {"PATH": str(self.tools), "HOME": str(self.ws), "HOOKLINE_STATE": str(self.state)}
        trust = {str(self.ws): TrustState(str(self.ws), self.trusted)}
        return try_all(hooks, [str(self.hooks)], environ, trust)


@pytest.fixture
def nest(tmp_path: Path) -> Nest:
    return Nest(tmp_path.resolve())


def test_a_guard_that_works_is_alive(nest: Nest) -> None:
    assert nest.try_(nest.hook(nest.script("guard.sh", GUARD))) == [
        Tried("alive", "as its cases say: a push is denied; looking is fine")
    ]


def test_a_guard_whose_script_was_deleted_is_dead(nest: Nest) -> None:
    command = nest.script("guard.sh", GUARD)
    (nest.ws / command).unlink()
    (tried,) = nest.try_(nest.hook(command))
    assert (tried.verdict, tried.reason) == ("dead", f"it fails: not found: {command} in {nest.ws}")


def test_a_guard_whose_jq_is_missing_is_dead_even_if_it_goes_on(nest: Nest) -> None:
    (tried,) = nest.try_(nest.hook(nest.script("guard.sh", WITH_JQ)))
    assert (tried.verdict, tried.reason) == ("dead", "it cannot judge without jq, which it does not find")


def test_a_guard_whose_jq_is_missing_is_dead_where_it_stops(nest: Nest) -> None:
    (tried,) = nest.try_(nest.hook(nest.script("guard.sh", WITH_JQ.replace("sh\n", "sh\nset -e\n", 1)), fail_closed=True))
    assert tried.verdict == "dead"
    assert "jq: not found" in tried.reason


def test_a_guard_whose_matcher_never_matches_is_dead(nest: Nest) -> None:
    (tried,) = nest.try_(nest.hook(nest.script("guard.sh", GUARD), matcher="^curl"))
    assert (tried.verdict, tried.remedy) == ("dead", "correct the matcher")


def test_an_entry_is_tried_on_the_first_case_its_matcher_lets_through(nest: Nest) -> None:
    other = CASES.replace("[[case]]", '[[case]]\nname = "wget"\nevent = "beforeShellExecution"\n'
                          'input = { command = "wget git push" }\nexpect = { permission = "deny" }\n\n[[case]]', 1)  # fmt: skip
    command = nest.script("guard.sh", GUARD, other)
    tried = nest.try_(nest.hook(command, matcher="^git"), nest.hook(command, matcher="^wget"))
    assert [one.reason.partition(";")[0] for one in tried] == [
        "as its cases say: a push is denied",
        "as its cases say: wget",
    ]


def test_a_guard_that_denies_everything_is_wrong(nest: Nest) -> None:
    (tried,) = nest.try_(nest.hook(nest.script("guard.sh", "#!/bin/sh\nexit 2\n")))
    assert (tried.verdict, "stops what it should let pass ('looking is fine')" in tried.reason) == ("wrong", True)


def test_a_guard_that_lets_everything_pass_is_wrong(nest: Nest) -> None:
    (tried,) = nest.try_(nest.hook(nest.script("guard.sh", "#!/bin/sh\nexit 0\n")))
    assert (tried.verdict, "lets through what it should act on" in tried.reason) == ("wrong", True)


def test_a_missing_python_script_denies_everything_and_is_dead(nest: Nest) -> None:
    command = nest.script("guard.py", "")
    (nest.ws / command).unlink()
    (tried,) = nest.try_(nest.hook(f"{sys.executable} {command}"))
    assert (tried.verdict, tried.reason.startswith("it denies by accident")) == ("dead", True)


def test_without_cases_a_script_that_is_not_there_is_dead_all_the_same(nest: Nest) -> None:
    (tried,) = nest.try_(nest.hook(".cursor/hooks/never-written.sh"))
    assert (tried.verdict, tried.remedy) == ("dead", "create it, or correct the path")


def test_what_cannot_be_told_is_unknown(nest: Nest) -> None:
    broken = nest.script("broken.sh", GUARD, "[[case]")
    elsewhere = nest.script("elsewhere.sh", GUARD, CASES.replace("beforeShellExecution", "beforeReadFile"))
    tried = nest.try_(nest.hook("true"), nest.hook(broken), nest.hook(elsewhere), nest.hook("Is it safe?", type="prompt"))
    assert [(one.verdict, one.reason.partition(":")[0]) for one in tried] == [
        ("unknown", "it has no cases"),
        ("unknown", "its cases cannot be read"),
        ("unknown", "none of its cases is about beforeShellExecution"),
        ("unknown", "a model judges it, which is not asked here"),
    ]


def test_what_is_not_trusted_is_not_run(nest: Nest) -> None:
    command = nest.script("guard.sh", "#!/bin/sh\ntouch ran\n")
    nest.trusted = False
    assert nest.try_(nest.hook(command)) == [Tried("unknown", "its workspace is not trusted, so it was not run")]
    assert not (nest.ws / "ran").exists()


def test_a_hook_runs_in_its_own_place_with_the_files_of_the_case_elsewhere(nest: Nest) -> None:
    script = """#!/bin/sh
cat > /dev/null
pwd > where
[ -e "$CURSOR_PROJECT_DIR/notes/a.txt" ] && echo '{"permission": "deny"}'
exit 0
"""
    cases = """
[[case]]
name = "a note is there"
event = "beforeShellExecution"
files = { "notes/a.txt" = "x", "run.sh" = "#!/bin/sh" }
expect = { permission = "deny" }
"""
    assert [one.verdict for one in nest.try_(nest.hook(nest.script("guard.sh", script, cases)))] == ["alive"]
    assert (nest.ws / "where").read_text() == f"{nest.ws}\n"
    assert not (nest.ws / "notes").exists()


def test_a_file_of_a_case_outside_its_workspace_is_refused(nest: Nest) -> None:
    cases = CASES.replace('name = "a push is denied"', 'name = "x"\nfiles = { "../../x" = "y" }')
    (tried,) = nest.try_(nest.hook(nest.script("guard.sh", GUARD, cases)))
    assert (tried.verdict, "outside the workspace" in tried.reason) == ("unknown", True)


def test_an_observer_is_tried_by_what_it_leaves_behind(nest: Nest) -> None:
    script = '#!/bin/sh\ncat > /dev/null\necho done > "$CURSOR_PROJECT_DIR/a.txt"\n'
    cases = """
[[case]]
name = "the file is formatted"
event = "afterFileEdit"
input = { file_path = "{workspace}/a.txt", edits = [] }
files = { "a.txt" = "x" }
expect = { files = { "a.txt" = "done" } }
"""
    command = nest.script("format.sh", script, cases)
    silent = nest.script("silent.sh", "#!/bin/sh\n", cases)
    tried = nest.try_(nest.hook(command, event="afterFileEdit"), nest.hook(silent, event="afterFileEdit"))
    assert [one.verdict for one in tried] == ["alive", "wrong"]


KIT = f"{os.path.dirname(sys.executable)}/hookline hook git-guard"


def test_a_ready_made_hook_is_tried_on_the_cases_it_comes_with(nest: Nest) -> None:
    tried = nest.try_(
        nest.hook(KIT), nest.hook(KIT, source="user", needs_trust=False), nest.hook(f"{KIT} --set deny=nothing")
    )
    assert [one.verdict for one in tried] == ["alive", "alive", "unknown"]
    assert not nest.state.exists()


def test_ones_own_cases_of_a_ready_made_hook_come_first(nest: Nest) -> None:
    (nest.hooks / "ours.cases.toml").write_text('kit = "git-guard"\n' + CASES.replace("git push", "git fetch"))
    (tried,) = nest.try_(nest.hook(f"{KIT} --set deny='git fetch'"))
    assert (tried.verdict, tried.reason) == ("alive", "as its cases say: a push is denied; looking is fine")


def test_cases_are_found_beside_the_script_and_by_the_command(nest: Nest) -> None:
    command = nest.script("guard.sh", GUARD)
    (nest.hooks / "guard.sh.cases.toml").write_text(CASES)
    named = nest.hooks / "named.cases.toml"
    named.write_text(f'hook = "{command} --all"\n' + CASES)
    from hookline.cases.case_search import read_files

    known = read_files([str(named)])
    assert [Path(file.path).name for file in case_files(nest.hook(command), known)] == [
        "guard.sh.cases.toml",
        "guard.cases.toml",
    ]
    assert [Path(file.path).name for file in case_files(nest.hook(f"{command} --all"), known)] == [
        "named.cases.toml",
        "guard.sh.cases.toml",
        "guard.cases.toml",
    ]


def test_settings_of_a_case_take_the_place_of_the_entrys_own() -> None:
    assert with_settings("/a/hookline hook x --set a=1 --set 'b=2 3'", ["c=4 5"]) == "/a/hookline hook x --set 'c=4 5'"
