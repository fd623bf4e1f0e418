"""Compare matchers with JavaScript: random patterns on random subjects, in our engines and in node.

Prints the number of pairs, the disagreements, and one line for each of the first of them. A second
oracle, `regress` (PyPI, MIT), is asked as well where it is installed.

    scripts/matcher_pairs.py [--pairs N] [--seed N] [--show N] [--node PROGRAM]
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

from hookline.engine.match import compiled
from hookline.errors import Unreadable

#: Half of a pair, whole pairs, line ends, spaces and letters that differ between dialects.
LETTERS = [
    "a",
    "b",
    "c",
    "-",
    "1",
    " ",
    "\n",
    "é",
    "\u2028",
    "\u00a0",
    "\U0001f600",
    "\U0001d800",
    "\ud83d",
    "\ude00",
    "\uffff",
]
ATOMS = [
    *"aaabbbcc1-", ".", ".", "é", "\U0001f600", "\U0001d800", "\ud83d", "\ude00", r"\d", r"\w", r"\s", r"\D", r"\W", r"\S", r"\b", r"\B",
    "^", "$", r"\ud83d", r"\ude00", r"\u0061", r"\x61", r"\u{61}", r"\n", r"\0", r"\c", r"\cJ", r"\8", r"\-", "]", "{", "}", "[^]", "[]", r"\.",
]  # fmt: skip
MEMBERS = [
    "a", "b", "c", "-", "1", "^", "é", "\U0001f600", "\ud83d", r"\d", r"\s", r"\S", r"\w", r"\W", r"\b", r"\ude00", r"\-", r"\]", ".", "$", r"\cJ",
    r"\c", "a-c", r"\x61-\uffff", r"\ud800-\udfff", r"\0-\ud900", "é-\uffff", "\\d-z", "a-\\d", r"\B", r"\1",
]  # fmt: skip
QUANTIFIERS = ["*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,1}", "{2,}?", "{,2}", "{1"]
OPENINGS = ["(", "(", "(", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<n>"]
NODE = """
const pairs = JSON.parse(require('fs').readFileSync(0));
console.log(JSON.stringify(pairs.map(([p, s]) => { try { return new RegExp(p).test(s) } catch (e) { return null } })));
"""


class Pair(NamedTuple):
    """A pattern, and what it is tried on."""

    pattern: str
    subject: str


def pairs(number: int, seed: int) -> Iterator[Pair]:
    """So many pairs, always the same for a seed."""
    chance = random.Random(seed)
    for _ in range(number):
        yield Pair(_pattern(chance, 3), _subject(chance))


def _subject(chance: random.Random) -> str:
    return "".join(
        chance.choice(LETTERS if chance.random() < 0.5 else ["a", "b", "c"])
        for _ in range(chance.randint(0, 8))
    )


def _pattern(chance: random.Random, depth: int) -> str:
    branches = [_sequence(chance, depth) for _ in range(chance.choice([1, 1, 1, 2, 3]))]
    first, mark, rest = "|".join(branches).partition("(?<n>")  # node wants each name once
    return first + mark + rest.replace("(?<n>", "(")


def _sequence(chance: random.Random, depth: int) -> str:
    return "".join(_piece(chance, depth) for _ in range(chance.randint(0, 4)))


def _piece(chance: random.Random, depth: int) -> str:
    kind = chance.random()
    if kind < 0.3 and depth:
        piece = chance.choice(OPENINGS) + _pattern(chance, depth - 1) + ")"
    elif kind < 0.45:
        members = "".join(chance.choice(MEMBERS) for _ in range(chance.randint(0, 3)))
        piece = f"[{chance.choice(['', '', '^'])}{members}]"
    elif kind < 0.6:
        piece = chance.choice([r"\1", r"\2", r"\1", r"\k<n>"])
    else:
        piece = chance.choice(ATOMS)
    return piece + (chance.choice(QUANTIFIERS) if chance.random() < 0.3 else "")


def ours(pair: Pair) -> bool | None:
    """What our engines say; None where the pattern is refused."""
    try:
        return compiled(pair.pattern)(pair.subject)
    except Unreadable:
        return None


def nodes(asked: list[Pair], node: str = "node") -> list[bool | None]:
    """What JavaScript says."""
    done = subprocess.run(
        [node, "-e", NODE], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    return list(json.loads(done.stdout))


def disagreements(
    number: int, seed: int, node: str = "node"
) -> list[tuple[Pair, bool | None, bool | None]]:
    """Pairs about which we and JavaScript say different things: ours, then JavaScript's."""
    asked = list(pairs(number, seed))
    theirs = nodes(asked, node)
    both = zip(asked, map(ours, asked), theirs, strict=True)
    return [(pair, our, their) for pair, our, their in both if our != their]


def regress_says(pair: Pair) -> bool | str | None:
    """What the second oracle says; "" where it is not installed."""
    try:
        import regress
    except ImportError:
        return ""
    try:
        return regress.Regex(pair.pattern).find(pair.subject) is not None
    except Exception:  # it is somebody else's, and no text of ours may stop the comparison
        return None


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=20)
    parser.add_argument("--node", default="node")
    options = parser.parse_args()
    found = disagreements(options.pairs, options.seed, options.node)
    print(f"{options.pairs} pairs, {len(found)} disagreements")
    for pair, our, their in found[: options.show]:
        print(
            f"{pair.pattern!r} on {pair.subject!r}: ours {our}, node {their}, regress {regress_says(pair)}"
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
