"""The text of a rule file → its fields as hookify's own code takes them, mistakes included.

hookify splits the text at the first two `---` wherever they are, reads line by line, strips quotes
from both ends and knows no comment after a value. What that does to rules is described in
docs/hookify.md; here it is done, so that it can be compared.
"""

from __future__ import annotations

from typing import Any

_MARK = "---"


def read_strictly(text: str) -> tuple[dict[str, Any], str] | None:
    """Fields and body; None where hookify finds no rule."""
    parts = text.replace("\r\n", "\n").replace("\r", "\n").split(_MARK, 2)
    if len(parts) < 3 or parts[0]:
        return None
    _, frontmatter, body = parts
    lines = _Lines()
    for line in frontmatter.split("\n"):
        if line.strip() and not line.strip().startswith("#"):
            lines.take(line)
    lines.end_list()
    return (lines.fields, body.strip()) if lines.fields else None


class _Lines:
    """What has been read, and the list and the item that are open at the moment."""

    def __init__(self) -> None:
        self.fields: dict[str, Any] = {}
        self._key = ""  # of the list that is open
        self._items: list[Any] | None = None
        self._item: dict[str, str] = {}
        self._in_item = False

    def take(self, line: str) -> None:
        stripped = line.strip()
        is_item, has_colon = stripped.startswith("-"), ":" in line
        indent = len(line) - len(line.lstrip())
        if indent == 0 and has_colon and not is_item:
            self._field(line)
        elif is_item and self._items is not None:
            self._new_item(stripped[1:].strip())
        elif indent > 2 and has_colon and self._in_item:
            self._item.update([_pair(stripped)])

    def end_list(self) -> None:
        if self._items is not None:
            self._end_item()
            self.fields[self._key] = self._items
            self._items, self._in_item = None, False

    def _field(self, line: str) -> None:
        self.end_list()
        key, _, value = line.partition(":")
        if value.strip():
            bare = _bare(value)
            self.fields[key.strip()] = {"true": True, "false": False}.get(bare.lower(), bare)
        else:
            self._key, self._items = key.strip(), []

    def _new_item(self, text: str) -> None:
        self._end_item()
        self._in_item = ":" in text and "," not in text
        if self._in_item:
            self._item = dict([_pair(text)])
        elif ":" in text:
            self._append(dict(_pair(part) for part in text.split(",") if ":" in part))
        else:
            self._append(_bare(text))

    def _end_item(self) -> None:
        if self._in_item and self._item:
            self._append(self._item)
            self._item = {}

    def _append(self, item: Any) -> None:
        if self._items is not None:
            self._items.append(item)


def _pair(text: str) -> tuple[str, str]:
    key, _, value = text.partition(":")
    return key.strip(), _bare(value)


def _bare(value: str) -> str:
    return value.strip().strip('"').strip("'")
