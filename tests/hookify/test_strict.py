"""dialects.hookify.strict: fields as hookify's own code takes them. Every row of DIALECTS C3 that is about the parser."""

from __future__ import annotations

from typing import Any

import pytest

from hookline.hookify.strict import read_strictly

param = pytest.param


def fields(text: str) -> Any:
    found = read_strictly(f"---\n{text}\n---\nbody")
    return found and found[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        param("pattern: git---x", {"pattern": "git"}, id="cut at three dashes wherever they are"),
        param('pattern: "a\\"', {"pattern": "a\\"}, id="quotes are stripped, escapes stay"),
        param("pattern: '\"a\"'", {"pattern": '"a"'}, id="double quotes are stripped before single ones"),
        param("name: a # why", {"name": "a # why"}, id="a comment stays in the value"),
        param("enabled: TRUE", {"enabled": True}, id="true in capitals"),
        param("enabled: yes", {"enabled": "yes"}, id="yes is a text"),
        param('enabled: "false"', {"enabled": False}, id="false in quotes is false"),
        param("pattern: true", {"pattern": True}, id="a pattern may be a truth value"),
        param("pattern: |\n  rm", {"pattern": "|"}, id="a block is one character"),
        param("conditions: [{field: a}]", {"conditions": "[{field: a}]"}, id="flow style is a text"),
        param("conditions:\n  - field: a\n    pattern: b", {"conditions": [{"field": "a", "pattern": "b"}]}, id="a list"),
        param("conditions:\n- field: a\n  pattern: b", {"conditions": [{"field": "a"}]}, id="at zero indent keys are lost"),
        param("conditions:\n\t- field: a\n\t  pattern: b", {"conditions": [{"field": "a", "pattern": "b"}]}, id="a tab and two blanks are three"),
        param("conditions:\n\t- field: a\n\t\tpattern: b", {"conditions": [{"field": "a"}]}, id="by tabs keys are lost"),
        param("conditions:\n  - field: a, pattern: x{1,3}", {"conditions": [{"field": "a", "pattern": "x{1"}]}, id="cut at the comma"),
        param("conditions:\n  - pattern: x{1:,3}\n    field: a", {"conditions": [{"pattern": "x{1:"}]}, id="a comma in the first key ends the item"),
        param("conditions:\n  - a word\n  - 'b'", {"conditions": ["a word", "b"]}, id="items that are words"),
        param("event:\nname: n", {"event": [], "name": "n"}, id="nothing is a list"),
        param("conditions:\n  - field: a\nname: n", {"conditions": [{"field": "a"}], "name": "n"}, id="a key ends the list"),
        param("stray\nname: n", {"name": "n"}, id="a line without a colon is passed over"),
        param("name: a\nname: b", {"name": "b"}, id="the last of two"),
        param("# why", None, id="nothing but a comment is no rule"),
    ],
)  # fmt: skip
def test_fields(text: str, expected: Any) -> None:
    assert fields(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        param("\ufeff---\nname: a\n---\n", None, id="a byte order mark hides the rule"),
        param("name: a\n", None, id="no mark"),
        param("---\nname: a\n", None, id="one mark"),
        param("\n---\nname: a\n---\n", None, id="a line before the mark"),
        param("---\r\nname: a\r\n---\r\nsay\r\n", ({"name": "a"}, "say"), id="CRLF is fine"),
        param(
            "---\nname: a\n---\none\n\n---\n\ntwo\n",
            ({"name": "a"}, "one\n\n---\n\ntwo"),
            id="a rule in the body is harmless",
        ),
        param("---\nname: a---b\n", ({"name": "a"}, "b"), id="the second mark may stand in a value"),
    ],
)
def test_files(text: str, expected: Any) -> None:
    assert read_strictly(text) == expected
