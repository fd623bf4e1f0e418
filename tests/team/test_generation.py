"""team.generation: a version is whole or not there, and a hook that runs keeps the folder it was started from."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from hookline.errors import NotDone
from hookline.team import generation
from hookline.team.generation import Drift

ONE = {"hooks.json": b"{}", "hooks/guard.sh": b"#!/bin/sh\necho one\n"}
TWO = {"hooks.json": b"{}", "hooks/guard.sh": b"#!/bin/sh\necho two\n"}


@pytest.fixture
def managed(tmp_path: Path) -> str:
    return str(tmp_path / ".cursor/managed")


def guard(managed: str) -> Path:
    return Path(managed) / "team_7/hooks/guard.sh"


def test_scripts_can_be_executed_and_nobody_else_reads_them(managed: str) -> None:
    generation.install(managed, "7", "one", ONE)
    assert subprocess.run([guard(managed)], capture_output=True).stdout == b"one\n"
    assert guard(managed).stat().st_mode & 0o777 == 0o700
    assert (Path(managed) / "team_7/hooks.json").stat().st_mode & 0o777 == 0o600


def test_a_hook_that_runs_keeps_the_folder_it_was_started_from(managed: str) -> None:
    old = generation.install(managed, "7", "one", ONE)
    generation.install(managed, "7", "two", TWO)
    assert Path(old, "hooks/guard.sh").read_bytes() == ONE["hooks/guard.sh"]
    assert guard(managed).read_bytes() == TWO["hooks/guard.sh"]


def test_what_was_left_an_hour_ago_is_cleaned_up(managed: str) -> None:
    old = generation.install(managed, "7", "one", ONE)
    generation.install(managed, "7", "two", TWO)
    os.utime(old, (time.time() - 4000, time.time() - 4000))
    generation.install(managed, "7", "three", ONE)
    assert not os.path.exists(old)


@pytest.mark.parametrize(
    ("change", "drift"),
    [
        pytest.param(lambda f: (f / "hooks/guard.sh").write_text("evil"), Drift("hooks/guard.sh", "changed"), id="changed"),
        pytest.param(lambda f: (f / "hooks/guard.sh").unlink(), Drift("hooks/guard.sh", "missing"), id="deleted"),
        pytest.param(
            lambda f: (f / "hooks/guard.sh").chmod(0o600), Drift("hooks/guard.sh", "not executable"), id="not executable"
        ),
        pytest.param(lambda f: (f / "hooks/x.sh").write_text(""), Drift("hooks/x.sh", "not from the team"), id="added"),
    ],
)
def test_drift(change: object, drift: Drift, managed: str) -> None:
    folder = generation.install(managed, "7", "one", ONE)
    assert generation.drift_of(folder, generation.digest_of(ONE)) == []
    change(Path(folder))  # type: ignore[operator]
    assert generation.drift_of(folder, generation.digest_of(ONE)) == [drift]
    generation.install(managed, "7", "one", ONE)
    assert generation.drift_of(folder, generation.digest_of(ONE)) == []


@pytest.mark.fault(
    "6.6",
    "a machine is switched off in the middle of an installation",
    "the old version is whole, and the next sync finishes",
)
def test_a_process_that_is_killed_while_it_installs(managed: str) -> None:
    generation.install(managed, "7", "one", ONE)
    program = (
        "import sys; from hookline.team import generation\n"
        "files = {'hooks.json': b'{}', 'hooks/guard.sh': b'#!/bin/sh\\necho two\\n'}\n"
        "files |= {f'hooks/f{n}': b'x' * 10000 for n in range(500)}\n"
        "print('begin', flush=True)\n"
        "while True:\n"
        "    generation.install(sys.argv[1], '7', 'two', files)\n"
        "    generation.install(sys.argv[1], '7', 'one', {'hooks.json': b'{}', 'hooks/guard.sh': b'#!/bin/sh\\necho one\\n'})\n"
        "    import shutil; shutil.rmtree(sys.argv[1] + '/.generations/team_7/two', ignore_errors=True)\n"
    )
    for delay in (0.01, 0.05, 0.1, 0.2):
        child = subprocess.Popen([sys.executable, "-c", program, managed], stdout=subprocess.PIPE)
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(delay)
        child.send_signal(signal.SIGKILL)
        child.wait()
        child.stdout.close()
        assert guard(managed).read_bytes() in (ONE["hooks/guard.sh"], TWO["hooks/guard.sh"])
    folder = generation.install(managed, "7", "three", TWO)
    assert generation.drift_of(folder, generation.digest_of(TWO)) == []
    assert [name for name in os.listdir(os.path.dirname(folder)) if name.startswith(".unfinished")] == []


@pytest.mark.fault("6.6", "two syncs at once", "one after the other; what is in force is whole")
def test_two_installations_at_once(managed: str) -> None:
    versions = [("one", ONE), ("two", TWO)] * 8
    threads = [threading.Thread(target=generation.install, args=(managed, "7", *version)) for version in versions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    folder = generation.in_force(managed, "7")
    assert folder is not None
    files = ONE if folder.endswith("one") else TWO
    assert generation.drift_of(folder, generation.digest_of(files)) == []


@pytest.mark.fault(
    "6.6",
    "the disk is full while hooks are installed",
    "the old version stays in force, and the reason is said",
)
def test_a_disk_that_is_full(managed: str) -> None:
    generation.install(managed, "7", "one", ONE)
    program = (
        "import resource, signal, sys; from hookline.team import generation; from hookline.errors import NotDone\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "try: generation.install(sys.argv[1], '7', 'two', {'hooks.json': b'{}', 'hooks/guard.sh': b'x' * 5000})\n"
        "except NotDone as error: print(error)\n"
    )
    told = subprocess.run([sys.executable, "-c", program, managed], capture_output=True, text=True).stdout
    assert "cannot be written" in told and "previous ones stay in force" in told
    assert guard(managed).read_bytes() == ONE["hooks/guard.sh"]


def test_a_folder_that_somebody_else_made_is_left_alone(managed: str) -> None:
    mine = Path(managed) / "team_7"
    mine.mkdir(parents=True)
    with pytest.raises(NotDone, match="not a link that Hookline made"):
        generation.install(managed, "7", "one", ONE)
    assert mine.is_dir() and not mine.is_symlink()


def test_removing_leaves_other_teams_alone(managed: str) -> None:
    generation.install(managed, "7", "one", ONE)
    generation.install(managed, "8", "one", ONE)
    generation.remove(managed, "7")
    assert [name for name in os.listdir(managed) if name.startswith("team_")] == ["team_8"]
    assert generation.in_force(managed, "7") is None
