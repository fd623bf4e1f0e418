"""The present text of a configuration file → the document to add hooks to; and the document → text.

Settings that are not hooks stay as they are; entries Hookline wrote before are taken out, so that converting twice is
converting once.
"""

from __future__ import annotations

import json
from typing import Any

from hookline.dialects.dialect import Written
from hookline.dialects.note import LOST, Note
from hookline.dialects.script import is_wrapped


def loaded(text: str) -> dict[str, Any] | None:
    """The present document; empty where there is no text, None where it is no JSON object."""
    if not text.strip("\ufeff \t\r\n"):
        return {}
    try:
        document = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


def not_written(path: str) -> Written:
    """Nothing: the file that is there cannot be added to."""
    sentence = f"nothing is written: {path} is no JSON that hooks could be added to; mend it, or move it away"
    return Written((), (Note(LOST, "", sentence, path, gate=True),))


def drop_ours(events: dict[str, Any]) -> None:
    """Take what Hookline wrote out of a document's events; an event that is emptied by it goes too."""
    for name, entries in list(events.items()):
        kept = [entry for entry in entries if not is_ours(entry)] if isinstance(entries, list) else []
        if isinstance(entries, list) and kept != entries:
            events[name] = kept
            if not kept:
                del events[name]


def is_ours(entry: object) -> bool:
    """Whether Hookline wrote this entry."""
    if not isinstance(entry, dict):
        return False
    handlers = entry.get("hooks")
    inner = handlers if isinstance(handlers, list) else [entry, entry.get("action")]
    return any(is_wrapped(value) for one in inner if isinstance(one, dict) for value in one.values())


def as_text(document: dict[str, Any]) -> str:
    """A document as it is written."""
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
