"""journal.files: a private place, nothing reached through a symbolic link."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from pytest import param

from hookline.errors import NotDone
from hookline.journal.private_files import check_readable, identity, make_private, set_aside


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_folder_and_file_are_made_private(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "journal.db"
    make_private(str(path))
    assert (mode(path.parent), mode(path), path.stat().st_size) == (0o700, 0o600, 0)


def test_what_is_there_is_used_and_made_private(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    for file in (path, tmp_path / "journal.db-wal"):
        file.write_bytes(b"content")
        file.chmod(0o644)
    make_private(str(path))
    assert (mode(path), mode(tmp_path / "journal.db-wal"), path.read_bytes()) == (0o600, 0o600, b"content")


@pytest.mark.parametrize(
    ("before", "after"),
    [param(0o755, 0o700, id="others lose their rights"), param(0o777, 0o700, id="even all of them"), param(0o700, 0o700, id="none to lose")],
)  # fmt: skip
def test_an_empty_folder_becomes_private(tmp_path: Path, before: int, after: int) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    folder.chmod(before)
    make_private(str(folder / "journal.db"))
    assert mode(folder) == after


def test_a_folder_with_things_in_it_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "trust.json").touch()
    make_private(str(tmp_path / "journal.db"))
    assert mode(tmp_path) == 0o755


@pytest.mark.parametrize("bits", [param(0o777, id="everybody's folder"), param(0o1777, id="a folder like /tmp")])
def test_a_folder_everybody_can_write_to_is_refused(tmp_path: Path, bits: int) -> None:
    (tmp_path / "somebody's").touch()
    tmp_path.chmod(bits)
    with pytest.raises(NotDone) as refused:
        make_private(str(tmp_path / "journal.db"))
    assert str(refused.value) == (
        f"everybody can write to {tmp_path}, so the journal is not kept there; set HOOKLINE_STATE to a folder of your own (mode 0700)"
    )
    assert mode(tmp_path) == bits
    assert not (tmp_path / "journal.db").exists()


def test_an_empty_folder_like_tmp_does_not_become_ours(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    with pytest.raises(NotDone, match="everybody can write to"):
        make_private(str(tmp_path / "journal.db"))
    assert mode(tmp_path) == 0o1777


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm"])
def test_a_symbolic_link_is_refused(tmp_path: Path, suffix: str) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    precious.chmod(0o644)
    link = tmp_path / f"journal.db{suffix}"
    link.symlink_to(precious)
    with pytest.raises(NotDone) as refused:
        make_private(str(tmp_path / "journal.db"))
    assert str(refused.value) == f"{link} is a symbolic link, and the journal follows none; remove it: rm {link}"
    assert (precious.read_text(), mode(precious)) == ("mine", 0o644)


@pytest.mark.fault(
    "6.4", "a hard link in the place of the journal or of a file beside it", "refused; nothing is written through it"
)
@pytest.mark.parametrize("suffix", ["", "-wal", "-shm"])
def test_a_hard_link_is_refused(tmp_path: Path, suffix: str) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    precious.chmod(0o644)
    link = tmp_path / f"journal.db{suffix}"
    link.hardlink_to(precious)
    with pytest.raises(NotDone) as refused:
        make_private(str(tmp_path / "journal.db"))
    assert str(refused.value) == (
        f"{link} has another name as well (a hard link), and the journal shares its files with nobody; "
        f"remove it here, and it stays under the other name: rm {link}"
    )
    assert (precious.read_text(), mode(precious)) == ("mine", 0o644)


@pytest.mark.parametrize("suffix", ["-wal", "-shm"])
def test_a_reader_writes_through_no_hard_link(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / "journal.db"
    path.touch()
    (tmp_path / "precious").touch()
    (tmp_path / f"journal.db{suffix}").hardlink_to(tmp_path / "precious")
    with pytest.raises(NotDone, match="has another name as well"):
        check_readable(str(path))


def test_a_link_to_nowhere_makes_no_file_there(tmp_path: Path) -> None:
    (tmp_path / "journal.db").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(NotDone):
        make_private(str(tmp_path / "journal.db"))
    assert not (tmp_path / "elsewhere").exists()


def test_what_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "journal.db")
    with pytest.raises(NotDone, match="is not a regular file; move it away"):
        make_private(str(tmp_path / "journal.db"))


@pytest.mark.parametrize("name", ["journal.db", "journal.db-wal"])
def test_what_would_be_waited_for_is_not_opened_to_be_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / "journal.db"
    check_readable(str(path))
    if name != path.name:
        path.touch()
    os.mkfifo(tmp_path / name)
    with pytest.raises(NotDone, match=f"{name} is not a regular file; move it away"):
        check_readable(str(path))


def test_a_place_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "journal.db"
    with pytest.raises(NotDone) as refused:
        make_private(str(path))
    assert str(refused.value) == (
        f"the journal {path} cannot be made: File exists; make its folder writable or set HOOKLINE_STATE to another one"
    )


def test_identity_tells_one_file_from_another(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    assert identity(str(path)) is None
    path.touch()
    one = identity(str(path))
    path.rename(tmp_path / "moved")
    path.touch()
    assert one == identity(str(tmp_path / "moved")) != identity(str(path))
    assert identity(str(path / "below a file")) is None


def test_a_path_that_cannot_be_looked_at_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(OSError):
        identity(str(tmp_path / "loop" / "journal.db"))


def test_a_journal_is_set_aside_with_its_companions_under_a_name_of_its_own(tmp_path: Path) -> None:
    path = str(tmp_path / "journal.db")
    for number in (1, 2):
        for suffix in ("", "-wal"):
            Path(path + suffix).write_text(f"{number}{suffix}")
        aside = set_aside(path, identity(path), 0.0)
        assert aside == f"{path}.damaged-19700101T000000Z" + ("" if number == 1 else "-2")
        assert [Path(aside + suffix).read_text() for suffix in ("", "-wal")] == [f"{number}", f"{number}-wal"]
    assert identity(path) is None


def test_a_journal_that_another_process_set_aside_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_text("the new one")
    assert set_aside(str(path), (0, 0), 0.0) is None
    assert set_aside(str(path), None, 0.0) is None
    assert path.read_text() == "the new one"
