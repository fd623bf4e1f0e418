"""The text of a hook file → the same text with what can safely be fixed put right, and what that was.
Pure.

Safe is what says the same as before, only correctly: the fixed file, read, gives the values that the
faulty one plainly meant, and every other character of it stays. What would lose something a person
wrote (a comment), or might be meant as it is (a timeout of 5000, an entry twice), is left alone.
The result is read again and compared before it counts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from hookline.config.jsontext import ARRAY, OBJECT, STRING, Document, Fault, Member, Node, read

#: Rules whose findings `--fix` removes, and what it does.
REPAIRS = {
    "trailing-comma": "removes the comma",
    "single-quotes": "writes double quotes, where the text holds no backslash",
    "foreign-word": "writes True, False and None as true, false and null",
    "control-character": "writes line breaks and tabs inside a string as escapes",
    "missing-version": 'adds "version": 1',
    "bad-fail-closed": 'writes "true" and "false" without quotes',
    "not-executable": (
        "runs chmod +x, where the script begins with #! and lies in the folder its hook runs in"
    ),
}
_WORDS: dict[str, tuple[str, Any]] = {
    "True": ("true", True),
    "False": ("false", False),
    "None": ("null", None),
}
_BOOLEANS = {"true": True, "false": False}
_VERSION = ("version", ("int", 1))
#: A text is read again after each round of edits; a large one only so often that it takes no longer
#: than a few seconds.
_MOST_ROUNDS, _MOST_CHARACTERS = 200, 3_000_000


class Repair(NamedTuple):
    """One thing that was fixed: its rule, and where it stood in the text as it was then."""

    code: str
    line: int
    column: int
    did: str


class Edit(NamedTuple):
    """What to put in the place of a piece of text, by which rule; `meant`: the value it is to have,
    where it had none.
    """

    code: str
    start: int
    end: int
    text: str
    meant: tuple[Any, ...] = ()


def repaired(text: str, *, is_claude: bool = False) -> tuple[str, list[Repair]]:
    """The text as it should be, and what was done to it; the very text where nothing can be done."""
    done: list[Repair] = []
    for _ in range(max(2, min(_MOST_ROUNDS, _MOST_CHARACTERS // (len(text) + 1)))):
        document = read(text)
        edits = _of_faults(document) if document.faults else _of_values(document, is_claude)
        body = _with(document.text, edits)
        if not edits or not _means(read(body), document, edits):
            break
        done += [
            Repair(edit.code, *document.position(edit.start), REPAIRS[edit.code]) for edit in edits
        ]
        text = text[: len(text) - len(document.text)] + body
    return text, done


def _with(text: str, edits: list[Edit]) -> str:
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def _of_faults(document: Document) -> list[Edit]:
    """What puts the text right, where that can be done."""
    made = [
        _EDITS[fault.code](document, fault) for fault in document.faults if fault.code in _EDITS
    ]
    return [edit for edit in made if edit is not None]


def _drop_comma(document: Document, fault: Fault) -> Edit | None:
    return Edit(fault.code, fault.start, fault.end, "")


def _double_quotes(document: Document, fault: Fault) -> Edit | None:
    inner = document.text[fault.start + 1 : fault.end - 1]
    if "\\" in inner or fault.end - fault.start < 2:
        return None
    return Edit(fault.code, fault.start, fault.end, json.dumps(inner, ensure_ascii=False))


def _known_word(document: Document, fault: Fault) -> Edit | None:
    known = _WORDS.get(document.text[fault.start : fault.end])
    return Edit(fault.code, fault.start, fault.end, known[0], (known[1],)) if known else None


def _escape(document: Document, fault: Fault) -> Edit | None:
    return Edit(
        fault.code, fault.start, fault.end, json.dumps(document.text[fault.start : fault.end])[1:-1]
    )


_EDITS: dict[str, Callable[[Document, Fault], Edit | None]] = {
    "trailing-comma": _drop_comma,
    "single-quotes": _double_quotes,
    "foreign-word": _known_word,
    "control-character": _escape,
}


def _of_values(document: Document, is_claude: bool) -> list[Edit]:
    """What puts right the values of a sound hooks.json."""
    root = document.root
    if is_claude or root is None or root.kind != OBJECT:
        return []
    return [*_booleans(root), *_version(document, root)]


def _booleans(root: Node) -> Iterator[Edit]:
    """`"failClosed": "true"` without its quotes."""
    for node in _closing(root):
        if node.kind == STRING and node.value in _BOOLEANS:
            meant = (_BOOLEANS[node.value],)
            yield Edit("bad-fail-closed", node.start, node.end, node.value, meant)


def _version(document: Document, root: Node) -> Iterator[Edit]:
    """A version before the first key, in the manner of the file."""
    keys = [member.key for member in root.value]
    if "hooks" in keys and "version" not in keys:
        first: Member = root.value[0]
        gap = document.text[root.start + 1 : first.start] or " "
        yield Edit("missing-version", first.start, first.start, f'"version": 1,{gap}')


def _closing(root: Node) -> Iterator[Node]:
    """The value of every `failClosed` of an entry."""
    for hooks in _values(root, OBJECT, "hooks"):
        for entries in _values(hooks, ARRAY):
            for entry in entries.value:
                if entry.kind == OBJECT:
                    yield from _values(entry, None, "failClosed")


def _values(node: Node, kind: str | None, key: str | None = None) -> Iterator[Node]:
    """The values of an object, of one kind and of one key where these are named."""
    for member in node.value:
        if kind in (None, member.node.kind) and key in (None, member.key):
            yield member.node


def _means(after: Document, before: Document, edits: list[Edit]) -> bool:
    """Whether the text still says what it said: all values the same, but for those that were meant
    and could not be read.
    """
    if before.root is None or after.root is None:
        return False
    meant = {edit.start: edit.meant[0] for edit in edits if edit.meant}
    said, now = _plain(before.root, meant), _plain(after.root, {})
    if any(edit.code == "missing-version" for edit in edits):
        now = [item for item in now if item != _VERSION]
    return bool(said == now)


def _plain(node: Node, meant: Mapping[int, Any]) -> Any:
    """The value, with the keys of objects in their order, repeated ones too; True is no 1 here."""
    if node.start in meant and not isinstance(node.value, list):
        return (type(meant[node.start]).__name__, meant[node.start])
    if node.kind == OBJECT:
        return [(member.key, _plain(member.node, meant)) for member in node.value]
    if node.kind == ARRAY:
        return ("list", [_plain(item, meant) for item in node.value])
    return (type(node.value).__name__, node.value)
