"""cases.find: which files are case files, and where they are looked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookline.cases.case_search import find, kit_files, read_files, usual_places
from hookline.kit.catalogue import NAMES


def test_the_usual_places() -> None:
    assert usual_places(["/w", "/v"], "/home/ada") == ["/w/.cursor/hooks", "/v/.cursor/hooks", "/home/ada/.cursor/hooks"]
    assert usual_places(["/w"], "") == ["/w/.cursor/hooks"]


def test_below_a_folder_in_order_and_not_in_other_peoples_folders(tmp_path: Path) -> None:
    for name in ("b.cases.toml", "a.cases.toml", "a.toml", ".cursor/hooks/c.cases.toml", "node_modules/x/d.cases.toml",
                 ".git/e.cases.toml"):  # fmt: skip
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    found = [Path(path).relative_to(tmp_path).as_posix() for path in find(str(tmp_path))]
    assert found == ["a.cases.toml", "b.cases.toml", ".cursor/hooks/c.cases.toml"]


def test_a_file_is_itself_whatever_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.toml").touch()
    assert find("x.toml") == [str(tmp_path / "x.toml")]
    assert find("y.toml") == []


def test_cases_of_ready_made_hooks() -> None:
    (path,) = kit_files("git-guard")
    assert path.endswith("/hookline/kit/commands/git_guard.cases.toml")
    assert set(kit_files()) <= {kit for name in NAMES for kit in kit_files(name)}
    assert path in kit_files()


def test_each_file_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "x.cases.toml"
    path.write_text('hook = "true"')
    (file,) = read_files([str(path), str(path)])
    assert (file.path, file.hook) == (str(path), "true")
    with pytest.raises(FileNotFoundError):
        read_files([str(tmp_path / "missing")])
