from __future__ import annotations

import stat
from pathlib import Path

import pytest
from pytest import param

import hookline
from hookline.cli.faults import bug_report, report_bug, without_private_values


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        param(["fire", "stop", "--json"], ["fire", "stop", "--json"], id="ordinary arguments stay"),
        param(["--set", "prompt=secret"], ["--set", "prompt=…"], id="the value of --set goes"),
        param(["--set=prompt=secret"], ["--set=prompt=…"], id="also when it is one argument"),
        param(["--set", "secret"], ["--set", "…"], id="also when it has no ="),
        param(["--user-email", "a@b.c"], ["--user-email", "…"], id="the address goes"),
        param(["--user-email=a@b.c"], ["--user-email=…"], id="also as one argument"),
        param(["--workspace=/x"], ["--workspace=/x"], id="other values stay"),
    ],
)
def test_private_values_leave_the_arguments(arguments: list[str], shown: list[str]) -> None:
    assert without_private_values(arguments) == shown


def broken() -> Exception:
    try:
        raise ValueError("the prompt was: secret")
    except ValueError as error:
        return error


def test_a_report_says_where_it_happened_and_quotes_no_payload() -> None:
    report = bug_report(broken(), ["fire", "--set", "prompt=secret"])
    assert f"hookline {hookline.__version__}" in report
    assert "arguments: 'fire' '--set' 'prompt=…'" in report
    assert "builtins.ValueError" in report
    assert "in broken" in report
    assert "the prompt was" not in report.replace('raise ValueError("the prompt was: secret")', "")


def test_a_report_is_a_private_file_in_the_state_folder(tmp_path: Path) -> None:
    path = report_bug(broken(), [], str(tmp_path / "state"))
    assert path is not None
    assert Path(path).parent == tmp_path / "state"
    assert stat.S_IMODE(Path(path).stat().st_mode) == 0o600
    assert Path(path).read_text() == bug_report(broken(), [])


def test_a_report_that_cannot_be_written_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert report_bug(broken(), [], str(tmp_path / "file/state")) is None
