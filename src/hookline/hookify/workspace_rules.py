"""A workspace with hookify rules → the Cursor hooks that do the same, and everything there is to
say about it.

`convert` is the one function for commands. In: the workspace (or its `.claude`), the reading
(`intended`, `strict`), the mapping (`meaning`, `seed`), and whether one process runs all rules
(`as_rules`). It reads the rule files and writes nothing. Out: a `RuleHooks`:

- `files`: what to write, each with its path from `root`, its text, and whether it is executable
  (mode 755, else 644);
- `entries`: (event, entry) in the order in which they belong into `.cursor/hooks.json`.
  `hooks_json.put_in(present text, rules)` gives that file's new text, and notes on entries of
  an earlier conversion which it takes out;
- `notes`: what became of every rule, `hookline.dialects.note.Note`; those with `gate` count for
  `--strict`;
- `differences`: notes on where the two readings differ; they are not among `notes`;
- `problems`: `hookline.model.Problem` with file and line. An `error` means that its rule is not
  among the files, or that there is nothing to convert; a `warning` stands for what only the strict
  reading accepts.

Never raises, whatever the files hold. The rule set of `as_rules` is run by `hookline hookify FILE`
(`serve.main`); pass the words that start this installation as `start`, the way
`hookline.kit.command.command_for` finds them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from hookline.config.codes import ERROR, WARNING
from hookline.dialects.conversion import RULES, SCRIPT, WrittenFile
from hookline.dialects.note import CHANGED, KEPT, LOST, Note
from hookline.hookify.differences import differences
from hookline.hookify.launcher import MAX_RULE_BYTES, as_data, in_quotes, script
from hookline.hookify.mapping import MEANING, Entry, entries, notes_on
from hookline.hookify.rule import INTENDED, STRICT, Rule, RuleFile, read_rule
from hookline.hookify.rule_files import Text, find
from hookline.hookify.ruleset import VERSION, widened_patterns
from hookline.model import Problem
from hookline.spec.events import EVENTS

HOOKS = ".cursor/hooks"
RULES_FILE = f"{HOOKS}/hookify-rules.json"
START = "hookline"


class RuleHooks(NamedTuple):
    """What to write, and what became of everything. The module's docstring says what the columns hold."""

    root: str
    files: tuple[WrittenFile, ...] = ()
    entries: tuple[tuple[str, dict[str, Any]], ...] = ()
    notes: tuple[Note, ...] = ()
    differences: tuple[Note, ...] = ()
    problems: tuple[Problem, ...] = ()


class Converted(NamedTuple):
    """One rule with a place at Cursor: its file, and the entries it is asked by."""

    read: RuleFile
    rule: Rule
    entries: list[Entry]
    name: str  # of its script


def convert(
    folder: str,
    *,
    reading: str = INTENDED,
    mapping: str = MEANING,
    as_rules: bool = False,
    start: str = START,
) -> RuleHooks:
    """Convert the rules of a workspace."""
    found = find(folder)
    made = convert_texts(
        found.texts, reading=reading, mapping=mapping, as_rules=as_rules, start=start
    )
    return made._replace(
        root=found.root, notes=found.notes + made.notes, problems=found.problems + made.problems
    )


def convert_texts(
    texts: Sequence[Text],
    *,
    reading: str = INTENDED,
    mapping: str = MEANING,
    as_rules: bool = False,
    start: str = START,
) -> RuleHooks:
    """The same for rule files that have been read. Pure."""
    read = [read_rule(one.text, one.file, one.slug) for one in texts]
    notes = [note for one in read for note in _notes_on_reading(one, reading)]
    problems = [problem for one in read for problem in _problems(one, reading)]
    converted: list[Converted] = []
    for one, name in zip(read, script_names(one.slug for one in read), strict=True):
        rule = one.rule(reading)
        if rule is None or not rule.enabled or not rule.conditions:
            continue
        made = Converted(one, rule, entries(rule, mapping), name)
        notes += notes_on(rule, made.entries, one.file)
        size = len(in_quotes(as_data(rule, made.entries)))
        if size > MAX_RULE_BYTES and not as_rules:
            problems.append(_too_long(one, size))
        elif made.entries:
            converted.append(made)
    told = [note for one in read for note in differences(one, reading)]
    files, listed = _as_rules(converted, start) if as_rules else _as_scripts(converted)
    return RuleHooks("", tuple(files), tuple(listed), tuple(notes), tuple(told), tuple(problems))


def script_names(slugs: Iterable[str]) -> Iterator[str]:
    """`NAME` of each rule file → `hookify-NAME.sh`, each of its own; what a shell would read is a dash."""
    given: set[str] = set()
    for slug in slugs:
        wanted = name = re.sub(r"[^\w.-]", "-", slug) or "rule"
        number = 1
        while name.casefold() in given:
            number += 1
            name = f"{wanted}-{number}"
        given.add(name.casefold())
        yield f"hookify-{name}.sh"


def _as_scripts(
    converted: Sequence[Converted],
) -> tuple[list[WrittenFile], list[tuple[str, dict[str, Any]]]]:
    files = [
        WrittenFile(
            f"{HOOKS}/{one.name}",
            script(one.rule, one.entries, one.read.file, one.name),
            SCRIPT,
        )
        for one in converted
    ]
    return files, [
        (entry.target.event, entry.as_dict(f"{HOOKS}/{one.name}"))
        for one in converted
        for entry in one.entries
    ]


def _as_rules(
    converted: Sequence[Converted], start: str
) -> tuple[list[WrittenFile], list[tuple[str, dict[str, Any]]]]:
    if not converted:
        return [], []
    rules = [as_data(one.rule, one.entries) for one in converted]
    document = {"version": VERSION, "rules": rules, "widened": widened_patterns(rules)}
    by_event: dict[str, list[Entry]] = {}
    for entry in (entry for one in converted for entry in one.entries):
        by_event.setdefault(entry.target.event, []).append(entry)
    command = f"{start} hookify {RULES_FILE}"
    listed = [(event, _for_all(by_event[event], command)) for event in EVENTS if event in by_event]
    return [WrittenFile(RULES_FILE, json.dumps(document, indent=1) + "\n", RULES)], listed


def _for_all(asked: Sequence[Entry], command: str) -> dict[str, Any]:
    """One entry for all rules of an event: as narrow as all of them, as strict as the strictest."""
    matchers = {one.matcher for one in asked}
    matcher = asked[0].matcher if len(matchers) == 1 else None
    closed = any(one.fail_closed for one in asked)
    return asked[0]._replace(matcher=matcher, fail_closed=closed).as_dict(command)


def _problems(read: RuleFile, reading: str) -> Iterator[Problem]:
    severity = WARNING if reading == STRICT and read.strict else ERROR
    for fault in read.faults:
        yield Problem(
            "hookify-rule", severity, read.file, fault.line, 1, 1, "", fault.problem, fault.remedy, "hookify"
        )  # fmt: skip


def _too_long(read: RuleFile, size: int) -> Problem:
    problem = (
        f"as a script the rule takes {size} bytes, and a system passes {MAX_RULE_BYTES} at most"
    )
    remedy = "shorten its message, or convert with --as rules"
    return Problem("hookify-rule", ERROR, read.file, 1, 1, 1, "", problem, remedy, "hookify")


def _notes_on_reading(read: RuleFile, reading: str) -> Iterator[Note]:
    """What is to be said of a file before its rule has a place."""
    if reading == INTENDED:
        yield from read.notes
        if read.intended is None:
            yield Note(
                LOST,
                "file",
                "nothing is written for it until its problems are mended",
                read.file,
                0,
                _may_block(read),
            )
        return
    yield from (note for note in read.notes if note.pointer != "enabled")
    rule = read.strict
    if rule is None:
        yield Note(
            LOST,
            "file",
            "hookify's own code finds no rule in this file",
            read.file,
            0,
            _may_block(read),
        )
    elif not rule.enabled:
        yield Note(
            KEPT, "enabled", "the rule is turned off, and nothing is written for it", read.file
        )
    elif not rule.conditions:
        sentence = (
            "hookify's own code finds no condition, so the rule never matches: nothing is written"
        )
        yield Note(LOST, "conditions", sentence, read.file, 0, rule.blocks)
    elif any(one.pattern == "" and one.operator != "equals" for one in rule.conditions):
        sentence = "hookify's own code finds no pattern in a condition, which then fits everything"
        yield Note(CHANGED, "conditions", sentence, read.file, 0, rule.blocks)


def _may_block(read: RuleFile) -> bool:
    """Whether the rule would block in the other reading, or might: one that cannot be read could be any."""
    other = read.intended or read.strict
    return other is None or other.blocks
