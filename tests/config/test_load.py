"""config.load: the files of all sources as one hook set, kept fresh."""

import json
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from hookline.config import disk
from hookline.config.fingerprint import MAX_COMMAND_CHARS
from hookline.config.load import Loader
from hookline.config.trust_store import TrustStore, never_trusted
from hookline.engine.match import complaint
from hookline.errors import UsageError
from hookline.model import HookSet, TrustState, WatchedFile

GATE = "beforeShellExecution"


def hooks_json(*commands: str, event: str = GATE, **options: Any) -> str:
    return json.dumps({"version": 1, "hooks": {event: [{"command": command, **options} for command in commands]}})


def claude_json(command: str) -> str:
    return json.dumps({"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": command}]}]}})


class Machine:
    """A home, two workspaces and a state folder. Its clock runs an hour ahead, so that no file is young by accident."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root, self.second, self.home = folder / "ws", folder / "ws2", folder / "home"
        self.enterprise = folder / "etc" / "hooks.json"
        self.environ = {"HOME": str(self.home)}
        self.now_s = time.time() + 3600
        self.store = TrustStore(str(folder / "state"), roots=[str(self.root)], now=lambda: self.now_s)
        for made in (self.root, self.second, self.home):
            made.mkdir()

    def write(self, path: Path | str, text: str) -> Path:
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def project(self, text: str) -> Path:
        return self.write(".cursor/hooks.json", text)

    def user(self, text: str) -> Path:
        return self.write(self.home / ".cursor/hooks.json", text)

    def loader(self, *, roots: Sequence[Path] | None = None, **settings: Any) -> Loader:
        values = {
            "platform": "linux", "environ": self.environ, "enterprise_config": str(self.enterprise),
            "valid_matcher": complaint, "now": lambda: self.now_s, "trust_all": "trust" not in settings,
        }  # fmt: skip
        return Loader([str(root) for root in roots or (self.root,)], **{**values, **settings})

    def trust(self, loader: Loader) -> None:
        self.store.give(str(self.root), loader.covered(str(self.root)))


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def commands(hooks: HookSet, event: str = GATE) -> list[tuple[str, str]]:
    return [(hook.source, hook.command) for hook in hooks.by_event.get(event, ())]


def codes(hooks: HookSet) -> list[tuple[str, str]]:
    return [(problem.source, problem.code) for problem in hooks.problems]


# All sources


def test_nothing_configured(machine: Machine) -> None:
    assert machine.loader().current(GATE) == HookSet({}, {})


def test_every_source_in_order_of_priority(machine: Machine) -> None:
    machine.user(hooks_json("user", event="preToolUse"))
    machine.project(hooks_json("project-1", "project-2", event="preToolUse"))
    machine.write(machine.enterprise, hooks_json("enterprise", event="preToolUse"))
    for team in ("10", "9"):
        machine.write(machine.home / f".cursor/managed/team_{team}/hooks.json", hooks_json(f"t{team}", event="preToolUse"))
    machine.write(machine.second / ".cursor/hooks.json", hooks_json("second", event="preToolUse"))
    machine.write(".claude/settings.local.json", claude_json("local"))
    machine.write(".claude/settings.json", claude_json("claude"))
    machine.write(machine.home / ".claude/settings.json", claude_json("claude-user"))
    hooks = machine.loader(roots=[machine.root, machine.second]).current("preToolUse")
    assert commands(hooks, "preToolUse") == [
        ("enterprise", "enterprise"),
        ("team", "t9"),
        ("team", "t10"),
        ("project", "project-1"),
        ("project", "project-2"),
        ("project", "second"),
        ("user", "user"),
        ("claude-local", "local"),
        ("claude-project", "claude"),
        ("claude-user", "claude-user"),
    ]
    assert [(hook.root, hook.cwd) for hook in hooks.hooks if hook.command in ("second", "t9", "user")] == [
        (str(machine.root), str(machine.home / ".cursor/managed/team_9/hooks")),
        (str(machine.second), str(machine.second)),
        (str(machine.root), str(machine.home / ".cursor")),
    ]
    assert hooks.problems == ()


def test_claude_can_be_left_out(machine: Machine) -> None:
    machine.write(".claude/settings.json", claude_json("claude"))
    assert machine.loader(claude=False).current(GATE) == HookSet({}, {})


def test_the_same_root_twice_counts_once(machine: Machine) -> None:
    machine.project(hooks_json("x"))
    assert commands(machine.loader(roots=[machine.root, machine.root]).current(GATE)) == [("project", "x")]


def test_two_names_of_one_root_count_once(machine: Machine) -> None:
    machine.project(hooks_json("x"))
    other = machine.root.with_name("other")
    other.symlink_to(machine.root)
    assert commands(machine.loader(roots=[machine.root, other]).current(GATE)) == [("project", "x")]


def test_a_hook_of_a_further_root_is_named_by_its_whole_path(machine: Machine) -> None:
    machine.project(hooks_json("x"))
    machine.write(machine.second / ".cursor/hooks.json", hooks_json("y"))
    hooks = machine.loader(roots=[machine.root, machine.second]).current(GATE).hooks
    assert [hook.where for hook in hooks] == [".cursor/hooks.json:1", f"{machine.second}/.cursor/hooks.json:1"]


def test_a_project_file_that_is_the_users_own_by_a_link_counts_once_and_needs_no_trust(machine: Machine) -> None:
    own = machine.user(hooks_json("mine"))
    (machine.root / ".cursor").mkdir()
    (machine.root / ".cursor/hooks.json").symlink_to(own)
    hooks = machine.loader(trust=machine.store).current(GATE)
    assert commands(hooks) == [("user", "mine")]
    assert hooks.trust == {}


def test_a_home_that_is_the_workspace(machine: Machine) -> None:
    machine.user(hooks_json("mine"))
    assert commands(machine.loader(roots=[machine.home]).current(GATE)) == [("user", "mine")]


def test_the_default_matcher_check_accepts_everything(machine: Machine) -> None:
    machine.project(hooks_json("x", matcher="("))
    assert codes(machine.loader(valid_matcher=None).current(GATE)) == []
    assert codes(machine.loader().current(GATE)) == [("project", "invalid-matcher")]


def test_matchers_are_compiled_once_somebody_trusted_the_folder(machine: Machine) -> None:
    compiled: list[str] = []

    def compile(matcher: str) -> str | None:
        compiled.append(matcher)
        return complaint(matcher)

    machine.project(hooks_json("x", matcher="("))
    machine.user(hooks_json("mine", matcher="a"))
    loader = machine.loader(trust=machine.store, valid_matcher=compile)
    hooks = loader.current(GATE)
    assert (compiled, hooks.problems, hooks.set_aside) == (["a"], (), {})
    assert loader.current(GATE) is hooks

    machine.trust(loader)
    hooks = loader.current(GATE)
    assert compiled == ["a", "("]
    assert (commands(hooks), codes(hooks)) == ([("user", "mine")], [("project", "invalid-matcher")])
    assert [aside.hook.command for aside in hooks.set_aside[GATE]] == ["x"]
    assert loader.current(GATE) is hooks


def test_who_looks_for_mistakes_compiles_the_matchers_of_every_folder(machine: Machine) -> None:
    machine.project(hooks_json("x", matcher="("))
    loader = machine.loader(trust=machine.store, probing=True)
    assert codes(loader.current(GATE)) == [("project", "invalid-matcher")]


# Reload


def test_when_nothing_changed_it_is_the_same_object(machine: Machine) -> None:
    machine.project(hooks_json("x"))
    loader = machine.loader()
    assert loader.current(GATE) is loader.current(GATE)


def test_a_change_counts_from_the_next_event_on_and_the_old_set_stays_as_it_was(machine: Machine) -> None:
    machine.project(hooks_json("old"))
    loader = machine.loader()
    before = loader.current(GATE)
    machine.project(hooks_json("new"))
    assert commands(loader.current(GATE)) == [("project", "new")]
    assert commands(before) == [("project", "old")]


def test_a_thousand_changes_in_a_row_are_all_seen(machine: Machine) -> None:
    """Same size, and faster than the clock of the file system ticks."""
    loader = machine.loader(now=time.time)
    for number in range(1000):
        machine.project(hooks_json(f"x{number:04}"))
        assert commands(loader.current(GATE)) == [("project", f"x{number:04}")]


def test_files_that_appear_and_go(machine: Machine) -> None:
    loader = machine.loader()
    assert commands(loader.current(GATE)) == []
    path = machine.project(hooks_json("x"))
    assert commands(loader.current(GATE)) == [("project", "x")]
    path.unlink()
    assert loader.current(GATE) == HookSet({}, {})


def test_teams_that_appear_and_go(machine: Machine) -> None:
    loader = machine.loader()
    loader.current(GATE)
    machine.write(machine.home / ".cursor/managed/team_1/hooks.json", hooks_json("one"))
    assert commands(loader.current(GATE)) == [("team", "one")]
    machine.write(machine.home / ".cursor/managed/team_2/hooks.json", hooks_json("two"))
    assert commands(loader.current(GATE)) == [("team", "one"), ("team", "two")]
    (machine.home / ".cursor/managed/team_1").rename(machine.home / ".cursor/managed/old_1")
    assert commands(loader.current(GATE)) == [("team", "two")]


def test_teams_that_appear_faster_than_the_clock_ticks(machine: Machine) -> None:
    loader = machine.loader(now=time.time)
    for number in range(50):
        machine.write(machine.home / f".cursor/managed/team_{number}/hooks.json", hooks_json(f"t{number}"))
        assert len(commands(loader.current(GATE))) == number + 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param(hooks_json("x")[:-9], "half-written", id="half-written"),
        pytest.param("", "empty-file", id="empty"),
        pytest.param('{"version": 0, "hooks": {}}', "bad-version", id="refused"),
    ],
)
def test_a_bad_version_keeps_the_last_good_one_with_its_trust(machine: Machine, text: str, code: str) -> None:
    machine.project(hooks_json("./guard.sh"))
    loader = machine.loader(trust=machine.store)
    loader.current(GATE)
    machine.trust(loader)
    assert loader.current(GATE).trust[str(machine.root)].trusted
    machine.project(text)
    hooks = loader.current(GATE)
    assert commands(hooks) == [("project", "./guard.sh")]
    assert codes(hooks) == [("project", code)]
    assert hooks.problems[0].problem.endswith("the version read before stays in force")
    assert hooks.trust[str(machine.root)].trusted
    fresh = machine.loader(trust=machine.store).current(GATE)
    assert (commands(fresh), codes(fresh)) == ([], [("project", code)])


def test_swapping_the_file_for_a_link_is_seen(machine: Machine) -> None:
    path = machine.project(hooks_json("old"))
    loader = machine.loader()
    loader.current(GATE)
    machine.write("other.json", hooks_json("new"))
    path.unlink()
    path.symlink_to(machine.root / "other.json")
    assert commands(loader.current(GATE)) == [("project", "new")]
    machine.write("third.json", hooks_json("third"))
    path.unlink()
    path.symlink_to(machine.root / "third.json")
    assert commands(loader.current(GATE)) == [("project", "third")]


def test_ten_thousand_hooks_load_and_stay_loaded(machine: Machine) -> None:
    machine.project(hooks_json(*(f"x{number}" for number in range(10_000))))
    loader = machine.loader()
    assert len(loader.current(GATE).hooks) == 10_000
    began_s = time.monotonic()
    for _ in range(100):
        loader.current(GATE)
    assert time.monotonic() - began_s < 1


# Trust


def test_a_workspace_nobody_trusted(machine: Machine) -> None:
    machine.project(hooks_json("./guard.sh"))
    root = str(machine.root)
    hooks = machine.loader(trust=machine.store).current(GATE)
    assert hooks.trust == {root: TrustState(root, False, never_trusted(root))}
    assert commands(hooks) == [("project", "./guard.sh")]


def test_without_anyone_to_ask_nothing_is_trusted(machine: Machine) -> None:
    machine.project(hooks_json("x"))
    root = str(machine.root)
    hooks = machine.loader(trust=None, trust_all=False).current(GATE)
    assert hooks.trust == {root: TrustState(root, False, never_trusted(root))}


def test_trust_in_everything_is_for_this_loader_only(machine: Machine) -> None:
    machine.project(hooks_json("./guard.sh"))
    root = str(machine.root)
    assert machine.loader(trust=machine.store, trust_all=True).current(GATE).trust == {root: TrustState(root, True)}
    assert not machine.loader(trust=machine.store).current(GATE).trust[root].trusted
    assert machine.store.entries() == []


def test_sources_outside_of_the_workspace_need_no_trust(machine: Machine) -> None:
    machine.user(hooks_json("x"))
    machine.write(machine.home / ".claude/settings.json", claude_json("y"))
    assert machine.loader(trust=machine.store).current(GATE).trust == {}


def test_what_trust_covers(machine: Machine) -> None:
    machine.project(hooks_json("./guard.sh --log out", "node lib/x.js"))
    machine.write(".claude/settings.json", claude_json("sh ./y.sh"))
    for name in ("lib/x.js", "guard.sh", "y.sh", ".cursor/hooks/helper.py"):
        machine.write(name, "")
    loader = machine.loader(trust=machine.store)
    loader.current(GATE)
    covered = loader.covered(str(machine.root))
    assert [os.path.relpath(file.path, machine.root) for file in covered] == [
        ".cursor/hooks.json", ".claude/settings.json", "guard.sh", "lib/x.js", "y.sh", ".cursor/hooks/helper.py",
    ]  # fmt: skip
    assert loader.covered("/nowhere") == ()


def test_each_root_is_trusted_for_itself(machine: Machine) -> None:
    machine.project(hooks_json("first"))
    machine.write(machine.second / ".cursor/hooks.json", hooks_json("second"))
    loader = machine.loader(roots=[machine.root, machine.second], trust=machine.store)
    loader.current(GATE)
    machine.trust(loader)
    trusted = {root: state.trusted for root, state in loader.current(GATE).trust.items()}
    assert trusted == {str(machine.root): True, str(machine.second): False}


def test_trust_given_and_taken_counts_at_the_next_event(machine: Machine) -> None:
    machine.project(hooks_json("x"))
    loader = machine.loader(trust=machine.store)
    root = str(machine.root)
    seen = [loader.current(GATE).trust[root].trusted]
    machine.trust(loader)
    seen.append(loader.current(GATE).trust[root].trusted)
    machine.store.take(root)
    seen.append(loader.current(GATE).trust[root].trusted)
    assert seen == [False, True, False]


@pytest.mark.parametrize("text", [None, '{"version": 1, "hooks": {}}'], ids=["removed", "emptied"])
def test_trusted_hooks_that_are_gone_are_said_with_every_event_until_it_is_settled(
    machine: Machine, text: str | None
) -> None:
    path = machine.project(hooks_json("x"))
    loader = machine.loader(trust=machine.store)
    loader.current(GATE)
    machine.trust(loader)
    if text is None:
        path.unlink()
    else:
        machine.project(text)
    phrase = ".cursor/hooks.json was removed" if text is None else ".cursor/hooks.json changed"
    for event in (GATE, "stop", GATE):
        assert [state.changed for state in loader.current(event).trust.values()] == [(phrase,)]
    machine.store.take(str(machine.root))
    assert loader.current(GATE).trust == {}


def test_a_changed_script_is_said_with_every_event_until_it_is_settled(machine: Machine) -> None:
    script = machine.write("guard.sh", "exit 2")
    machine.project(hooks_json("./guard.sh"))
    loader = machine.loader(trust=machine.store)
    root = str(machine.root)
    loader.current(GATE)
    machine.trust(loader)
    assert loader.current(GATE).trust[root].trusted
    script.write_text("exit 0")
    assert loader.current(GATE).trust[root].changed == ("guard.sh changed",)
    assert loader.current("stop").trust[root].changed == ("guard.sh changed",)
    script.write_text("exit 2")
    assert loader.current("stop").trust[root] == loader.current(GATE).trust[root]
    assert loader.current("stop").trust[root].trusted


def test_a_changed_config_ends_trust(machine: Machine) -> None:
    machine.project(hooks_json("x"))
    loader = machine.loader(trust=machine.store)
    loader.current(GATE)
    machine.trust(loader)
    machine.project(hooks_json("y"))
    state = loader.current(GATE).trust[str(machine.root)]
    assert (state.trusted, state.changed) == (False, (".cursor/hooks.json changed",))


def test_a_blank_more_in_the_config_ends_trust_without_a_restart(machine: Machine) -> None:
    machine.project(hooks_json("x"))
    loader = machine.loader(trust=machine.store)
    loader.current(GATE)
    machine.trust(loader)
    assert loader.current(GATE).trust[str(machine.root)].trusted
    machine.project(hooks_json("x") + " ")
    assert loader.current(GATE).trust[str(machine.root)].changed == (".cursor/hooks.json changed",)


def test_events_that_need_no_trust_are_not_held_up_by_it(machine: Machine) -> None:
    class NeverAsked:
        asked = 0

        def trusts(self, root: str, files: Sequence[WatchedFile]) -> TrustState:
            self.asked += 1
            return TrustState(root, False, "no")

        def knows(self, root: str) -> bool:
            return True

    trust = NeverAsked()
    machine.project(hooks_json("x"))
    loader = machine.loader(trust=trust)
    for _ in range(3):
        loader.current("stop")
    assert trust.asked == 1
    loader.current(GATE)
    assert trust.asked == 2


def test_an_entry_set_aside_blocks_only_in_a_trusted_workspace(machine: Machine) -> None:
    machine.project('{"version": 1, "hooks": {"beforeShellExecution": [{"command": 5, "failClosed": true}]}}')
    machine.user('{"version": 1, "hooks": {"beforeShellExecution": [{"command": 6, "failClosed": true}]}}')
    loader = machine.loader(trust=machine.store)

    def blocking() -> list[tuple[str, bool]]:
        return [(aside.hook.source, aside.blocks) for aside in loader.current(GATE).set_aside[GATE]]

    assert blocking() == [("project", False), ("user", True)]
    machine.trust(loader)
    assert blocking() == [("project", True), ("user", True)]


def test_a_folder_that_a_command_names_may_come_and_go(machine: Machine) -> None:
    machine.project(hooks_json("npm run build"))
    loader = machine.loader(trust=machine.store)
    loader.current(GATE)
    machine.trust(loader)
    (machine.root / "build").mkdir()
    (state,) = loader.current(GATE).trust.values()
    assert (state.trusted, state.watched) == (True, {"npm run build": ()})
    machine.write("run", "")
    assert loader.current(GATE).trust[str(machine.root)].changed == ("run was added",)


def test_in_a_folder_nobody_trusted_nothing_is_looked_at(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[str] = []

    def watch(path: str, *more: Any) -> WatchedFile:
        looked_at.append(os.path.relpath(path, machine.root))
        return real_watch(path, *more)

    real_watch = disk.watch
    monkeypatch.setattr(disk, "watch", watch)
    machine.project(hooks_json("./guard.sh"))
    loader = machine.loader(trust=machine.store)
    for _ in range(2):
        loader.current(GATE)
    assert looked_at == []
    machine.trust(loader)
    assert looked_at == ["guard.sh"]
    assert loader.current(GATE).trust[str(machine.root)].trusted


def test_trust_given_elsewhere_counts_in_a_loader_that_has_looked_at_nothing_yet(machine: Machine) -> None:
    machine.project(hooks_json("./guard.sh"))
    machine.write("guard.sh", "exit 2\n")
    root = str(machine.root)
    loader, other = machine.loader(trust=machine.store), machine.loader(trust=machine.store)
    assert not loader.current(GATE).trust[root].trusted
    other.current(GATE)
    machine.trust(other)
    assert loader.current(GATE).trust[root].trusted
    machine.write("guard.sh", "exit 0\n")
    assert loader.current(GATE).trust[root].changed == ("guard.sh changed",)


def test_commands_that_cannot_be_followed_are_not_trusted_any_more(machine: Machine) -> None:
    machine.project(hooks_json("./guard.sh"))
    loader = machine.loader(trust=machine.store)
    loader.current(GATE)
    machine.trust(loader)
    machine.project(hooks_json("./guard.sh " + "x" * MAX_COMMAND_CHARS))
    state = loader.current(GATE).trust[str(machine.root)]
    assert state.changed == (".cursor/hooks.json has commands that are too long, or name too many files, to be followed",)
    with pytest.raises(UsageError, match="put such a command into a script and call that"):
        machine.trust(loader)


def test_an_unchanged_reload_looks_at_trust_again(machine: Machine) -> None:
    path = machine.project(hooks_json("x"))
    loader = machine.loader(trust=machine.store)
    before = loader.current(GATE)
    os.utime(path, (1, 1))
    assert loader.current(GATE) is before
    machine.trust(loader)
    os.utime(path, (2, 2))
    assert loader.current("stop").trust[str(machine.root)].trusted


# For `check` and `list`


def test_a_probing_loader_looks_at_scripts_and_for_files_in_the_wrong_place(machine: Machine) -> None:
    machine.project(hooks_json("./missing.sh"))
    machine.write(".cursor/hooks/hooks.json", "{}")
    machine.write(machine.home / ".cursor/hooks.jsonc", "{}")
    loader = Loader(
        [str(machine.root)], environ=machine.environ, enterprise_config=str(machine.enterprise), trust_all=True, probing=True
    )
    hooks = loader.current("")
    assert [(one.source, one.code, one.file, one.remedy) for one in hooks.problems[1:]] == [
        (
            "project", "wrong-place", f"{machine.root}/.cursor/hooks/hooks.json",
            f"move it to {machine.root}/.cursor/hooks.json",
        ),
        (
            "user", "jsonc-file", f"{machine.home}/.cursor/hooks.jsonc",
            f"move it to {machine.home}/.cursor/hooks.json, without comments",
        ),
    ]  # fmt: skip
    assert codes(hooks)[0] == ("project", "no-script")
    assert codes(machine.loader().current(GATE)) == []


# The twelve points of the corpus, each with its own sentence and remedy


def entries(event: str, *written: str) -> str:
    return '{"version": 1, "hooks": {"' + event + '": [' + ", ".join(written) + "]}}"


@pytest.mark.parametrize(
    ("text", "code", "problem", "remedy"),
    [
        pytest.param(
            entries("preToolUse", '{"matcher": "Shell", "hooks": [{"type": "command", "command": "true"}]}'),
            "claude-group", "this is Claude Code's shape: a group with `hooks` inside",
            'write each handler as an entry of its own: {"command": "…", "matcher": "…"}', id="1: Claude's shape",
        ),
        pytest.param(
            entries(GATE, '{"command": "true", "timeoutSec": 5}'),
            "meant-key", "'timeoutSec' does nothing; the option is timeout", 'write "timeout": 5', id="2: a key that is meant",
        ),
        pytest.param(
            entries(GATE, '{"command": "true", "enabled": false}'),
            "meant-key", "the hook runs although it says enabled: false", "remove the entry to turn it off", id="2: enabled",
        ),
        pytest.param(
            entries("preToolUse", '{"command": "true", "matcher": "+"}'),
            "invalid-matcher", None, "correct it, or remove it to match everything", id="3: what is no expression",
        ),
        pytest.param(
            entries("preToolUse", '{"command": "true", "matcher": "Bash"}'),
            "foreign-tool", "Bash is another agent's name for the tool Shell, and never matches", "write Shell",
            id="4: another agent's tool",
        ),
        pytest.param(
            entries(GATE, '{"command": "true", "timeout": 5000}'),
            "milliseconds", "timeout is 5000 seconds; did you mean milliseconds?", "write seconds: 5", id="5: milliseconds",
        ),
        pytest.param(
            entries("stop", '{"command": "true", "loop_limit": 0}'),
            "loop-limit-zero", "with a loop_limit of 0 the hook never runs", "write null for no limit, or remove the entry",
            id="6: a limit of 0",
        ),
        pytest.param(
            entries(GATE, '{"command": "./hooks/x.sh"}'),
            "wrong-base", None, "write .cursor/hooks/x.sh: project hooks run from the project root", id="8: another base",
        ),
        pytest.param(
            entries("afterFileEdit", '{"command": "true ${file}"}'),
            "placeholder", "nothing fills in ${file}", "write ${file_path}", id="9: a placeholder",
        ),
        pytest.param(
            entries(GATE, '{"command": "${CURSOR_PLUGIN_ROOT}/x.sh"}'),
            "plugin-root", "CURSOR_PLUGIN_ROOT is set for the hooks of a plugin only, and empty here",
            "write the path, or ship the hook as a plugin", id="9: the root of a plugin",
        ),
        pytest.param(
            entries(GATE, '{"command": "C:\\\\hooks\\\\x.exe"}'),
            "windows-command", None, "write a command that runs here, such as a shell or Python script", id="10: Windows",
        ),
        pytest.param(
            entries(GATE, '{"command": "true"}', '{"command": "true"}'),
            "duplicate-entry", "the same entry is on line 1; both run", "remove one of them", id="11: twice the same",
        ),
        pytest.param('{"hooks": {}}', "missing-version", "there is no version; the file is read as version 1",
                     'add "version": 1', id="11: no version"),
        pytest.param('{"version": "1", "hooks": {}}', "bad-version", "version must be a positive integer",
                     'write "version": 1', id="11: version as text"),
        pytest.param(
            '{"version": 1, "hooks": []}', "hooks-not-object",
            "hooks is a list; it must be an object with one list for each event",
            'write "hooks": {"beforeShellExecution": [{"command": "…"}]}', id="11: hooks as a list",
        ),
        pytest.param('{"version": 1, "hooks": {"stop": {"command": "true"}}}', "event-not-list",
                     "the value of 'stop' must be a list of entries", 'write "stop": [{"command": "…"}]',
                     id="11: an event as an object"),
        pytest.param('{"version": 1, // x\n "hooks": {}}', "comment", "JSON has no comments",
                     'remove the comments, or keep one in a key such as "_comment"', id="11: a comment"),
        pytest.param('{"version": 1, "hooks": {},}', "trailing-comma", "a comma before the closing }", "remove the comma",
                     id="11: a trailing comma"),
        pytest.param(
            entries(GATE, '{"command": ["node", "x.js"]}'), "argv-command", "command is a list; it must be one text",
            'write "command": "node x.js"', id="11: an argv list",
        ),
    ],
)  # fmt: skip
def test_each_point_of_the_corpus_has_its_sentence(
    machine: Machine, text: str, code: str, problem: str | None, remedy: str
) -> None:
    machine.project(text)
    machine.write(".cursor/hooks/x.sh", "#!/bin/sh\n").chmod(0o755)
    hooks = machine.loader(probing=True).current(GATE)
    (found,) = [one for one in hooks.problems if one.code == code]
    assert found.remedy == remedy
    assert problem is None or found.problem == problem
    assert hooks.problems == (found,)


@pytest.mark.parametrize("matcher", ['"*"', '""', "null"])
def test_point_3_star_empty_and_null_are_everything(machine: Machine, matcher: str) -> None:
    machine.project(entries("preToolUse", f'{{"command": "true", "matcher": {matcher}}}'))
    hooks = machine.loader(probing=True).current("preToolUse")
    assert ([hook.matcher for hook in hooks.hooks], hooks.problems) == ([None], ())


@pytest.mark.parametrize(
    "command",
    ["exec /bin/true # why", "[ -f x ] && true || true", "A=1 sh -c 'echo $A'", "true\ntrue", "npm test -- --x='a \"b\"'"],
)
def test_point_7_whatever_a_shell_can_run_is_fine(machine: Machine, command: str) -> None:
    machine.project(hooks_json(command))
    hooks = machine.loader(probing=True).current(GATE)
    assert (commands(hooks), hooks.problems) == ([("project", command)], ())
