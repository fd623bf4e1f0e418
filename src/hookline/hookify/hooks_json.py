"""The hooks made of hookify rules → the files that run them: `.cursor/hooks.json`, or the
configuration of another tool, with notes on what was taken out. Pure.

Other entries and settings stay as they are. Entries of an earlier conversion are replaced, so
converting twice is converting once; one whose rule is gone is removed, with a note.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from hookline.config.parse import VERSION
from hookline.dialects.conversion import CURSOR, Written, WrittenFile
from hookline.dialects.cursor import PATH, read_cursor
from hookline.dialects.document import as_text, loaded, not_written
from hookline.dialects.note import COMMAND, LOST, Note
from hookline.dialects.translation import Conversion, write_into
from hookline.hookify.workspace_rules import HOOKS, RULES_FILE, RuleHooks

#: What runs one rule, perhaps in the form of seed 000 that hands the input over as an argument.
_ONE_RULE = (
    rf"""(?P<script>(?:\./)?{re.escape(HOOKS)}/hookify-[\w.-]+\.sh)(?:\s+"?\$\{{\w+\}}"?)?"""
)
_ALL_RULES = rf".*\shookify\s+{re.escape(RULES_FILE)}"
_OURS = re.compile(f"{_ONE_RULE}|{_ALL_RULES}")


class _Removed(NamedTuple):
    """An entry of an earlier conversion that was in hooks.json."""

    event: str
    script: str
    fail_closed: bool


def convert_rules(rules: RuleHooks, to: str, existing: Callable[[str], str]) -> Conversion:
    """The files of the rules, and those that run them in this tool; `existing` gives the present
    text of a file.
    """
    written = put_in(existing(PATH) if to == CURSOR else "", rules)
    if to != CURSOR and written.files:
        hooks = read_cursor(written.files[0].text, PATH).hooks
        nowhere = [hook._replace(pointer="", file="", line=0) for hook in hooks]
        written = write_into(to, nowhere, existing)
    files = (*rules.files, *written.files) if written.files else ()
    notes = (*rules.notes, *written.notes)
    return Conversion(files, notes, rules.problems, rules.differences, refused=written.refused)


def put_in(existing: str, rules: RuleHooks) -> Written:
    """The new `.cursor/hooks.json`, the only file; none when the present text cannot be added to."""
    document = loaded(existing)
    if document is None or not isinstance(document.setdefault("hooks", {}), dict):
        return not_written(PATH)
    events: dict[str, Any] = document["hooks"]
    if not all(isinstance(events.get(event, []), list) for event, _ in rules.entries):
        return not_written(PATH)
    removed = _remove_former(events)
    for event, entry in rules.entries:
        events.setdefault(event, []).append(entry)
    notes = [_note_on(entry) for entry in removed if not _is_replaced(entry, rules)]
    text = as_text({"version": VERSION, **document})
    return Written((WrittenFile(PATH, text),), tuple(notes))


def is_hookify(entry: object) -> bool:
    """Whether an entry runs a converted rule, or all of them."""
    command = entry.get("command") if isinstance(entry, dict) else None
    return isinstance(command, str) and _OURS.fullmatch(command) is not None


def _remove_former(events: dict[str, Any]) -> list[_Removed]:
    """Take the entries of earlier conversions out, and events that are empty then."""
    removed: list[_Removed] = []
    for event, entries in list(events.items()):
        former = list(filter(is_hookify, entries)) if isinstance(entries, list) else []
        if not former:
            continue
        for entry in former:
            removed.append(_Removed(event, _script(entry), entry.get("failClosed") is True))
            entries.remove(entry)
        if not entries:
            del events[event]
    return removed


def _script(entry: dict[str, Any]) -> str:
    """What an entry runs, however it is started."""
    matched = _OURS.fullmatch(entry["command"])
    return ((matched and matched["script"]) or RULES_FILE).removeprefix("./")


def _is_replaced(removed: _Removed, rules: RuleHooks) -> bool:
    """Whether what a script did is still done, if by another."""
    scripts = {_script(entry) for event, entry in rules.entries if event == removed.event}
    if removed.script == RULES_FILE:
        return bool(scripts)
    return not scripts.isdisjoint({removed.script, RULES_FILE})


def _note_on(removed: _Removed) -> Note:
    sentence = (
        f"{removed.event} ran {removed.script} of an earlier conversion: the entry is removed"
    )
    pointer = f"/hooks/{removed.event}"
    gate = removed.fail_closed
    return Note(LOST, pointer, sentence, PATH, gate=gate, event=removed.event, about=COMMAND)
