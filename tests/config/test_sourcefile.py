"""config.sourcefile: one file over time, and what of it is in force."""

import errno
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hookline.config.disk import YOUNG_S
from hookline.config.locate import Place
from hookline.config.reading import Checks
from hookline.config.sourcefile import UNSETTLED, SourceFile, known, settled
from hookline.spec.sources import SOURCES

GOOD = '{"version": 1, "hooks": {"stop": [{"command": "good"}]}}'
BETTER = '{"version": 1, "hooks": {"stop": [{"command": "better"}]}}'
STALE = "; the version read before stays in force"


class OnDisk:
    """A file and its reader, at a time at which nothing is young unless a test says so."""

    def __init__(self, folder: Path, source: str = "project") -> None:
        self.path = folder / "hooks.json"
        self.file = SourceFile(Place(SOURCES[source], str(self.path), str(folder), str(folder)))

    def refresh(self, now_s: float | None = None) -> bool:
        return self.file.refresh(Checks(), time.time() + 3600 if now_s is None else now_s)

    @property
    def commands(self) -> list[str]:
        return [hook.command for hook in self.file.in_force.hooks]

    @property
    def problems(self) -> list[tuple[str, str]]:
        return [(problem.code, problem.problem) for problem in self.file.problems]


@pytest.fixture
def disk(tmp_path: Path) -> OnDisk:
    return OnDisk(tmp_path)


def test_known(tmp_path: Path) -> None:
    found = os.stat(tmp_path)
    assert known(str(tmp_path)) == (found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
    assert known(str(tmp_path / "no")) == errno.ENOENT


def test_settled(tmp_path: Path) -> None:
    ctime_s = os.stat(tmp_path).st_ctime_ns / 1e9
    assert settled(str(tmp_path), ctime_s + YOUNG_S / 2) == UNSETTLED
    assert settled(str(tmp_path), ctime_s + YOUNG_S * 2) == known(str(tmp_path))
    assert settled(str(tmp_path / "no"), ctime_s) == errno.ENOENT


def test_a_file_that_is_read(disk: OnDisk) -> None:
    disk.path.write_text(GOOD)
    assert disk.refresh()
    found = os.stat(disk.path)
    assert (disk.commands, disk.problems, disk.file.good) == (["good"], [], GOOD.encode())
    assert disk.file.identity == (found.st_dev, found.st_ino)
    assert disk.file.known == known(str(disk.path))


def test_nothing_there_is_nothing_wrong(disk: OnDisk) -> None:
    assert not disk.refresh()
    assert (disk.commands, disk.problems, disk.file.known) == ([], [], errno.ENOENT)


def test_the_same_again_is_no_change(disk: OnDisk) -> None:
    disk.path.write_text(GOOD)
    assert disk.refresh()
    assert not disk.refresh()
    in_force = disk.file.in_force
    disk.path.write_text(GOOD)
    assert not disk.refresh()
    assert disk.file.in_force is in_force


def test_a_young_file_stays_unsettled(disk: OnDisk) -> None:
    disk.path.write_text(GOOD)
    ctime_s = os.stat(disk.path).st_ctime_ns / 1e9
    disk.refresh(ctime_s + YOUNG_S / 2)
    assert (disk.commands, disk.file.known) == (["good"], UNSETTLED)
    disk.refresh(ctime_s + YOUNG_S * 2)
    assert disk.file.known == known(str(disk.path))


def _delete(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize(
    ("change", "commands", "problems"),
    [
        pytest.param(lambda path: path.write_text(BETTER), ["better"], [], id="a new version counts"),
        pytest.param(_delete, [], [], id="deleted is gone"),
        pytest.param(
            lambda path: path.write_text(GOOD[:20]), ["good"],
            [("half-written", "the file ends in the middle" + STALE)], id="half-written: the old one stays",
        ),
        pytest.param(
            lambda path: path.write_text(""), ["good"], [("empty-file", "the file is empty" + STALE)],
            id="empty: the old one stays",
        ),
        pytest.param(
            lambda path: path.write_text('{"version": 0, "hooks": {}}'), ["good"],
            [("bad-version", "version must be a positive integer" + STALE)], id="refused: the old one stays",
        ),
        pytest.param(
            lambda path: path.write_text('{"hooks": 5, "x": 1}'), ["good"],
            [
                ("missing-version", "there is no version; the file is read as version 1"),
                ("hooks-not-object", "hooks is a number; it must be an object with one list for each event" + STALE),
                ("top-key", "'x' has no effect here"),
            ],
            id="only errors say that the old one stays",
        ),
        pytest.param(
            lambda path: path.write_bytes(b"\xff\xfe{"), ["good"], [("utf-16", "it is UTF-16 text" + STALE)],
            id="in another encoding: the old one stays",
        ),
        pytest.param(
            lambda path: path.write_bytes(b" " * 5_000_000), ["good"], [("too-large", "it is larger than 4 MiB" + STALE)],
            id="too large: the old one stays",
        ),
        pytest.param(
            lambda path: (path.unlink(), path.mkdir()), ["good"],
            [("not-a-file", "it is a folder, not a file" + STALE)], id="a folder instead: the old one stays",
        ),
        pytest.param(
            lambda path: path.write_text('{"version": 1, "hooks": {"stop": [{}]}}'), [],
            [("no-command", "there is no command")], id="a bad entry is a new version, and the old one is over",
        ),
    ],
)  # fmt: skip
def test_a_change(
    disk: OnDisk, change: Callable[[Path], object], commands: list[str], problems: list[tuple[str, str]]
) -> None:
    disk.path.write_text(GOOD)
    disk.refresh()
    change(disk.path)
    assert disk.refresh()
    assert (disk.commands, disk.problems) == (commands, problems)


def test_a_first_version_that_is_refused_leaves_nothing_in_force(disk: OnDisk) -> None:
    disk.path.write_text("{")
    assert disk.refresh()
    assert (disk.commands, disk.problems) == ([], [("half-written", "the file ends in the middle")])
    assert disk.file.good is None


def test_after_a_bad_version_a_good_one_counts_again(disk: OnDisk) -> None:
    for text in (GOOD, "{", BETTER):
        disk.path.write_text(text)
        disk.refresh()
    assert (disk.commands, disk.problems, disk.file.good) == (["better"], [], BETTER.encode())


def test_back_to_the_version_in_force_ends_the_problem(disk: OnDisk) -> None:
    for text in (GOOD, "{", GOOD):
        disk.path.write_text(text)
        disk.refresh()
    assert (disk.commands, disk.problems) == (["good"], [])


def test_what_cannot_be_read_is_tried_again_each_time(disk: OnDisk) -> None:
    disk.path.mkdir()
    disk.refresh()
    assert disk.file.known == UNSETTLED
    disk.path.rmdir()
    disk.path.write_text(GOOD)
    assert disk.refresh()
    assert disk.problems == []


def test_deleted_and_then_broken_leaves_nothing_in_force(disk: OnDisk) -> None:
    disk.path.write_text(GOOD)
    disk.refresh()
    disk.path.unlink()
    disk.refresh()
    disk.path.write_text("{")
    disk.refresh()
    assert (disk.commands, disk.problems) == ([], [("half-written", "the file ends in the middle")])


def test_a_problem_of_an_unreadable_file_has_all_its_parts(disk: OnDisk) -> None:
    disk.path.write_bytes(b'{\n"\xff')
    disk.refresh()
    (problem,) = disk.file.problems
    assert problem.as_dict() == {
        "code": "not-utf-8", "severity": "error", "file": str(disk.path), "line": 2, "column": 2, "width": 1, "pointer": "",
        "problem": "byte 0xff is not UTF-8", "remedy": "save it as UTF-8", "source": "project",
    }  # fmt: skip


def test_another_file_with_the_same_text_is_noticed(disk: OnDisk) -> None:
    disk.path.write_text(GOOD)
    disk.refresh()
    copy = disk.path.with_name("copy")
    copy.write_text(GOOD)
    copy.rename(disk.path)
    assert disk.refresh()


def test_claudes_files_are_read_as_claudes(tmp_path: Path) -> None:
    disk = OnDisk(tmp_path, "claude-project")
    disk.path.write_text('{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}}')
    disk.refresh()
    assert [(hook.event, hook.dialect) for hook in disk.file.in_force.hooks] == [("stop", "claude")]
