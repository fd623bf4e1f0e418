"""A conversion, and the present text of `.cursor/hooks.json` → that file's new text, with notes on
what was taken out. Pure.

Other entries and settings stay as they are. Entries of an earlier conversion are replaced, so
converting twice is converting once; one whose rule is gone is taken out and told about.
"""

from __future__ import annotations

import re
from typing import Any

from hookline.config.parse import VERSION
from hookline.dialects.conversion import Written, WrittenFile
from hookline.dialects.cursor import PATH
from hookline.dialects.document import as_text, loaded, not_written
from hookline.dialects.note import LOST, Note
from hookline.hookify.workspace_rules import HOOKS, RULES_FILE, Conversion

#: What this converter writes, and the form of seed 000 that hands the input over as an argument.
_OURS = re.compile(
    rf"""(?P<script>(?:\./)?{re.escape(HOOKS)}/hookify-[\w.-]+\.sh)(?:\s+"?\$\{{\w+\}}"?)?|.*\shookify\s+{re.escape(RULES_FILE)}"""
)


def put_in(existing: str, conversion: Conversion) -> Written:
    """The new `.cursor/hooks.json`, the only file; none when the present text cannot be added to."""
    document = loaded(existing)
    if document is None or not isinstance(document.setdefault("hooks", {}), dict):
        return not_written(PATH)
    events: dict[str, Any] = document["hooks"]
    if not all(isinstance(events.get(event, []), list) for event, _ in conversion.entries):
        return not_written(PATH)
    taken = _take_out(events)
    for event, entry in conversion.entries:
        events.setdefault(event, []).append(entry)
    notes = [
        _gone(event, entry)
        for event, entry in taken
        if not _is_asked(event, _script(entry), conversion)
    ]
    return Written((WrittenFile(PATH, as_text({"version": VERSION, **document})),), tuple(notes))


def is_hookify(entry: object) -> bool:
    """Whether an entry runs a converted rule, or all of them."""
    return (
        isinstance(entry, dict)
        and isinstance(entry.get("command"), str)
        and bool(_OURS.fullmatch(entry["command"]))
    )


def _take_out(events: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    taken = []
    for event, entries in list(events.items()):
        if isinstance(entries, list) and any(map(is_hookify, entries)):
            taken += [(event, entry) for entry in entries if is_hookify(entry)]
            events[event] = [entry for entry in entries if not is_hookify(entry)]
            if not events[event]:
                del events[event]
    return taken


def _script(entry: dict[str, Any]) -> str:
    """What an entry runs, however it is started."""
    found = _OURS.fullmatch(entry["command"])
    return (found["script"] or RULES_FILE).removeprefix("./") if found else ""


def _is_asked(event: str, script: str, conversion: Conversion) -> bool:
    """Whether what a script did is still done, be it by another."""
    now = {_script(entry) for name, entry in conversion.entries if name == event}
    return script in now or RULES_FILE in now or (script == RULES_FILE and bool(now))


def _gone(event: str, entry: dict[str, Any]) -> Note:
    sentence = f"{event} ran {_script(entry)} of an earlier conversion: the entry is taken out"
    return Note(LOST, f"/hooks/{event}", sentence, PATH, 0, entry.get("failClosed") is True)
