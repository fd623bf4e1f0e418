"""Whatever a hook prints: nothing raises, nothing hangs, and no deny becomes an allow."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hookline import Engine
from hookline.engine.interpret import interpret
from hookline.model import Completion, Decision
from hookline.spec.dialects import CLAUDE_EVENTS
from hookline.spec.events import EVENTS
from hookline.spec.profiles import PROFILES
from hookline.spec.sources import RANK, SOURCES
from hookline.testing import FakeRunner, a_hook, engine_with, exited

GATES = sorted(name for name, spec in EVENTS.items() if spec.gate)
KEYS = sorted(
    {"permission", "continue", "decision", "reason", "hookSpecificOutput", "permissionDecision", "ok", "x", ""}
    | {name for spec in EVENTS.values() for out in spec.outputs for name in (out.name, out.alias)}
)
WORDS = ["allow", "deny", "ask", "block", "approve", "ALLOW", "allow ", "", "$&", "{}", "\ud800", "\0"]
#: Pieces of answers, to be put together in ways no serializer would.
PIECES = [
    b"{", b"}", b"[", b"]", b",", b":", b'"', b"null", b"true", b"false", b"NaN", b"1e999", b"-", b"\\u0000", b"\\ud800",
    b"\xef\xbb\xbf", b"\xff", b"\xc3", b"\0", b"\n", b" ", b"//", b'"permission"', b'"allow"', b'"deny"', b'"permission":"allow"',
    b'"continue":true', b'"__proto__"', b"9" * 5000, b"[" * 3000, b'{"a":' * 3000,
]  # fmt: skip

values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.sampled_from(WORDS), st.text(max_size=5)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3),
    max_leaves=5,
)
objects = st.dictionaries(st.sampled_from(KEYS), values, max_size=4)
printed = st.one_of(
    st.binary(max_size=60),
    st.lists(st.sampled_from(PIECES), max_size=10).map(b"".join),
    objects.map(lambda value: json.dumps(value).encode()),
    objects.map(lambda value: json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")),
    st.tuples(objects, st.binary(max_size=3)).map(lambda pair: json.dumps(pair[0]).encode() + pair[1]),
)


def fire(event: str, hooks: list[tuple[str, Completion]], merge: str = "priority", profile: str = "cursor") -> Decision:
    configured = [a_hook(event, source, command=f"./{number}.sh", number=number) for number, (source, _) in enumerate(hooks)]
    runner = FakeRunner({f"./{number}.sh": completion for number, (_, completion) in enumerate(hooks)})
    return (
        engine_with(configured, runner=runner, merge=merge, profile=profile)
        .session()
        .fire_sync(event, {"status": "completed"})
    )


@pytest.mark.slow
@settings(max_examples=10 * settings.default.max_examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    stdout=printed,
    event=st.sampled_from(sorted(EVENTS)),
    source=st.sampled_from(list(SOURCES)),
    higher=st.sampled_from(list(SOURCES)),
    code=st.sampled_from([0, 0, 0, 1, 2]),
)
def test_any_bytes(stdout: bytes, event: str, source: str, higher: str, code: int) -> None:
    """Ten thousand byte strings, through interpret, merge and decide."""
    odd = (source, exited(code, stdout))
    alone = fire(event, [odd])
    json.dumps(alone.as_dict())
    assert "own error" not in alone.because
    if event not in GATES:
        assert not alone.blocked
        return
    if code == 2:
        assert (alone.permission, alone.blocked) == ("deny", True)
    [outcome] = alone.outcomes
    assert alone.blocked == (outcome.permission == "deny")

    denies = (higher if RANK[higher] <= RANK[source] else source, exited(2))
    assert fire(event, [odd, denies]).blocked, "a deny of the same or a higher source"
    assert fire(event, [denies, odd], "strictest").blocked


@settings(max_examples=settings.default.max_examples, deadline=None)
@given(stdout=printed, event=st.sampled_from(GATES), source=st.sampled_from(list(SOURCES)))
def test_an_allow_is_only_taken_from_a_well_formed_answer(stdout: bytes, event: str, source: str) -> None:
    """What Python's own strict reading of the bytes does not find to be an object never allows anything."""
    decision = fire(event, [(source, exited(0, stdout))])
    if decision.permission in ("allow", "ask"):
        found = json.loads(stdout.decode("utf-8-sig", "replace").lstrip("\ufeff"))
        assert isinstance(found, dict) and decision.failures == ()
    if decision.failures and EVENTS[event].gate == "permission":
        assert fire(event, [(source, exited(0, stdout))], profile="cursor-2026-09").blocked


verdicts = st.tuples(
    st.sampled_from(["permission", "permissionDecision", "decision", "continue", "user_message"]),
    st.sampled_from(["allow", "ask", "deny", "approve", "block", "defer", "no", True, False, None, 0, ["deny"]]),
)


@settings(max_examples=2 * settings.default.max_examples, deadline=None)
@given(
    outside=st.lists(verdicts, max_size=4),
    inside=st.lists(st.lists(verdicts, max_size=3), max_size=2),
    event=st.sampled_from(GATES),
    source=st.sampled_from(list(SOURCES)),
)
def test_a_deny_said_in_any_way_is_not_lost(outside: Any, inside: Any, event: str, source: str) -> None:
    """Answers that contradict themselves: keys written twice, old words of Claude's and new ones, outside and nested."""
    parts = [written(outside)[1:-1], *(f'"hookSpecificOutput": {written(part)}' for part in inside)]
    decision = fire(event, [(source, exited(0, "{" + ", ".join(filter(None, parts)) + "}"))])
    gate = EVENTS[event].gate
    denies = [("permission", "deny")] if gate == "permission" else [("continue", False)]
    said = [pair for pair in outside if pair in denies and type(pair[1]) is not int]  # 0 is not false
    if SOURCES[source].dialect == "claude" and event in CLAUDE_EVENTS.values():  # its files have no others
        theirs = [("decision", "block"), *([("permissionDecision", "deny")] if gate == "permission" else [])]
        said += [pair for part in [outside, *inside] for pair in part if pair in theirs]
    if said:
        assert decision.blocked or decision.failures, "a deny, or nothing at all"
        assert decision.permission in ("deny", None)


def written(pairs: list[tuple[str, Any]]) -> str:
    """An object with its keys as they come, twice if need be."""
    return "{" + ", ".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in pairs) + "}"


@pytest.mark.slow
def test_real_processes_say_the_same(tmp_path: Path) -> None:
    """A hundred and fifty of them printed by real processes, beside a deny: the same outcomes, and still a deny."""
    home, workspace = tmp_path / "home", tmp_path / "ws"
    blob = tmp_path / "blob"
    for folder in (home / ".cursor", workspace):
        folder.mkdir(parents=True)
    commands = [f"cat {blob}", "exit 2", f"cat {blob}; exit 2"]
    hooks = {"beforeShellExecution": [{"command": command} for command in commands]}
    (home / ".cursor/hooks.json").write_text(json.dumps({"version": 1, "hooks": hooks}))
    engine = Engine.load(workspace, journal=False, environ={"PATH": "/usr/bin:/bin", "HOME": str(home)})
    session, spec, profile = engine.session(), EVENTS["beforeShellExecution"], PROFILES["cursor"]
    started = time.monotonic()
    for stdout in some_bytes(150):
        blob.write_bytes(stdout)
        decision = session.fire_sync("beforeShellExecution", command="ls")
        assert decision.blocked
        for outcome, code in zip(decision.outcomes, (0, 2, 2), strict=True):
            expected = interpret(spec, outcome.hook, exited(code, stdout if outcome.hook.number != 2 else b""), profile)
            assert meaning(outcome) == meaning(expected)
    assert time.monotonic() - started < 60
    engine.close()


def meaning(outcome: Any) -> Any:
    return outcome._replace(completion=None)


def some_bytes(count: int) -> list[bytes]:
    """The same ones every time."""
    chance = random.Random(2026)
    made = []
    for number in range(count):
        pieces = [
            chance.choice(PIECES) if chance.random() < 0.7 else chance.randbytes(4) for _ in range(chance.randrange(12))
        ]
        answer = {
            chance.choice(KEYS): chance.choice([*WORDS, True, None, 1.5, ["deny"], {}])
            for _ in range(chance.randrange(1, 4))
        }
        made.append(b"".join(pieces) if number % 2 else json.dumps(answer).encode())
    return made
