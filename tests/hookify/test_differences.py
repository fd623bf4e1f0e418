"""dialects.hookify.differences: where hookify's own code does something else than its author meant."""

from __future__ import annotations

import pytest

from hookline.dialects.note import CHANGED, Note
from hookline.hookify.differences import differences
from hookline.hookify.rule import INTENDED, STRICT, read_rule

param = pytest.param
FILE_NAME = ".claude/hookify.x.local.md"


def told(text: str, reading: str = INTENDED) -> list[Note]:
    return differences(read_rule(text, FILE_NAME, "x"), reading)


def sentences(fields: str) -> list[str]:
    return [
        note.sentence.removesuffix("; the meaning of the author is written") for note in told(f"---\n{fields}\n---\nNo.\n")
    ]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        param("event: bash\npattern: rm", [], id="the two are one"),
        param("event: bash\naction: Block\npattern: rm", ["hookify's own code takes 'warn' for action, not 'block'"], id="an action in capitals"),
        param("event: bash\nenabled: no\npattern: rm", ["hookify's own code takes True for enabled, not False"], id="enabled with another word"),
        param("event: bash\npattern: 'a---b'", ["hookify's own code has another message", "hookify's own code takes [('command', 'regex_match', 'a')] for the conditions, not [('command', 'regex_match', 'a---b')]"], id="dashes in a value"),
        param("event: file\npattern: x", ["hookify's own code takes nothing for new_text of a Write call"], id="a file rule on Write"),
        param("event: prompt\npattern: x", ["hookify's own code does not see the prompt, whatever the field is called"], id="a prompt rule"),
        param("event: prompt\naction: block\npattern: x", ["hookify's own code does not see the prompt, whatever the field is called", "hookify's own code does not block prompts"], id="a prompt rule that blocks"),
        param("event: stop\npattern: .*", ["hookify's own code knows no content when the agent stops"], id="a stop rule"),
        param("event: bash\nconditions:\n  - field: tool_name\n    pattern: x", ["hookify's own code knows a field tool_name only as an input of the tool itself"], id="a field of its own"),
        param("event: stop\nconditions:\n  - field: transcript\n    pattern: x", ["hookify's own code tries a rule on transcript at every tool but shell commands and edits, too"], id="a field every tool has"),
        param("event: bash\nconditions:\n- field: command\n  pattern: x", ["hookify's own code takes [('command', 'regex_match', '')] for the conditions, not [('command', 'regex_match', 'x')]"], id="a list at zero indent"),
        param("event: bash\npattern: |\n  a\n  b", ["hookify's own code takes [('command', 'regex_match', '|')] for the conditions, not [('command', 'regex_match', 'a\\nb')]"], id="a block"),
    ],
)  # fmt: skip
def test_differences(fields: str, expected: list[str]) -> None:
    assert sentences(fields) == expected


def test_a_note_says_what_is_written() -> None:
    text = "---\nevent: bash\naction: Block\npattern: rm\n---\n"
    sentence = "hookify's own code takes 'warn' for action, not 'block'"
    assert told(text) == [Note(CHANGED, "action", f"{sentence}; the meaning of the author is written", FILE_NAME, 0, True)]
    assert told(text, STRICT) == [Note(CHANGED, "action", f"{sentence}; that is what is written", FILE_NAME, 0, True)]


def test_a_file_hookify_does_not_read() -> None:
    sentence = "hookify's own code finds no rule in this file; the meaning of the author is written"
    assert told("\ufeff---\nevent: bash\npattern: rm\n---\n") == [Note(CHANGED, "file", sentence, FILE_NAME, 0, False)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        param("no rule", [], id="neither reads it"),
        param("---\nevent: shell\naction: block\npattern: rm\n---\n", ["hookify's own code makes a rule of this file all the same"], id="only hookify does"),
    ],
)  # fmt: skip
def test_a_file_with_faults(text: str, expected: list[str]) -> None:
    assert [note.sentence.split(";")[0] for note in told(text)] == expected
