"""`hookline hookify FILE`: all rules of a file as one hook process. Event on stdin, answer on
stdout; never exits 2.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import Any

from hookline.hookify.rule_program import read_stdin
from hookline.hookify.ruleset import VERSION, RuleSet

USAGE, FAILED, FINE = 64, 1, 0


def main(arguments: Sequence[str]) -> int:
    """Serve the one event that comes in."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(
            "Usage: hookline hookify FILE\n\n"
            "Runs the rules that `hookline convert hookify --as rules` wrote.",
            file=sys.stderr,
        )
        return USAGE
    try:
        answer, log = RuleSet(*_stored(arguments[0])).answer(
            _event(), out_loud=os.environ.get("HOOKLINE") != "1"
        )
    # A guard that cannot be asked has failed; failClosed makes a deny of it.
    except Exception as error:
        print(f"hookify rules: {type(error).__name__}: {error}", file=sys.stderr)
        return FAILED
    sys.stderr.write(log)
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
    return FINE


def _stored(path: str) -> tuple[list[dict[str, Any]], dict[str, str]]:
    with open(path, encoding="utf-8") as file:
        stored = json.load(file)
    if stored["version"] != VERSION:
        raise ValueError(f"{path} is of version {stored['version']}; convert again")
    return stored["rules"], stored["widened"]


def _event() -> dict[str, Any]:
    payload = read_stdin("")
    if payload is None:
        raise ValueError("stdin is not a JSON object")
    return payload
