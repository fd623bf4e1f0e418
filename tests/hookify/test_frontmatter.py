"""dialects.hookify.frontmatter: the fields of a rule file as its author meant them, or a fault with its line."""

from __future__ import annotations

import pytest

from hookline.hookify.frontmatter import Condition, Fault, Frontmatter, read_frontmatter
from hookline.hookify.scalars import Scalar

param = pytest.param


def texts(fields: dict[str, Scalar]) -> dict[str, str]:
    return {key: value.text for key, value in fields.items()}


def read(text: str) -> Frontmatter:
    found = read_frontmatter(text)
    assert found.faults == (), found.faults
    return found


def test_a_whole_file() -> None:
    text = "---\nname: a\n\n# why\nconditions:\n  - field: command\n    pattern: x\nevent: bash\n---\n\nSay *this*.\n\n---\nAnd that.\n"
    assert read_frontmatter(text) == Frontmatter(
        {"name": Scalar("a", 2), "event": Scalar("bash", 8)},
        (Condition(6, {"field": Scalar("command", 6), "pattern": Scalar("x", 7)}),),
        "Say *this*.\n\n---\nAnd that.",
        (),
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        param("git---x", "git---x", id="a mark inside a value"),
        param('"---"', "---", id="a mark in quotes"),
        param("a, b: c", "a, b: c", id="commas and colons"),
        param("a # why", "a", id="a comment"),
        param("|\n  a\n  b", "a\nb", id="a block"),
        param(">-\n  a\n  b", "a b", id="a folded block"),
        param("a\n  b", "a b", id="a second line"),
        param("[a-z]+", "[a-z]+", id="what looks like a list"),
        param("{2}", "{2}", id="what looks like a mapping"),
        param("&x *y !z %w @v `u`", "&x *y !z %w @v `u`", id="what YAML takes for something else"),
        param("true", "true", id="what looks like a truth value"),
    ],
)
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("mark", ["", "\ufeff", "\ufeff\ufeff"], ids=["no mark", "a byte order mark", "two of them"])
def test_a_value_whatever_surrounds_it(value: str, text: str, ends: str, mark: str) -> None:
    found = read(mark + f"---\npattern: {value}\naction: block\n---\nbody\n".replace("\n", ends))
    assert (texts(found.fields), found.body) == ({"pattern": text, "action": "block"}, "body")


WANTED = [{"field": "command", "operator": "regex_match", "pattern": "a{1,3}"}]


@pytest.mark.parametrize(
    "listed",
    [
        param("\n  - field: command\n    operator: regex_match\n    pattern: a{1,3}", id="as hookify's own examples"),
        param("\n- field: command\n  operator: regex_match\n  pattern: a{1,3}", id="at zero indent"),
        param("\n\t- field: command\n\t  operator: regex_match\n\t  pattern: a{1,3}", id="by tabs"),
        param("\n  -\n    field: command\n    operator: regex_match\n    pattern: a{1,3}", id="the dash alone"),
        param("\n  - field: command, operator: regex_match, pattern: a{1,3}", id="on one line"),
        param("\n  - pattern: a{1,3}\n    field: command\n    operator: regex_match", id="pattern first, with a comma"),
        param(' [{field: command, operator: regex_match, pattern: "a{1,3}"}]', id="in flow style"),
        param(' [\n  {field: command, operator: regex_match,\n   pattern: "a{1,3}"}\n]', id="in flow style on many lines"),
        param('\n  - {field: command, operator: regex_match, pattern: "a{1,3}"}', id="an item in flow style"),
        param(
            "  # all\n\n  # one\n  - field: command  # which\n    operator: regex_match\n\n    pattern: a{1,3}",
            id="with comments",
        ),
        param("\n  - field: command\n    operator: regex_match\n    pattern: |\n      a{1,3}", id="with a block"),
        param("\n  - field: 'command'\n    operator: \"regex_match\"\n    pattern: 'a{1,3}'", id="in quotes"),
    ],
)
def test_a_condition_however_it_is_written(listed: str) -> None:
    found = read(f"---\nname: n\nconditions:{listed}\naction: block\n---\nbody")
    assert [texts(one.fields) for one in found.conditions or ()] == WANTED
    assert texts(found.fields) == {"name": "n", "action": "block"}


def test_two_conditions() -> None:
    found = read("---\nconditions:\n- field: a\n  pattern: b\n- field: c\n  pattern: d\nname: n\n---\n")
    assert [(one.line, texts(one.fields)) for one in found.conditions or ()] == [
        (3, {"field": "a", "pattern": "b"}), (5, {"field": "c", "pattern": "d"}),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        param("", Fault(1, "the file does not begin with a line ---", "put the fields of the rule between two lines ---"), id="nothing"),
        param("name: a\n---\n", Fault(1, "the file does not begin with a line ---", "put the fields of the rule between two lines ---"), id="no first mark"),
        param("---\nname: a\n", Fault(1, "the frontmatter does not end", "close it with a line --- before the message"), id="no second mark"),
        param("---\nname: a ---\n", Fault(1, "the frontmatter does not end", "close it with a line --- before the message"), id="a mark that is no line"),
        param("---\nname: a\nstray words\n---\n", Fault(3, "'stray words' is not a field", "write  name: value  at the beginning of the line"), id="a line without a key"),
        param("---\nname:a\n---\n", Fault(2, "'name:a' is not a field", "write  name: value  at the beginning of the line"), id="no blank after the colon"),
        param("---\nname: a\n  event: bash\n---\n", Fault(3, "'event: bash' is not a field", "write  name: value  at the beginning of the line"), id="a field that slipped to the right"),
        param("---\nname: a\nname: b\n---\n", Fault(3, "name is there twice", "keep one of the two"), id="a key twice"),
        param("---\npattern: 'a\n---\n", Fault(2, "pattern: a ' is opened and not closed", "put the whole value into single quotes, or leave them away"), id="open quotes"),
        param("---\nconditions: command\n---\n", Fault(2, "conditions is not a list", "write each condition on lines of its own, beginning with  - field:"), id="conditions that are a word"),
        param("---\nconditions:\n  field: a\n---\n", Fault(3, "'field: a' is not a condition", "begin each condition with  - field:"), id="conditions that are a mapping"),
        param("---\nconditions: [{field: a]\n---\n", Fault(2, "conditions: ']' is not a field", "write each condition on lines of its own, beginning with  - field:"), id="a broken list"),
        param("---\nconditions:\n  - field: a\nconditions:\n  - field: b\n---\n", Fault(4, "conditions is there twice", "make one list of the two"), id="conditions twice"),
        param("---\nconditions:\n  - field: a\n    field: b\n---\n", Fault(4, "field is there twice", "keep one of the two"), id="a field of a condition twice"),
        param("---\nconditions:\n  - just words\n---\n", Fault(3, "'just words' is not a field of a condition", "write  field:, operator: and pattern:"), id="a condition that is a word"),
        param("---\n" + "x" * 60 + "\n---\n", Fault(2, repr("x" * 39 + "…") + " is not a field", "write  name: value  at the beginning of the line"), id="a long line is shown in part"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_a_fault_with_its_line(text: str, fault: Fault) -> None:
    assert read_frontmatter(text).faults == (fault,)
