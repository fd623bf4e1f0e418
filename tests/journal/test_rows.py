"""journal.rows: a record becomes cells, masked, cut, and fit for SQLite."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from types import MappingProxyType
from typing import Any

import pytest
from pytest import param

from hookline.journal.rows import ENTRY_COLUMNS, MOST_SKIPS, RUN_COLUMNS, as_stored, size_of, to_row
from hookline.model import Decision, Hook, Outcome, Overruled, Problem, Record, Skip, Texts
from hookline.testing import a_hook, exited

Records = Callable[..., Record]
NOON = 1_795_003_200.0
HOOK = Hook("user", "beforeShellExecution", 2, "/home/bob/.cursor/hooks.json", 9, "./late.sh")
PROBLEM = Problem("unknown-event", "error", "/w/hooks.json", 3, 5, 4, "/hooks/stpo", "no such event", "write stop")


def entry(record: Record) -> dict[str, Any]:
    return dict(zip(ENTRY_COLUMNS, to_row(record)[:-1], strict=True))


def runs(record: Record) -> list[dict[str, Any]]:
    return [dict(zip(RUN_COLUMNS, cells, strict=True)) for cells in json.loads(to_row(record)[-1] or "[]")]


def test_an_entry_whole(record: Records, run: Any) -> None:
    made = record(
        run(),
        run(failure="timed out after 1 s"),
        blocked=True,
        permission="deny",
        response={"permission": "deny"},
        texts=Texts("to the person", "to the model"),
        overruled=(Overruled(HOOK, "deny"),),
        notes=("a note",),
        problems=(PROBLEM,),
        skips=(Skip(HOOK, "matcher 'curl' does not match"),),
    )
    cells = entry(made)
    result = json.loads(cells.pop("result"))
    assert cells == {
        "at": NOON,
        "execution_id": "run-1",
        "event": "beforeShellExecution",
        "conversation_id": "conv-1",
        "blocked": 1,
        "permission": "deny",
        "failed": 1,
        "overruled": 1,
        "ran": 2,
        "skipped": 1,
        "duration_ms": 4.0,
        "because": "nobody objected",
        "roots": '["/work/shop"]',
        "profile": "cursor",
        "input": '{"command":"git status"}',
        "input_sha256": None,
        "input_bytes": None,
    }
    late = {"source": "user", "command": "./late.sh", "where": "/home/bob/.cursor/hooks.json:9"}
    assert result == {
        "response": {"permission": "deny"},
        "texts": {"user": "to the person", "agent": "to the model"},
        "overruled": [{**late, "permission": "deny"}],
        "notes": ["a note"],
        "problems": [PROBLEM._asdict()],
        "skipped": [{**late, "reason": "matcher 'curl' does not match"}],
    }


def test_a_run_whole(record: Records, run: Any) -> None:
    ran = run(
        ending="killed", code=None, signal=9, stderr="oh", failure="killed by signal 9 (SIGKILL)", permission="deny",
        answer=MappingProxyType({"a": 1}), judge={"model": "m"}, type="prompt", command="Is it safe?",
    )._replace(notes=("noted",))  # fmt: skip
    assert runs(record(ran)) == [
        {
            "source": "project", "event": "beforeShellExecution", "command": "Is it safe?", "place": ".cursor/hooks.json:6",
            "type": "prompt", "ending": "killed", "exit_code": None, "signal": 9, "failure": "killed by signal 9 (SIGKILL)",
            "permission": "deny", "duration_ms": 3.0, "answer": '{"a":1}', "stderr": "oh", "judge": '{"model":"m"}',
            "notes": '["noted"]',
        }
    ]  # fmt: skip


def test_what_was_not_said_is_null_and_what_is_empty_is_left_out(record: Records, run: Any) -> None:
    made = record(run(), conversation_id=None)
    assert (entry(made)["conversation_id"], entry(made)["result"]) == (None, "{}")
    assert [runs(made)[0][name] for name in ("failure", "permission", "answer", "judge", "notes")] == [None] * 5


def test_the_size_counts_all_text(record: Records, run: Any) -> None:
    small, large = (size_of(to_row(record(run(stderr="x" * length)))) for length in (10, 1010))
    assert large - small == 1000


@pytest.mark.parametrize("words", [32_500, 100_000], ids=["just below 64 KiB", "above 64 KiB"])
def test_a_payload_above_64_kib_is_cut_with_its_digest_kept(record: Records, run: Any, words: int) -> None:
    payload = {"command": "ls", "content": "é" + "x " * words}
    cells = entry(record(run(), input=payload))
    whole = json.dumps(payload, separators=(",", ":"))
    kept = json.loads(cells["input"])
    if len(whole) <= 65_536:
        assert (kept, cells["input_sha256"], cells["input_bytes"]) == (payload, None, None)
    else:
        assert kept == {"command": "ls", "content": "é" + "x " * 2047 + "x…[cut]"}
        assert cells["input_sha256"] == sha256(whole.encode()).hexdigest()
        assert cells["input_bytes"] == len(whole)


def test_a_secret_anywhere_is_masked_everywhere(record: Records, run: Any) -> None:
    evil = "password=hunter2x"
    ran = run(
        command=evil, stderr=evil, failure=evil, answer={"x": evil}, judge={"x": evil}, file=f"/{evil}/hooks.json", root=""
    )
    made = record(
        ran._replace(notes=(evil,)), input={"x": evil}, because=evil, conversation_id=evil, response={"x": evil},
        roots=(f"/{evil}",), notes=(evil,), texts=Texts(evil, evil), skips=(Skip(HOOK._replace(command=evil), evil),),
    )  # fmt: skip
    everything = repr(to_row(made))
    assert "hunter2" not in everything
    assert everything.count("[masked:assigned:") == 17


def test_a_secret_under_a_secret_key_is_masked(record: Records, run: Any) -> None:
    assert json.loads(entry(record(run(), input={"password": "open sesame"}))["input"]) == {"password": "[masked:key:41ef]"}


@pytest.mark.parametrize(
    ("read", "stored"),
    [
        param(b"", '{"a":"given"}', id="without one the input is written as JSON"),
        param(b'{"a":"read"}\n', '{"a":"read"}', id="the JSON hooks read is taken as it is"),
        param(b'{"a":"\x7f"}\n', '{"a":"given"}', id="not with a character a terminal obeys"),
        param('{"a":"é"}\n'.encode(), '{"a":"given"}', id="nor with one beyond ASCII"),
        param(b'{"a":"password=hunter2x"}\n', '{"a":"given"}', id="nor with a secret in it"),
    ],
)
def test_the_json_hooks_read_is_kept(record: Records, read: bytes, stored: str) -> None:
    assert entry(record(input={"a": "given"})._replace(read=read))["input"] == stored


def test_only_a_hundred_skips_are_listed(record: Records) -> None:
    cells = entry(record(skips=(Skip(HOOK, "no"),) * 150))
    assert (cells["skipped"], len(json.loads(cells["result"])["skipped"])) == (150, MOST_SKIPS)


def nested(depth: int) -> list[Any]:
    made: list[Any] = []
    for _ in range(depth):
        made = [made]
    return made


def circle() -> list[Any]:
    made: list[Any] = ["password=hunter2x"]
    made.append(made)
    return made


@pytest.mark.parametrize(
    ("value", "stored"),
    [
        param("a\x00b\ud800\U0001f600", "a\x00b\ud800\U0001f600", id="NUL, half a surrogate pair, a smile"),
        param(float("inf"), float("inf"), id="a number JSON has not"),
        param({1}, "{1}", id="a set becomes its text"),
        param(MappingProxyType({"a": 1}), {"a": 1}, id="any mapping is an object"),
        param({(1, 2): 3}, {"[not stored]": "TypeError: keys must be str, int, float, bool or None, not tuple"}, id="a key JSON cannot have"),
        param(circle(), {"[not stored]": "ValueError: Circular reference detected"}, id="a circle"),
    ],
)  # fmt: skip
def test_any_payload_can_be_stored(record: Records, run: Any, value: Any, stored: Any) -> None:
    kept = json.loads(entry(record(run(), input={"x": value}))["input"])
    if isinstance(stored, dict) and "[not stored]" in stored:
        assert kept["[not stored]"].startswith(stored["[not stored]"])
    else:
        assert kept == {"x": stored}


def test_a_payload_too_deep_to_be_looked_at_closely_is_named(record: Records, run: Any) -> None:
    """How deep that is depends on the interpreter; one that can look that deep masks."""
    text = entry(record(run(), input={"x": nested(900), "y": "password=hunter2x"}))["input"]
    assert json.loads(text).get("[not stored]", "maximum recursion").startswith("maximum recursion")
    assert "hunter2x" not in text


def test_a_payload_too_deep_for_json_is_named(record: Records, run: Any) -> None:
    kept = json.loads(entry(record(run(), input={"x": nested(100_000)}))["input"])
    assert kept["[not stored]"].startswith("RecursionError: maximum recursion depth exceeded")


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        param("two\n\tlines, é 日本", "two\n\tlines, é 日本", id="ordinary text stays"),
        param("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m", id="colours"),
        param("\x1b]52;c;ZXZpbA==\x07", "\\x1b]52;c;ZXZpbA==\\x07", id="writing to the clipboard"),
        param("safe\r\nevil", "safe\\r\nevil", id="a carriage return"),
        param("\x9b2J\x7f\x00\x08", "\\x9b2J\\x7f\\x00\\x08", id="other control characters"),
        param("\u202egnp.\u2066exe\u200f", "\\u202egnp.\\u2066exe\\u200f", id="text turned around"),
        param("\ud83d alone", "\\ud83d alone", id="half a surrogate pair"),
    ],
)
def test_what_a_terminal_obeys_is_written_out(record: Records, run: Any, text: str, stored: str) -> None:
    made = record(run(command=text, stderr=text), because=text)
    assert [entry(made)["because"], runs(made)[0]["command"], runs(made)[0]["stderr"]] == [stored] * 3


@pytest.mark.parametrize(
    "command",
    [
        pytest.param("./guard.sh --strict", id="a plain command"),
        pytest.param("curl -H 'Authorization: Bearer ghp_0123456789abcdefghijklmnopqrstuvwxyzAB' x", id="one with a token"),
        pytest.param("echo \x1b[31mred", id="one a terminal would obey"),
    ],
)
def test_a_command_is_found_again_as_it_was_stored(command: str) -> None:
    hook = a_hook("stop", command=command)
    decision = Decision("stop", {}, False, None, {}, "", (Outcome(hook, exited()),))
    stored = runs(Record(0.0, decision, (), "cursor"))[0]["command"]
    assert as_stored(command) == stored
