"""stop-checks: the tests are run when the agent stops, and it goes on while they fail."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hookline.errors import NotDone, UsageError
from hookline.kit.catalogue import load
from hookline.kit.kit_process import functions_of

Stop = Callable[..., str]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOOKLINE_STATE", str(tmp_path / "state"))
    (tmp_path / "shop").mkdir()
    return tmp_path / "shop"


def fire(root: Path, event: str, *settings: str, **data: Any) -> str:
    functions, hooks = functions_of(load("stop-checks"), settings)
    data = {"workspace_roots": [str(root)], "conversation_id": "c1", **data}
    said = functions[event](hooks.classes[event](data))
    return "" if said is None else str(said.fields["followup_message"])


def stop(root: Path, *settings: str, **data: Any) -> str:
    return fire(root, "stop", "only_after_edits=off", *settings, **{"status": "completed", "loop_count": 0, **data})


def test_while_they_fail_the_agent_goes_on(root: Path) -> None:
    assert stop(root, "command=echo one; echo two >&2; exit 3") == (
        "stop-checks: `echo one; echo two >&2; exit 3` failed with exit code 3. Find out why and fix it; do not weaken the "
        "checks. The end of its output:\n\n```\none\ntwo\n```"
    )


@pytest.mark.parametrize(
    ("settings", "data"),
    [
        pytest.param(["command=true"], {}, id="they pass"),
        pytest.param(["command=false"], {"status": "aborted"}, id="a person stopped it"),
        pytest.param(["command=false"], {"status": "error"}, id="it broke"),
        pytest.param(["command=false"], {"status": 5}, id="nobody knows how it ended"),
        pytest.param(["command=false"], {"loop_count": 3}, id="three follow-ups are enough"),
        pytest.param(["command=false", "rounds=1"], {"loop_count": 1}, id="one is enough"),
        pytest.param(["command=false", "rounds=0"], {}, id="none is wanted"),
        pytest.param(["command=false"], {"workspace_roots": []}, id="no workspace"),
    ],
)
def test_it_may_stop(root: Path, monkeypatch: pytest.MonkeyPatch, settings: list[str], data: dict[str, Any]) -> None:
    monkeypatch.delenv("CURSOR_PROJECT_DIR", raising=False)
    assert stop(root, *settings, **data) == ""


def test_a_host_that_says_no_status_means_an_end(root: Path) -> None:
    assert "failed with exit code 1" in stop(root, "command=false", status=None, loop_count="x")


def test_giving_up_is_told(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stop(root, "command=false", loop_count=3)
    assert capsys.readouterr().err == (
        "stop-checks: `false` failed with exit code 1; after 3 follow-ups it is left to the user.\n"
    )


def test_checks_that_never_end_count_as_failed(root: Path) -> None:
    assert "did not end within 0.3 s" in stop(root, "command=sleep 60", "seconds=0.3")


def test_only_the_end_is_told(root: Path) -> None:
    text = stop(root, "command=seq 100; exit 1", "lines=2")
    assert text.endswith("\n\n```\n… (98 lines above)\n99\n100\n```")


def test_checks_that_print_nothing(root: Path) -> None:
    assert stop(root, "command=exit 1").endswith("```\n(it printed nothing)\n```")


@pytest.mark.parametrize(("command", "why"), [("no-such-program-here", "is not found"), ("./file", "is not executable")])
def test_checks_that_cannot_be_run_are_a_failure_of_the_hook(root: Path, command: str, why: str) -> None:
    (root / "file").write_text("")
    with pytest.raises(NotDone, match=why):
        stop(root, f"command={command}")


def test_a_command_is_needed() -> None:
    with pytest.raises(UsageError, match="there is no command to run: --set command='npm test'"):
        functions_of(load("stop-checks"))


def test_they_run_after_edits_until_they_pass(root: Path) -> None:
    check = "command=echo x >> runs; test -e fixed"

    def stopped() -> bool:
        return fire(root, "stop", check, status="completed", loop_count=0) == ""

    assert stopped()
    assert not (root / "runs").exists()
    fire(root, "afterFileEdit", check, file_path=str(root / "a.py"))
    assert [stopped(), stopped()] == [False, False]
    (root / "fixed").write_text("")
    assert [stopped(), stopped()] == [True, True]
    assert (root / "runs").read_text() == "x\n" * 3


@pytest.mark.parametrize("path", ["/elsewhere/a.py", None, 5, "\0"])
def test_edits_elsewhere_do_not_count(root: Path, path: Any) -> None:
    fire(root, "afterFileEdit", "command=false", file_path=path)
    assert fire(root, "stop", "command=false", status="completed") == ""
