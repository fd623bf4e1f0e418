"""config.fingerprint: which workspace files a command names."""

import os
import time
from pathlib import Path

import pytest

from hookline.config.fingerprint import MAX_COMMAND_CHARS, MAX_FILES, files_named, named_files


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace with a few files, so that names that could be files can be looked up."""
    folder = tmp_path / "ws"
    for name in ("Makefile", "guard", ".cursor/hooks/x.sh", "lib/y.py"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    return folder


def names(root: Path, command: str, home: str = "/home/ann") -> list[str]:
    return [os.path.relpath(path, root) for path in named_files([command], str(root), home)]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        pytest.param(".cursor/hooks/x.sh", [".cursor/hooks/x.sh"], id="a script"),
        pytest.param("./not-there.sh --x", ["not-there.sh"], id="a script that is not there yet"),
        pytest.param("python3 guard", ["guard"], id="what follows an interpreter, whatever it is called"),
        pytest.param("cat guard", ["guard"], id="a bare word that is a file"),
        pytest.param("guard --strict", [], id="a program is looked for elsewhere"),
        pytest.param("echo hello", [], id="a bare word that is none"),
        pytest.param("A=lib/y.py sh $A", ["lib/y.py"], id="an assignment, and the variable it sets"),
        pytest.param("D=lib; python $D/y.py", ["lib/y.py"], id="a folder in a variable"),
        pytest.param("x --config=lib/y.py", ["lib/y.py"], id="the value of an option"),
        pytest.param("cat lib/y.py > out.log 2>> err.log", ["lib/y.py"], id="what is written is not named"),
        pytest.param("sh -c './a.sh; ./b.sh'", ["a.sh", "b.sh"], id="a command line in quotes"),
        pytest.param('"$CURSOR_PROJECT_DIR/.cursor/hooks/x.sh"', [".cursor/hooks/x.sh"], id="Cursor's variable"),
        pytest.param("${CLAUDE_PROJECT_DIR}/lib/y.py", ["lib/y.py"], id="Claude's variable"),
        pytest.param("$PWD/a.sh", ["a.sh"], id="the working folder"),
        pytest.param("${WHO_KNOWS}/a.sh", ["a.sh"], id="an unknown variable is taken for the root"),
        pytest.param("${WHO_KNOWS:-lib}/y.py", ["lib/y.py"], id="its default counts"),
        pytest.param("$(git rev-parse --show-toplevel)/a.sh", ["a.sh"], id="what a command prints is taken for the root"),
        pytest.param("`pwd`/a.sh", ["a.sh"], id="in backticks too"),
        pytest.param("x $(cat lib/y.py)", ["lib/y.py"], id="what stands inside a substitution"),
        pytest.param("cd lib && python y.py", ["lib/y.py"], id="after a change of folder"),
        pytest.param("npm --prefix lib run y.py", ["y.py", "lib/y.py", "run/y.py"], id="an option that changes the folder"),
        pytest.param("~/x.sh /usr/bin/env ../other/z.sh", [], id="files elsewhere are not the workspace's"),
        pytest.param("lib/../../ws/lib/y.py", ["lib/y.py"], id="a detour"),
        pytest.param("curl https://example.com/a.sh", [], id="an address is no file"),
        pytest.param("python -c 'open(\"lib/y.py\")'", ["lib/y.py"], id="a path inside a program in quotes"),
        pytest.param("x -", [], id="a dash"),
        pytest.param("sh " + "a/" * 3000 + "x.sh", [], id="a name no file can have"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_names(root: Path, command: str, expected: list[str]) -> None:
    assert names(root, command) == expected


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        pytest.param("node 'a b/c.js'", "a b/c.js", id="a path with a blank"),
        pytest.param("bun run check.ts", "check.ts", id="a script behind a sub-command"),
        pytest.param("sh -c \"sh -c './a.sh x'\"", "a.sh", id="a command line inside another"),
    ],
)
def test_what_is_named_though_it_is_not_there(root: Path, command: str, expected: str) -> None:
    assert f"{root}/{expected}" in files_named([command], str(root)).paths


def test_the_home_folder_may_be_inside_the_workspace(root: Path) -> None:
    assert names(root, "~/guard", home=str(root)) == ["guard"]


def test_several_commands_name_each_file_once_in_order(root: Path) -> None:
    found = named_files(["./b.sh", "./a.sh", "./b.sh x"], str(root))
    assert found == (f"{root}/b.sh", f"{root}/a.sh")


def test_a_root_that_is_a_link_and_a_path_through_what_it_leads_to(root: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(root)
    assert named_files([f"{root}/.cursor/hooks/x.sh"], str(link)) == (f"{link}/.cursor/hooks/x.sh",)


def test_the_root_of_all_folders() -> None:
    assert named_files(["./a.sh"], "/") == ("/a.sh",)


@pytest.mark.parametrize(
    "command",
    [
        pytest.param("A=aaaaaaaaaaaaaaaaa; " + "A=$A$A; " * 5000, id="a variable that doubles itself"),
        pytest.param("A=" + "a/" * 2000 + "; x " + "$A" * 100_000, id="a long variable many times"),
        pytest.param(" ".join(f"cd d{n};" for n in range(20_000)), id="folders without number"),
        pytest.param("$(" * 100_000, id="open substitutions"),
        pytest.param("`" * 200_000, id="backticks"),
        pytest.param("sh -c \"sh -c 'a b; c d'\" " * 5000, id="quoted command lines"),
    ],
)
def test_a_command_made_to_keep_us_busy_does_not(root: Path, command: str) -> None:
    began_s = time.process_time()
    assert len(named_files([command], str(root))) < 1000
    assert time.process_time() - began_s < 20


_FOLDERS = "".join(f"cd a{n};" for n in range(8))


@pytest.mark.parametrize(
    ("commands", "whole"),
    [
        pytest.param(["./guard.sh", "sh -c 'cd x && ./y.sh'"], True, id="commands as people write them"),
        pytest.param(["x" * MAX_COMMAND_CHARS], True, id="the longest command"),
        pytest.param(["x" * (MAX_COMMAND_CHARS + 1)], False, id="a longer one"),
        pytest.param([f"./{n}.sh" for n in range(2_000)], True, id="two thousand hooks"),
        pytest.param([f"./{n}.sh" for n in range(MAX_FILES + 1)], False, id="too many files"),
        pytest.param([f"{_FOLDERS}{'a/b ' * 10_000}{n}" for n in range(50)], False, id="too many words in too many folders"),
    ],
)
def test_whether_everything_was_looked_at(root: Path, commands: list[str], whole: bool) -> None:
    began_s = time.monotonic()
    named = files_named(commands, str(root))
    assert named.whole is whole
    assert time.monotonic() - began_s < 10
