"""config.jsontext: JSON that remembers where everything stands, and says what is wrong with it."""

import json
import time
from typing import Any

import pytest

from hookline.config.codes import CODES
from hookline.config.jsontext import ARRAY, MAX_DEPTH, MAX_VALUES, OBJECT, STRING, Member, Node, read


def plain(node: Node | None) -> Any:
    """The tree as Python values; an object as a list of pairs, because keys may repeat."""
    if node is None:
        return None
    if node.kind == OBJECT:
        return [(member.key, plain(member.node)) for member in node.value]
    if node.kind == ARRAY:
        return [plain(item) for item in node.value]
    return node.value


def faults(text: str) -> list[tuple[str, int, int]]:
    """Code, line and column of each fault."""
    document = read(text)
    return [(fault.code, *document.position(fault.start)) for fault in document.faults]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param("{}", [], id="an empty object"),
        pytest.param(" [ ] ", [], id="an empty list, in white space"),
        pytest.param('{"a": 1, "a": [true, false, null]}', [("a", 1), ("a", [True, False, None])], id="repeated keys stay"),
        pytest.param('"a\\u00e9\\n\\"\\ud83d\\ude00"', 'aé\n"😀', id="escapes, and a pair that makes one character"),
        pytest.param('{"\\u0061": 1}', [("a", 1)], id="an escaped key"),
        pytest.param('{"a" /**/: 1}', [("a", 1)], id="a comment before the colon is passed over"),
        pytest.param("-12.5e2", -1250.0, id="a number with everything"),
        pytest.param("12345678901234567890", 12345678901234567890, id="a whole number keeps its digits"),
        pytest.param("1e999", float("inf"), id="a number too large for the machine"),
        pytest.param("9" * 5000, float("inf"), id="more digits than int() takes"),
        pytest.param("\ufeff\ufeff{}", [], id="byte order marks are skipped"),
        pytest.param("{'a': 'b'}", [("a", "b")], id="single quotes are read on"),
        pytest.param("[NaN, True]", [None, None], id="foreign words are passed over"),
        pytest.param('["a\tb"]', ["a\tb"], id="a raw tab stays in its string"),
        pytest.param('{"a": [1,], }', [("a", [1])], id="trailing commas are passed over"),
    ],
)
def test_values(text: str, value: Any) -> None:
    assert plain(read(text).root) == value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [("empty-file", 1, 1)], id="nothing at all"),
        pytest.param(" \n\t", [("empty-file", 1, 1)], id="only white space"),
        pytest.param("// x", [("comment", 1, 1), ("empty-file", 1, 1)], id="only a comment"),
        pytest.param('{\n  // a\n  # b\n  "c": 1 /* d\n */}', [("comment", 2, 3)], id="only the first comment is named"),
        pytest.param('{"a": 1 /* never closed', [("comment", 1, 9), ("half-written", 1, 23)], id="a comment to the end"),
        pytest.param('{"a": [1,],}', [("trailing-comma", 1, 9)], id="only the first trailing comma is named"),
        pytest.param("{'a': 1}", [("single-quotes", 1, 2)], id="a key in single quotes"),
        pytest.param("['a", [("single-quotes", 1, 2)], id="single quotes that never close"),
        pytest.param("[undefined]", [("foreign-word", 1, 2)], id="a word of JavaScript"),
        pytest.param("[-Infinity]", [("foreign-word", 1, 2)], id="minus infinity"),
        pytest.param('["a\nb"]', [("control-character", 1, 4)], id="a line break in a string"),
        pytest.param('["a\nb', [("control-character", 1, 4), ("half-written", 1, 2)], id="an open quote over a line break"),
        pytest.param('["a\n\\x"]', [("control-character", 1, 4), ("syntax", 2, 1)], id="a line break and a bad escape"),
        pytest.param('["\\x"]', [("syntax", 1, 3)], id="an escape JSON does not have"),
        pytest.param('["\\u12"]', [("syntax", 1, 4)], id="an escape that is too short"),
        pytest.param('["\\u12', [("half-written", 1, 2)], id="an escape cut off by the end"),
        pytest.param('{"a": "b', [("half-written", 1, 7)], id="a string cut off by the end"),
        pytest.param('{"a', [("half-written", 1, 2)], id="a key cut off by the end"),
        pytest.param('{"a\\n"', [("half-written", 1, 6)], id="the end before the colon"),
        pytest.param('{"a": tru', [("half-written", 1, 7)], id="a word cut off by the end"),
        pytest.param('{"a":', [("half-written", 1, 5)], id="the end before a value"),
        pytest.param('{"a": 1', [("half-written", 1, 7)], id="the end before the bracket"),
        pytest.param('{"a": 1,', [("half-written", 1, 8)], id="the end after a comma"),
        pytest.param("{", [("half-written", 1, 1)], id="the end after the first bracket"),
        pytest.param("{} {}", [("text-after", 1, 4)], id="two documents"),
        pytest.param("{a: 1}", [("syntax", 1, 2)], id="a key without quotes"),
        pytest.param("{[1]: 1}", [("syntax", 1, 2)], id="a key that is no text"),
        pytest.param('{"a\\n" 1}', [("syntax", 1, 8)], id="no colon"),
        pytest.param('{"a": hello}', [("syntax", 1, 7)], id="a text without quotes"),
        pytest.param("[01]", [("syntax", 1, 2)], id="a leading zero"),
        pytest.param("[1 2]", [("syntax", 1, 4)], id="no comma"),
        pytest.param("[1}", [("syntax", 1, 3)], id="the wrong bracket"),
        pytest.param("[,]", [("syntax", 1, 2)], id="a comma and no value"),
        pytest.param("[" * (MAX_DEPTH + 1), [("too-deep", 1, MAX_DEPTH + 1)], id="one level too deep"),
        pytest.param("[" * 1_000_000, [("too-deep", 1, MAX_DEPTH + 1)], id="a million levels"),
        pytest.param("{}", [], id="nothing wrong"),
    ],
)
def test_faults(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert faults(text) == expected


def test_the_deepest_nesting_that_is_read() -> None:
    document = read("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    assert document.faults == ()
    assert document.root is not None


def test_every_fault_has_a_row_a_problem_and_a_remedy() -> None:
    texts = ["", "{", "{//\n}", "[1,]", "['a']", "[NaN]", '["\n"]', "{}x", "[" * 99, "[01]", '{"a" 1}', '["\\x"]']
    found = [fault for text in texts for fault in read(text).faults]
    assert {fault.code for fault in found} == {
        "empty-file", "half-written", "comment", "trailing-comma", "single-quotes", "foreign-word", "control-character",
        "text-after", "too-deep", "syntax",
    }  # fmt: skip
    assert all(fault.code in CODES and fault.problem and fault.remedy for fault in found)


def test_long_words_are_cut_in_messages() -> None:
    (fault,) = read("[" + "x" * 1000 + "]").faults
    assert fault.problem == "x" * 39 + "… is neither a string nor a number"


@pytest.mark.parametrize(
    ("text", "offset", "position"),
    [
        pytest.param("ab\ncd", 0, (1, 1), id="the first character"),
        pytest.param("ab\ncd", 4, (2, 2), id="the second line"),
        pytest.param("a\r\nb\rc", 3, (2, 1), id="a Windows line end is one"),
        pytest.param("a\r\nb\rc", 5, (3, 1), id="a bare CR ends a line too"),
        pytest.param("é😀x", 2, (1, 3), id="columns are characters, not bytes"),
        pytest.param("\u2028x", 1, (1, 2), id="U+2028 ends no line"),
    ],
)
def test_positions(text: str, offset: int, position: tuple[int, int]) -> None:
    assert read(text).position(offset) == position


@pytest.mark.parametrize(
    ("start", "end", "width"),
    [
        pytest.param(0, 2, 2, id="inside a line"),
        pytest.param(1, 6, 1, id="cut at the end of the line, its line end not counted"),
        pytest.param(2, 3, 1, id="never less than one"),
        pytest.param(4, 99, 2, id="to the end of the text"),
    ],
)
def test_widths(start: int, end: int, width: int) -> None:
    assert read("ab\r\ncd").width(start, end) == width


def test_nodes_and_keys_know_their_offsets() -> None:
    root = read('{"a": "xyz"}').root
    assert root == Node(OBJECT, [Member("a", 1, 4, Node(STRING, "xyz", 6, 11))], 0, 12)


def test_a_real_document_reads_as_the_json_module_reads_it() -> None:
    text = json.dumps({"version": 1, "hooks": {"stop": [{"command": './x é 😀 \\ " \n', "timeout": 1.5}]}}, indent=2)
    assert plain(read(text).root) == json.loads(text, object_pairs_hook=lambda pairs: pairs)


@pytest.mark.parametrize("piece", ["//\n", "/*", '"a', "'a", "{", '{"a":', "1,", "\\", "\t", "-", "#"])
def test_a_mebibyte_of_anything_is_read_in_little_time(piece: str) -> None:
    text = "[" + piece * (1024 * 1024 // len(piece))
    began_s = time.monotonic()
    assert read(text).faults
    assert time.monotonic() - began_s < 60


def test_a_file_with_more_values_than_anybody_needs_is_refused_in_time() -> None:
    document = read("[" + "1," * MAX_VALUES + "1]")
    assert document.root is None
    assert [(fault.code, fault.problem) for fault in document.faults] == [
        ("too-large", "the file has more than 150,000 values")
    ]
