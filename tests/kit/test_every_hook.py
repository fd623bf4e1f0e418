"""What every ready-made hook must stand: 10 MB, binary files, invalid UTF-8, and having no opinion, at each of its events."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from hookline.kit.catalogue import NAMES, load
from hookline.spec.events import EVENTS
from hookline.spec.samples import sample

#: What a hook cannot work without.
NEEDED = {"stop-checks": ("--set", "command=true"), "mcp-inventory": ("--set", "servers=github")}
TEN_MEGABYTES = (
    b"def greet(name):  # a line of code like any other, and then some more of it to the end of the line\n"
) * 100_000
#: Every byte there is, and UTF-8 that is none.
NO_TEXT = bytes(range(256)) * 400 + b"caf\xe9 \xff\xfe \xed\xa0\x80 \xc3" * 50
#: No hook takes longer than this on a machine that has other things to do as well.
LONGEST_S = 60
#: Texts that a payload carries, as far as an event has them.
TEXTS = ("command", "content", "output", "prompt", "result_json", "task", "text", "tool_output", "summary")


def payload(event: str, workspace: Path, text: bytes) -> bytes:
    """The event about a file with these bytes, and with them as its texts. Invalid UTF-8 stays invalid."""
    (workspace / "data.py").write_bytes(text)
    whole = sample(event) | {"workspace_roots": [str(workspace)], "cwd": str(workspace)}
    whole |= {name: "@" for name in TEXTS if name in whole}
    whole |= {name: str(workspace / "data.py") for name in ("file_path",) if name in whole}
    if "tool_input" in whole:
        whole["tool_input"] = {"command": "@", "file_path": str(workspace / "data.py"), "contents": "@"}
        whole["tool_name"] = "Write"
    if "edits" in whole:
        whole["edits"] = [{"old_string": "", "new_string": "@"}]
    escaped = re.sub(rb'[\x00-\x1f"\\]', lambda found: b"\\u%04x" % found[0][0], text)
    return json.dumps(whole).encode().replace(b'"@"', b'"' + escaped + b'"')


def serve(name: str, stdin: bytes, workspace: Path, **environ: str) -> tuple[int, dict[str, Any]]:
    """A hook as a process of its own: exit code and answer."""
    outside = {key: value for key, value in os.environ.items() if key != "HOOKLINE"}
    done = subprocess.run(
        [sys.executable, "-m", "hookline", "hook", name, *NEEDED.get(name, ())], input=stdin, capture_output=True,
        cwd=workspace, env={**outside, "HOME": str(workspace), "HOOKLINE_STATE": str(workspace / "state"), **environ}, timeout=LONGEST_S,
    )  # fmt: skip
    return done.returncode, json.loads(done.stdout) if done.stdout else {"stderr": done.stderr.decode("utf-8", "replace")}


EVERY = [(name, event) for name in NAMES for event in dict.fromkeys(entry.event for entry in load(name).entries)]


HELD = [
    pytest.param(NO_TEXT, id="no text"),
    pytest.param(TEN_MEGABYTES, id="ten megabytes", marks=pytest.mark.nightly),
]


@pytest.mark.parametrize("text", HELD)
@pytest.mark.parametrize(("name", "event"), EVERY, ids=lambda value: str(value))
def test_whatever_a_file_holds_goes_through(name: str, event: str, text: bytes, tmp_path: Path) -> None:
    begun = time.monotonic()
    code, answer = serve(name, payload(event, tmp_path, text), tmp_path, HOOKLINE="1")
    assert (code, set(answer) - {out.name for out in EVENTS[event].outputs} - {EVENTS[event].gate}) == (0, set()), answer
    assert time.monotonic() - begun < LONGEST_S


@pytest.mark.parametrize("name", NAMES)
def test_no_opinion_is_silent_here_and_an_allow_elsewhere_where_the_event_has_one(name: str, tmp_path: Path) -> None:
    entry = next((one for one in load(name).entries if EVENTS[one.event].gate), load(name).entries[0])
    gate = EVENTS[entry.event].gate
    allow = {"permission": "allow"} if gate == "permission" else {"continue": True} if gate == "continue" else {}
    stdin = payload(entry.event, tmp_path, b"ls")
    (tmp_path / ".env").touch()
    code, answer = serve(name, stdin, tmp_path, HOOKLINE="1")
    assert answer.keys() & {"permission", "continue"} == set(), "it has an opinion about nothing"
    assert (code, serve(name, stdin, tmp_path)) == (0, (0, {**allow, **answer}))
