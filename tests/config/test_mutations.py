"""Whatever a configuration file holds: nothing raises, nothing hangs, and no deny of anybody is lost by it.

`real` files are bent by bytes and by tokens, ten thousand times, and loaded beside files of higher and lower sources.
"""

import json
import os
import re
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from hookline.config.disk import MAX_BYTES
from hookline.config.load import Loader
from hookline.config.trust_store import TrustStore
from hookline.engine.match import complaint
from hookline.model import HookSet, SetAside
from hookline.spec.events import EVENTS

GATE = "beforeShellExecution"
#: No example takes more than a few milliseconds.
HANGS_S = 10.0

SOME = ("beforeSubmitPrompt", "afterAgentResponse", "subagentStart", "beforeTabFileRead", "stop", "workspaceOpen")

#: The shapes people write: a few guards, everything at once, one event after the other, Claude's shape, nothing.
REAL = tuple(
    text.encode()
    for text in (
        """{
  "version": 1,
  "hooks": {
    "beforeShellExecution": [
      {"command": ".cursor/hooks/guard.sh", "matcher": "rm|git push", "failClosed": true, "timeout": 5},
      {"command": "node \\"$CURSOR_PROJECT_DIR/.cursor/hooks/audit.js\\" --log out.log"}
    ],
    "beforeReadFile": [{"command": "./deny-secrets.sh", "failClosed": true}],
    "stop": [{"command": "./again.sh", "loop_limit": null}]
  }
}
""",
        """{"$schema": "x", "_comment": "é😀", "version": 1, "hooks": {
"preToolUse": [{"type": "prompt", "prompt": "Is this safe? $ARGUMENTS", "model": "m", "timeout": 30.5, "failClosed": true},
 {"type": "command", "command": "python3 check.py", "matcher": "^(Shell|Write)$", "description": "\\u00e9\\n\\t\\\\"}],
"afterFileEdit": [{"command": "npx eslint --fix ${file_path}"}], "sessionStart": [{"command": "echo '{}'"}],
"subagentStop": [{"command": "x", "loop_limit": 3}], "beforeMCPExecution": [{"command": "y", "matcher": "*"}]}}""",
        json.dumps({"version": 1, "hooks": {name: [{"command": f"./{name}.sh", "failClosed": True}] for name in SOME}}),
        '{"hooks":{"preToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"x","failClosed":true}]}]}}',
        '{"version": 1, "hooks": {}}',
    )
)

_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null|[{}\[\]:,]')
_VALUE = re.compile(rb'("(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null)(?=\s*[,}\]])')
#: What may stand where a token stood: other types, huge numbers, deep nesting, repeated keys, things that are no JSON.
ODD = tuple(
    piece if isinstance(piece, bytes) else piece.encode()
    for piece in (
        "null", "true", "false", "0", "-1", "1.5", "1e999", "-1e999", "1e-999", "9" * 400, "9" * 5000, "0x10", "01", "NaN",
        "Infinity", "undefined", "True", "'x'", '""', '"*"', '"("', '"(?i)x"', '"(?=x)"', '"\\u0000"', '"\\ud800"', '"\\',
        '"failClosed"', '"command"', '"hooks"', '"version"', '"true"', '"beforeShellExecution"', "[]", "{}", "[[]]", "[{}]",
        "[" * 63, "[" * 65, "[" * 5000, '{"a":' * 5000, "{" * 70 + "}" * 70, "//x\n", "/*", "#", ",", ",,", ":", "}", "]", "",
        '"command": 5, "command"', '"failClosed": false, "failClosed"', '"hooks": [], "hooks"', '"version": 0, "version"',
        '"enabled": false, "x"', '"hooks": {"stop": [5]}, "hooks"', '"A=$A$A; A=$A$A; cd a; sh -c \\"x y\\" `z` $(w)"',
        '"C:\\\\x.ps1 {{A}} <path> ${file}"', b"\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\x00", b"\r", b"\x1b",
        "\u2028", "\u202e",
    )
)  # fmt: skip

VALUES = tuple(piece for piece in ODD if re.fullmatch(rb'null|true|false|-?[0-9.e+-]+|"[^"\\]*"|\[.*\]|\{\}', piece))


def _flip(data: bytes, at: int, odd: int) -> bytes:
    at %= len(data)
    return data[:at] + bytes([data[at] ^ (1 << odd % 8)]) + data[at + 1 :]


def _cut(data: bytes, at: int, odd: int) -> bytes:
    return data[: at % len(data)]


def _drop(data: bytes, at: int, odd: int) -> bytes:
    at %= len(data)
    return data[:at] + data[at + 1 + odd % 30 :]


def _repeat(data: bytes, at: int, odd: int) -> bytes:
    at %= len(data)
    return data[:at] + data[at : at + 1 + odd % 60] + data[at:]


def _insert(data: bytes, at: int, odd: int) -> bytes:
    at %= len(data)
    return data[:at] + ODD[odd % len(ODD)] + data[at:]


def _replace_token(data: bytes, at: int, odd: int) -> bytes:
    tokens = [match.span() for match in _TOKEN.finditer(data)]
    start, end = tokens[at % len(tokens)] if tokens else (0, 0)
    return data[:start] + ODD[odd % len(ODD)] + data[end:]


def _replace_value(data: bytes, at: int, odd: int) -> bytes:
    """Another type or size, and still JSON: what is most often read on."""
    values = [match.span(1) for match in _VALUE.finditer(data)]
    start, end = values[at % len(values)] if values else (0, 0)
    return data[:start] + VALUES[odd % len(VALUES)] + data[end:]


def _swap_tokens(data: bytes, at: int, odd: int) -> bytes:
    tokens = [match.span() for match in _TOKEN.finditer(data)]
    if not tokens:
        return data
    first, second = sorted((tokens[at % len(tokens)], tokens[odd % len(tokens)]))
    if first == second:
        return data
    between = data[first[1] : second[0]]
    return data[: first[0]] + data[slice(*second)] + between + data[slice(*first)] + data[second[1] :]


BENDS = (_flip, _cut, _drop, _repeat, _insert, _replace_token, _swap_tokens, *[_replace_value] * 7)
PLACES = st.integers(0, 65535)


@st.composite
def mutated(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """A real file, and what became of it."""
    base = draw(st.sampled_from(REAL))
    bent = base
    for bend, at, odd in draw(st.lists(st.tuples(st.sampled_from(BENDS), PLACES, PLACES), min_size=1, max_size=3)):
        bent = bend(bent, at, odd) if bent else bent
    return base, bent


class World:
    """A machine whose enterprise and user hooks deny, and whose project file is rewritten for each example."""

    def __init__(self, folder: Path) -> None:
        self.root, self.home, self.enterprise = folder / "ws", folder / "home", folder / "etc/hooks.json"
        self.project, self.state = self.root / ".cursor/hooks.json", folder / "state"
        for path in (self.enterprise, self.project, self.home / ".cursor/hooks.json"):
            path.parent.mkdir(parents=True)
        guard = [{"command": "./deny.sh", "failClosed": True}]
        broken = [{"command": 5, "failClosed": True}]
        self.enterprise.write_text(json.dumps({"version": 1, "hooks": {GATE: guard + broken, "preToolUse": guard}}))
        (self.home / ".cursor/hooks.json").write_text(json.dumps({"version": 1, "hooks": {GATE: guard + broken}}))

    def loader(self, **trust: Any) -> Loader:
        return Loader(
            [str(self.root)], platform="linux", environ={"HOME": str(self.home)}, enterprise_config=str(self.enterprise),
            valid_matcher=complaint, **(trust or {"trust_all": True}),
        )  # fmt: skip

    def fresh(self, data: bytes) -> HookSet:
        self.project.write_bytes(data)
        return self.loader().current(GATE)


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    """In memory where the system has such a place: twenty thousand writes to a disk take longer than all the reading."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        yield World(Path(folder))


def of(hooks: HookSet, project: bool) -> tuple[list[Any], list[SetAside]]:
    """What the project's file says, or what the others say."""
    asides = [aside for found in hooks.set_aside.values() for aside in found]
    return (
        [hook for hook in hooks.hooks if (hook.source == "project") is project],
        [aside for aside in asides if (aside.hook.source == "project") is project],
    )


def check_whole(hooks: HookSet) -> None:
    """What is in a hook set can be run and shown, whatever it was read from."""
    for hook in hooks.hooks:
        assert hook.event in EVENTS
        assert hook.command.strip()
        assert "\0" not in hook.command
        assert 0 < hook.timeout_s <= 1e9
        assert hook.loop_limit is None or hook.loop_limit >= 0
        assert hook.matcher is None or complaint(hook.matcher) is None
    for problem in hooks.problems:
        assert problem.problem
        assert problem.remedy
        assert min(problem.line, problem.column, problem.width) >= 1
        assert (problem.problem + problem.remedy + problem.pointer).isprintable()


def json_or_refused(data: bytes, hooks: HookSet) -> bool:
    """What the json module cannot read is never in force."""
    try:
        json.loads(data.decode().lstrip("\ufeff"), parse_int=float)
    except (ValueError, RecursionError):
        return any(problem.severity == "error" and "stays in force" in problem.problem for problem in hooks.problems)
    return True


@settings(max_examples=10 * settings.default.max_examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(mutated())
def test_no_bent_file_raises_hangs_or_loses_a_deny(world: World, files: tuple[bytes, bytes]) -> None:
    base, bent = files
    began_s = time.process_time()
    world.project.write_bytes(base)
    loader = world.loader()
    before = loader.current(GATE)
    world.project.write_bytes(bent)
    after = loader.current(GATE)
    fresh = world.loader().current(GATE)
    assert time.process_time() - began_s < HANGS_S

    check_whole(after)
    assert of(after, project=False) == of(before, project=False)
    assert json_or_refused(bent, after)
    refused = any("stays in force" in problem.problem for problem in after.problems)
    event("refused" if refused else "read")
    if refused:
        assert of(after, project=True) == of(before, project=True)
        assert of(fresh, project=True) == ([], [])
        assert any(problem.severity == "error" for problem in fresh.problems)
    else:
        assert after == fresh


ENTRY_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["true", "Shell", "*"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(
    ["command", "type", "prompt", "timeout", "matcher", "failClosed", "loop_limit", "model", "hooks", "cmd", "enabled", "_x"]
)


@settings(max_examples=2 * settings.default.max_examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.dictionaries(KEYS, ENTRY_VALUES, max_size=6)
    | st.dictionaries(KEYS, ENTRY_VALUES, max_size=6).map(lambda entry: {**entry, "failClosed": True})
    | ENTRY_VALUES,
    st.sampled_from(sorted(EVENTS)),
)
def test_an_odd_entry_never_takes_its_neighbours_with_it(world: World, odd: Any, name: str) -> None:
    before, after = {"command": "./before.sh", "failClosed": True}, {"command": "./after.sh"}
    text = json.dumps({"version": 1, "hooks": {name: [before, odd, after]}}, allow_nan=True)
    if re.search(r"NaN|Infinity", text):
        text = re.sub(r"-?(?:NaN|Infinity)", "1e999", text)  # no JSON, and a matter for the other test
    hooks, asides = of(world.fresh(text.encode()), project=True)
    numbers = [hook.number for hook in hooks]
    assert [hook.command for hook in hooks if hook.number != 2] == ["./before.sh", "./after.sh"]
    assert sorted(numbers + [aside.hook.number for aside in asides]) == [1, 2, 3]
    wants_closed = isinstance(odd, dict) and odd.get("failClosed") is True
    if wants_closed and 2 not in numbers and EVENTS[name].gate:
        assert [aside.blocks for aside in asides] == [True]
    if wants_closed and 2 in numbers:
        assert hooks[1].fail_closed


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(mutated())
def test_no_bent_file_is_trusted_for_what_the_real_one_said(world: World, files: tuple[bytes, bytes]) -> None:
    base, bent = files
    root = str(world.root)
    store = TrustStore(str(world.state), roots=[root])
    world.project.write_bytes(base)
    loader = world.loader(trust=store)
    loader.current(GATE)
    store.give(root, loader.covered(root))
    world.project.write_bytes(bent)
    fresh = world.loader(trust=store).current(GATE)
    hooks, asides = of(fresh, project=True)
    if bent != base and (hooks or asides):
        assert not fresh.trust[root].trusted
        assert not any(aside.blocks for aside in asides)


@pytest.mark.parametrize("base", REAL, ids=["guards", "everything", "several events", "Claude's shape", "no hooks"])
def test_cut_anywhere_the_last_good_version_stays(world: World, base: bytes) -> None:
    """What a reader sees while an editor saves: each beginning of the file."""
    world.project.write_bytes(base)
    loader = world.loader()
    whole = of(loader.current(GATE), project=True)
    for end in range(len(base.rstrip()) - 1, -1, -1 - len(base) // 200):
        world.project.write_bytes(base[:end])
        assert of(loader.current(GATE), project=True) == whole


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"[" * 3_000_000, id="three million brackets"),
        pytest.param(b'{"a":' * 700_000, id="objects in objects"),
        pytest.param(b'{"version":1,"hooks":{"stop":[{"command":"x","timeout":' + b"9" * 3_000_000 + b"}]}}", id="a number"),
        pytest.param(b'{"version":1,"hooks":{' + b'"stop":[],' * 100_000 + b'"stop":[]}}', id="a key again and again"),
        pytest.param(b'{"version":1,"hooks":{"stop":[{"command":"' + b"A=$A$A;" * 100_000 + b'"}]}}', id="a doubling variable"),
        pytest.param(b'{"version":1,"hooks":{"stop":[{"command":"' + b"<path" * 200_000 + b'"}]}}', id="open brackets"),
        pytest.param(b" " * (MAX_BYTES + 1), id="more than is read"),
    ],
)  # fmt: skip
def test_large_and_spiteful_files_take_little_time(world: World, data: bytes) -> None:
    world.project.write_bytes(data)
    began_s = time.monotonic()
    hooks = world.loader(trust=TrustStore(str(world.state), roots=[str(world.root)])).current(GATE)
    assert time.monotonic() - began_s < 60
    assert of(hooks, project=False)[0] != []
