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
`hookline.kit.kit_command.command_for` finds them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

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
    """What to write, and what became of everything. The columns are described at the top of the
    module.
    """

    root: str
    files: tuple[WrittenFile, ...] = ()
    entries: tuple[tuple[str, dict[str, Any]], ...] = ()
    notes: tuple[Note, ...] = ()
    differences: tuple[Note, ...] = ()
    problems: tuple[Problem, ...] = ()


#: An event, and an entry of hooks.json.
Listed: TypeAlias = tuple[str, dict[str, Any]]


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
    files = [read_rule(text.text, text.file, text.slug) for text in texts]
    notes: list[Note] = []
    differing: list[Note] = []
    problems: list[Problem] = []
    for file in files:
        notes += _notes_on_reading(file, reading)
        problems += _problems(file, reading)
        differing += differences(file, reading)
    converted: list[Converted] = []
    for placed in _placed(files, reading, mapping):
        notes += notes_on(placed.rule, placed.entries, placed.read.file)
        too_long = None if as_rules else _too_long(placed)
        if too_long is not None:
            problems.append(too_long)
        elif placed.entries:
            converted.append(placed)
    written, listed = _as_rules(converted, start) if as_rules else _as_scripts(converted)
    return RuleHooks(
        "", tuple(written), tuple(listed), tuple(notes), tuple(differing), tuple(problems)
    )


def _placed(files: Sequence[RuleFile], reading: str, mapping: str) -> Iterator[Converted]:
    """The rules that are to run, each with its place at Cursor."""
    names = script_names(file.slug for file in files)
    for file, name in zip(files, names, strict=True):
        rule = file.rule(reading)
        if rule is not None and rule.enabled and rule.conditions:
            yield Converted(file, rule, entries(rule, mapping), name)


def script_names(slugs: Iterable[str]) -> Iterator[str]:
    """`NAME` of each rule file → `hookify-NAME.sh`, each of its own; what a shell would read is a
    dash.
    """
    taken: set[str] = set()
    for slug in slugs:
        plain = name = re.sub(r"[^\w.-]", "-", slug) or "rule"
        number = 1
        while name.casefold() in taken:
            number += 1
            name = f"{plain}-{number}"
        taken.add(name.casefold())
        yield f"hookify-{name}.sh"


def _as_scripts(converted: Sequence[Converted]) -> tuple[list[WrittenFile], list[Listed]]:
    files: list[WrittenFile] = []
    listed: list[Listed] = []
    for rule in converted:
        path = f"{HOOKS}/{rule.name}"
        text = script(rule.rule, rule.entries, rule.read.file, rule.name)
        files.append(WrittenFile(path, text, SCRIPT))
        listed += [(entry.target.event, entry.as_dict(path)) for entry in rule.entries]
    return files, listed


def _as_rules(converted: Sequence[Converted], start: str) -> tuple[list[WrittenFile], list[Listed]]:
    if not converted:
        return [], []
    rules = [as_data(one.rule, one.entries) for one in converted]
    document = {"version": VERSION, "rules": rules, "widened": widened_patterns(rules)}
    by_event: dict[str, list[Entry]] = {}
    for one in converted:
        for entry in one.entries:
            by_event.setdefault(entry.target.event, []).append(entry)
    command = f"{start} hookify {RULES_FILE}"
    listed = [(event, _for_all(by_event[event], command)) for event in EVENTS if event in by_event]
    return [WrittenFile(RULES_FILE, json.dumps(document, indent=1) + "\n", RULES)], listed


def _for_all(asked: Sequence[Entry], command: str) -> dict[str, Any]:
    """One entry for all rules of an event: as narrow as all of them, as strict as the strictest."""
    matchers = {entry.matcher for entry in asked}
    matcher = asked[0].matcher if len(matchers) == 1 else None
    closed = any(entry.fail_closed for entry in asked)
    return asked[0]._replace(matcher=matcher, fail_closed=closed).as_dict(command)


def _problems(read: RuleFile, reading: str) -> Iterator[Problem]:
    severity = WARNING if reading == STRICT and read.strict else ERROR
    for fault in read.faults:
        yield Problem(
            "hookify-rule", severity, read.file, fault.line, 1, 1, "", fault.problem, fault.remedy, "hookify"
        )  # fmt: skip


def _too_long(placed: Converted) -> Problem | None:
    """The problem of a rule whose script no system would start; None when it can be started."""
    size = len(in_quotes(as_data(placed.rule, placed.entries)))
    if size <= MAX_RULE_BYTES:
        return None
    takes = f"as a script the rule takes {size} bytes"
    problem = f"{takes}, and a system passes {MAX_RULE_BYTES} at most"
    remedy = "shorten its message, or convert with --as rules"
    return Problem("hookify-rule", ERROR, placed.read.file, 1, 1, 1, "", problem, remedy, "hookify")


def _notes_on_reading(read: RuleFile, reading: str) -> Iterator[Note]:
    """The notes on a file before its rule has a place."""
    if reading == STRICT:
        yield from (note for note in read.notes if note.pointer != "enabled")
        yield from _notes_on_strict(read)
        return
    yield from read.notes
    if read.intended is None:
        sentence = "nothing is written for it until its problems are fixed"
        yield Note(LOST, "file", sentence, read.file, gate=_may_block(read))


def _notes_on_strict(read: RuleFile) -> Iterator[Note]:
    rule, own_code = read.strict, "hookify's own code"
    if rule is None:
        sentence = f"{own_code} finds no rule in this file"
        yield Note(LOST, "file", sentence, read.file, gate=_may_block(read))
    elif not rule.enabled:
        sentence = "the rule is turned off, and nothing is written for it"
        yield Note(KEPT, "enabled", sentence, read.file)
    elif not rule.conditions:
        never = "so the rule never matches: nothing is written"
        sentence = f"{own_code} finds no condition, {never}"
        yield Note(LOST, "conditions", sentence, read.file, gate=rule.blocks)
    elif any(condition.fits_everything for condition in rule.conditions):
        sentence = f"{own_code} finds no pattern in a condition, which then fits everything"
        yield Note(CHANGED, "conditions", sentence, read.file, gate=rule.blocks)


def _may_block(read: RuleFile) -> bool:
    """Whether the rule would block in the other reading, or might: one that cannot be read could be
    any.
    """
    other = read.intended or read.strict
    return other is None or other.blocks
