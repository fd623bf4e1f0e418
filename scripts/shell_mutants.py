"""Random changes of the hidden commands, executed wherever the reader says no: did it run after
all?

    python scripts/shell_mutants.py [--count 3000] [--seed 1]

Wraps, joins and damages commands of the lists, asks the reader, and executes those it answers with
no, in the sandbox of scripts/shell_truth.py and nowhere else. Prints each that did run its target,
and exits 1. Some are no fault of the reader: `rm -r` deletes the folder without being `rm -rf`.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shlex import quote

from shell_truth import Entry, entries, prepare, wrong

from hookline.shell import read

#: Where a command stands inside another: {0} as it is, {1} as one quoted word.
_AROUND = (
    "sh -c {1}", "eval {1}", "bash <<'EOF'\n{0}\nEOF", "cat <<EOF | bash\n{0}\nEOF", "f() {{\n{0}\n}}; f", "( {0}\n)",
    "{{ {0}\n}}", "x=$({0}\n)", "if {0}\nthen :; fi", 'echo "$({0}\n)"', "cat <({0}\n)", "for i in 1; do {0}\ndone",
    "true && {{ {0}\n}}", 'x={1}; eval "$x"', "echo {1} > s; . ./s", "echo {1} | sh", "trap {1} EXIT",
    "case x in x) {0}\n;; esac", "while {0}\ndo break; done", "[[ -n $({0}\n) ]]", "bash -c 'eval \"$1\"' _ {1}",
    "! {0}", "coproc {{ {0}\n}}; wait", "printf '%s' {1} | xargs -0 bash -c", "env bash -c {1}",
    "alias z={1}\nshopt -s expand_aliases\nz",
)  # fmt: skip
_BETWEEN = ("\n", "; ", " && ", " || ", " | ", " & ")
_BITS = (
    "'", '"', "\\", "`", "$(", ")", "(", "{", "}", "\n", ";", "|", "&", "&&", " ", "\t", "<<E\n", "\nE\n", "$", "#",
    "!", "=", "[", "]", "<", ">", "''", '""', "\\\n", "$'", "*", "?", "~", ":", "-", "eval ", "then ", "do ", "$((",
    "))", "${", "[[ ", " ]]", "x=", "time ", "exec ", "<<<", "2>&1 ", " | sh", " | cat", "echo ",
)  # fmt: skip


def mutant(command: str, others: list[str], chance: random.Random) -> str:
    """The command wrapped, joined to another, or damaged."""
    kind = chance.random()
    if kind < 0.45:
        for _ in range(chance.randint(1, 2)):
            command = chance.choice(_AROUND).format(command, quote(command))
    elif kind < 0.6:
        command = chance.choice(others) + chance.choice(_BETWEEN) + command
    elif kind < 0.7:
        command = command + chance.choice(_BETWEEN) + chance.choice(others)
    return _damaged(command, chance) if kind > 0.5 else command


def _damaged(command: str, chance: random.Random) -> str:
    for _ in range(chance.randint(1, 3)):
        at = chance.randint(0, len(command))
        if chance.random() < 0.7:
            command = command[:at] + chance.choice(_BITS) + command[at:]
        else:
            command = command[:at] + command[at + 1 :]
    return command


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Execute random changes of the hidden commands that the reader says no to."
    )
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if shutil.which("bwrap") is None:
        print("shell_mutants: bwrap is not installed: install bubblewrap", file=sys.stderr)
        return 1
    chance = random.Random(options.seed)
    hidden, others = list(entries("hidden")), [entry.command for entry in entries("harmless")]
    chosen = [chance.choice(hidden) for _ in range(options.count)]
    mutants = [Entry(mutant(entry.command, others, chance), entry.target) for entry in chosen]
    passed = [entry for entry in mutants if not read(entry.command).runs(entry.target or "")]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor() as pool:
        prepare(Path(folder))
        ran = [
            problem is None
            for problem in pool.map(lambda entry: wrong(entry, Path(folder)), passed)
        ]
    for entry, did in zip(passed, ran, strict=True):
        if did:
            print(f"{entry.target}: {entry.command!r}")
    print(
        f"{len(mutants)} commands, {len(passed)} answered with no, of which {sum(ran)} ran what was asked for"
    )
    return int(any(ran))


if __name__ == "__main__":
    sys.exit(main())
