"""TOML files → cases; a case's tables → files on disk. Knows nothing of the program under test.

An entry of a hooks.json may be told in short (`says`, `exits`, …); docs/conformance.md lists the
words.
"""

from __future__ import annotations

import json
import pathlib
import shlex
import tomllib
from typing import Any, NamedTuple

NULL = "@null@"  # TOML has no null
BIG = "@10MB@"
DEEP = "@DEEP@"
CASE_KEYS = {"name", "row", "step", "args", "trust", "environ", "hooks", "teams", "claude", "files"}
SHORTHAND = ("waits_s", "keeps", "says", "prints", "complains", "exits")
PLACES = {
    "enterprise": "etc/hooks.json",
    "project": "ws/.cursor/hooks.json",
    "second": "ws2/.cursor/hooks.json",
    "user": "home/.cursor/hooks.json",
}
CLAUDE_PLACES = {
    "local": "ws/.claude/settings.local.json",
    "project": "ws/.claude/settings.json",
    "user": "home/.claude/settings.json",
}


class Case(NamedTuple):
    """One case: where it is from, the design's row it is about (0: the protocol itself), and its table."""

    topic: str
    row: int
    name: str
    table: dict[str, Any]


class BadCase(ValueError):
    """A case file that is not as docs/conformance.md says."""


def read_cases(folder: pathlib.Path) -> list[Case]:
    """Every case of a folder of TOML files, in order."""
    cases = []
    for path in sorted(folder.glob("*.toml")):
        try:
            document = tomllib.loads(path.read_text("utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise BadCase(f"{path.name} is not TOML: {error}") from None
        for table in document.get("case", []):
            missing = {"name", "row", "step"} - table.keys()
            unknown = table.keys() - CASE_KEYS
            if missing or unknown:
                raise BadCase(
                    f"{path.name}: {table.get('name')!r}: "
                    f"missing {sorted(missing)}, unknown {sorted(unknown)}"
                )
            cases.append(Case(path.stem, table["row"], table["name"], table))
    return cases


def filled(value: Any, box: pathlib.Path) -> Any:
    """The value with @BOX@, @null@, @10MB@ and @DEEP@ replaced, however deep."""
    if isinstance(value, dict):
        return {key.replace("@BOX@", str(box)): filled(item, box) for key, item in value.items()}
    if isinstance(value, list):
        return [filled(item, box) for item in value]
    if isinstance(value, str):
        return (
            None
            if value == NULL
            else value.replace("@BOX@", str(box))
            .replace(BIG, "x" * 10_000_000)
            .replace(DEEP, "[" * 100_000 + "]" * 100_000)
        )
    return value


def entry(short: dict[str, Any]) -> dict[str, Any]:
    """An entry of hooks.json; its command may be told in short: wait, keep stdin in a file, print,
    complain, exit.
    """
    if not set(SHORTHAND) & short.keys():
        return short
    steps = []
    if "waits_s" in short:
        steps.append(f"sleep {short['waits_s']}")
    if "keeps" in short:
        steps.append(f"cat > {shlex.quote(short['keeps'])}")
    if "says" in short:
        steps.append(f"printf '%s\\n' {shlex.quote(json.dumps(short['says'], ensure_ascii=False))}")
    if "prints" in short:
        steps.append(f"printf '%s' {shlex.quote(short['prints'])}")
    if "complains" in short:
        steps.append(f"printf '%s\\n' {shlex.quote(short['complains'])} >&2")
    if "exits" in short:
        steps.append(f"exit {short['exits']}")
    return {
        "command": "; ".join(steps),
        **{key: value for key, value in short.items() if key not in SHORTHAND},
    }


def hooks_json(events: dict[str, list[dict[str, Any]]]) -> str:
    """A hooks.json file with these entries."""
    return json.dumps(
        {
            "version": 1,
            "hooks": {event: [entry(e) for e in entries] for event, entries in events.items()},
        }
    )


def claude_json(events: dict[str, list[dict[str, Any]]]) -> str:
    """Claude Code's settings.json with these entries, each in a group of its own."""
    return json.dumps(
        {"hooks": {event: [claude_group(e) for e in entries] for event, entries in events.items()}}
    )


def claude_group(short: dict[str, Any]) -> dict[str, Any]:
    hook = {"type": "command", **entry(short)}
    matcher = {"matcher": hook.pop("matcher")} if "matcher" in hook else {}
    return {**matcher, "hooks": [hook]}


def write(box: pathlib.Path, name: str, text: str) -> None:
    """A file below the box; one that begins with #! is made executable."""
    path = box / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    if text.startswith("#!"):
        path.chmod(0o755)


def furnish(box: pathlib.Path, table: dict[str, Any]) -> None:
    """Lay out the files of a case, or what one of its steps changes."""
    for source, events in table.get("hooks", {}).items():
        write(box, PLACES[source], hooks_json(events))
    for team, events in table.get("teams", {}).items():
        (box / f"home/.cursor/managed/team_{team}/hooks").mkdir(parents=True, exist_ok=True)
        write(box, f"home/.cursor/managed/team_{team}/hooks.json", hooks_json(events))
    for source, events in table.get("claude", {}).items():
        write(box, CLAUDE_PLACES[source], claude_json(events))
    for name, text in table.get("files", {}).items():
        write(box, name, text)
    for name in table.get("remove", []):
        (box / name).unlink(missing_ok=True)
