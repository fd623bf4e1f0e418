"""journal.store: records are kept, whatever the disk and other processes do, and no trouble reaches the caller."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from pytest import param

from hookline.journal import tables as schema
from hookline.journal.backlog import Gap
from hookline.journal.journal_reader import Reader, ask, damage
from hookline.journal.store import SqliteJournal
from hookline.model import Record

NOON = 1_795_003_200.0
DAY_S = 86_400.0
Records = Callable[..., Record]


class Clock:
    """Time as an argument: it stands still until it is set."""

    def __init__(self) -> None:
        self.at = NOON

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def journal(journal_path: str, clock: Clock) -> Iterator[SqliteJournal]:
    with SqliteJournal(journal_path, now=clock) as made:
        yield made


def ids(path: str) -> list[str]:
    """The execution ids in the file, oldest first, as any other program sees them."""
    return [entry.execution_id for entry in ask(path, Reader.after, 0, limit=10_000)]


def locked(path: str) -> sqlite3.Connection:
    """A connection that keeps everybody else from writing."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    return db


def unprivileged(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python as somebody whom file permissions concern; root is not."""
    # The interpreter may lie where only root can read it, so it drops its rights after its imports.
    drop = "import os, sqlite3, hookline.journal.store, hookline.journal.journal_reader, re2\nif os.geteuid() == 0: os.setuid(65534)\n"
    command = [sys.executable, "-c", drop + script, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


# What is written when


def test_a_record_is_in_the_file_when_append_returns(journal: SqliteJournal, record: Records, run: Any) -> None:
    journal.append(record(run(code=2, permission="deny"), blocked=True, permission="deny"))
    assert [(entry.blocked, entry.runs[0].exit_code) for entry in ask(journal.path, Reader.recent)] == [(True, 2)]
    assert journal.trouble is None


def test_an_event_without_hooks_waits_for_the_next_other_one(journal: SqliteJournal, record: Records, run: Any) -> None:
    journal.append(record(id="idle"))
    assert ids(journal.path) == []
    journal.append(record(run(), id="busy"))
    assert ids(journal.path) == ["idle", "busy"]


@pytest.mark.parametrize(
    ("text", "count"),
    [param("", 64, id="64 events without hooks are enough"), param("x" * 600_000, 2, id="a million characters are enough")],
)
def test_idle_records_do_not_wait_for_ever(journal: SqliteJournal, record: Records, text: str, count: int) -> None:
    for number in range(count - 1):
        journal.append(record(id=f"{number}", input={"prompt": text}))
    assert ids(journal.path) == []
    journal.append(record(id=f"{count - 1}", input={"prompt": text}))
    assert ids(journal.path) == [f"{number}" for number in range(count)]


def test_flush_writes_what_waits(journal: SqliteJournal, record: Records) -> None:
    journal.append(record(id="idle"))
    journal.flush()
    assert ids(journal.path) == ["idle"]


def test_close_writes_what_waits_and_a_later_append_opens_again(journal: SqliteJournal, record: Records) -> None:
    journal.append(record(id="one"))
    journal.close()
    assert ids(journal.path) == ["one"]
    journal.append(record(id="two"))
    journal.close()
    assert ids(journal.path) == ["one", "two"]


def test_a_journal_that_was_never_used_makes_no_file(journal: SqliteJournal) -> None:
    journal.flush()
    journal.close()
    assert not os.path.exists(os.path.dirname(journal.path))


def test_threads_may_share_a_journal(journal: SqliteJournal, record: Records, run: Any) -> None:
    def write(name: int) -> None:
        for number in range(50):
            journal.append(record(run(), id=f"{name}-{number}"))

    threads = [threading.Thread(target=write, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    journal.close()
    assert sorted(ids(journal.path)) == sorted(f"{name}-{number}" for name in range(4) for number in range(50))


# The file


def test_folder_and_files_are_private_and_the_file_is_in_wal_mode(journal: SqliteJournal, record: Records, run: Any) -> None:
    journal.append(record(run()))
    folder = Path(journal.path).parent
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in (folder, *folder.iterdir())}
    assert modes == {"state": 0o700, "journal.db": 0o600, "journal.db-wal": 0o600, "journal.db-shm": 0o600}
    with closing(sqlite3.connect(journal.path)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_readers_do_not_hinder_the_writer(journal: SqliteJournal, record: Records, run: Any) -> None:
    journal.append(record(run(), id="one"))
    with closing(sqlite3.connect(journal.path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM entries").fetchone()
        journal.append(record(run(), id="two"))
        assert reader.execute("SELECT count(*) FROM entries").fetchone() == (1,)
    assert (ids(journal.path), journal.trouble) == (["one", "two"], None)


def test_a_deleted_journal_is_begun_anew(journal: SqliteJournal, record: Records, run: Any) -> None:
    journal.append(record(run(), id="one"))
    for file in Path(journal.path).parent.iterdir():
        file.unlink()
    journal.append(record(run(), id="two"))
    assert (ids(journal.path), journal.trouble) == (["two"], None)


def test_terminal_escapes_come_out_harmless(journal: SqliteJournal, record: Records, run: Any) -> None:
    evil = "\x1b[2J\x1b]0;owned\x07\r\n\x9b1A\u202egpj\x00\ud800"
    journal.append(record(run(command=evil, stderr=evil, failure=evil), input={"command": evil}, because=evil))
    journal.close()
    written = Path(journal.path).read_bytes()
    assert [sign for sign in ("\x1b[", "owned\x07", "\u202e") if sign.encode() in written] == []
    (entry,) = ask(journal.path, Reader.recent)
    shown = "\\x1b[2J\\x1b]0;owned\\x07\\r\n\\x9b1A\\u202egpj\\x00\\ud800"
    kept = (entry.because, entry.runs[0].command, entry.runs[0].stderr, entry.runs[0].failure, entry.input["command"])
    assert kept == (shown, shown, shown, shown, evil)


# Trouble


def test_a_locked_journal_delays_nobody_and_loses_nothing(
    journal: SqliteJournal, record: Records, run: Any, clock: Clock
) -> None:
    journal.append(record(run(), id="one"))
    with closing(locked(journal.path)):
        began = time.monotonic()
        journal.append(record(run(), id="two"))
        for number in range(100):
            journal.append(record(run(), id=f"pause-{number}"))
        assert time.monotonic() - began < 1.0
        assert journal.trouble is None  # meeting at the lock once is nothing to tell
        clock.at += 1
        journal.append(record(run(), id="three"))
        assert journal.trouble == (
            f"the journal {journal.path} cannot be written: another process keeps it locked; end that process. "
            "Decisions are not affected; what is missing is noted"
        )
    clock.at += 1
    journal.append(record(run(), id="four"))
    assert ids(journal.path) == ["one", "two", *(f"pause-{number}" for number in range(100)), "three", "four"]
    assert ask(journal.path, Reader.gaps) == []


def test_a_clock_that_was_set_back_makes_the_pause_no_longer(
    journal: SqliteJournal, record: Records, run: Any, clock: Clock
) -> None:
    journal.append(record(run(), id="one"))
    with closing(locked(journal.path)):
        journal.append(record(run(), id="two"))
    clock.at -= 10 * DAY_S
    journal.append(record(run(), id="three", at=clock.at))
    assert ids(journal.path) == ["one", "two", "three"]


def test_what_had_to_be_given_up_is_a_gap(journal: SqliteJournal, record: Records, run: Any, clock: Clock) -> None:
    journal.append(record(run(), id="one"))
    with closing(locked(journal.path)):
        for number in range(1003):
            journal.append(record(run(), id=f"{number}"))
    clock.at += 1
    journal.flush()
    assert ids(journal.path) == ["one", *(f"{number}" for number in range(3, 1003))]
    assert ask(journal.path, Reader.gaps) == [Gap(NOON, 3, "another process keeps it locked")]


def test_a_process_that_ends_with_a_full_disk_leaves_a_gap(tmp_path: Path, record: Records, run: Any) -> None:
    """A file-system limit in a child process stands for the full disk; the next process tells of it."""
    path = str(tmp_path / "state" / "journal.db")
    script = """
import resource, sys, time
from hookline.journal.store import SqliteJournal
from hookline.model import Completion, Decision, Hook, Outcome, Record
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
run = Outcome(Hook("project", "stop", 1, "/w/.cursor/hooks.json", 6, "./audit.sh"), Completion("exited", 1.0, 0))
with SqliteJournal(sys.argv[1]) as journal:
    for number in range(30):
        journal.append(Record(time.time(), Decision("stop", {"text": "x" * 20_000}, False, None, {}, "", (run,), id=f"{number}")))
print(journal.trouble)
"""
    child = subprocess.run([sys.executable, "-c", script, path], capture_output=True, text=True, timeout=60, check=True)
    assert child.stdout.startswith(f"the journal {path} cannot be written: disk I/O error; look at the file, or set")
    kept = len(ids(path))
    with SqliteJournal(path) as journal:
        journal.append(record(run(), at=time.time(), id="next"))
    assert ids(path) == [*(f"{number}" for number in range(kept)), "next"]
    assert [(gap.missing, gap.reason) for gap in ask(path, Reader.gaps)] == [(30 - kept, "disk I/O error")]
    assert damage(path) is None
    assert not os.path.exists(f"{path}.gaps")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("mounting a small disk takes rights that this user has not")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_is_survived_and_told(small_disk: Path, record: Records, run: Any, clock: Clock) -> None:
    path = str(small_disk / "state" / "journal.db")
    ballast = small_disk / "ballast"
    with SqliteJournal(path, now=clock) as journal:
        journal.append(record(run(), id="one"))
        with ballast.open("wb", buffering=0) as file, pytest.raises(OSError):
            while True:
                file.write(bytes(4096))
        for number in range(3):
            journal.append(record(run(), input={"text": "x" * 30_000}, id=f"{number}"))
        assert journal.trouble == (
            f"the journal {path} cannot be written: the disk is full; free some space or set HOOKLINE_STATE to another "
            "folder. Decisions are not affected; what is missing is noted"
        )
    # Not even the note could be written: that it is empty says that something is missing.
    ballast.unlink()
    with SqliteJournal(path, now=clock) as journal:
        journal.append(record(run(), id="two"))
    assert ids(path) == ["one", "two"]
    assert [(gap.missing, gap.reason) for gap in ask(path, Reader.gaps)] == [
        (None, "not even a note of it could be written")
    ]
    assert damage(path) is None


UNWRITABLE = """
import sys
from hookline.journal.store import SqliteJournal
from hookline.model import Completion, Decision, Hook, Outcome, Record
run = Outcome(Hook("project", "stop", 1, "/w/.cursor/hooks.json", 6, "./audit.sh"), Completion("exited", 1.0, 0))
with SqliteJournal(sys.argv[1]) as journal:
    journal.append(Record(1.0, Decision("stop", {}, False, None, {}, "", (run,))))
print(journal.trouble)
"""


@pytest.mark.parametrize(
    ("file_exists", "sentence"),
    [
        param(
            False,
            "the journal {path} cannot be made: Permission denied; make its folder writable or set HOOKLINE_STATE to another one",
            id="a read-only folder without a journal",
        ),
        param(
            True,
            "the journal {path} cannot be written: it is read-only; make it writable or set HOOKLINE_STATE to another folder. "
            "Decisions are not affected; what is missing could not be noted either, so the log will not show that it is",
            id="a read-only folder with a read-only journal",
        ),
    ],
)
def test_a_read_only_folder_is_told(tmp_path: Path, file_exists: bool, sentence: str) -> None:
    for folder in (tmp_path, *tmp_path.parents):
        if "pytest-" in str(folder):  # pytest keeps its folders to itself
            folder.chmod(0o755)
    path = tmp_path / "state" / "journal.db"
    path.parent.mkdir()
    if file_exists:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            schema.prepare(db, str(path))
            db.execute("PRAGMA journal_mode = DELETE")
        path.chmod(0o400)
        if os.geteuid() == 0:
            os.chown(path, 65534, 65534)
    path.parent.chmod(0o555)
    told = unprivileged(UNWRITABLE, str(path))
    assert (told.stdout, told.stderr) == (sentence.format(path=path) + "\n", "")


def test_a_damaged_journal_is_kept_aside_and_a_new_one_is_begun(journal: SqliteJournal, record: Records, run: Any) -> None:
    for number in range(50):
        journal.append(record(run(), id=f"{number}", input={"text": "x" * 2000}))
    journal.close()
    with open(journal.path, "r+b") as file:
        file.seek(100)
        file.write(b"\xff" * 20_000)
    journal.append(record(run(), id="after"))
    aside = f"{journal.path}.damaged-20261118T120000Z"
    assert ids(journal.path) == ["after"]
    assert Path(aside).stat().st_size > 100_000
    assert journal.trouble == (
        f"the journal {journal.path} was damaged (database disk image is malformed); it was renamed to {aside} and a new one "
        "was begun. Delete the renamed file when you do not need it"
    )
    reason = "the journal was damaged (database disk image is malformed) and is kept as journal.db.damaged-20261118T120000Z"
    assert ask(journal.path, Reader.gaps) == [Gap(NOON, None, reason)]


def test_a_file_that_is_no_database_is_kept_aside(journal: SqliteJournal, record: Records, run: Any) -> None:
    Path(journal.path).parent.mkdir(mode=0o700)
    Path(journal.path).write_text("a text of my own\n" * 100)
    journal.append(record(run(), id="one"))
    assert ids(journal.path) == ["one"]
    assert Path(f"{journal.path}.damaged-20261118T120000Z").read_text() == "a text of my own\n" * 100


def test_damage_found_while_sweeping_sets_the_journal_aside(
    journal_path: str, record: Records, run: Any, clock: Clock
) -> None:
    with SqliteJournal(journal_path, now=clock) as journal:
        for number in range(60):
            journal.append(record(run(), id=f"{number}", input={"text": f"{number} " + "x" * 3000}))
    with open(journal_path, "r+b") as file:  # old entries: neither the schema nor where the next entry goes
        file.seek(14 * 4096)
        file.write(b"\xff" * 6 * 4096)
    clock.at += 31 * DAY_S
    with SqliteJournal(journal_path, now=clock) as journal:
        journal.append(record(run(), id="into the old file", at=clock.at))
        journal.append(record(run(), id="into the new file", at=clock.at))
        assert journal.trouble is not None
        assert "was damaged (database disk image is malformed)" in journal.trouble
    assert (ids(journal_path), damage(journal_path)) == (["into the new file"], None)


def test_a_sweep_that_fails_is_no_trouble_and_loses_nothing(
    journal_path: str, record: Records, run: Any, clock: Clock
) -> None:
    with SqliteJournal(journal_path, now=clock) as journal:
        journal.append(record(run(), id="old"))
        journal.append(record(run(), id="old too"))
    with closing(sqlite3.connect(journal_path, isolation_level=None)) as db:
        db.execute("CREATE TRIGGER no BEFORE DELETE ON entries BEGIN SELECT raise(ABORT, 'no'); END")
    clock.at += 31 * DAY_S
    with SqliteJournal(journal_path, now=clock) as journal:
        journal.append(record(run(), id="new", at=clock.at))
        assert (ids(journal_path), journal.trouble) == (["old", "old too", "new"], None)


def another_programs(path: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.executescript("CREATE TABLE photos (name); INSERT INTO photos VALUES ('cat'); PRAGMA user_version = 1;")


def of_a_newer_hookline(path: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        schema.prepare(db, path)
        db.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
        db.execute("PRAGMA journal_mode = DELETE")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        param(
            another_programs,
            "{path} is another program's database; set HOOKLINE_STATE to a folder of Hookline's own",
            id="a database of another program",
        ),
        param(
            of_a_newer_hookline,
            "the journal {path} was written by a newer Hookline (version 3 of its tables, this one knows 2) and is left alone; "
            "upgrade Hookline or set HOOKLINE_STATE to another folder",
            id="a journal of a newer Hookline",
        ),
    ],
)
def test_is_left_as_it_is(
    journal: SqliteJournal, record: Records, run: Any, make: Callable[[str], None], sentence: str
) -> None:
    Path(journal.path).parent.mkdir(mode=0o700)
    make(journal.path)
    before = Path(journal.path).read_bytes()
    journal.append(record(run()))
    assert journal.trouble == sentence.format(path=journal.path)
    assert Path(journal.path).read_bytes() == before


def test_a_record_that_cannot_be_made_ready_is_a_gap(journal: SqliteJournal, record: Records, run: Any) -> None:
    journal.append(record(run(), because=7))
    journal.append(record(run(), id="next"))
    assert ids(journal.path) == ["next"]
    assert ask(journal.path, Reader.gaps) == [Gap(NOON, 1, "a record could not be prepared: AttributeError")]
    assert journal.trouble == (
        f"the journal {journal.path} misses an event: a record could not be prepared: AttributeError; please report it"
    )


def test_a_gap_that_could_not_be_written_waits_beside_the_journal(
    journal: SqliteJournal, record: Records, run: Any, clock: Clock
) -> None:
    journal.append(record(run(), id="one"))
    with closing(locked(journal.path)):
        journal.append(record(run(), id="two"))
        journal.append(record(run(), because=7))
        journal.close()
    clock.at += 1
    journal.append(record(run(), id="three"))
    assert ids(journal.path) == ["one", "three"]
    assert ask(journal.path, Reader.gaps) == [
        Gap(NOON, 1, "another process keeps it locked"),
        Gap(NOON, 1, "a record could not be prepared: AttributeError"),
    ]


def test_what_waited_is_written_together_or_not_at_all(
    journal: SqliteJournal, record: Records, run: Any, clock: Clock
) -> None:
    journal.append(record(run(), id="one"))
    with closing(sqlite3.connect(journal.path, isolation_level=None)) as db:
        fails = "WHEN new.execution_id = 'three' BEGIN SELECT raise(FAIL, 'no'); END"
        db.execute(f"CREATE TRIGGER no BEFORE INSERT ON entries {fails}")
        journal.append(record(id="two"))
        journal.append(record(run(), run(), id="three"))
        assert ids(journal.path) == ["one"]
        db.execute("DROP TRIGGER no")
    clock.at += 1
    journal.append(record(run(), id="four"))
    assert [(entry.execution_id, len(entry.runs)) for entry in ask(journal.path, Reader.after, 0)] == [
        ("one", 1),
        ("two", 0),
        ("three", 2),
        ("four", 1),
    ]


# Retention


def test_old_entries_go_when_new_ones_come(journal_path: str, record: Records, run: Any, clock: Clock) -> None:
    with SqliteJournal(journal_path, max_age_days=30, now=clock) as journal:
        for number in range(50):
            journal.append(record(run(), id=f"old-{number}"))
    clock.at += 30 * DAY_S + 1
    with SqliteJournal(journal_path, max_age_days=30, now=clock) as journal:
        for number in range(4):
            journal.append(record(run(), id=f"new-{number}", at=clock.at))
    assert ids(journal_path) == [f"new-{number}" for number in range(4)]


def test_the_file_does_not_grow_beyond_its_size(journal_path: str, record: Records, run: Any, clock: Clock) -> None:
    limit = 1024 * 1024
    with SqliteJournal(journal_path, max_bytes=limit, now=clock) as journal:
        for number in range(1500):
            journal.append(record(run(), id=f"{number}", input={"text": "x" * 4000}))
    kept = ids(journal_path)
    assert kept == [f"{number}" for number in range(1500 - len(kept), 1500)]
    assert len(kept) > 50
    # Between two sweeps lie up to 500 appends.
    assert os.path.getsize(journal_path) < limit + 500 * 3 * 4096


# Fork


def test_a_forked_child_writes_over_its_own_connection(journal: SqliteJournal, record: Records, run: Any) -> None:
    journal.append(record(run(), id="parent"))
    journal.append(record(id="waits in the parent"))
    child = os.fork()
    if child == 0:
        journal.flush()
        journal.append(record(run(), id="child"))
        journal.close()
        os._exit(0 if journal.trouble is None else 1)
    assert os.waitpid(child, 0)[1] == 0
    journal.append(record(run(), id="parent again"))
    assert ids(journal.path) == ["parent", "child", "waits in the parent", "parent again"]
    assert damage(journal.path) is None


def test_a_child_that_never_appends_leaves_the_parents_journal_alone(journal: SqliteJournal, record: Records) -> None:
    journal.append(record(id="waits in the parent"))
    child = os.fork()
    if child == 0:
        journal.close()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    assert ids(journal.path) == []


def test_a_child_killed_while_it_writes_does_not_hurt_the_parent(journal: SqliteJournal, record: Records, run: Any) -> None:
    journal.append(record(run(), id="parent"))
    child = os.fork()
    if child == 0:
        while True:
            journal.append(record(run(), id="child", input={"text": "x" * 10_000}))
    time.sleep(0.2)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    journal.append(record(run(), id="parent again"))
    journal.close()
    assert ids(journal.path)[-1] == "parent again"
    assert damage(journal.path) is None
