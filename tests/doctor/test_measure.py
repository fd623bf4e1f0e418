"""doctor.measure: how long an interpreter takes with nothing to do, and what is never started to find out."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from pytest import param

from hookline.doctor.measure import Stopwatch, start_of
from hookline.model import Hook
from hookline.testing import a_hook

OWN = os.path.join(os.path.dirname(os.path.abspath(sys.executable)), "hookline")


@pytest.mark.parametrize(
    ("command", "interpreter", "argv"),
    [
        param("./guard.sh", "/bin/sh", ("/bin/sh", "-c", ":"), id="a shell"),
        param("./guard", "/opt/guard", None, id="a program nobody knows"),
        param("./guard.sh", None, None, id="nothing to start"),
        param(f"{OWN} hook git-guard", OWN, (OWN, "hook", "--help"), id="a ready-made hook of this installation"),
        param("/tmp/hookline hook git-guard", "/tmp/hookline", None, id="one of another installation"),
        param("./sh x", "/work/shop/sh", None, id="what the workspace brings along"),
    ],
)
def test_what_is_started(command: str, interpreter: str | None, argv: tuple[str, ...] | None) -> None:
    assert start_of(a_hook(command=command), interpreter) == argv


def test_a_link_of_the_workspace_and_a_link_into_it_are_not_started(tmp_path: Path) -> None:
    root = tmp_path.resolve() / "ws"
    (root / "bin").mkdir(parents=True)
    (root / "bin/python3").symlink_to("/usr/bin/python3")
    (root / "bin/sh").write_text("")
    (tmp_path / "sh").symlink_to(root / "bin/sh")
    hook = a_hook(root=str(root))
    assert start_of(hook, str(root / "bin/python3")) is None
    assert start_of(hook, str(tmp_path / "sh")) is None


def counting(folder: Path, ending: str) -> tuple[Hook, str, Path]:
    """A shell that counts its starts."""
    program, starts = folder / "dash", folder / "starts"
    program.write_text(f"#!/bin/sh\necho x >> {starts}\n{ending}\n")
    program.chmod(0o755)
    return a_hook(root="/work/shop"), str(program), starts


def test_a_start_is_measured_three_times_and_then_known(tmp_path: Path) -> None:
    hook, program, starts = counting(tmp_path, "exit 0")
    watch = Stopwatch(dict(os.environ))
    first = watch.start_ms(hook, program)
    assert first is not None and 0 < first < 10_000
    assert watch.start_ms(hook, program) == first
    assert starts.read_text() == "x\n" * 3


def test_what_does_not_start_or_fails_has_no_time(tmp_path: Path) -> None:
    hook, program, _ = counting(tmp_path, "exit 3")
    watch = Stopwatch(dict(os.environ))
    assert watch.start_ms(hook, program) is None
    assert watch.start_ms(hook, str(tmp_path / "gone/sh")) is None
    assert watch.start_ms(hook, None) is None
