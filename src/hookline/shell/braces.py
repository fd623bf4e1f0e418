"""Brace expansion, which a shell does before everything else, on the text as written: `a{b,c}` → `ab ac`."""

from __future__ import annotations

import re

MOST = 64
_SEQUENCE = re.compile(r"(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.-?\d+)?\Z")


def alternatives(text: str) -> list[str] | None:
    """The texts it stands for, itself when it has no braces; None when they are too many."""
    found, todo = [], [text]
    while todo:
        one = todo.pop()
        group = _first_group(one)
        if group is None:
            found.append(one)
        else:
            start, end, inner = group
            todo += [one[:start] + part + one[end:] for part in reversed(inner)]
        if len(found) + len(todo) > MOST:
            return None
    return found


def _first_group(text: str) -> tuple[int, int, list[str]] | None:
    """Where the first group that expands begins and ends, and its members."""
    open_groups: list[list[int]] = []
    first: tuple[int, int, list[str]] | None = None
    for at in _unquoted(text):
        if text[at] == "{":
            open_groups.append([at])
        elif text[at] == "," and open_groups:
            open_groups[-1].append(at)
        elif text[at] == "}" and open_groups:
            commas = open_groups.pop()
            members = [text[a + 1 : b] for a, b in zip(commas, [*commas[1:], at], strict=True)]
            members = members if len(members) > 1 else _sequence(members[0])
            if members and (first is None or commas[0] < first[0]):
                first = commas[0], at + 1, members
    return first


def _sequence(text: str) -> list[str]:
    """`1..3` → 1 2 3; nothing when it is none. One that is too long gives more than is ever taken."""
    match = _SEQUENCE.match(text)
    if match is None:
        return []
    first, last = match[1], match[2]
    if first.isalpha() != last.isalpha():
        return []
    if first.isalpha():
        a, b = ord(first), ord(last)
    else:
        a, b = int(first[:12]), int(last[:12])
    step = 1 if a <= b else -1
    numbers = range(a, b + step, step)[: MOST + 1]
    return [chr(number) if first.isalpha() else str(number) for number in numbers]


def _unquoted(text: str) -> list[int]:
    """The places of braces and commas that stand in no quotes, escapes, expansions or substitutions."""
    found, at = [], 0
    while at < len(text):
        mark = text[at]
        if mark == "\\":
            at += 1
        elif mark in "'\"`":
            at = _closing(text, at, mark)
        elif text.startswith(("$(", "${", "<(", ">("), at):
            at = _balanced(text, at + 1)
        elif mark in "{},":
            found.append(at)
        at += 1
    return found


def _closing(text: str, at: int, mark: str) -> int:
    while (at := at + 1) < len(text) and text[at] != mark:
        at += text[at] == "\\" and mark != "'"
    return at


def _balanced(text: str, at: int) -> int:
    opening, closing, depth = text[at], {"(": ")", "{": "}"}[text[at]], 0
    while at < len(text):
        depth += {opening: 1, closing: -1}.get(text[at], 0)
        if depth == 0:
            return at
        at += 1
    return at
