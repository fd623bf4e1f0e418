"""config.files: files as they are on disk, without ever waiting for one."""

import hashlib
import os
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hookline.config import disk as files
from hookline.config.disk import FOLDER, MAX_BYTES, MAX_HASHED_BYTES, TOO_LARGE, UNREADABLE, YOUNG_S, Contents, Unreadable
from hookline.config.reading import Probed
from hookline.model import Signature, WatchedFile

#: A time at which no file of a test is young any more.
LATER_S = time.time() + 3600


@contextmanager
def nobody() -> Iterator[Path]:
    """A folder everybody may enter, and a user who is not root: to root nothing is forbidden."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        root = os.geteuid() == 0
        try:
            yield Path(folder)
        finally:
            if root:
                os.seteuid(0)


def become_nobody() -> None:
    if os.geteuid() == 0:
        os.seteuid(65534)


def signature_of(path: Path) -> Signature:
    return files.signature(os.stat(path))


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_a_file_that_is_read(tmp_path: Path) -> None:
    path = tmp_path / "hooks.json"
    path.write_bytes(b'{"\xc3\xa9": 1}')
    found = os.stat(path)
    assert files.read_config(str(path), LATER_S) == Contents(
        '{"é": 1}', b'{"\xc3\xa9": 1}', signature_of(path), (found.st_dev, found.st_ino)
    )


def test_a_young_file_is_read_without_a_signature(tmp_path: Path) -> None:
    path = tmp_path / "hooks.json"
    path.write_text("{}")
    ctime_s = os.stat(path).st_ctime_ns / 1e9
    young = files.read_config(str(path), ctime_s + YOUNG_S / 2)
    old = files.read_config(str(path), ctime_s + YOUNG_S * 2)
    assert isinstance(young, Contents)
    assert isinstance(old, Contents)
    assert (young.signature, old.signature) == (None, signature_of(path))


def test_setting_the_modification_time_back_makes_no_file_old(tmp_path: Path) -> None:
    path = tmp_path / "hooks.json"
    path.write_text("{}")
    os.utime(path, (1, 1))
    found = files.read_config(str(path), time.time())
    assert isinstance(found, Contents)
    assert found.signature is None


@pytest.mark.parametrize("name", ["missing.json", "file/hooks.json", "x" * 5000])
def test_what_is_not_there_is_none(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert files.read_config(str(tmp_path / name), LATER_S) is None


def _a_pipe(path: Path) -> None:
    os.mkfifo(path)


def _a_folder(path: Path) -> None:
    path.mkdir()


def _a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        pytest.param(_a_folder, "a folder", id="a folder"),
        pytest.param(_a_pipe, "a pipe", id="a pipe nobody writes to"),
        pytest.param(_a_device, "a device or socket", id="a device that never ends"),
    ],
)
def test_what_is_no_file_is_not_read(tmp_path: Path, make: Callable[[Path], object], kind: str) -> None:
    path = tmp_path / "hooks.json"
    make(path)
    assert files.read_config(str(path), LATER_S) == Unreadable(
        "not-a-file", f"it is {kind}, not a file", f"replace it by a file: {path}"
    )


def test_a_socket_cannot_even_be_opened() -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder, socket.socket(socket.AF_UNIX) as server:
        path = f"{folder}/s"  # the path of a socket must be short
        server.bind(path)
        found = files.read_config(path, LATER_S)
        assert isinstance(found, Unreadable)
        assert (found.code, found.remedy) == ("unreadable", f"see: ls -l {path}")
        assert found.problem.startswith("it cannot be read: ")
        assert files.read_bytes(path, 10) is None


def test_links_that_lead_in_a_circle(tmp_path: Path) -> None:
    path = tmp_path / "hooks.json"
    path.symlink_to(path)
    found = files.read_config(str(path), LATER_S)
    assert isinstance(found, Unreadable)
    assert (found.code, found.remedy) == ("unreadable", f"see: ls -l {path}")


def test_a_link_that_leads_nowhere_is_not_the_same_as_no_file(tmp_path: Path) -> None:
    path = tmp_path / "hooks.json"
    path.symlink_to("dotfiles/hooks.json")
    found = files.read_config(str(path), LATER_S)
    problem = "it is a link to dotfiles/hooks.json, which is not there"
    assert found == Unreadable("unreadable", problem, f"see: ls -l {path}")


def test_a_file_one_may_not_read() -> None:
    with nobody() as folder:
        path = folder / "hooks.json"
        path.write_text("{}")
        path.chmod(0o000)
        become_nobody()
        assert files.read_config(str(path), LATER_S) == Unreadable(
            "unreadable", "permission to read it is denied", f"run: chmod u+r {path}"
        )
        assert files.read_bytes(str(path), 10) is None
        assert files.watch(str(path), LATER_S) == WatchedFile(str(path), None, UNREADABLE)
        assert files.probe(str(path)) == Probed(is_file=True, executable=False, crlf=False)


def test_a_file_that_fails_while_it_is_read() -> None:
    """/proc/self/mem opens as a regular file and refuses to be read at 0: what a broken disk does."""
    path = "/proc/self/mem"
    if not os.path.exists(path):
        pytest.skip("no /proc on this system")
    found = files.read_config(path, LATER_S)
    assert isinstance(found, Unreadable)
    assert found.code == "unreadable"
    assert files.read_bytes(path, 10) is None
    assert files.watch(path, LATER_S) == WatchedFile(path, None, UNREADABLE)


@pytest.mark.parametrize(
    ("size", "code"),
    [pytest.param(MAX_BYTES, None, id="as large as may be"), pytest.param(MAX_BYTES + 1, "too-large", id="a byte more")],
)
def test_the_limit(tmp_path: Path, size: int, code: str | None) -> None:
    path = tmp_path / "hooks.json"
    path.write_bytes(b" " * size)
    found = files.read_config(str(path), LATER_S)
    if code is None:
        assert isinstance(found, Contents)
    else:
        assert found == Unreadable(code, "it is larger than 4 MiB", "split or shorten it")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param(b'{"a":\n "x\xe9"}', ("not-utf-8", "byte 0xe9 is not UTF-8", 2, 4), id="Latin-1"),
        pytest.param(b"\xc3\xa9\xff", ("not-utf-8", "byte 0xff is not UTF-8", 1, 2), id="columns are characters"),
        pytest.param('{"a": 1}'.encode("utf-16"), ("utf-16", "it is UTF-16 text", 1, 1), id="UTF-16 with a mark"),
        pytest.param('{"a": 1}'.encode("utf-16-be"), ("utf-16", "it is UTF-16 text", 1, 1), id="UTF-16 without one"),
    ],
)
def test_other_encodings_are_named(tmp_path: Path, data: bytes, expected: tuple[str, str, int, int]) -> None:
    path = tmp_path / "hooks.json"
    path.write_bytes(data)
    found = files.read_config(str(path), LATER_S)
    assert isinstance(found, Unreadable)
    assert (found.code, found.problem, found.line, found.column) == expected
    assert found.remedy == "save it as UTF-8"


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        pytest.param(_a_folder, "a folder", id="a folder"),
        pytest.param(_a_pipe, "a pipe", id="a pipe nobody writes to"),
        pytest.param(_a_device, "a device or socket", id="a device that never ends"),
    ],
)
def test_read_file_takes_regular_files_only(tmp_path: Path, make: Callable[[Path], object], kind: str) -> None:
    good, other = tmp_path / "good", tmp_path / "other"
    good.write_bytes(b"a\r\n")
    make(other)
    assert files.read_file(str(good)) == b"a\r\n"
    with pytest.raises(OSError) as raised:
        files.read_file(str(other))
    assert (raised.value.strerror, raised.value.filename) == (f"it is {kind}, not a file", str(other))
    with pytest.raises(FileNotFoundError):
        files.read_file(str(tmp_path / "missing"))


def test_read_bytes(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"12345")
    assert files.read_bytes(str(path), 5) == b"12345"
    assert files.read_bytes(str(path), 4) is None
    assert files.read_bytes(str(tmp_path), 5) is None
    assert files.read_bytes(str(tmp_path / "missing"), 5) is None


def test_watch(tmp_path: Path) -> None:
    path = tmp_path / "x.sh"
    path.write_bytes(b"echo")
    assert files.watch(str(path), LATER_S) == WatchedFile(str(path), signature_of(path), sha256(b"echo"))
    assert files.watch(str(path), time.time()) == WatchedFile(str(path), None, sha256(b"echo"))
    assert files.watch(str(tmp_path), LATER_S) == WatchedFile(str(tmp_path), None, FOLDER)
    assert files.watch(str(tmp_path / "no"), LATER_S) == WatchedFile(str(tmp_path / "no"), None, None)


def test_what_may_have_no_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    link = tmp_path / "x.sh"
    link.symlink_to("/proc/self/pagemap")  # a regular file of no size, says stat
    assert files.watch(str(link), LATER_S) == WatchedFile(str(link), None, UNREADABLE)
    empty = tmp_path / "empty"
    empty.touch()
    assert files.watch(str(empty), LATER_S) == WatchedFile(str(empty), signature_of(empty), sha256(b""))


def test_so_much_is_hashed_at_one_time(tmp_path: Path) -> None:
    large, small = tmp_path / "large", tmp_path / "small"
    with large.open("wb") as file:
        file.truncate(MAX_HASHED_BYTES + 1)
    small.write_bytes(b"exit 2")
    began_s = time.monotonic()
    assert files.watch(str(large), LATER_S) == WatchedFile(str(large), None, TOO_LARGE)
    assert time.monotonic() - began_s < 1.0
    allowance = files.Allowance()
    allowance.left_bytes = 10
    assert [files.watch(str(small), LATER_S, allowance).sha256 for _ in range(2)] == [sha256(b"exit 2"), TOO_LARGE]
    assert files.watch(str(small), LATER_S).sha256 == sha256(b"exit 2")


def test_and_for_so_long(tmp_path: Path) -> None:
    path = tmp_path / "x.sh"
    path.write_bytes(b"exit 2")
    allowance = files.Allowance()
    allowance.until = time.monotonic() - 1
    watched = files.watch(str(path), LATER_S, allowance)
    assert watched == WatchedFile(str(path), None, TOO_LARGE)
    assert files.refreshed(watched, LATER_S).sha256 == sha256(b"exit 2")  # the next look has time again


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "p")
    assert files.watch(str(tmp_path / "p"), LATER_S) == WatchedFile(str(tmp_path / "p"), None, UNREADABLE)


def test_a_file_that_keeps_changing_while_it_is_hashed_gets_no_signature(tmp_path: Path) -> None:
    path = tmp_path / "big"
    path.write_bytes(b"x" * 30_000_000)
    over = threading.Event()

    def keep_changing() -> None:
        with path.open("r+b", buffering=0) as file:
            while not over.wait(0.0005):
                os.pwrite(file.fileno(), os.urandom(1), 0)

    writer = threading.Thread(target=keep_changing)
    writer.start()
    try:
        time.sleep(0.01)
        assert files.watch(str(path), LATER_S).signature is None
    finally:
        over.set()
        writer.join()
    assert files.watch(str(path), LATER_S).signature == signature_of(path)


def test_a_link_is_watched_as_what_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a")
    (tmp_path / "b").write_bytes(b"b")
    link = tmp_path / "link"
    link.symlink_to("a")
    watched = files.watch(str(link), LATER_S)
    assert watched.sha256 == sha256(b"a")
    link.unlink()
    link.symlink_to("b")
    assert not files.unchanged(watched)


@pytest.mark.parametrize(
    ("change", "same"),
    [
        pytest.param(lambda path: None, True, id="nothing happened"),
        pytest.param(lambda path: path.write_bytes(b"other"), False, id="other content"),
        pytest.param(lambda path: path.unlink(), False, id="gone"),
        pytest.param(lambda path: os.utime(path, (1, 1)), True, id="only the times differ"),
        pytest.param(lambda path: path.chmod(0o755), True, id="only the mode differs"),
        pytest.param(lambda path: (path.unlink(), path.mkdir()), False, id="a folder instead"),
    ],
)
def test_unchanged(tmp_path: Path, change: Callable[[Path], object], same: bool) -> None:
    path = tmp_path / "x.sh"
    path.write_bytes(b"echo")
    watched = files.watch(str(path), LATER_S)
    change(path)
    assert files.unchanged(watched) is same
    assert files.unchanged(watched._replace(signature=None)) is same


def test_a_change_that_keeps_size_and_modification_time_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "x.sh"
    path.write_bytes(b"good")
    watched = files.watch(str(path), LATER_S)
    before = os.stat(path)
    time.sleep(0.02)
    path.write_bytes(b"EVIL")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert not files.unchanged(watched)


def test_unchanged_knows_what_was_not_there(tmp_path: Path) -> None:
    path = tmp_path / "later.sh"
    watched = files.watch(str(path), LATER_S)
    assert files.unchanged(watched)
    path.write_bytes(b"")
    assert not files.unchanged(watched)


def test_refreshed_gives_the_same_record_where_stat_is_certain(tmp_path: Path) -> None:
    path = tmp_path / "x.sh"
    path.write_bytes(b"echo")
    watched, missing = files.watch(str(path), LATER_S), files.watch(str(tmp_path / "no"), LATER_S)
    assert files.refreshed(watched, LATER_S) is watched
    assert files.refreshed(missing, LATER_S) is missing
    young = watched._replace(signature=None)
    assert files.refreshed(young, LATER_S) == watched


@pytest.mark.parametrize(
    ("data", "mode", "probed"),
    [
        pytest.param(b"#!/bin/sh\n", 0o755, Probed(True, True, False), id="a script that can be started"),
        pytest.param(b"#!/bin/sh\n", 0o644, Probed(True, False, False), id="not executable"),
        pytest.param(b"#!/bin/sh\r\nx", 0o755, Probed(True, True, True), id="a shebang with CR LF"),
        pytest.param(b"echo\r\n", 0o755, Probed(True, True, False), id="CR LF without a shebang"),
    ],
)
def test_probe(tmp_path: Path, data: bytes, mode: int, probed: Probed) -> None:
    path = tmp_path / "x.sh"
    path.write_bytes(data)
    path.chmod(mode)
    assert files.probe(str(path)) == probed._replace(text=data.decode())


def test_probe_of_a_folder_and_of_nothing(tmp_path: Path) -> None:
    assert files.probe(str(tmp_path)) == Probed(False, True, False)
    assert files.probe(str(tmp_path / "no")) is None


def test_sha256_of_bytes() -> None:
    assert files.sha256(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
