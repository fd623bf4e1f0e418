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

# Started in the background, this process and all it starts would ignore the interrupts that tests send.
if (
    signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    and threading.current_thread() is threading.main_thread()
):
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
    for name in [
        name
        for name in os.environ
        if name.startswith("HOOKLINE_JUDGE_") or name == "XDG_CONFIG_HOME"
    ]:
        monkeypatch.delenv(name)
