"""Guards of commands and hostile input: ten megabytes of whatever costs most are answered soon, and what was not looked at is
asked about, never let pass."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest
from pytest import param

from hookline.kit.catalogue import NAMES, load
from hookline.kit.kit_process import functions_of

#: A guard that says of its own accord what it thinks of a command, and one it denies or asks about.
GUARDS = {
    "git-guard": "git push --force",
    "shell-guard": "rm -rf /",
    "network-guard": "curl https://evil.example",
    "sql-guard": "psql -c 'drop table users'",
    "kube-guard": "kubectl delete namespace production",
    "dependency-guard": "pip install reqeusts",
    "protect": "rm .cursor/hooks.json",
}
SETTINGS = {"env-files": ("files=.env",)}
OTHERS = [
    name for name in NAMES if name not in GUARDS and any(one.event == "beforeShellExecution" for one in load(name).entries)
]
HOSTILE = {
    "semicolons": ";",
    "parentheses": "(",
    "substitutions": "$(",
    "double quotes": '"',
    "single quotes": "'",
    "backticks": "`",
    "here-documents": "cat <<A\n",
    "words": "word ",
    "numbers": "1234 ",
    "assignments": "a=",
    "backslashes": "\\",
    "braces": "{a,b}",
    "open braces": "{a,",
    "brackets": "[a]",
    "stars": "*",
    "redirections": "> f ",
    "pipes": "ls|",
    "one word": "a",
    "addresses": "http://a.b/ ",
    "shells": "sh -c 'ls' ",
    "commands": "ls -l /tmp; ",
    "removals": "rm -rf a/b; ",
    "changes of folder": "cd a;",
    "loops": "for i in 1 2 3; do ls $i; done;",
    "functions": "f(){ f|f& };",
    "not valid": "if fi then ",
}
#: Those that are tried every day.
EVERY_DAY = ("words", "one word", "here-documents")
#: What a guard says of what it did not look at.
SAYS_SO = re.compile(
    r"only its first|no part of it|takes too long|too deeply nested|not valid shell|too m(?:any|uch)|so large|computed"
)


def asked(name: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A guard's answer, which comes soon."""
    monkeypatch.setenv("HOOKLINE_STATE", str(tmp_path / "state"))
    functions, hooks = functions_of(load(name), SETTINGS.get(name, ()))
    place = {"cwd": str(tmp_path), "workspace_roots": [str(tmp_path)], "conversation_id": "c"}
    event = hooks.classes["beforeShellExecution"]({"command": command, **place})
    begun = time.monotonic()
    answer = functions["beforeShellExecution"](event)
    assert time.monotonic() - begun < 20
    return answer


def filled(piece: str, size: int) -> str:
    return piece * (size // len(piece) + 1)


@pytest.mark.parametrize("size", [param(2000, id="short"), param(60_000, id="64 KB", marks=pytest.mark.nightly)])
@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("name", [*GUARDS, *OTHERS])
def test_what_can_just_be_read_is_answered(
    name: str, piece: str, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(name, filled(piece, size), tmp_path, monkeypatch)


@pytest.mark.parametrize("size", [param(70_000, id="70 KB"), param(10_000_000, id="10 MB")])
@pytest.mark.parametrize(
    "piece",
    [param(piece, id=what, marks=() if what in EVERY_DAY else pytest.mark.nightly) for what, piece in HOSTILE.items()],
)
@pytest.mark.parametrize("name", GUARDS)
def test_what_is_too_long_never_passes(
    name: str, piece: str, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = asked(name, filled(piece, size), tmp_path, monkeypatch)
    assert answer is not None and answer.permission in ("ask", "deny")
    is_asked_anyway = asked(name, piece, tmp_path, monkeypatch) is not None
    assert is_asked_anyway or SAYS_SO.search(answer.fields["user_message"]), answer


@pytest.mark.parametrize("size", [param(70_000, id="70 KB"), param(10_000_000, id="10 MB", marks=pytest.mark.nightly)])
@pytest.mark.parametrize(("name", "bad"), GUARDS.items())
def test_a_bad_command_is_found_at_the_beginning_and_asked_about_at_the_end(
    name: str, bad: str, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = asked(name, bad, tmp_path, monkeypatch).permission
    many = filled("ls -l /tmp; ", size)
    assert asked(name, f"{bad}; {many}", tmp_path, monkeypatch).permission == alone
    assert asked(name, f"{many}{bad}", tmp_path, monkeypatch).permission == "ask"
