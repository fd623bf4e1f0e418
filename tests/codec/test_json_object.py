"""codec.json_object: what a hook printed."""

import pytest

from hookline.codec.json_object import NotAnAnswer, decoded, kind_of, parse_object


@pytest.mark.parametrize(
    ("stdout", "answer"),
    [
        pytest.param(b"", None, id="nothing is no answer"),
        pytest.param(b" \r\n\t ", None, id="white space is no answer"),
        pytest.param(b"{}", {}, id="an empty object is an answer"),
        pytest.param(b'\xef\xbb\xbf\xef\xbb\xbf{"a":1}\r\n\n', {"a": 1}, id="byte order marks and line ends are skipped"),
        pytest.param(b'{"user_message":"\xff"}', {"user_message": "\ufffd"}, id="invalid UTF-8 is replaced"),
        pytest.param(
            b'{"permission":"deny","permission":"allow"}', {"permission": "deny"}, id="the strictest of two permissions"
        ),
        pytest.param(b'{"permission":"allow","permission":"ask"}', {"permission": "ask"}, id="ask is stricter than allow"),
        pytest.param(b'{"permission":"deny","permission":7}', {"permission": "deny"}, id="a deny beside nonsense stays"),
        pytest.param(b'{"continue":false,"continue":true}', {"continue": False}, id="false beside true stays"),
        pytest.param(b'{"continue":0,"continue":true}', {"continue": True}, id="0 is not false"),
        pytest.param(b'{"decision":"block","decision":"approve"}', {"decision": "block"}, id="Claude's block stays"),
        pytest.param(
            b'{"hookSpecificOutput":{"permissionDecision":"deny"},"hookSpecificOutput":{"permissionDecision":"allow","a":1}}',
            {"hookSpecificOutput": {"permissionDecision": "deny", "a": 1}},
            id="Claude's deny stays in a part written twice",
        ),
        pytest.param(b'{"continue":false,"continue":true}', {"continue": False}, id="continue false beside true stays"),
        pytest.param(b'{"a":1,"a":2}', {"a": 2}, id="of other keys the last counts"),
        pytest.param(b'{"a":"\\ud800"}', {"a": "\ud800"}, id="a lone surrogate is kept"),
    ],
)
def test_answers(stdout: bytes, answer: object) -> None:
    assert parse_object(decoded(stdout)) == answer


@pytest.mark.parametrize(
    "stdout",
    [
        pytest.param(b"hello", id="text"),
        pytest.param(b"[]", id="a list"),
        pytest.param(b'"deny"', id="a string"),
        pytest.param(b"null", id="null"),
        pytest.param(b"NaN", id="NaN"),
        pytest.param(b'{"a":Infinity}', id="Infinity"),
        pytest.param(b'{"a":1e999}', id="a number too large"),
        pytest.param(b'{"a":' + b"9" * 100_000 + b"}", id="a hundred thousand digits"),
        pytest.param(b"[" * 100_000, id="nesting too deep"),
        pytest.param(b'{"a":' * 100_000, id="objects too deep"),
        pytest.param(b"{}{}", id="two documents"),
        pytest.param(b'log line\n{"permission":"deny"}', id="text before the object"),
        pytest.param(b"{}\x00", id="a NUL after it"),
        pytest.param('{"permission":"deny"}'.encode("utf-16"), id="UTF-16"),
        pytest.param(b'{"a":1', id="half an object"),
    ],
)
def test_what_is_no_answer_says_so(stdout: bytes) -> None:
    with pytest.raises(NotAnAnswer, match="^answer is not JSON: "):
        parse_object(decoded(stdout))


def test_values_in_words() -> None:
    told = [kind_of(value) for value in (None, True, 1, 1.5, "x", [], {}, ())]
    assert told == ["null", "true or false", "a number", "a number", "text", "a list", "an object", "tuple"]
