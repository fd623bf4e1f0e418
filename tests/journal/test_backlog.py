"""journal.backlog: what waits is bounded, and what a process could not write another one does."""

from __future__ import annotations

import os
import resource
from pathlib import Path

import pytest
from pytest import param

from hookline.journal.backlog import MOST_CHARACTERS, MOST_ENTRIES, Backlog, Gap, leave_note, noted, take_notes
from hookline.journal.journal_reader import Reader, ask
from hookline.journal.rows import Cells


def row(text: str) -> Cells:
    return (1.0, text, None)


def test_the_oldest_of_too_many_are_given_up() -> None:
    backlog = Backlog()
    for number in range(MOST_ENTRIES + 2):
        backlog.add(row(str(number)))
    assert [one[1] for one in backlog.rows] == [str(number) for number in range(2, MOST_ENTRIES + 2)]
    assert backlog.given_up == 2


def test_the_oldest_are_given_up_when_all_are_too_large_but_the_newest_stays() -> None:
    backlog = Backlog()
    for letter in "abc":
        backlog.add(row(letter * (MOST_CHARACTERS // 2)))
    assert ([one[1][0] for one in backlog.rows], backlog.given_up) == (["b", "c"], 1)
    backlog.add(row("d" * (MOST_CHARACTERS + 1)))
    assert ([one[1][0] for one in backlog.rows], backlog.given_up) == (["d"], 3)


def test_clear_forgets_size_and_number() -> None:
    backlog = Backlog()
    for _ in range(3):
        backlog.add(row("x" * MOST_CHARACTERS))
    backlog.clear()
    backlog.add(row("y" * MOST_CHARACTERS))
    assert (len(backlog.rows), backlog.given_up) == (1, 0)


def test_notes_are_taken_once_in_the_order_they_were_left(tmp_path: Path) -> None:
    path = str(tmp_path / "journal.db")
    left = [Gap(1.5, 3, "the disk is full"), Gap(2.5, None, "damaged: \u202e")]
    for gap in left:
        leave_note(path, gap)
    assert take_notes(path) == left
    assert take_notes(path) == []
    assert list(tmp_path.iterdir()) == []


def test_a_note_is_private(tmp_path: Path) -> None:
    leave_note(str(tmp_path / "journal.db"), Gap(1.0, 1, "x"))
    assert (tmp_path / "journal.db.gaps").stat().st_mode & 0o777 == 0o600


def test_an_empty_note_says_that_something_is_missing(tmp_path: Path) -> None:
    note = tmp_path / "journal.db.gaps"
    note.touch()
    os.utime(note, (1000, 1000))
    assert take_notes(str(tmp_path / "journal.db")) == [Gap(1000.0, None, "not even a note of it could be written")]


@pytest.mark.parametrize(
    "line",
    [param("[1.0, 2", id="half a line"), param("[1.0]", id="too short"), param('["x", 1, "y"]', id="no time"), param("7", id="no list")],
)  # fmt: skip
def test_a_damaged_line_is_passed_over(tmp_path: Path, line: str) -> None:
    (tmp_path / "journal.db.gaps").write_text(f'{line}\n[1.0, 2, "kept"]\n')
    assert take_notes(str(tmp_path / "journal.db")) == [Gap(1.0, 2, "kept")]


def test_notes_do_not_grow_without_end(tmp_path: Path) -> None:
    for _ in range(100):
        leave_note(str(tmp_path / "journal.db"), Gap(1.0, 1, "x" * 1000))
    assert 64 * 1024 <= (tmp_path / "journal.db.gaps").stat().st_size < 66 * 1024


def test_no_note_is_left_through_a_symbolic_link(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    (tmp_path / "journal.db.gaps").symlink_to(precious)
    leave_note(str(tmp_path / "journal.db"), Gap(1.0, 1, "x"))
    assert take_notes(str(tmp_path / "journal.db")) == []
    assert precious.read_text() == "mine"


def test_a_folder_that_is_not_there_is_no_trouble(tmp_path: Path) -> None:
    leave_note(str(tmp_path / "nowhere" / "journal.db"), Gap(1.0, 1, "x"))
    assert take_notes(str(tmp_path / "nowhere" / "journal.db")) == []


def test_a_note_that_cannot_be_written_is_no_trouble(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))  # every write fails, as on a full disk; Python ignores SIGXFSZ
    try:
        leave_note(str(tmp_path / "journal.db"), Gap(1.0, 1, "x"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (tmp_path / "journal.db.gaps").stat().st_size == 0


@pytest.mark.fault("6.4", "events are missing from the journal, and none came after them", "the log says so at once")
def test_a_note_can_be_read_before_it_is_taken(tmp_path: Path) -> None:
    path = str(tmp_path / "journal.db")
    assert noted(path) == []
    assert leave_note(path, Gap(1.0, 2, "the disk is full"))
    assert ask(path, Reader.gaps) == noted(path) == [Gap(1.0, 2, "the disk is full")]
    assert take_notes(path) == [Gap(1.0, 2, "the disk is full")]
    assert noted(path) == []


def test_a_note_that_cannot_be_left_is_not_promised(tmp_path: Path) -> None:
    assert not leave_note(str(tmp_path / "no folder" / "journal.db"), Gap(1.0, 1, "x"))
