"""dialects.hookify.rule: a rule file in both readings, with notes, and faults that set it aside."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hookline.dialects.note import CHANGED, KEPT, LOST, Note
from hookline.hookify.frontmatter import Fault
from hookline.hookify.rule import ALL, BASH, FILE, INTENDED, STRICT, Condition, Rule, RuleFile, read_rule

param = pytest.param
FILE_NAME = ".claude/hookify.x.local.md"


def read(fields: str, body: str = "Say this.") -> RuleFile:
    return read_rule(f"---\n{fields}\n---\n{body}\n", FILE_NAME, "x")


def note(kind: str, pointer: str, sentence: str, line: int) -> Note:
    return Note(kind, pointer, sentence, FILE_NAME, line)


def test_a_whole_rule_in_both_readings() -> None:
    found = read(
        "name: n\nenabled: true\nevent: bash\naction: block\ntool_matcher: Bash|Shell\ndescription: about it\n"
        "conditions:\n  - field: command\n    operator: contains\n    pattern: rm"
    )
    condition = Condition("command", "contains", "rm")
    meant = Rule(
        "n", BASH, "block", (condition._replace(line=11),), ("Bash", "Shell"), "Say this.", INTENDED, True, "about it"
    )
    strict = meant._replace(conditions=(condition,), reading=STRICT, description="")
    assert found == RuleFile(FILE_NAME, "x", meant, strict)
    assert (found.rule(INTENDED), found.rule(STRICT)) == (meant, strict)


def test_what_is_not_said() -> None:
    found = read("pattern: rm")
    condition = Condition("content", "regex_match", "rm")
    meant = Rule("unnamed", ALL, "warn", (condition._replace(line=2),), None, "Say this.")
    assert found == RuleFile(FILE_NAME, "x", meant, meant._replace(conditions=(condition,), reading=STRICT))


@pytest.mark.parametrize(("event", "field"), [("bash", "command"), ("file", "new_text"), ("stop", "content"), ("prompt", "content"), ("all", "content")])  # fmt: skip
def test_the_field_of_the_shorthand(event: str, field: str) -> None:
    found = read(f"event: {event}\npattern: rm")
    assert found.intended is not None and found.strict is not None
    assert [one.field for one in (*found.intended.conditions, *found.strict.conditions)] == [field, field]


@pytest.mark.parametrize(
    ("fields", "name", "meant", "strict"),
    [
        param("event: Bash", "event", "bash", "Bash", id="an event in capitals"),
        param("action: Block", "action", "block", "warn", id="an action in capitals"),
        param("action: 'block'", "action", "block", "block", id="an action in quotes"),
        param("action: remind", "action", "warn", "warn", id="an action hookify does not know"),
        param("enabled: no", "enabled", False, True, id="no"),
        param("enabled: false # later", "enabled", False, True, id="false with a comment"),
        param("enabled: 'false'", "enabled", False, False, id="false in quotes"),
        param("tool_matcher: Bash | Write", "tools", ("Bash", "Write"), ("Bash ", " Write"), id="tools with blanks"),
        param("tool_matcher: '*'", "tools", ("*",), ("*",), id="all tools"),
        param("tool_matcher: ''", "tools", None, None, id="no tools"),
        param("tool_matcher: true", "tools", ("true",), (), id="a tool that is a truth value"),
        param("name:", "name", "unnamed", "[]", id="an empty name"),
        param("name: true", "name", "true", "True", id="a name that is a truth value"),
    ],
)
def test_a_field_in_both_readings(fields: str, name: str, meant: Any, strict: Any) -> None:
    found = read(f"pattern: rm\n{fields}")
    assert (getattr(found.intended, name), getattr(found.strict, name)) == (meant, strict)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        param("pattern: ''", Fault(2, "a condition has no pattern, so it would fit everything", "give it a pattern"), id="an empty pattern"),
        param("pattern:", Fault(2, "a condition has no pattern, so it would fit everything", "give it a pattern"), id="no pattern after the colon"),
        param("pattern: |", Fault(2, "a condition has no pattern, so it would fit everything", "give it a pattern"), id="a block without lines"),
        param("name: n", Fault(1, "the rule has no pattern and no conditions, so it never matches", "give it a pattern"), id="neither pattern nor conditions"),
        param("conditions: []", Fault(1, "the rule has no pattern and no conditions, so it never matches", "give it a pattern"), id="an empty list"),
        param("conditions:\n- field: command\noperator: contains", Fault(3, "a condition has no pattern, so it would fit everything", "give it a pattern"), id="keys that slipped to the left"),
        param("conditions:\n  - pattern: a", Fault(3, "a condition names no field", "write  - field: command  or another field"), id="a condition without a field"),
        param("conditions:\n  - field: a\n    operator: matches\n    pattern: b", Fault(5, "there is no operator 'matches'", "write one of regex_match, contains, not_contains, equals, starts_with, ends_with"), id="an operator hookify does not know"),
        param("pattern: (", Fault(2, "the pattern is no regular expression: missing ), unterminated subpattern at position 0", "correct the pattern"), id="a broken expression"),
        param("pattern: a{99999999999}", Fault(2, "the pattern is no regular expression: the repetition number is too large", "correct the pattern"), id="an expression too large"),
        param("event: shell\npattern: a", Fault(2, "there is no event 'shell'", "write one of bash, file, stop, prompt, all"), id="an event hookify does not know"),
        param("event: [bash, file]\npattern: a", Fault(2, "there is no event '[bash, file]'", "write one of bash, file, stop, prompt, all"), id="a list of events"),
        param("enabled: 1\npattern: a", Fault(2, "enabled is '1'", "write true or false"), id="enabled is a number"),
        param("enabled:\npattern: a", Fault(2, "enabled is ''", "write true or false"), id="enabled is nothing"),
        param("tool_matcher: '|'\npattern: a", Fault(2, "tool_matcher names no tool", "write  Bash|Write  or leave it away"), id="no tools between bars"),
        param("", Fault(1, "the frontmatter is empty", "give the rule an event and a pattern"), id="nothing"),
    ],
)  # fmt: skip
def test_what_sets_a_rule_aside(fields: str, expected: Fault) -> None:
    found = read(fields)
    assert (found.intended, found.faults) == (None, (expected,))


@pytest.mark.parametrize(
    ("fields", "notes"),
    [
        param("pattern: a", [], id="nothing to say"),
        param("action: remind\npattern: a", [note(CHANGED, "action", "'remind' is neither block nor warn; hookify takes it for warn", 2)], id="an unknown action"),
        param("pattern: a\ncolour: red", [note(LOST, "colour", "hookify knows no field colour, and nothing is made of it", 3)], id="an unknown field"),
        param("pattern: a\nenabled: false", [note(KEPT, "enabled", "the rule is turned off, and nothing is written for it", 3)], id="turned off"),
        param("pattern: a\nconditions:\n  - field: x\n    pattern: b", [note(LOST, "pattern", "there are conditions, so hookify does not look at pattern", 2)], id="pattern beside conditions"),
        param("conditions:\n  - field: x\n    pattern: b\n    flags: i", [note(LOST, "conditions/flags", "a condition has no field flags, and nothing is made of it", 5)], id="an unknown field of a condition"),
        param("conditions:\n  - field: x\n    operator: not_contains\n    pattern: a|b", [note(KEPT, "pattern", "not_contains takes 'a|b' as it stands, bars included: for alternatives use regex_match", 5)], id="bars that are no alternatives"),
        param("pattern: .*", [note(KEPT, "pattern", "'.*' fits even an empty text, so nearly every one, as in hookify", 2)], id="a pattern for everything"),
        param("pattern: a|", [note(KEPT, "pattern", "'a|' fits even an empty text, so nearly every one, as in hookify", 2)], id="a bar too many"),
        param("pattern: grep\\s+-E", [note(KEPT, "pattern", "hookify takes no notice of case: capitals fit small letters too", 2)], id="capitals"),
        param("pattern: \\Brm\\S(?P<NAME>x)", [], id="capitals that are none"),
        param("pattern: ^$", [], id="only an empty text"),
        param("pattern: (?=x)", [], id="a look ahead that needs something"),
        param("pattern: ^(?!.*safe)", [note(KEPT, "pattern", "'^(?!.*safe)' fits even an empty text, so nearly every one, as in hookify", 2)], id="whatever lacks something"),
        param("pattern: '[[a]'", [], id="a pattern Python warns about"),
    ],
)  # fmt: skip
def test_notes(fields: str, notes: list[Note]) -> None:
    found = read(fields)
    assert (list(found.notes), found.faults) == (notes, ())


@pytest.mark.parametrize("pattern", ["(|)" * 60 + "x", "(?:(?:(?:x?){999}){999}){999}y", "(a*)*" * 20 + "b"])
def test_no_pattern_holds_the_reader_up(pattern: str) -> None:
    found = read(f"pattern: {pattern}")
    assert (found.faults, found.notes) == ((), ())


def test_equals_nothing_is_a_condition() -> None:
    found = read("conditions:\n  - field: content\n    operator: equals\n    pattern: ''")
    assert found.faults == () and found.intended is not None
    assert found.intended.conditions == (Condition("content", "equals", "", 5),)


@pytest.mark.parametrize(
    ("fields", "conditions"),
    [
        param("conditions:\n  - a word\npattern: x", None, id="hookify gives up a file with such a list"),
        param("pattern: true", (Condition("content", "regex_match", True),), id="a pattern that is a truth value"),
        param("conditions: [{field: a}]", (), id="flow style is no list for it"),
        param("conditions:\n- field: a\n  pattern: b", (Condition("a", "regex_match", ""),), id="a pattern lost"),
    ],
)
def test_conditions_as_hookify_takes_them(fields: str, conditions: Any) -> None:
    strict = read(fields).strict
    assert (strict and strict.conditions) == conditions


PIECES = st.sampled_from([
    "---", "\n", "  ", "\t", "- ", ": ", ",", "#", "'", '"', "|", ">", "[", "]", "{", "}", "\ufeff", "\r", "\0", "name", "enabled",
    "event", "action", "pattern", "conditions", "field", "operator", "tool_matcher", "regex_match", "not_contains", "true",
    "false", "block", "bash", "(", "a{2,1}", "\\", "é", "\ud800", "\n- field: command", "\npattern: ", "x",
])  # fmt: skip
WHOLE = (
    "---\nname: n\nenabled: true\nevent: bash\naction: block\ntool_matcher: Bash\nconditions:\n  - field: command\n"
    "    operator: regex_match\n    pattern: rm\\s+-rf\n  - field: command\n    operator: not_contains\n    pattern: safe\n---\nNo.\n"
)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A good file, cut, doubled and filled with what rule files are made of."""
    text = WHOLE
    for _ in range(draw(st.integers(1, 6))):
        at, length = draw(st.integers(0, len(text))), draw(st.integers(0, 12))
        text = text[:at] + "".join(draw(st.lists(PIECES, max_size=3))) + text[at + length :]
    return text


@settings(max_examples=settings.default.max_examples, deadline=None)
@given(mutated() | st.text() | st.lists(PIECES, max_size=40).map("".join).map("---\n{}\n---\nbody".format))
def test_whatever_a_file_holds_it_is_a_rule_or_a_fault_with_its_line(text: str) -> None:
    found = read_rule(text, FILE_NAME, "x")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    assert (found.intended is None) == bool(found.faults)
    assert all(1 <= fault.line <= lines and fault.problem and fault.remedy for fault in found.faults)
    assert all(one.file == FILE_NAME and one.sentence for one in found.notes)
    if found.intended is not None:
        assert found.intended.conditions
        assert all(one.field and (one.pattern or one.operator == "equals") for one in found.intended.conditions)
        assert found.intended.event in (BASH, FILE, "stop", "prompt", ALL)
