"""Builtins that set variables, arguments and aliases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hookline.shell.assignments import evaluated_text
from hookline.shell.shell_text import UNKNOWN
from hookline.shell.word import Word, texts_of
from hookline.shell.wrapped import run_script_options

if TYPE_CHECKING:
    from hookline.shell.assignments import Assignments


def alias(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`alias x=…`."""
    for word in words[1:]:
        name, equals, _ = word.start.partition("=")
        if equals:
            reader.state.aliases[name] = word.without_start(f"{name}=")
    return Word()


def declare(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """export and its like, when they are called in a roundabout way."""
    for word in words[1:]:
        reader.declared(word)
    return Word()


def read(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """read, mapfile and their like set variables to what comes in."""
    for word in words[1:]:
        evaluated_text(reader.state, word.known_text)
        if word.text and word.text.isidentifier():
            reader.state.variables[word.text] = UNKNOWN
            reader.state.arrays.pop(word.text, None)
    for name in ("REPLY", "MAPFILE"):
        reader.state.variables[name] = UNKNOWN
    return Word()


def evaluates(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """let and test evaluate words as arithmetic."""
    for word in words[1:]:
        evaluated_text(reader.state, word.known_text)
    return Word()


def unset(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """unset, when it is called in a roundabout way."""
    for word in words[1:]:
        reader.state.variables.pop(word.text or "", None)
    return evaluates(reader, words, stdin)


def set_arguments(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`set -- a b`, `set a b`."""
    texts = texts_of(words)
    if "--" in texts:
        reader.state.arguments = words[texts.index("--") + 1 :]
        return Word()
    at = 1
    while at < len(words) and words[at].start.startswith(("-", "+")):
        option = words[at].start
        takes_next = option.startswith(("-o", "+o")) or option.endswith("o")
        at += 2 if takes_next else 1
    if at < len(words):
        reader.state.arguments = words[at:]
    return Word()


def shift(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`shift`, `shift 2`."""
    if reader.state.arguments is not None:
        count = words[1].text if len(words) > 1 else "1"
        is_number = count is not None and count.isdecimal()
        reader.state.arguments = reader.state.arguments[int(count or 0) :] if is_number else None
    return Word()


def enable(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`enable -f file name` makes a program of its own out of any name."""
    run_script_options(reader, "enable", words)
    if any(word.start.startswith("-f") for word in words[1:]):
        reader.state.cannot_tell("enable loads code from a file")
    return Word()
