"""SECURITY 6.5: whatever changes behind the user's back is not run until it is trusted again, and the difference is shown."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from pytest import param

from hookline.journal.journal_reader import Reader, ask
from hookline.model import Invocation, Running

SHELL = "beforeShellExecution"
SCRIPT = ".cursor/hooks/guard.sh"
CONFIG = ".cursor/hooks.json"
NOT_RUN = "it is not run, and every result names what changed and how to trust it again"


def fault(fault: str, right: str) -> pytest.MarkDecorator:
    return pytest.mark.fault("6.5", fault, right)


class Guarded:
    """A trusted workspace with one guard, which leaves a trace of each run; and an engine that has used it once."""

    def __init__(self, machine: Any) -> None:
        self.machine, self.trace = machine, machine.root / "trace"
        self.script: Path = machine.script(SCRIPT, self.text("good"))
        self.config: Path = machine.configure("project", {SHELL: [{"command": SCRIPT}]})
        machine.trust()
        self.session = machine.engine().session()
        assert self.fire().blocked and self.runs() == ["good"]

    def text(self, name: str) -> str:
        return f"echo {name} >> {self.trace}\nexit 2"

    def fire(self) -> Any:
        return self.session.fire_sync(SHELL, command="ls")

    def runs(self) -> list[str]:
        return list(self.trace.read_text().split())

    def refuses(self, changed: str) -> None:
        """Nothing runs, in this engine and in a new one, and the result says why and what to do."""
        before = self.runs()
        for decision in (self.fire(), self.fire(), self.machine.fire_once()):
            assert (self.runs(), decision.outcomes, len(decision.skips)) == (before, (), 1)
            for told in (decision.skips[0].reason, decision.notes[0]):
                assert told.startswith(f"not trusted any more: {changed}")
                assert told.endswith(f"then run: hookline trust {self.machine.ws}")


@pytest.fixture
def guarded(machine: Any) -> Guarded:
    return Guarded(machine)


def sh(command: str, folder: Path) -> None:
    identity = {f"GIT_{who}_{what}": "agent@example.com" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    quiet = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
    subprocess.run(command, shell=True, cwd=folder, check=True, capture_output=True, env={**os.environ, **identity, **quiet})


@fault(
    "the agent is started in a subfolder, a worktree or a nested repository of a trusted one",
    "trust is of one folder: the hooks of another, the same bytes even, do not run; the same folder by a link is trusted",
)
def test_other_folders(machine: Any, guarded: Guarded) -> None:
    sh("git init -q && git add -A && git commit -qm one && git worktree add -q ../tree", machine.ws)
    nested = machine.ws / "vendor/lib"
    nested.mkdir(parents=True)
    sh(f"git init -q && cp -r {machine.ws}/.cursor .", nested)
    for folder in (machine.root / "tree", nested):
        decision = machine.engine(folder).session().fire_sync(SHELL, command="ls")
        assert (decision.outcomes, [s.reason.endswith(f"run: hookline trust {folder}") for s in decision.skips]) == (
            (),
            [True],
        )
    bare = machine.engine(machine.ws / "vendor").session().fire_sync(SHELL, command="ls")
    assert bare.because == f"no hook is configured for {SHELL}"
    link = machine.root / "link"
    link.symlink_to(machine.ws)
    assert machine.engine(link).session().fire_sync(SHELL, command="ls").blocked
    assert guarded.runs() == ["good", "good"]


def same_size_same_times(guarded: Guarded) -> None:
    """In place, with its size and its times as they were: only the change time tells."""
    before = guarded.script.stat()
    guarded.script.write_text(guarded.script.read_text().replace("good", "evil"))
    os.utime(guarded.script, ns=(before.st_atime_ns, before.st_mtime_ns))


def by_rename(guarded: Guarded) -> None:
    guarded.machine.script("evil.sh", guarded.text("evil")).rename(guarded.script)


def by_link(guarded: Guarded) -> None:
    evil = guarded.machine.script("evil.sh", guarded.text("evil"))
    guarded.script.unlink()
    guarded.script.symlink_to(evil)


@fault("a script changes, its size and times put back, while hooks.json does not", NOT_RUN)
def test_changed_script(guarded: Guarded) -> None:
    same_size_same_times(guarded)
    guarded.refuses(f"{SCRIPT} changed")


class SwappingRunner:
    """The real runner, with somebody else's hand between the plan and the start."""

    def __init__(self, runner: Any, swap: Callable[[], None]) -> None:
        self.runner, self.swap = runner, swap

    def run(self, invocations: Sequence[Invocation]) -> Running:
        self.swap()
        return self.runner.run(invocations)  # type: ignore[no-any-return]


@fault(
    "a script is swapped after trust was checked and before it is started",
    "it is looked at again at the start: not started, failure `not trusted any more`; with failClosed that is a deny",
)
def test_swapped_before_the_start(machine: Any, guarded: Guarded) -> None:
    good = guarded.script.read_bytes()
    for fail_closed in (False, True):
        for swap in (same_size_same_times, by_rename, by_link):
            guarded.script.unlink()
            guarded.script.write_bytes(good)
            guarded.script.chmod(0o755)
            machine.configure("project", {SHELL: [{"command": SCRIPT, "failClosed": fail_closed}]})
            machine.trust()
            engine = machine.engine()
            engine.runner = SwappingRunner(engine.runner, lambda swap=swap: swap(guarded))
            decision = engine.session().fire_sync(SHELL, command="ls")
            [failure] = decision.failures
            assert (decision.blocked, guarded.runs()) == (fail_closed, ["good"])
            assert failure.startswith(f"not trusted any more: {guarded.script} changed")


@fault("trust is taken back while a session runs", "with the next event its hooks do not run any more")
def test_taken_back(machine: Any, guarded: Guarded) -> None:
    assert machine.engine().trust_store.take(str(machine.ws))
    decision = guarded.fire()
    assert (guarded.runs(), decision.outcomes) == (["good"], ())
    assert decision.skips[0].reason.startswith("project hooks need a trusted workspace")


@fault(
    "a project's sessionStart sets PATH, BASH_ENV, a shell function and LD_PRELOAD",
    "no variable reaches hooks of a higher source under its name; they get all of them as data, in HOOKLINE_SESSION_ENV",
)
def test_session_env(machine: Any) -> None:
    steering = {
        "PATH": f"{machine.ws}/evil:/usr/bin:/bin",
        "BASH_ENV": f"{machine.ws}/evil/env.sh",
        "BASH_FUNC_grep%%": "() { return 1; }",
        "LD_PRELOAD": f"{machine.ws}/evil/none.so",
        "PYTHONPATH": "/evil",
        "GIT_CONFIG_GLOBAL": "/evil",
        "IFS": "x",
    }
    machine.script("evil/grep", "exit 1")
    machine.script("evil/env.sh", "grep() { return 1; }")
    answer = json.dumps({"env": {**steering, "TICKET": "ABC-1"}})
    machine.configure("project", {"sessionStart": [{"command": f"cat > /dev/null; echo '{answer}'"}]})
    machine.trust()
    seen = machine.root / "seen"
    guard = f"bash -c 'env > {seen}.enterprise; if grep -q danger; then exit 2; fi'"
    machine.configure("enterprise", {SHELL: [{"command": guard}]})
    machine.configure("user", {SHELL: [{"command": f"/usr/bin/env > {seen}.user"}]})
    session = machine.engine().session()
    assert session.fire_sync("sessionStart").response["env"] == {**steering, "TICKET": "ABC-1"}
    assert session.fire_sync(SHELL, command="danger").blocked

    got = {
        s: dict(line.partition("=")[::2] for line in Path(f"{seen}.{s}").read_text().splitlines())
        for s in ("enterprise", "user")
    }
    assert {name: got["enterprise"].get(name) for name in (*steering, "TICKET")} == {
        **dict.fromkeys(steering), "PATH": os.environ["PATH"], "TICKET": None,
    }  # fmt: skip
    assert json.loads(got["enterprise"]["HOOKLINE_SESSION_ENV"]) == {**steering, "TICKET": "ABC-1"}
    assert got["user"]["PATH"] == steering["PATH"]


def edit_config(guarded: Guarded, command: str = "true") -> None:
    """As an agent's Write tool does: the whole file anew."""
    guarded.config.write_text(json.dumps({"version": 1, "hooks": {SHELL: [{"command": command}]}}))


def by_shell(guarded: Guarded) -> None:
    """Each way a shell has of changing a file, refused in turn; the last one is left to the test."""
    good = guarded.script.read_text()
    (guarded.machine.ws / "evil").write_text(good.replace("good", "evil"))
    for command in (
        "cat evil > {}",
        "tee {} < evil",
        "cp evil {}",
        "dd if=evil of={} conv=notrunc",
        "echo : >> {}",
        "mv evil {}",
    ):
        sh(command.format(SCRIPT), guarded.machine.ws)
        guarded.refuses(f"{SCRIPT} changed")
        guarded.script.write_text(good)
    sh(f"sed -i s/good/evil/ {SCRIPT}", guarded.machine.ws)


def git_checkout(guarded: Guarded) -> None:
    """The other branch has another hooks.json."""
    ws = guarded.machine.ws
    sh("git init -q -b main && git add -A && git commit -qm one && git checkout -qb other", ws)
    edit_config(guarded, f"echo evil >> {guarded.trace}")
    sh("git commit -qam two && git checkout -q main", ws)
    guarded.machine.trust()
    assert guarded.fire().blocked
    sh("git checkout -q other", ws)


def by_hardlink(guarded: Guarded) -> None:
    """The script has a second name outside of its folder, and is changed by that one."""
    other = guarded.machine.root / "other-name"
    os.link(guarded.script, other)
    other.write_text(guarded.script.read_text().replace("good", "evil"))


@pytest.mark.parametrize(
    ("edit", "changed"),
    [
        param(
            lambda g: edit_config(g, f"echo evil >> {g.trace}"), f"{CONFIG} changed", id="hooks.json, by Write",
            marks=fault("the agent rewrites hooks.json with its Write tool", NOT_RUN),
        ),
        param(
            by_shell, f"{SCRIPT} changed", id="a script, by a shell command",
            marks=fault("the agent changes a hook script with a shell command: >, >>, tee, cp, mv, dd, sed -i", NOT_RUN),
        ),
        param(
            git_checkout, f"{CONFIG} changed", id="hooks.json, by git",
            marks=fault("git brings another hooks.json with a checkout", NOT_RUN),
        ),
        param(
            by_link, f"{SCRIPT} changed", id="a script, by a symbolic link",
            marks=fault("the agent puts a symbolic link in the place of a script", NOT_RUN),
        ),
        param(
            by_hardlink, f"{SCRIPT} changed", id="a script, by a hard link",
            marks=fault("the agent changes a script by a second name of the same file", NOT_RUN),
        ),
    ],
)  # fmt: skip
def test_edited_by_the_agent(guarded: Guarded, edit: Callable[[Guarded], None], changed: str) -> None:
    edit(guarded)
    guarded.refuses(changed)
    guarded.machine.trust()
    assert guarded.fire().outcomes != (), "trusted anew, it runs"


def writable_by_all(guarded: Guarded) -> None:
    (guarded.machine.state / "trust.json").chmod(0o666)


def a_link(guarded: Guarded) -> None:
    store, copy = guarded.machine.state / "trust.json", guarded.machine.ws / "trust.json"
    copy.write_bytes(store.read_bytes())
    store.unlink()
    store.symlink_to(copy)


def inside_the_workspace(guarded: Guarded) -> None:
    """The whole state folder is a link into the workspace, where the agent may write."""
    state, moved = guarded.machine.state, guarded.machine.ws / "state"
    state.rename(moved)
    state.symlink_to(moved)


def damaged(guarded: Guarded) -> None:
    (guarded.machine.state / "trust.json").write_text('{"version": 1, "roots": {"')


@fault(
    "the agent plants or damages the trust store",
    "a store that lies in the workspace, is a link, can be written by everybody or is damaged is not believed: nothing of "
    "the workspace runs, and the result says why; one that is the user's own and private is believed",
)
def test_the_trust_store(machine: Any, guarded: Guarded) -> None:
    for spoil, why in (
        (writable_by_all, "everybody can write to"),
        (a_link, "is a symbolic link"),
        (damaged, "is damaged"),
        (inside_the_workspace, "lies inside the workspace"),
    ):
        machine.trust()
        spoil(guarded)
        decision = machine.fire_once()
        assert (guarded.runs(), decision.outcomes) == (["good"], ())
        assert decision.skips[0].reason.startswith("trust cannot be looked up: ") and why in decision.skips[0].reason
        (machine.state / "trust.json").unlink()


@fault(
    "the agent overwrites, deletes or links away the log",
    "decisions do not change; a damaged log is kept aside with the gap on record, a deleted one is begun anew, a link is refused",
)
def test_the_log(machine: Any) -> None:
    machine.configure("user", {SHELL: [{"command": "exit 2"}]})
    engine = machine.engine(journal=True)
    session, log = engine.session(), Path(engine.journal_path or "")
    assert session.fire_sync(SHELL, command="one").blocked

    engine.close()
    log.write_bytes(b"nothing to see here" * 1000)
    assert machine.engine(journal=True).session().fire_sync(SHELL, command="two").blocked
    [gap] = ask(str(log), Reader.gaps)
    assert "damaged" in gap.reason and len(list(machine.state.glob("journal.db.damaged-*"))) >= 1

    for name in ("", "-wal", "-shm"):
        Path(f"{log}{name}").unlink(missing_ok=True)
    assert session.fire_sync(SHELL, command="three").blocked
    assert [entry.input["command"] for entry in ask(str(log), Reader.recent)] == ["three"]

    elsewhere = machine.ws / "elsewhere.db"
    for name in ("", "-wal", "-shm"):
        Path(f"{log}{name}").unlink(missing_ok=True)
    log.symlink_to(elsewhere)
    linked = machine.engine(journal=True)
    assert linked.session().fire_sync(SHELL, command="four").blocked
    assert "is a symbolic link" in linked.journal.trouble  # type: ignore[union-attr]
    assert not elsewhere.exists()
