"""A thousand hookify rules: one pass beside the loop over Python's `re`, and the start of a process
that has them all.

The pass is compared without the limit on an expression's time, which both would need: it costs a
child process for each rule that the sieve lets through, nearly always none or one. The whole
process has it.
"""

from __future__ import annotations

import itertools
import json
import random
import re
import subprocess
from collections.abc import Iterator
from typing import Any

from benchmarks.matching import command, patterns
from benchmarks.stage import EVENT, Stage
from benchmarks.starting import beside_python, hookline
from benchmarks.timing import NotMeasured, Pair, calls_with

from hookline.hookify.rule_files import Text
from hookline.hookify.rule_program import search_now
from hookline.hookify.ruleset import RuleSet
from hookline.hookify.seen import BASH, Seen
from hookline.hookify.workspace_rules import convert_texts

RULES = 1_000
_COMMAND_BYTES = 4_096
_CHECKED = 20


def one_pass(stage: Stage) -> Pair:
    """1,000 rules, and another command of 4 KB every time."""
    stored = json.loads(_stored())
    ruleset = RuleSet(stored["rules"], stored["widened"])
    compiled = [re.compile(pattern, re.IGNORECASE) for pattern in patterns(RULES)]
    texts = _commands()

    def ours(text: str) -> list[int]:
        return ruleset.matching(Seen({"command": text}, BASH), search_now)

    def loop(text: str) -> list[int]:
        return [number for number, pattern in enumerate(compiled) if pattern.search(text)]

    for text in itertools.islice(texts, _CHECKED):
        if ours(text) != loop(text) or not loop(text):
            raise NotMeasured("the two do not find the same rules, so their times mean nothing")
    return Pair(calls_with(texts, ours), calls_with(texts, loop))


def cold_start(stage: Stage) -> Pair:
    """`hookline hookify` with 1,000 rules and a command that one of them denies, from start to answer."""
    path, event = stage.path("hookify-rules.json"), stage.path("hookify-event.json")
    with open(path, "w", encoding="utf-8") as file:
        file.write(_stored())
    with open(event, "w", encoding="utf-8") as file:
        json.dump({"hook_event_name": EVENT, "command": next(_commands())}, file)
    argv = [hookline(stage), "hookify", path]
    with open(event, "rb") as file:
        told = subprocess.run(
            argv, stdin=file, env=stage.environ("start"), capture_output=True, text=True
        )
    if told.returncode or '"permission": "deny"' not in told.stdout:
        raise NotMeasured(
            f"hookline hookify ended with {told.returncode}: {told.stderr or told.stdout}"
        )
    return beside_python(stage, argv, event)


def _stored() -> str:
    """1,000 rules as `hookline convert hookify --as rules` writes them."""
    texts = [
        Text(f"{number}", f"{number}", _rule(number, one))
        for number, one in enumerate(patterns(RULES))
    ]
    conversion: Any = convert_texts(texts, as_rules=True)
    if conversion.problems or len(conversion.files) != 1:
        raise NotMeasured(f"the rules cannot be converted: {conversion.problems[:1]}")
    return str(conversion.files[0].text)


def _rule(number: int, pattern: str) -> str:
    head = f"---\nname: rule-{number}\nevent: bash\naction: block\npattern: {pattern}\n---\n"
    return f"{head}Rule {number} says no.\n"


def _commands() -> Iterator[str]:
    dice = random.Random(RULES)
    while True:
        yield command(dice, RULES, _COMMAND_BYTES)
