"""audit: every event becomes one line, whatever is in it and however many write at once."""

import json
import os
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from hookline.errors import NotDone, UsageError
from hookline.kit.catalogue import load
from hookline.kit.kit_process import functions_of
from hookline.sdk.event_types import Hooks


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOOKLINE_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


def fire(event: str, data: dict[str, Any], *settings: str) -> None:
    functions, hooks = functions_of(load("audit"), settings)
    assert functions[event](hooks.classes[event](data)) is None


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]


@pytest.mark.parametrize("event", list(Hooks.classes))
def test_every_event_is_written(state: Path, event: str) -> None:
    fire(event, {"hook_event_name": event, "x": [1, None, "\ud800\u202e\x1b[31m\n"]})
    [line] = lines(state / "kit" / "audit.jsonl")
    assert line["event"] == event
    assert line["input"]["hook_event_name"] == event
    assert line["time"].endswith("Z")
    assert stat.S_IMODE(os.stat(state / "kit" / "audit.jsonl").st_mode) == 0o600


def test_every_event_has_an_entry() -> None:
    assert [entry.event for entry in load("audit").entries] == list(Hooks.classes)


def test_secrets_are_masked(state: Path) -> None:
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    fire("beforeShellExecution", {"command": f"curl -H 'Authorization: token {token}' x", "password": "hunter2"})
    text = (state / "kit" / "audit.jsonl").read_text()
    assert token not in text
    assert "hunter2" not in text


def test_ten_megabytes_are_cut_in_no_time(state: Path) -> None:
    began = time.monotonic()
    fire("beforeReadFile", {"file_path": "/x", "content": "\ufffd\0abc " * 1_700_000})
    assert time.monotonic() - began < 20
    [line] = lines(state / "kit" / "audit.jsonl")
    assert line["input"]["file_path"] == "/x"
    assert os.path.getsize(state / "kit" / "audit.jsonl") < 500_000


def test_a_file_of_ones_own_is_seen_from_the_workspace(state: Path, tmp_path: Path) -> None:
    fire("stop", {"workspace_roots": [str(tmp_path)]}, "file=logs/all.jsonl")
    assert len(lines(tmp_path / "logs" / "all.jsonl")) == 1
    assert not (state / "kit").exists()


def test_events_may_be_left_out(state: Path) -> None:
    fire("stop", {}, "leave_out=stop,sessionEnd")
    assert not (state / "kit").exists()
    with pytest.raises(UsageError, match="leave_out names 'Stop', which is no event; events are: sessionStart"):
        functions_of(load("audit"), ["leave_out=Stop"])


def test_a_full_file_is_put_aside_and_the_oldest_removed(state: Path) -> None:
    for number in range(5):
        fire("stop", {"number": number}, "max_mb=0.00001", "keep=2")
    names = ["audit.jsonl", "audit.jsonl.1", "audit.jsonl.2"]
    assert [lines(state / "kit" / name)[0]["input"]["number"] for name in names] == [4, 3, 2]
    assert not (state / "kit" / "audit.jsonl.3").exists()


def test_no_full_file_need_be_kept(state: Path) -> None:
    for _ in range(2):
        fire("stop", {}, "max_mb=0.00001", "keep=0")
    assert sorted(os.listdir(state / "kit")) == ["audit.jsonl", "audit.jsonl.lock"]


def test_a_file_may_grow_for_ever(state: Path) -> None:
    for _ in range(3):
        fire("stop", {}, "max_mb=0")
    assert len(lines(state / "kit" / "audit.jsonl")) == 3


def test_a_line_that_cannot_be_written_is_a_failure_with_its_reason(state: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(
        NotDone, match=r"audit: stop is not written: .*File exists: '.*/file'. Make that writable, or set file="
    ):
        fire("stop", {"workspace_roots": [str(tmp_path)]}, "file=file/x.jsonl")


def test_processes_that_write_at_once_lose_nothing(state: Path) -> None:
    payload = json.dumps({"hook_event_name": "stop", "text": "x" * 20_000})
    command = [sys.executable, "-m", "hookline", "hook", "audit", "--set", "max_mb=0.1", "--set", "keep=50"]
    environ = {**os.environ, "HOOKLINE": "1"}
    started = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ, text=True) for _ in range(12)
    ]
    assert [one.communicate(payload, timeout=120)[0] for one in started] == ["{}\n"] * 12
    files = [path for path in (state / "kit").iterdir() if not path.name.endswith(".lock")]
    assert sum(len(lines(path)) for path in files) == 12
    assert len(files) > 1
