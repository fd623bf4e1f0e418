"""Many processes write one journal, and some are killed: nothing is lost that was written, nothing is ever damaged."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing

from hookline.journal.journal_reader import Reader, ask

WRITER = """
import sys
import time
from hookline.journal.store import SqliteJournal
from hookline.model import Completion, Decision, Hook, Outcome, Record

path, writer, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
hook = Hook("project", "stop", 1, "/w/.cursor/hooks.json", 6, "./audit.sh")
with SqliteJournal(path) as journal:
    for number in range(count):
        run = Outcome(hook, Completion("exited", 1.0, 0))
        decision = Decision("stop", {"text": "x" * (number % 50) * 100}, False, None, {}, "", (run,), id=f"{writer}-{number}")
        journal.append(Record(time.time(), decision))
        print(number, flush=True)
sys.exit(journal.trouble)
"""
PROCESSES, APPENDS = 8, 500
KILLS = 100


def writer(path: str, name: str, count: int, **more: object) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", WRITER, path, name, str(count)], text=True, **more)  # type: ignore[call-overload,no-any-return]


def ids(path: str) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return [row[0] for row in db.execute("SELECT execution_id FROM entries ORDER BY id")]


def health(path: str) -> str:
    with closing(sqlite3.connect(path)) as db:
        return str(db.execute("PRAGMA integrity_check").fetchone()[0])


def test_eight_processes_write_five_hundred_entries_each_and_all_are_there(journal_path: str) -> None:
    writers = [writer(journal_path, f"p{number}", APPENDS, stdout=subprocess.DEVNULL) for number in range(PROCESSES)]
    for process in writers:
        process.wait(timeout=120)  # its code only tells whether a lock was once waited for in vain, and that is made good
    found = ids(journal_path)
    assert len(found) == PROCESSES * APPENDS
    for number in range(PROCESSES):
        own = [one for one in found if one.startswith(f"p{number}-")]
        assert own == [f"p{number}-{count}" for count in range(APPENDS)]
    assert health(journal_path) == "ok"
    assert ask(journal_path, Reader.gaps) == []


def test_a_killed_writer_loses_at_most_the_entry_it_was_writing(journal_path: str) -> None:
    """A hundred writers, each killed at another moment, into the same journal."""
    for kill in range(KILLS):
        process = writer(journal_path, f"k{kill}", 100_000, stdout=subprocess.PIPE)
        assert process.stdout is not None
        for _ in range(1 + kill % 29):
            process.stdout.readline()
        os.kill(process.pid, signal.SIGKILL)
        said = 1 + kill % 29 + len(process.stdout.read().splitlines())
        process.stdout.close()
        assert process.wait() == -signal.SIGKILL
        newest = ask(journal_path, Reader.recent, limit=1)[0].execution_id
        own = [one for one in ids(journal_path) if one.startswith(f"k{kill}-")]
        assert own == [f"k{kill}-{number}" for number in range(len(own))]
        assert said <= len(own) <= said + 1
        assert newest == own[-1]
        assert health(journal_path) == "ok"
    assert ask(journal_path, Reader.gaps) == []
