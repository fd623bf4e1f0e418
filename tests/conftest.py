"""What tests of every part use: programs that `scripts/packages` installs, and the model server of `tests/judge`."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from hookline.model import Completion, Decision, Hook, Outcome, Record

# `make test-slow` runs every property with the second; a test that wants more takes a multiple of it.
settings.register_profile("usual", max_examples=100)
settings.register_profile("slow", max_examples=1_000)
settings.load_profile("usual")

# Started in the background, this process and all it starts would ignore the interrupts that tests send.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN and threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def program() -> Callable[[str], str]:
    """The path of a program. One that is missing fails the test on a build machine (CI=true), and skips it loudly elsewhere."""

    def find(name: str) -> str:
        found = shutil.which(name)
        if found is None:
            say = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
            say(f"{name} IS MISSING, this was not tried: run scripts/packages as root")
        return str(found)

    return find


def _model_server_module() -> Any:
    name = "hookline_tests_model_server"
    if name not in sys.modules:
        path = Path(__file__).parent / "judge/model_server.py"
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec and spec.loader
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


@pytest.fixture
def server() -> Iterator[Any]:
    """A model server that speaks all four shapes and misbehaves on demand (tests/judge/model_server.py)."""
    started = _model_server_module().ModelServer()
    yield started
    started.close()


@pytest.fixture(autouse=True)
def _no_judge_of_the_developer(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test asks the judge of whoever runs it."""
    for name in [name for name in os.environ if name.startswith("HOOKLINE_JUDGE_") or name == "XDG_CONFIG_HOME"]:
        monkeypatch.delenv(name)


@pytest.fixture
def journal_path(tmp_path: Path) -> str:
    return str(tmp_path / "state" / "journal.db")


#: 18 November 2026, 12:00 UTC.
NOON = 1_795_003_200.0


def a_hook(**more: Any) -> Hook:
    values = {
        "source": "project",
        "event": "beforeShellExecution",
        "number": 1,
        "file": "/work/shop/.cursor/hooks.json",
        "line": 6,
        "command": "./guard.sh",
        "root": "/work/shop",
    }
    return Hook(**{**values, **more})


def a_run(*, answer: Any = None, permission: str | None = None, failure: str | None = None, **more: Any) -> Outcome:
    completion = {
        name: more.pop(name) for name in ("ending", "duration_ms", "code", "signal", "stderr", "judge") if name in more
    }
    return Outcome(
        a_hook(**more),
        Completion(**{"ending": "exited", "duration_ms": 3.0, "code": 0, **completion}),
        answer,
        permission=permission,
        failure=failure,
    )


def a_record(*runs: Outcome, at: float = NOON, roots: tuple[str, ...] = ("/work/shop",), **more: Any) -> Record:
    values = {
        "event": "beforeShellExecution",
        "input": {"command": "git status"},
        "blocked": False,
        "permission": None,
        "response": {},
        "because": "nobody objected",
        "outcomes": runs,
        "id": "run-1",
        "conversation_id": "conv-1",
        "duration_ms": 4.0,
    }
    return Record(at, Decision(**{**values, **more}), roots)


@pytest.fixture
def record() -> Callable[..., Record]:
    """`record(run(), input={…})`: a record with sensible values; name only what matters."""
    return a_record


@pytest.fixture
def run() -> Callable[..., Outcome]:
    """`run(command="./x.sh", code=2)`: a hook's run."""
    return a_run
