"""An answer that is made and not returned is a failure that names the line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

EVENT = {"hook_event_name": "beforeShellExecution", "command": "git push"}
DENIED = {"permission": "deny", "user_message": "no"}
ALLOWED = {"permission": "allow"}


def run_guard(folder: Path, lines: str, start: str = "def guard(event):") -> subprocess.CompletedProcess[str]:
    """A file whose hook begins on line 3."""
    body = "\n".join(f"    {line}" for line in lines.splitlines())
    text = f"from hookline.sdk import Answer, hook\n@hook.beforeShellExecution\n{start}\n{body}\n"
    (folder / "guard.py").write_text(text)
    return subprocess.run(
        [sys.executable, "guard.py"],
        input=json.dumps(EVENT),
        capture_output=True,
        text=True,
        timeout=60,
        cwd=folder,
        check=False,
    )


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        pytest.param("event.deny('no')", "guard.py:4: event.deny(...)", id="a statement of its own"),
        pytest.param("if event.command: event.deny('no')", "guard.py:4: event.deny(...)", id="behind an if, on one line"),
        pytest.param("x = 1; event.deny('no'); y = 2", "guard.py:4: event.deny(...)", id="between two others"),
        pytest.param("event.deny(\n  'no'\n)", "guard.py:4: event.deny(...)", id="over three lines"),
        pytest.param("try:\n  event.deny('no')\nfinally:\n  pass", "guard.py:5: event.deny(...)", id="inside a try"),
        pytest.param("event.ask('sure?')", "guard.py:4: event.ask(...)", id="a question"),
        pytest.param("event.allow()", "guard.py:4: event.allow(...)", id="an allow"),
        pytest.param("answer = event.deny('no')", "guard.py:4: event.deny(...)", id="a variable nobody returns"),
        pytest.param("print('é', event.deny('no'))", "guard.py:4: event.deny(...)", id="printed instead of returned"),
        pytest.param("event.deny('no')\nreturn event.allow()", "guard.py:4", id="an allow at the end returned instead"),
        pytest.param("event.allow() | event.deny('no')", "guard.py:4", id="two that are joined"),
        pytest.param(
            "for word in event.command.split():\n  if word == 'push':\n    event.deny('no')\nreturn event.allow()",
            "guard.py:6",
            id="in a loop, with an allow at the end",
        ),
        pytest.param(
            "def refuse():\n  return event.deny('no')\nrefuse()\nreturn event.allow()",
            "guard.py:6: what refuse returns",
            id="what a function returns, dropped by its caller",
        ),
        pytest.param("[event.deny('no') for _ in range(2)]\nreturn event.allow()", "guard.py:4", id="in a comprehension"),
    ],
)
def test_it_is_a_failure_that_names_the_line(tmp_path: Path, lines: str, told: str) -> None:
    ran = run_guard(tmp_path, lines)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert told in ran.stderr
    assert "Write: return " in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        pytest.param("return event.deny('no')", DENIED, id="it is returned"),
        pytest.param("answer = event.deny('no')\nreturn answer", DENIED, id="by way of a variable"),
        pytest.param("return event.allow() | event.deny('no')", DENIED, id="two are joined"),
        pytest.param("answer = event.allow()\nanswer |= event.deny('no')\nreturn answer", DENIED, id="joined in place"),
        pytest.param(
            "answer = event.deny('no')\nif 'push' in event.command:\n  answer = event.allow()\nreturn answer",
            ALLOWED,
            id="another is chosen afterwards",
        ),
        pytest.param(
            "answers = {'git': event.deny('no'), 'ls': event.allow()}\nreturn answers['git']", DENIED, id="one of a table"
        ),
        pytest.param(
            "def refuse():\n  return event.deny('no')\nreturn refuse()", DENIED, id="a function's answer is returned"
        ),
        pytest.param("event.deny\nreturn None", {}, id="none is made"),
        pytest.param("return Answer(permission='deny', user_message='no')", DENIED, id="one that is built by hand"),
    ],
)
def test_a_choice_is_not_a_mistake(tmp_path: Path, lines: str, answer: dict[str, str]) -> None:
    ran = run_guard(tmp_path, lines)
    assert (ran.returncode, json.loads(ran.stdout), ran.stderr) == (0, answer, "")


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        pytest.param("event.deny('no')", 1, id="not returned"),
        pytest.param(
            "import asyncio\nawait asyncio.sleep(0)\nevent.deny('no')\nreturn event.allow()", 1, id="allow instead"
        ),
        pytest.param("async def f():\n  return event.deny('no')\nawait f()\nreturn event.allow()", 1, id="awaited, dropped"),
        pytest.param("async def f():\n  return event.deny('no')\nreturn await f()", 0, id="awaited, returned"),
        pytest.param("first = event.deny('no')\nreturn event.allow()", 0, id="a choice"),
    ],
)
def test_the_same_in_a_coroutine(tmp_path: Path, lines: str, code: int) -> None:
    assert run_guard(tmp_path, lines, "async def guard(event):").returncode == code


def test_without_a_source_text_the_line_is_still_named(tmp_path: Path) -> None:
    text = "from hookline.sdk import hook\n@hook.beforeShellExecution\ndef guard(event):\n    event.deny('no')\n"
    ran = subprocess.run(
        [sys.executable, "-c", text], input=json.dumps(EVENT), capture_output=True, text=True, timeout=60, check=False
    )
    assert ran.returncode == 1
    assert "<string>:4: event.deny(...) is made and not returned" in ran.stderr
