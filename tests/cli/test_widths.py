"""What commands print on terminals of 60, 80 and 120 columns: no word of a table is broken."""

from __future__ import annotations

import re
import sys
from typing import Any

import pexpect
import pytest

HOOKS = {
    "beforeShellExecution": [
        {"command": "./hooks/no-push-to-the-main-branch.sh --strict --log hooks.log", "matcher": "^git (push|commit)"},
        {"command": "./hooks/日本語のスクリプト.sh", "timeout": 5},
    ]
}


def shown(box: Any, width: int, *arguments: str) -> list[str]:
    environ = {**box.environ, "TERM": "xterm-256color", "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "COLUMNS": str(width)}
    terminal = pexpect.spawn(
        sys.executable,
        ["-m", "hookline", *arguments],
        cwd=str(box.ws),
        env=environ,
        encoding="utf-8",
        dimensions=(50, width),
    )
    terminal.expect(pexpect.EOF, timeout=60)
    terminal.close()
    return str(terminal.before).replace("\r\n", "\n").splitlines()


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize(
    "arguments", [("list",), ("explain", "beforeShellExecution", "--set", "command=git push"), ("doctor",)]
)
def test_words_of_a_table_stay_whole(box: Any, arguments: tuple[str, ...], width: int) -> None:
    box.user_hooks(HOOKS)
    lines = shown(box, width, *arguments)
    text = "\n".join(lines)
    assert re.search(r"(\./|…/)\S*no-push-to-the-main-branch\.sh", text), text
    assert "beforeShellExecution" in text and "--strict" in text


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_table_is_no_wider_than_the_terminal(box: Any, width: int) -> None:
    from hookline.cli.show.safe_text import cells

    box.user_hooks(HOOKS)
    lines = shown(box, width, "list")
    assert [line for line in lines if cells(line) > width and line.startswith("  ")] == []


def test_a_pipe_gets_every_row_on_one_line(box: Any, call: Any) -> None:
    box.user_hooks(HOOKS)
    (line,) = [line for line in call("list").out.splitlines() if "no-push" in line]
    assert "./hooks/no-push-to-the-main-branch.sh --strict --log hooks.log  ^git (push|commit)" in line
