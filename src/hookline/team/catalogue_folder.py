"""A folder of a repository ↔ the hooks of a team: what `hookline team apply` reads.

DIR/hooks.json       as on a machine: each command names a script below hooks/
DIR/hooks/NAME       the scripts
DIR/team.toml        where it is needed: operating systems, and hooks that are not active

    [scripts."guard.sh"]
    systems = ["Linux", "Macintosh"]
    active = false
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from hookline import strict_json
from hookline.errors import Unreadable
from hookline.near import did_you_mean
from hookline.team.team_hook import CONFIG, LONGEST_SCRIPT, SCRIPTS, TeamHook, name_problem

MANIFEST = "team.toml"
_MANIFEST_KEYS = ("systems", "active")


def read_catalogue(folder: str) -> list[TeamHook]:
    """The hooks of the folder, in the order of its hooks.json; raises `Unreadable`."""
    config = _object_of(os.path.join(folder, CONFIG))
    manifest = _manifest_of(os.path.join(folder, MANIFEST))
    hooks = [
        _hook_of(folder, step, entry, manifest)
        for step, entries in _steps_of(config)
        for entry in entries
    ]
    unknown = sorted(set(manifest) - {hook.script_name for hook in hooks})
    if unknown:
        names = [hook.script_name for hook in hooks]
        raise Unreadable(
            f"{MANIFEST} speaks of {unknown[0]!r}, which no hook runs.{did_you_mean(unknown[0], names)}"
        )
    return hooks


def _steps_of(config: Mapping[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    steps = config.get("hooks")
    if not isinstance(steps, dict):
        raise Unreadable(f'{CONFIG} has no "hooks" object')
    for step, entries in steps.items():
        if not isinstance(entries, list):
            raise Unreadable(f"{CONFIG}: the hooks of {step} are not a list")
        yield step, entries


def _hook_of(folder: str, step: str, entry: Any, manifest: Mapping[str, Any]) -> TeamHook:
    options = dict(entry) if isinstance(entry, dict) else {}
    name = script_of(options.pop("command", None))
    if name is None:
        raise Unreadable(
            f"{CONFIG}: a hook of {step} does not run a script of {SCRIPTS}; "
            'write "command": "./NAME", where hooks/NAME is the script'
        )
    facts = manifest.get(name, {})
    return TeamHook(
        step,
        name,
        _script(os.path.join(folder, SCRIPTS, name)),
        tuple(facts.get("systems", ())),
        facts.get("active", True),
        options,
    )


def script_of(command: Any) -> str | None:
    """The script that a command of a team's hooks.json runs: `./NAME` or `hooks/NAME`."""
    if not isinstance(command, str):
        return None
    name = command.removeprefix("./").removeprefix(SCRIPTS)
    return None if name_problem(name) else name


def _script(path: str) -> bytes:
    content = _read(path, LONGEST_SCRIPT)
    if not content.startswith(b"#!"):
        raise Unreadable(f"{path} does not begin with '#!': nothing says what runs it")
    return content


def _object_of(path: str) -> dict[str, Any]:
    try:
        value = strict_json.loads(_read(path, LONGEST_SCRIPT))
    except ValueError as error:
        raise Unreadable(f"{path} is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise Unreadable(f"{path} is not a JSON object")
    return value


def _manifest_of(path: str) -> dict[str, dict[str, Any]]:
    if not os.path.exists(path):
        return {}
    try:
        manifest = tomllib.loads(_read(path, LONGEST_SCRIPT).decode())
    except ValueError as error:
        raise Unreadable(f"{path} is not TOML: {error}") from None
    scripts: dict[str, dict[str, Any]] = manifest.get("scripts", {})
    for key in (*(set(manifest) - {"scripts"}), *_keys_inside(scripts)):
        raise Unreadable(f"{path}: {key!r} means nothing here.{did_you_mean(key, _MANIFEST_KEYS)}")
    for name, facts in scripts.items():
        _check_facts(path, name, facts)
    return scripts


def _keys_inside(scripts: Any) -> set[str]:
    if not isinstance(scripts, dict) or not all(
        isinstance(facts, dict) for facts in scripts.values()
    ):
        return {"scripts"}
    return {key for facts in scripts.values() for key in facts} - set(_MANIFEST_KEYS)


def _check_facts(path: str, name: str, facts: Mapping[str, Any]) -> None:
    systems, active = facts.get("systems", []), facts.get("active", True)
    if not isinstance(systems, list) or not all(isinstance(system, str) for system in systems):
        raise Unreadable(f"{path}: systems of {name} is a list of names")
    if not isinstance(active, bool):
        raise Unreadable(f"{path}: active of {name} is true or false")


def _read(path: str, most: int) -> bytes:
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with open(descriptor, "rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from None
    if content is None or len(content) > most:
        raise Unreadable(f"{path} is longer than {most} bytes, or is no file")
    return content
