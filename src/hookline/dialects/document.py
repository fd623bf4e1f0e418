"""The present text of a configuration file → the document to add hooks to; and the document → text.

Everything that is there stays: settings, hooks of others, hooks of earlier conversions. A hook that
is written again takes the place of its former self, so that converting twice is converting once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from hookline import strict_json
from hookline.dialects.adapter_script import unwrap
from hookline.dialects.conversion import DialectHook, Written
from hookline.dialects.note import EARLIER, FILE, KEPT, LOST, Note

_READER = strict_json.decoder(pairs=strict_json.each_key_once, finite=True)
_INDENT = re.compile(r"^([ \t]+)\S", re.MULTILINE)


def loaded(text: str) -> dict[str, Any] | None:
    """The present document; empty where there is no text, None where it cannot be written again
    as it is.
    """
    if not text.strip("\ufeff \t\r\n"):
        return {}
    try:
        document = strict_json.loads(text.lstrip("\ufeff"), _READER)
    except ValueError:
        return None
    return document if isinstance(document, dict) else None


def not_written(path: str) -> Written:
    """Nothing: the file that is there cannot be added to."""
    sentence = f"nothing is written: hooks cannot be added to {path} as it is"
    remedy = "make it plain JSON, or move it away"
    note = Note(LOST, "", f"{sentence}; {remedy}", path, gate=True, about=FILE)
    return Written((), (note,), refused=True)


def identity(hook: DialectHook) -> tuple[object, ...]:
    """What a hook is, apart from its options."""
    return (
        hook.event,
        hook.command,
        hook.matcher,
        hook.speaks,
        hook.native_event,
        hook.native_matcher,
    )


def drop_former(entries: list[Any], hooks: Iterable[DialectHook]) -> None:
    """Take the former selves of these hooks out of a list of entries."""
    again = {identity(hook) for hook in hooks}
    entries[:] = [
        entry for entry in entries if not any(identity(hook) in again for hook in ours_in(entry))
    ]


def ours_in(value: object) -> list[DialectHook]:
    """The hooks that Hookline wrote, wherever they stand in a document or in an entry of it."""
    if isinstance(value, str):
        hook = unwrap(value)
        return [] if hook is None else [hook]
    if isinstance(value, dict):
        value = list(value.values())
    return [hook for item in value for hook in ours_in(item)] if isinstance(value, list) else []


def earlier(document: dict[str, Any], hooks: Iterable[DialectHook], path: str) -> list[Note]:
    """A note on the hooks of earlier conversions that stay."""
    again = {identity(hook) for hook in hooks}
    stay = {identity(hook) for hook in ours_in(document)} - again
    if not stay:
        return []
    number = (
        "1 hook of an earlier conversion stays"
        if len(stay) == 1
        else f"{len(stay)} hooks of earlier conversions stay"
    )
    sentence = f"{number} in {path}; remove those you no longer want"
    return [Note(KEPT, "", sentence, path, about=EARLIER)]


def as_text(document: dict[str, Any], existing: str = "") -> str:
    """A document as it is written: indented and with line ends as the present text has them."""
    found = _INDENT.search(existing)
    text = json.dumps(document, indent=found[1] if found else 2, ensure_ascii=False) + "\n"
    return text.replace("\n", "\r\n") if "\r\n" in existing else text
