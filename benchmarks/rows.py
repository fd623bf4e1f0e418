"""ROWS: every figure Hookline promises about speed, with its bound, and the peers beside it. One
row each, in this order.

`pair(stage)` sets a row up and returns what to compare; it raises `NotMeasured` where this machine
lacks something.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from benchmarks import firing, matching, rules, starting
from benchmarks.peers.drive import PEERS, Peer, sampler_of
from benchmarks.stage import Stage
from benchmarks.timing import Pair

_C = "a C program's posix_spawn of it"
_PYTHON = "`python3 -c pass`"
_RE = "a loop over `re`"


class Row(NamedTuple):
    """One figure: ours, what it stands beside, the largest ratio promised (None: only shown), and
    how to measure it.
    """

    ours: str
    beside: str
    bound: float | None
    pair: Callable[[Stage], Pair]
    rounds: int
    calls: int


def _peer_row(peer: Peer) -> Row:
    def pair(stage: Stage) -> Pair:
        theirs = sampler_of(peer, stage)
        return Pair(firing.fire_hook(stage), theirs)

    return Row(
        "one hook through `fire`, journal on",
        f"{peer.name} {peer.version}",
        None,
        pair,
        rounds=7,
        calls=40,
    )


ROWS = (
    Row("one hook through `fire`, journal on", _C, 1.4, firing.one_hook, rounds=21, calls=40),
    Row(
        "one hook through `fire`, journal off",
        _C,
        1.3,
        firing.one_hook_unrecorded,
        rounds=21,
        calls=40,
    ),
    Row(
        "`/bin/true` as a hook, journal on", _C, None, firing.smallest_process, rounds=21, calls=40
    ),
    Row(
        "`/bin/true` as a hook, journal off",
        _C,
        None,
        firing.smallest_process_unrecorded,
        rounds=21,
        calls=40,
    ),
    Row(
        "`fire` with nothing to run",
        "seven bare `os.stat`",
        4.0,
        firing.nothing_to_run,
        rounds=15,
        calls=2_048,
    ),
    Row("eight 50 ms hooks", "one", 1.3, firing.eight_at_once, rounds=7, calls=5),
    Row("`hookline --version`", _PYTHON, 5.0, starting.version, rounds=9, calls=5),
    Row("a whole `hookline fire` process", _PYTHON, 9.0, starting.fire, rounds=9, calls=5),
    Row("`import hookline.sdk`", _PYTHON, 1.9, starting.import_sdk, rounds=9, calls=5),
    Row(
        "1,000 matchers, varying 4 KB commands",
        _RE,
        0.02,
        matching.thousand_matchers,
        rounds=7,
        calls=24,
    ),
    Row(
        "10,000 matchers, varying 200-byte commands",
        _RE,
        0.05,
        matching.ten_thousand_matchers,
        rounds=7,
        calls=24,
    ),
    Row(
        "1,000 hookify rules in one pass, varying 4 KB commands",
        _RE,
        0.02,
        rules.one_pass,
        rounds=7,
        calls=24,
    ),
    Row(
        "a whole `hookline hookify` process with 1,000 rules",
        _PYTHON,
        None,
        rules.cold_start,
        rounds=9,
        calls=5,
    ),
    Row("loading 10,000 hooks", "loading 1,000", 12.0, matching.growth, rounds=5, calls=1),
    *map(_peer_row, PEERS.values()),
)
