"""dialects.document: the document hooks are added to, and its text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest import param

from hookline.dialects.adapter_script import wrap
from hookline.dialects.conversion import DialectHook
from hookline.dialects.document import as_text, drop_former, earlier, identity, loaded, not_written, ours_in

HOOK = DialectHook("stop", "./a.sh")


@pytest.mark.parametrize(
    ("text", "document"),
    [
        param("", {}, id="nothing"),
        param("\ufeff \r\n", {}, id="as good as nothing"),
        param('\ufeff{"a": 1}', {"a": 1}, id="a byte order mark"),
        param('{"a": 1.5, "b": null}', {"a": 1.5, "b": None}, id="any values"),
        param("{", None, id="no JSON"),
        param("[]", None, id="no object"),
        param('{"a": 1, "a": 1}', None, id="a key written twice"),
        param('{"x": {"a": 1, "a": 2}}', None, id="a key written twice further in"),
        param('{"a": NaN}', None, id="a number that is none"),
        param('{"a": -1e999}', None, id="a number without an end"),
        param("[" * 100_000, None, id="nesting without an end"),
    ],
)
def test_a_document_is_loaded(text: str, document: Any) -> None:
    assert loaded(text) == document


@pytest.mark.parametrize(
    ("existing", "text"),
    [
        param("", '{\n  "a": [\n    1\n  ]\n}\n', id="two blanks when there is nothing"),
        param('{\n\t"b": 1\n}', '{\n\t"a": [\n\t\t1\n\t]\n}\n', id="tabs"),
        param('{\n    "b": 1\n}', '{\n    "a": [\n        1\n    ]\n}\n', id="four blanks"),
        param('{\r\n  "b": 1\r\n}', '{\r\n  "a": [\r\n    1\r\n  ]\r\n}\r\n', id="line ends of Windows"),
        param('{"b": 1}', '{\n  "a": [\n    1\n  ]\n}\n', id="one line"),
    ],
)
def test_a_document_is_written_in_the_manner_of_the_present_text(existing: str, text: str) -> None:
    assert as_text({"a": [1]}, existing) == text


@settings(deadline=None)
@given(
    st.dictionaries(
        st.text(max_size=5),
        st.integers() | st.text(max_size=5) | st.floats(allow_nan=False, allow_infinity=False),
        max_size=5,
    )
)
def test_what_is_written_is_loaded_again(document: dict[str, Any]) -> None:
    assert loaded(as_text(document)) == document


def test_hooks_of_ours_are_found_wherever_they_stand() -> None:
    line = wrap(HOOK, "kiro", "Stop")
    document = {"hooks": [{"action": {"command": line}}, {"action": {"command": "other"}}, 5, None], "x": {"y": [[line]]}}
    assert ours_in(document) == [HOOK, HOOK]


def test_only_the_former_self_of_a_hook_is_taken_out() -> None:
    other = DialectHook("stop", "./b.sh")
    entries: list[Any] = [{"command": wrap(one, "cursor", "stop")} for one in (HOOK._replace(timeout_s=5), other)]
    entries += [{"command": "./mine.sh"}, "no entry"]
    drop_former(entries, [HOOK])
    assert entries == [{"command": wrap(other, "cursor", "stop")}, {"command": "./mine.sh"}, "no entry"]


@pytest.mark.parametrize(
    ("number", "sentences"),
    [
        param(0, [], id="none"),
        param(1, ["1 hook of an earlier conversion stays in p; remove those you no longer want"], id="one"),
        param(2, ["2 hooks of earlier conversions stay in p; remove those you no longer want"], id="two"),
    ],
)
def test_hooks_that_stay_are_counted(number: int, sentences: list[str]) -> None:
    stay = [DialectHook("stop", f"./{index}.sh") for index in range(number)]
    document = {"hooks": {"stop": [{"command": wrap(one, "cursor", "stop")} for one in (*stay, HOOK)]}}
    assert [note.sentence for note in earlier(document, [HOOK], "p")] == sentences


def test_options_are_no_part_of_what_a_hook_is() -> None:
    assert identity(HOOK) == identity(HOOK._replace(timeout_s=1, fail_closed=True, loop_limit=None, line=7))
    assert identity(HOOK) != identity(HOOK._replace(matcher="x"))


def test_a_file_that_cannot_be_added_to_is_a_lost_gate() -> None:
    written = not_written("p.json")
    assert (written.files, [(note.kind, note.file, note.gate) for note in written.notes]) == ((), [("lost", "p.json", True)])
