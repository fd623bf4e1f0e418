"""What hooks keep between events: private, whole, and changed by one process at a time."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from hookline.kit.state_files import append_line, change_json, forget_old, kit_folder, name_for, read_json, read_text


def mode(path: str | Path) -> int:
    return stat.S_IMODE(os.lstat(path).st_mode)


def test_the_folder_is_made_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOOKLINE_STATE", str(tmp_path / "state"))
    folder = kit_folder("format")
    assert folder == str(tmp_path / "state" / "kit" / "format")
    assert mode(folder) == 0o700
    assert kit_folder("format") == folder


@pytest.mark.parametrize("text", ["../../etc/passwd", "", "\ud800", 5, None, "x" * 100_000])
def test_a_name_stands_for_any_text(text: object) -> None:
    assert len(name_for(text)) == 32
    assert name_for(text).isalnum()
    assert name_for(text) == name_for(text) != name_for("another")


def test_lines_are_appended_to_a_private_file(tmp_path: Path) -> None:
    path = tmp_path / "log"
    append_line(str(path), "one")
    append_line(str(path), "two")
    assert path.read_text() == "one\ntwo\n"
    assert mode(path) == 0o600


def test_half_a_line_stays_apart_from_the_next(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text('one\n{"ha')
    append_line(str(path), "two")
    assert path.read_text() == 'one\n{"ha\ntwo\n'


def test_no_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text("")
    (tmp_path / "log").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic links"):
        append_line(str(tmp_path / "log"), "one")
    assert (tmp_path / "elsewhere").read_text() == ""


@pytest.mark.parametrize("text", ["", "{", "[]", "5", "[" * 100_000])
def test_a_file_that_is_no_object_counts_as_empty(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text)
    assert read_json(str(tmp_path / "x.json")) == {}
    assert read_json(str(tmp_path / "missing.json")) == {}


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert read_text(str(tmp_path / "pipe")) == ""


def test_a_change_is_kept_and_its_result_given(tmp_path: Path) -> None:
    path = str(tmp_path / "x.json")
    assert change_json(path, lambda value: value.setdefault("n", 1)) == 1
    assert read_json(path) == {"n": 1}
    assert mode(path) == 0o600
    assert sorted(os.listdir(tmp_path)) == ["x.json", "x.json.lock"]


def test_processes_that_change_one_file_take_turns(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    code = (
        "import sys\nfrom hookline.kit.state_files import change_json\n"
        "for _ in range(20): change_json(sys.argv[1], lambda kept: kept.update(n=kept.get('n', 0) + 1))"
    )
    started = [subprocess.Popen([sys.executable, "-c", code, str(path)]) for _ in range(4)]
    assert [one.wait(120) for one in started] == [0, 0, 0, 0]
    assert json.loads(path.read_text()) == {"n": 80}


def test_what_is_old_is_forgotten(tmp_path: Path) -> None:
    for name, changed_s in {"old": 100.0, "new": 900.0}.items():
        (tmp_path / name).write_text("")
        os.utime(tmp_path / name, (changed_s, changed_s))
    (tmp_path / "folder").mkdir()
    os.utime(tmp_path / "folder", (0, 0))
    forget_old(str(tmp_path), 1000.0, 500.0)
    assert sorted(os.listdir(tmp_path)) == ["folder", "new"]
