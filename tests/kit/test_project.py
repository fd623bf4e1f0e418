"""The project of an event: its folders, what is inside them, and tools that run for a limited time."""

import os
import time
from pathlib import Path
from typing import Any

import pytest

from hookline.errors import NotDone
from hookline.kit.project import (
    Finished,
    fenced,
    find_program,
    follow_ups,
    last_lines,
    plain_text,
    root_of,
    roots_of,
    run_tool,
    usable_path,
    words_of,
)
from hookline.processes.tool import KEPT_BYTES
from hookline.sdk.event_types import Stop


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param("/a/b", "/a/b", id="a path"),
        pytest.param("", "", id="nothing"),
        pytest.param(None, "", id="null"),
        pytest.param(5, "", id="a number"),
        pytest.param("a\0b", "", id="a NUL"),
        pytest.param("\ud800", "", id="half a character"),
        pytest.param("x" * 20_000, "", id="longer than any path"),
    ],
)
def test_paths_out_of_events(value: Any, expected: str) -> None:
    assert usable_path(value) == expected


@pytest.mark.parametrize(
    ("given", "variable", "expected"),
    [
        pytest.param(["/a", "/b"], "/c", ["/a", "/b"], id="what the event says"),
        pytest.param([], "/c", ["/c"], id="else the variable"),
        pytest.param([], "", [], id="nothing at all"),
        pytest.param("x", "c", [], id="nonsense"),
        pytest.param([5, "relative", "/a"], "", ["/a"], id="what is no folder is left out"),
    ],
)
def test_the_folders_of_the_workspace(
    monkeypatch: pytest.MonkeyPatch, given: Any, variable: str, expected: list[str]
) -> None:
    monkeypatch.setenv("CURSOR_PROJECT_DIR", variable)
    assert roots_of(Stop({"workspace_roots": given})) == expected


def test_a_path_is_in_the_folder_it_really_is_in(tmp_path: Path) -> None:
    root, other = tmp_path / "root", tmp_path / "root-2"
    root.mkdir()
    other.mkdir()
    (root / "out").symlink_to(other)
    assert root_of(str(root / "a"), [str(root)]) == str(root)
    assert root_of(str(root / "out" / "a"), [str(root)]) is None
    assert root_of(str(other / "a"), [str(root), str(other)]) == str(other)
    assert root_of(str(root), [str(root)]) is None


@pytest.mark.parametrize(("count", "expected"), [(2, 2), ("x", 0), (None, 0), ([], 0)])
def test_follow_ups(count: Any, expected: int) -> None:
    assert follow_ups(Stop({"loop_count": count})) == expected


def test_programs_are_found_in_folders_and_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "tool"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert find_program("tool", [str(tmp_path)]) == str(program)
    assert find_program("tool") is None
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_program("tool") == str(program)
    assert find_program(str(program)) == str(program)
    assert find_program(str(tmp_path / "missing")) is None


def test_a_command_with_a_quote_too_few_is_refused() -> None:
    assert words_of("a 'b c'") == ["a", "b c"]
    with pytest.raises(NotDone, match="cannot be split into words: No closing quotation. Fix its quotes."):
        words_of("a 'b")


def sh(script: str, cwd: Path, seconds: float = 30) -> Finished:
    return run_tool(["/bin/sh", "-c", script], str(cwd), seconds)


def test_a_tool_says_how_it_ended_and_what_it_printed(tmp_path: Path) -> None:
    assert sh("pwd; echo two >&2; exit 3", tmp_path) == Finished(3, f"{tmp_path}\ntwo\n")


def test_a_tool_reads_nothing(tmp_path: Path) -> None:
    assert sh("cat", tmp_path) == Finished(0, "")


def test_a_tool_whose_time_is_up_is_ended_with_all_it_started(tmp_path: Path) -> None:
    began = time.monotonic()
    assert sh("echo a; sleep 60 & echo $! > child; wait", tmp_path, 0.5) == Finished(None, "a\n")
    assert time.monotonic() - began < 20
    assert is_gone(int((tmp_path / "child").read_text()))


def test_a_tool_that_closes_its_output_and_goes_on_is_ended_too(tmp_path: Path) -> None:
    assert sh("exec >&- 2>&-; sleep 60", tmp_path, 0.5).code is None


def test_a_child_that_keeps_the_output_open_is_not_waited_for(tmp_path: Path) -> None:
    began = time.monotonic()
    assert sh("echo a; sleep 60 & exit 1", tmp_path) == Finished(1, "a\n")
    assert time.monotonic() - began < 20


def test_only_the_end_of_a_flood_is_kept(tmp_path: Path) -> None:
    done = sh("head -c 3000000 /dev/zero | tr '\\0' x; echo end", tmp_path)
    assert done.code == 0
    assert len(done.output) == KEPT_BYTES
    assert done.output.endswith("xend\n")


def is_gone(process: int) -> bool:
    for _ in range(100):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        if "\nState:\tZ" in Path(f"/proc/{process}/status").read_text():
            return True
        time.sleep(0.05)
    return False


def test_colours_and_control_characters_are_taken_out() -> None:
    assert plain_text(b"\x1b[1;31mred\x1b[0m\r\n\x07a\tb\xff\x00") == "red\na\tb\ufffd"


def test_the_last_lines() -> None:
    assert last_lines("1\n2\n3\n", 5) == "1\n2\n3"
    assert last_lines("1\n2\n3\n", 2) == "… (1 line above)\n2\n3"
    assert last_lines("x" * 500, 2) == "x" * 399 + "…"


def test_secrets_in_what_a_tool_printed_are_masked() -> None:
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    assert token not in last_lines(f"token {token} found", 5)


def test_nothing_ends_a_fence() -> None:
    assert fenced("a") == "```\na\n```"
    assert fenced("a\n```\nb") == "````\na\n```\nb\n````"
