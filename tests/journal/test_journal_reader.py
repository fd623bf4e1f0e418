"""journal.journal_reader: what was written is found again, beside whoever writes, and trouble is told with what to do."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from pytest import param

from hookline.errors import UsageError
from hookline.journal import tables as schema
from hookline.journal.backlog import Gap
from hookline.journal.entries import HookStats, Totals
from hookline.journal.journal_reader import Reader, ask, damage, follow
from hookline.journal.search import Wanted
from hookline.journal.store import SqliteJournal
from hookline.model import Overruled, Record

NOON = 1_795_003_200.0
Records = Callable[..., Record]


@pytest.fixture
def journal(journal_path: str) -> Iterator[SqliteJournal]:
    with SqliteJournal(journal_path, now=lambda: NOON) as made:
        yield made


@pytest.fixture
def path(journal: SqliteJournal, record: Records, run: Any) -> str:
    """Five events, one minute apart, named by their ids."""
    quiet = run(command="./audit.sh", source="user", stderr="Grüße, 50%_done")
    journal.append(record(id="idle", event="stop", at=NOON, because="no hook is configured for stop"))
    journal.append(
        record(quiet, run(code=2, permission="deny"), id="denied", at=NOON + 60, blocked=True, permission="deny",
               input={"command": 'rm -rf "Ärger"'})
    )  # fmt: skip
    journal.append(record(run(failure="timed out after 1 s"), id="failed", at=NOON + 120, conversation_id="other"))
    overruled = (Overruled(quiet.hook, "deny"),)
    journal.append(record(quiet, id="overruled", at=NOON + 180, permission="allow", overruled=overruled))
    journal.append(record(run(answer={"env": {"A": "é"}}), id="started", event="sessionStart", at=NOON + 240))
    return journal.path


ALL = ["started", "overruled", "failed", "denied", "idle"]


def ids(entries: list[Any]) -> list[str]:
    return [entry.execution_id for entry in entries]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        param({}, ALL, id="everything, newest first"),
        param({"event": "stop"}, ["idle"], id="an event"),
        param({"conversation": "other"}, ["failed"], id="a conversation"),
        param({"permission": "allow"}, ["overruled"], id="a permission"),
        param({"blocked": True}, ["denied"], id="blocked"),
        param({"proceeds": True}, ["started", "failed", "idle"], id="nobody had an opinion that counted"),
        param({"blocked": False}, ALL, id="blocked or not"),
        param({"failed": True}, ["failed"], id="a failure"),
        param({"overruled": True}, ["overruled"], id="overruled"),
        param({"since": NOON + 120}, ["started", "overruled", "failed"], id="since a time, which counts too"),
        param({"source": "user"}, ["overruled", "denied"], id="a source"),
        param({"command": "./guard.sh"}, ["started", "failed", "denied"], id="a command"),
        param({"command": "./guard.sh", "source": "user"}, [], id="a command of another source"),
        param({"event": "beforeShellExecution", "source": "user", "blocked": True}, ["denied"], id="several things"),
        param({"text": "ärger"}, [], id="text, case aside for ASCII only"),
        param({"text": '"Ärger"'}, ["denied"], id="text in a payload, with quotes"),
        param({"text": "GUARD"}, ["started", "failed", "denied"], id="text in a command, case aside"),
        param({"text": "50%_d"}, ["overruled", "denied"], id="text in stderr, with signs"),
        param({"text": "5__d"}, [], id="signs are no wildcards"),
        param({"text": "é"}, ["started"], id="text in an answer"),
        param({"text": "timed out"}, ["failed"], id="text in a failure"),
        param({"text": "configured for stop"}, ["idle"], id="text in the reason"),
    ],
)
def test_recent(path: str, wanted: Wanted, found: list[str]) -> None:
    assert ids(ask(path, Reader.recent, **wanted)) == found
    assert ids(ask(path, Reader.after, 0, **wanted)) == found[::-1]
    assert ask(path, Reader.totals, **wanted).entries == len(found)


def test_pages(path: str) -> None:
    first = ask(path, Reader.recent, limit=2)
    second = ask(path, Reader.recent, limit=2, before_id=first[-1].id)
    third = ask(path, Reader.recent, limit=2, before_id=second[-1].id)
    assert [ids(first), ids(second), ids(third)] == [ALL[:2], ALL[2:4], ALL[4:]]
    assert ids(ask(path, Reader.after, first[-1].id - 2, limit=2)) == ["failed", "overruled"]


def test_a_search_for_what_is_rare_ends_where_it_is_told_to(path: str) -> None:
    assert ids(ask(path, Reader.recent, from_id=3)) == ALL[:3]
    assert ids(ask(path, Reader.recent, from_id=3, before_id=5)) == ALL[1:3]
    assert ids(ask(path, Reader.recent, from_id=3, blocked=True)) == []


def test_one_entry(path: str) -> None:
    newest = ask(path, Reader.recent, limit=1)[0]
    assert ask(path, Reader.entry, newest.id) == newest
    assert ask(path, Reader.entry, newest.id + 1) is None
    assert ask(path, Reader.newest_id) == newest.id
    denied = ask(path, Reader.recent, blocked=True)[0]
    assert [run.command for run in denied.runs] == ["./audit.sh", "./guard.sh"]


def test_figures(path: str) -> None:
    assert ask(path, Reader.totals) == Totals(entries=5, blocked=1, failed=1, first_at=NOON, last_at=NOON + 240)
    assert ask(path, Reader.totals, event="preCompact") == Totals(0, 0, 0, None, None)
    guard = HookStats(
        "project", "beforeShellExecution", "./guard.sh", "command", ".cursor/hooks.json:6", 3, 3.0, 3.0, 1, 1, NOON + 240
    )
    audit = HookStats(
        "user", "beforeShellExecution", "./audit.sh", "command", ".cursor/hooks.json:6", 2, 3.0, 3.0, 0, 0, NOON + 180
    )
    assert ask(path, Reader.stats) == [guard, audit]
    assert ask(path, Reader.stats, last_entries=1) == [guard._replace(ran=1, denies=0, failures=0)]
    assert ask(path, Reader.stats, blocked=True) == [
        guard._replace(ran=1, failures=0, last_at=NOON + 60),
        audit._replace(ran=1, last_at=NOON + 60),
    ]


def test_gaps_newest_first(path: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.executemany("INSERT INTO gaps (at, missing, reason) VALUES (?, ?, ?)", [(1.0, 2, "a"), (3.0, None, "b")])
    assert ask(path, Reader.gaps) == [Gap(3.0, None, "b"), Gap(1.0, 2, "a")]
    assert ask(path, Reader.gaps, limit=1) == [Gap(3.0, None, "b")]


EVERY_QUESTION: list[tuple[Callable[[str], Any], Any]] = [
    (lambda path: ask(path, Reader.recent), []),
    (lambda path: ask(path, Reader.after, 0), []),
    (lambda path: ask(path, Reader.entry, 1), None),
    (lambda path: ask(path, Reader.newest_id), 0),
    (lambda path: ask(path, Reader.totals), Totals(0, 0, 0, None, None)),
    (lambda path: ask(path, Reader.stats), []),
    (lambda path: ask(path, Reader.gaps), []),
    (lambda path: ask(path, Reader.neighbours, 1), (None, None)),
    (lambda path: ask(path, Reader.latest, limit=5), []),
    (lambda path: ask(path, Reader.runs_after, 0), []),
    (lambda path: ask(path, Reader.times_fired, 0), []),
    (damage, None),
]


@pytest.mark.parametrize("there", [param(False, id="no journal yet"), param(True, id="an empty file")])
def test_nothing_is_an_empty_answer(tmp_path: Path, there: bool) -> None:
    path = tmp_path / "journal.db"
    if there:
        path.touch()
    assert [question(str(path)) for question, _ in EVERY_QUESTION] == [answer for _, answer in EVERY_QUESTION]
    assert path.exists() is there


def test_a_path_of_any_signs_is_read(tmp_path: Path, record: Records, run: Any) -> None:
    path = str(tmp_path / "a?b#c%20d é" / "journal.db")
    with SqliteJournal(path, now=lambda: NOON) as journal:
        journal.append(record(run(), id="one"))
    assert ids(ask(path, Reader.recent)) == ["one"]


def test_reading_writes_nothing(path: str, journal: SqliteJournal) -> None:
    journal.close()
    before = Path(path).read_bytes()
    for question, _ in EVERY_QUESTION:
        question(path)
    assert Path(path).read_bytes() == before


# Following


class Sleeps:
    """Stands in for sleeping: does the next thing of its list instead, and ends the following after the last."""

    def __init__(self, *steps: Callable[[], object]) -> None:
        self.steps = list(steps)

    def __call__(self, seconds: float) -> None:
        if not self.steps:
            raise StopFollowing
        self.steps.pop(0)()


class StopFollowing(Exception):
    pass


def followed(path: str, *steps: Callable[[], object], **wanted: Any) -> list[str]:
    found: list[str] = []
    with pytest.raises(StopFollowing):
        for entry in follow(path, sleep=Sleeps(*steps), **wanted):
            found.append(entry.execution_id)
    return found


def test_new_entries_are_followed_oldest_first(path: str, journal: SqliteJournal, record: Records, run: Any) -> None:
    def write(*names: str) -> Callable[[], object]:
        def append() -> None:
            for name in names:
                journal.append(record(run(), id=name))

        return append

    assert followed(path, write("a"), write(), write("b", "c")) == ["a", "b", "c"]


def test_following_may_begin_earlier_and_be_narrowed(path: str, journal: SqliteJournal, record: Records, run: Any) -> None:
    def write() -> None:
        journal.append(record(run(), id="allowed"))
        journal.append(record(run(), id="blocked", blocked=True))
        journal.append(record(run(), id="allowed too"))

    assert followed(path, after_id=0) == ALL[::-1]
    assert followed(path, write, lambda: None, after_id=0, blocked=True) == ["denied", "blocked"]


def test_more_than_a_page_is_followed_without_sleeping(path: str, journal: SqliteJournal, record: Records, run: Any) -> None:
    for number in range(450):
        journal.append(record(run(), id=f"{number}"))
    assert len(followed(path, after_id=0)) == 455


def test_a_journal_that_is_not_there_yet_is_waited_for(journal: SqliteJournal, record: Records, run: Any) -> None:
    assert followed(journal.path, lambda: journal.append(record(run(), id="first"))) == ["first"]


def test_another_journal_in_its_place_is_followed_from_its_beginning(
    path: str, journal: SqliteJournal, record: Records, run: Any
) -> None:
    def replace() -> None:
        journal.close()
        os.rename(path, path + ".old")
        journal.append(record(run(), id="new"))

    assert followed(path, replace) == ["new"]


def test_entries_of_another_process_are_each_followed_once(path: str) -> None:
    script = """
import sys, time
from hookline.journal.store import SqliteJournal
from hookline.model import Completion, Decision, Hook, Outcome, Record
run = Outcome(Hook("project", "stop", 1, "/w/.cursor/hooks.json", 6, "./audit.sh"), Completion("exited", 1.0, 0))
with SqliteJournal(sys.argv[1]) as journal:
    for number in range(2000):
        journal.append(Record(time.time(), Decision("stop", {}, False, None, {}, "", (run,), id=f"{number}")))
"""
    last = ask(path, Reader.newest_id)
    writer = subprocess.Popen([sys.executable, "-c", script, path])
    found = [entry.execution_id for entry in islice(follow(path, after_id=last, poll_s=0.0), 2000)]
    assert writer.wait(timeout=30) == 0
    assert found == [f"{number}" for number in range(2000)]


# One moment


def test_everything_a_reader_is_asked_is_of_one_moment(path: str, journal: SqliteJournal, record: Records, run: Any) -> None:
    with Reader(path) as reader:
        newest = reader.newest_id()
        journal.append(record(run(failure="timed out after 1 s"), id="later"))
        assert ids(reader.recent()) == ALL
        assert (reader.newest_id(), len(reader.latest(limit=9)), reader.totals().failed) == (newest, 5, 1)
        assert [run.entry for run in reader.runs_after(newest)] == []
    assert ids(ask(path, Reader.after, newest)) == ["later"]


def test_a_reader_that_was_closed_begins_anew(path: str, journal: SqliteJournal, record: Records, run: Any) -> None:
    reader = Reader(path)
    before = reader.newest_id()
    journal.append(record(run(), id="later"))
    reader.close()
    assert reader.newest_id() == before + 1
    reader.close()


def test_a_journal_that_begins_while_it_is_read_is_there_for_the_next_reader(
    journal: SqliteJournal, record: Records, run: Any
) -> None:
    with Reader(journal.path) as reader:
        assert reader.newest_id() == 0
        journal.append(record(run(), id="first"))
        assert reader.recent() == []
    assert ids(ask(journal.path, Reader.recent)) == ["first"]


def test_a_reader_opens_nothing_before_it_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_text("a text of my own")
    with Reader(str(path)):
        pass


def test_a_reader_that_stays_hinders_no_writer(path: str, journal: SqliteJournal, record: Records, run: Any) -> None:
    with Reader(path) as reader:
        reader.newest_id()
        for number in range(50):
            journal.append(record(run(), id=f"{number}"))
        assert journal.trouble is None
    assert ask(path, Reader.totals).entries == 55


# Trouble


def every_complaint(path: str) -> set[str]:
    said = set()
    for question, _ in EVERY_QUESTION[:-1]:
        with pytest.raises(UsageError) as error:
            question(path)
        said.add(str(error.value))
    return said


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_text("a text of my own\n" * 100)
    sentence = f"the journal {path} is damaged: file is not a database; move it away, and a new one is begun"
    assert every_complaint(str(path)) == {sentence}
    assert damage(str(path)) == sentence


def test_damage_inside_is_found_by_reading_everything(path: str, journal: SqliteJournal, record: Records, run: Any) -> None:
    for number in range(40):
        journal.append(record(run(), input={"text": f"{number}" * 2000}))
    journal.close()
    assert damage(path) is None
    with open(path, "r+b") as file:
        file.seek(20 * 4096)
        file.write(b"\xff" * 20 * 4096)
    found = damage(path)
    assert found is not None
    assert found.startswith(f"the journal {path} is damaged: ")
    assert found.endswith("; move it away, and a new one is begun")


def test_a_newer_journal_is_told(path: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    assert every_complaint(path) == {
        f"the journal {path} was written by a newer Hookline (version 3 of its tables, this one knows 2) and is left alone; "
        "upgrade Hookline or set HOOKLINE_STATE to another folder"
    }


def test_another_programs_database_is_told(tmp_path: Path) -> None:
    path = str(tmp_path / "journal.db")
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE entries (id)")
    assert every_complaint(path) == {
        f"{path} is another program's database; set HOOKLINE_STATE to a folder of Hookline's own"
    }


def test_a_path_that_cannot_be_looked_at_is_told(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    path = str(tmp_path / "loop" / "journal.db")
    (sentence,) = every_complaint(path)
    assert sentence.startswith(f"the journal {path} cannot be read: ")
    assert sentence.endswith("; look at the file and the permissions of its folder, or try again")
    with pytest.raises(UsageError):
        next(follow(path, after_id=0))


def test_a_writer_in_the_middle_of_something_hinders_no_reader(path: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("DELETE FROM entries")
        assert ids(ask(path, Reader.recent)) == ALL
        writer.execute("ROLLBACK")


def test_many_readers_and_one_writer_get_on(path: str, journal: SqliteJournal, record: Records, run: Any) -> None:
    seen: list[int] = []

    def read() -> None:
        for _ in range(30):
            seen.append(ask(path, Reader.totals).entries)

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    for number in range(100):
        journal.append(record(run(), id=f"{number}"))
    for reader in readers:
        reader.join()
    assert (len(seen), journal.trouble) == (90, None)
    assert ask(path, Reader.totals).entries == 105


def test_a_pipe_in_the_place_of_the_journal_is_told_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "journal.db")
    with pytest.raises(UsageError, match="is not a regular file; move it away"):
        ask(str(tmp_path / "journal.db"), Reader.recent)
