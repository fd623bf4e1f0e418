"""serve.requests: whatever a line holds, it is a request or the error to answer with."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest import param

from hookline.serve.lines import LINE_LIMIT_BYTES, TooLong
from hookline.serve.requests import BadRequest, Request, encode, parse_request

# On a busy machine the first draw of text alone may take a second.
quickly = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        param(
            b'{"id": 1, "event": "stop", "input": {"status": "error"}}', Request(1, "stop", {"status": "error"}), id="whole"
        ),
        param(b'{"event": "stop"}', Request(None, "stop", {}), id="id and input may be missing"),
        param(b'\xef\xbb\xbf{"id": "x", "event": "stop"}\r', Request("x", "stop", {}), id="a mark before, a CR after"),
        param(b"  \r", None, id="an empty line asks nothing"),
        param(
            b"[1]",
            BadRequest(None, 'a request is a JSON object such as {"id": 1, "event": "stop", "input": {}}'),
            id="a list",
        ),
        param(
            b'{"id": 2}', BadRequest(2, "the request has no event; name one, such as beforeShellExecution"), id="no event"
        ),
        param(
            b'{"id": 2, "event": 5}',
            BadRequest(2, "event is not text; name one, such as beforeShellExecution"),
            id="a number",
        ),
        param(
            b'{"id": [3], "event": "Stop"}',
            BadRequest([3], "there is no event 'Stop'. Did you mean 'stop'?"),
            id="unknown event",
        ),
        param(b'{"id": 4, "event": "stop", "input": []}', BadRequest(4, "input is not a JSON object"), id="input is a list"),
        param(b'{"id": 4, "event": "stop", "input": null}', BadRequest(4, "input is not a JSON object"), id="input is null"),
        param(b'{"id": NaN}', BadRequest(None, "the line is not JSON: NaN is not a JSON value"), id="NaN"),
        param(
            b' { "id" : "a b" , "event": NaN}',
            BadRequest("a b", "the line is not JSON: NaN is not a JSON value"),
            id="the id of a bad line is told when it comes first",
        ),
        param(
            TooLong(b'{"id": 9, "event": "stop", "input": {"x": "'),
            BadRequest(9, f"the line is longer than {LINE_LIMIT_BYTES} bytes; send less in one request"),
            id="too long",
        ),
    ],
)
def test_requests(line: bytes | TooLong, asked: Request | BadRequest | None) -> None:
    assert parse_request(line) == asked


@pytest.mark.parametrize(
    "line",
    [param(b"{", id="half a document"), param(b"\xff\xfe", id="no UTF-8"), param(b"[" * 100_000, id="nested too deep")],
)
def test_what_is_not_json_is_a_bad_request(line: bytes) -> None:
    asked = parse_request(line)
    assert isinstance(asked, BadRequest)
    assert asked.id is None
    assert asked.error.startswith("the line is not JSON: ")


@quickly
@given(st.binary())
def test_no_line_can_raise(line: bytes) -> None:
    asked = parse_request(line)
    assert asked is None or isinstance(asked, (Request, BadRequest))


def test_an_answer_is_one_line_of_ascii() -> None:
    line = encode({"id": 1, "text": "é\n\udce9", "number": float("nan")})
    assert line == b'{"id": 1, "text": "\\u00e9\\n\\udce9", "number": null}\n'
    assert json.loads(line)["text"] == "é\n\udce9"
