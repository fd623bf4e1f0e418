"""atomic: our own files, written whole, for our eyes only, one writer at a time."""

import builtins
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from hookline.atomic import locked, replace_file


def test_a_new_file_is_for_its_owner_only(tmp_path: Path) -> None:
    replace_file(str(tmp_path / "x"), b"data")
    assert (tmp_path / "x").read_bytes() == b"data"
    assert stat.S_IMODE(os.stat(tmp_path / "x").st_mode) == 0o600


def test_an_old_file_is_replaced_and_not_written_into(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"old")
    other = tmp_path / "other"
    os.link(path, other)
    replace_file(str(path), b"new")
    assert (path.read_bytes(), other.read_bytes()) == (b"new", b"old")
    assert sorted(os.listdir(tmp_path)) == ["other", "x"]


def test_a_link_in_the_place_of_the_file_is_replaced_and_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"mine")
    (tmp_path / "x").symlink_to(victim)
    replace_file(str(tmp_path / "x"), b"new")
    assert victim.read_bytes() == b"mine"
    assert (tmp_path / "x").read_bytes() == b"new"


def test_a_link_planted_for_the_temporary_file_is_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"mine")
    (tmp_path / f"x.{os.getpid()}.tmp").symlink_to(victim)
    with pytest.raises(OSError, match="symbolic link"):
        replace_file(str(tmp_path / "x"), b"new")
    assert victim.read_bytes() == b"mine"


def test_when_it_cannot_be_put_in_place_nothing_is_left_behind(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "inside").write_bytes(b"")
    with pytest.raises(OSError, match="directory"):
        replace_file(str(tmp_path / "x"), b"new")
    assert os.listdir(tmp_path) == ["x"]


def test_two_holders_of_a_lock_take_turns(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    order: list[str] = []

    def second() -> None:
        with locked(path):
            order.append("second")

    with locked(path):
        waiting = threading.Thread(target=second)
        waiting.start()
        waiting.join(0.2)
        order.append("first")
    waiting.join(10)
    assert order == ["first", "second"]
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600


def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    program = f"import os\nfrom hookline.atomic import locked\nwith locked({path!r}): os._exit(7)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 7
    with locked(path):
        pass


def test_a_lock_follows_no_link(tmp_path: Path) -> None:
    (tmp_path / "lock").symlink_to(tmp_path / "victim")
    with pytest.raises(OSError, match="symbolic link"), locked(str(tmp_path / "lock")):
        pass
    assert not (tmp_path / "victim").exists()


def test_a_program_gets_the_mode_it_is_given(tmp_path: Path) -> None:
    replace_file(str(tmp_path / "x.sh"), b"#!/bin/sh", mode=0o755, durable=False)
    assert stat.S_IMODE(os.stat(tmp_path / "x.sh").st_mode) == 0o755
    assert os.listdir(tmp_path) == ["x.sh"]


def test_a_file_of_the_current_folder_needs_no_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    replace_file("x", b"data")
    assert (tmp_path / "x").read_bytes() == b"data"


def test_a_system_without_locks_is_an_error_only_where_the_lock_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without_fcntl(name: str, *more: Any) -> Any:
        if name == "fcntl":
            raise ImportError(name)
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", without_fcntl)
    with pytest.raises(OSError, match="no file locks"), locked(str(tmp_path / "lock")):
        pass
    with locked(str(tmp_path / "lock"), needed=False):
        assert os.listdir(tmp_path) == []
