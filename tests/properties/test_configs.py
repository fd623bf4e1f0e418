"""Whatever a project's hooks.json holds: an enterprise deny stays in force, and nothing raises. Real files, no processes."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hookline import Engine
from hookline.model import HookSet
from hookline.spec.entry_keys import OPTIONS
from hookline.spec.events import EVENTS
from hookline.testing import FakeRunner, exited

GATES = sorted(name for name, spec in EVENTS.items() if spec.gate)
DENY = "./enterprise-deny"
#: A file with a bit of everything, to be broken.
WHOLE = json.dumps(
    {
        "version": 1,
        "hooks": {
            "beforeShellExecution": [
                {"command": ".cursor/hooks/guard.sh ${command}", "matcher": "git (push|pull)", "timeout": 5, "failClosed": True},
                {"type": "prompt", "prompt": "Is it safe? $ARGUMENTS", "model": "small", "timeout": 10},
            ],
            "stop": [{"command": "./again.py", "loop_limit": None}, {"command": "./often.py", "loop_limit": 3}],
            "preToolUse": [{"command": "./tool.sh", "matcher": "Shell|MCP:.*"}],
            "beforeReadFile": [{"command": "true", "matcher": "(?!x)Read"}],
        },
    },
    indent=1,
).encode()  # fmt: skip
TOKENS = [
    b"{", b"}", b"[", b"]", b",", b":", b'"', b"null", b"true", b"-1", b"1e309", b"NaN", b"//", b"\\u0000", b"\\ud800", b"\0", b"\xff",
    b"\xef\xbb\xbf", b'"hooks"', b'"version"', b'"failClosed":true,', b'"command":"true",', b'"matcher":"(",', b'"beforeShellExecution":',
    b'"enterprise"', b'"disabled":true,', b'"trust":true,', b'"permission":"allow",', b"[" * 2000, b"9" * 400,
]  # fmt: skip

odd = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-2, 2**70), st.floats(), st.text(max_size=4), st.sampled_from([*OPTIONS, *EVENTS])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*OPTIONS, *EVENTS, "version"]), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip
entries = st.dictionaries(st.sampled_from([*OPTIONS, "enabled", "hooks", "x"]), odd, max_size=4) | odd
documents = st.fixed_dictionaries(
    {},
    optional={
        "version": st.one_of(st.just(1), odd),
        "hooks": st.one_of(st.dictionaries(st.sampled_from(list(EVENTS)), st.lists(entries, max_size=3), max_size=3), odd),
        "x": odd,
    },
)


def spoiled(seed: int) -> bytes:
    """The whole file with one to four pieces of it replaced; the same for the same seed."""
    chance, data = random.Random(seed), WHOLE
    for _ in range(chance.randrange(1, 5)):
        start, length = chance.randrange(len(data) + 1), chance.choice((0, 0, 1, 1, 3, 40))
        instead = chance.choice(TOKENS) if chance.random() < 0.6 else chance.randbytes(chance.randrange(4))
        data = data[:start] + instead + data[start + length :]
    return data


files = st.one_of(st.integers(0, 10**9).map(spoiled), documents.map(lambda document: json.dumps(document).encode()))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for folder in (".cursor", "home"):
        (tmp_path / folder).mkdir()
    hooks = {gate: [{"command": DENY}] for gate in GATES}
    (tmp_path / "enterprise.json").write_text(json.dumps({"version": 1, "hooks": hooks}))
    return tmp_path


def an_engine(place: Path, **more: Any) -> Engine:
    engine = Engine.load(
        place, enterprise_config=place / "enterprise.json", journal=False, environ={"HOME": str(place / "home")}, **more
    )
    engine.runner = FakeRunner({DENY: exited(2), "true": exited(0, {"permission": "allow", "continue": True})})
    return engine


def replace(path: Path, data: bytes) -> None:
    """As an editor does; renaming keeps another version of the file from being taken for this one."""
    fresh = path.with_suffix(".new")
    fresh.write_bytes(data)
    os.replace(fresh, path)


def stays_denied(place: Path, data: bytes, gate: str, other: str) -> None:
    replace(place / ".cursor/hooks.json", data)
    engine = an_engine(place, trust=True)
    decision = engine.session().fire_sync(gate, command="git push", tool_name="Shell")
    assert (decision.blocked, decision.permission) == (True, "deny")
    assert decision.because.startswith(f"denied by enterprise hook 1 of {gate}")
    assert all(problem.line >= 1 and problem.problem and problem.remedy for problem in decision.problems)
    engine.session().plan(other, command="git push", status="completed")


@pytest.mark.slow
def test_an_enterprise_deny_stays_in_force_whatever_was_spoiled(place: Path) -> None:
    """Ten thousand broken project files, through the loader, the plan and the decision; trusted, so that they count."""
    events = sorted(EVENTS)
    for seed in range(10_000):
        try:
            stays_denied(place, spoiled(seed), GATES[seed % len(GATES)], events[seed % len(events)])
        except Exception as error:
            error.add_note(f"with spoiled({seed})")
            raise


@settings(
    max_examples=2 * settings.default.max_examples,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(document=documents, gate=st.sampled_from(GATES), other=st.sampled_from(sorted(EVENTS)))
def test_an_enterprise_deny_stays_in_force_whatever_was_written(place: Path, document: Any, gate: str, other: str) -> None:
    """Project files that are JSON, with anything anywhere in them."""
    stays_denied(place, json.dumps(document).encode(), gate, other)


@settings(
    max_examples=settings.default.max_examples, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=files, event=st.sampled_from(sorted(EVENTS)))
def test_an_untrusted_file_runs_and_blocks_nothing(place: Path, data: bytes, event: str) -> None:
    (place / "enterprise.json").unlink(missing_ok=True)
    replace(place / ".cursor/hooks.json", data)
    engine = an_engine(place)
    decision = engine.session().fire_sync(event, command="git push", tool_name="Shell", status="completed")
    assert (decision.outcomes, decision.blocked) == ((), False)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(versions=st.lists(st.one_of(files, st.just(WHOLE)), min_size=2, max_size=4))
def test_a_running_engine_decides_as_a_new_one_or_as_before(place: Path, versions: list[bytes]) -> None:
    """After each change: what a new engine would run, or, when the file is refused, what ran before."""
    config = place / ".cursor/hooks.json"
    running = an_engine(place, trust=True)
    before = configured(HookSet({}, {}))
    for data in versions:
        replace(config, data)
        hooks = running.hookset()
        fresh = an_engine(place, trust=True).hookset()
        assert configured(hooks) in (configured(fresh), before)
        if configured(hooks) != configured(fresh):
            assert any("version read before stays in force" in problem.problem for problem in hooks.problems)
        before = configured(hooks)


def configured(hooks: Any) -> Any:
    return hooks.hooks, [entry for entries in hooks.set_aside.values() for entry in entries]
