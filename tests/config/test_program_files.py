"""config.program_files: the programs below a folder, and what is none."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hookline.config import disk
from hookline.config.disk import TOO_LARGE, TOO_MANY, Allowance
from hookline.config.program_files import ProgramFolder

LATER_S = time.time() + 3600


def write(root: Path, name: str, text: str = "x", mode: int = 0o644) -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)
    return path


def programs(root: Path, name: str = ".cursor", **more: object) -> list[str]:
    looked = ProgramFolder(str(root), name, **more).look(LATER_S, Allowance())  # type: ignore[arg-type]
    return [os.path.relpath(file.path, root) for file in looked]


@pytest.mark.parametrize(
    ("name", "text", "mode", "is_program"),
    [
        pytest.param("hooks/x", "x", 0o755, True, id="it may be executed"),
        pytest.param("hooks/x", "x", 0o654, True, id="by the group alone"),
        pytest.param("hooks/x", "#!/bin/sh\n", 0o644, True, id="it begins with #!"),
        pytest.param("x.log", "#!/bin/sh\n", 0o644, True, id="whatever it is called"),
        pytest.param("x.sh", "", 0o644, True, id="it is called like a script"),
        pytest.param("lib/X.PY", "", 0o644, True, id="in capitals"),
        pytest.param("x.json", "{}", 0o644, False, id="data"),
        pytest.param("audit.log", "ls\n", 0o644, False, id="a log"),
        pytest.param("state/a/b/seen", "1", 0o644, False, id="state"),
        pytest.param("hooks/__pycache__/x.cpython-311.pyc", "\0", 0o644, False, id="what Python keeps for itself"),
        pytest.param("rules/a.mdc", "# tabs", 0o644, False, id="a rule"),
    ],
)
def test_what_is_a_program(tmp_path: Path, name: str, text: str, mode: int, is_program: bool) -> None:
    write(tmp_path, f".cursor/{name}", text, mode)
    assert programs(tmp_path) == ([f".cursor/{name}"] if is_program else [])


def test_they_come_in_order_and_only_from_the_folder(tmp_path: Path) -> None:
    for name in (".cursor/b.sh", ".cursor/a/c.sh", "d.sh", ".claude/e.sh"):
        write(tmp_path, name)
    assert programs(tmp_path) == [".cursor/a/c.sh", ".cursor/b.sh"]
    assert programs(tmp_path, "") == [".claude/e.sh", ".cursor/a/c.sh", ".cursor/b.sh", "d.sh"]
    assert programs(tmp_path, "", without=[".cursor/a"]) == [".claude/e.sh", ".cursor/b.sh", "d.sh"]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert programs(tmp_path) == []


def test_links_are_followed_inside_the_workspace(tmp_path: Path) -> None:
    root, outside = tmp_path / "ws", tmp_path / "outside"
    write(root, "tools/a.sh")
    write(outside, "b.sh")
    (root / ".cursor").mkdir()
    for name, target in {
        "hooks": "../tools",
        "away": "../../outside",
        "loop": "..",
        "file.sh": "../../outside/b.sh",
    }.items():
        (root / ".cursor" / name).symlink_to(target)
    (root / ".cursor" / "nowhere.sh").symlink_to("gone")
    found = programs(root)
    assert {".cursor/file.sh", ".cursor/hooks/a.sh"} <= set(found)
    assert not [name for name in found if "away" in name or "nowhere" in name]


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    write(tmp_path, ".cursor/a.sh")
    os.mkfifo(tmp_path / ".cursor" / "p.sh", 0o755)
    assert programs(tmp_path) == [".cursor/a.sh"]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param(lambda root: None, ["a.sh"], id="nothing"),
        pytest.param(lambda root: write(root, ".cursor/b.sh"), ["a.sh", "b.sh"], id="a new one"),
        pytest.param(lambda root: write(root, ".cursor/deep/er/b.sh"), ["a.sh", "deep/er/b.sh"], id="in a new folder"),
        pytest.param(
            lambda root: (root / ".cursor/data").chmod(0o755), ["a.sh", "data"], id="data that may be executed now"
        ),
        pytest.param(
            lambda root: write(root, ".cursor/data", "#!/bin/sh"), ["a.sh", "data"], id="data that begins with #! now"
        ),
        pytest.param(lambda root: (root / ".cursor/a.sh").unlink(), [], id="one is gone"),
    ],
)
def test_each_look_is_a_new_one(tmp_path: Path, change: Callable[[Path], object], expected: list[str]) -> None:
    write(tmp_path, ".cursor/a.sh")
    write(tmp_path, ".cursor/data", "data")
    folder = ProgramFolder(str(tmp_path), ".cursor")
    before = folder.look(LATER_S, Allowance())
    change(tmp_path)
    after = folder.look(LATER_S, Allowance())
    assert [os.path.relpath(file.path, tmp_path / ".cursor") for file in after] == expected
    assert [file for file in before if os.path.basename(file.path) in expected] == [
        file for file in after if file.path.endswith("a.sh")
    ]


def test_what_did_not_change_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, ".cursor/a.sh")
    write(tmp_path, ".cursor/data")
    folder = ProgramFolder(str(tmp_path), ".cursor")
    before = folder.look(LATER_S, Allowance())
    opened: list[object] = []
    original = os.open
    monkeypatch.setattr(disk.os, "open", lambda path, *more: (opened.append(path), original(path, *more))[1])
    assert folder.look(LATER_S, Allowance()) == before
    assert opened == []


def test_more_files_than_are_listed(tmp_path: Path) -> None:
    for number in range(30):
        write(tmp_path, f".cursor/{number % 3}/{number}.json")
    allowance = Allowance()
    allowance.left_files = 20
    (marked,) = ProgramFolder(str(tmp_path), ".cursor").look(LATER_S, allowance)
    assert (marked.path, marked.sha256) == (str(tmp_path / ".cursor"), TOO_MANY)
    allowance.left_files = 100
    assert ProgramFolder(str(tmp_path), ".claude").look(LATER_S, allowance)[0].sha256 == TOO_MANY  # it is spent for all


def test_a_program_too_large_to_be_hashed_is_named(tmp_path: Path) -> None:
    with write(tmp_path, ".cursor/big.sh").open("wb") as file:
        file.truncate(10 * 2**30)
    (marked,) = ProgramFolder(str(tmp_path), ".cursor").look(LATER_S, Allowance())
    assert marked.sha256 == TOO_LARGE
