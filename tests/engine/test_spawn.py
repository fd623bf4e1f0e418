"""engine.spawn: a process with the surroundings it is given."""

import os
from pathlib import Path

import pytest

from hookline.engine.spawn import spawn


def said_by(script: str, cwd: Path, env: dict[str, str]) -> str:
    nothing = os.open(os.devnull, os.O_RDWR)
    ours, theirs = os.pipe()
    try:
        child = spawn(["/bin/sh", "-c", script], str(cwd), env, nothing, theirs, nothing)
    finally:
        os.close(theirs)
        os.close(nothing)
    with open(ours, "rb") as said:
        text = said.read().decode("utf-8", "surrogateescape")
    assert child.wait() == 0
    return text.strip()


def test_it_has_its_folder_its_environment_and_a_session_of_its_own(tmp_path: Path) -> None:
    script = "pwd; echo $NAME; echo $$; cut -d' ' -f6 /proc/$$/stat 2> /dev/null || ps -o sess= -p $$"
    folder, name, process, session = said_by(script, tmp_path, {"NAME": "Zoë \udcff", "PATH": os.defpath}).split("\n")
    assert (folder, name, session.strip()) == (str(tmp_path), "Zoë \udcff", process)


def test_what_cannot_be_started_raises(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        spawn(["/nowhere/x"], str(tmp_path), {}, 0, 1, 2)


def test_each_environment_reaches_its_own_process(tmp_path: Path) -> None:
    first, second = ({"NAME": name, "PATH": os.defpath} for name in ("one", "two"))
    assert [said_by("echo $NAME", tmp_path, env) for env in (first, second, first, first)] == ["one", "two", "one", "one"]
