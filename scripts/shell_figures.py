"""The two lists of shell commands → how many hookline's reader and a plain regex stop, and how many
they stop for nothing.

    python scripts/shell_figures.py            prints the figures and writes them into docs/shell-commands.md
    python scripts/shell_figures.py --check    writes nothing; exits 1 when the page is stale

The lists are tests/shell/corpora/*.toml, and ../shared/corpora/*.json where that is
present (printed, but never put into the page, which must not depend on the machine).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from hookline.shell import read

REPOSITORY = Path(__file__).resolve().parent.parent
CORPORA = REPOSITORY / "tests/shell/corpora"
SHARED = REPOSITORY.parent / "shared/corpora"
PAGE = REPOSITORY / "docs/shell-commands.md"
BEGIN, END = "<!-- figures: scripts/shell_figures.py -->", "<!-- end of figures -->"
TARGETS = ("git push", "git reset --hard", "git clean -f", "rm -rf", "curl")
#: What people write first.
REGEXES = {
    "git push": r"git\s+push",
    "git reset --hard": r"git\s+reset\s+--hard",
    "git clean -f": r"git\s+clean\s+-\w*f",
    "rm -rf": r"rm\s+-(?:rf|fr)",
    "curl": r"\bcurl\b",
}
_SHARED_TARGETS = {"git": "git push", "rm": "rm -rf", "curl": "curl"}


class Entry(NamedTuple):
    """A command, what it hides (None: nothing), and the group it stands in."""

    command: str
    target: str | None
    group: str


Stops = Callable[[str, str], bool]


def hookline(command: str, target: str) -> bool:
    """Whether hookline says yes or unknown."""
    return bool(read(command).runs(target))


def regex(command: str, target: str) -> bool:
    """Whether a plain regex matches."""
    return re.search(REGEXES[target], command) is not None


def own(name: str) -> list[Entry]:
    """The commands of a list of ours."""
    groups = tomllib.loads((CORPORA / f"{name}.toml").read_text("utf-8"))["group"]
    key = "technique" if name == "hidden" else "kind"
    return [
        Entry(command, group.get("target"), group[key])
        for group in groups
        for command in group["commands"]
    ]


def shared(name: str) -> list[Entry]:
    """The commands of a shared list; none where it is not there."""
    path = SHARED / f"{name}-commands.json"
    rows = json.loads(path.read_text("utf-8")) if path.is_file() else []
    if name == "harmless":
        return [Entry(row, None, "") for row in rows]
    return [Entry(row["command"], _SHARED_TARGETS[row["target"]], row["technique"]) for row in rows]


def stopped(entries: Iterable[Entry], stops: Stops) -> list[Entry]:
    """The commands that are stopped or asked about: for their target, or, where they hide nothing,
    for any.
    """
    return [
        entry
        for entry in entries
        if any(
            stops(entry.command, one)
            for one in (TARGETS if entry.target is None else (entry.target,))
        )
    ]


def table(rows: Iterable[tuple[str, list[Entry]]]) -> str:
    """Figures as a table: one row per list or group."""
    lines = ["| | commands | hookline | plain regex |", "|---|---:|---:|---:|"]
    for name, entries in rows:
        shares = [_share(len(stopped(entries, stops)), len(entries)) for stops in (hookline, regex)]
        lines.append(f"| {name} | {len(entries)} | {shares[0]} | {shares[1]} |")
    return "\n".join(lines)


def _share(part: int, whole: int) -> str:
    return f"{part} ({100 * part / whole:.1f} %)"


def figures() -> str:
    """The block of the page."""
    hidden, harmless = own("hidden"), own("harmless")
    answers = [str(read(entry.command).runs(entry.target or "")) for entry in hidden]
    yes, unknown = answers.count("yes"), answers.count("unknown")
    summary = f"Of the hidden ones hookline answers *yes* to {yes} and *unknown* to {unknown}."
    return "\n\n".join(
        (
            "**Hidden: stopped or asked about (more is better)**",
            table([*_by_group(hidden), ("**all hidden**", hidden)]),
            summary,
            "**Harmless: stopped or asked about for nothing (less is better)**",
            table([*_by_group(harmless), ("**all harmless**", harmless)]),
        )
    )


def _by_group(entries: list[Entry]) -> list[tuple[str, list[Entry]]]:
    names = dict.fromkeys(entry.group.partition(", with what")[0] for entry in entries)
    return [
        (name, [entry for entry in entries if entry.group.partition(", with what")[0] == name])
        for name in names
    ]


def with_figures(page: str) -> str:
    """The page with its block written anew."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{figures()}\n\n{END}{rest.partition(END)[2]}"


def main() -> int:
    parser = argparse.ArgumentParser(
        description="How many hidden commands are stopped, and how many harmless ones."
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 when the page is out of date"
    )
    options = parser.parse_args()
    page = PAGE.read_text("utf-8")
    fresh = with_figures(page)
    if options.check:
        if fresh != page:
            print(
                f"{PAGE.relative_to(REPOSITORY)}: out of date: run python scripts/shell_figures.py",
                file=sys.stderr,
            )
        return int(fresh != page)
    rows = [
        (f"shared, {name}", entries) for name in ("hidden", "harmless") if (entries := shared(name))
    ]
    print("\n\n".join((figures(), *([table(rows)] if rows else []))))
    PAGE.write_text(fresh, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
