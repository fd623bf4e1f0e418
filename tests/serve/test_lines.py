from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest import param

from hookline.serve.lines import (
    LINE_LIMIT_BYTES,
    Admission,
    BadRequest,
    Request,
    TooLong,
    Writer,
    encode,
    parse_request,
    read_lines,
    read_some,
    watch,
    write_all,
)

# On a busy machine the first draw of text alone may take a second.
quickly = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

WAIT_S = 10


def chunks(*pieces: bytes) -> Callable[[int], bytes]:
    left = iter([*pieces, b""])
    return lambda limit_bytes: next(left)


@pytest.mark.parametrize(
    ("pieces", "lines"),
    [
        param([b"one\ntwo\n"], [b"one", b"two"], id="two lines in one piece"),
        param([b"o", b"ne\nt", b"wo"], [b"one", b"two"], id="lines over several pieces, the last without an end"),
        param([b"\n\n"], [b"", b""], id="empty lines"),
        param([], [], id="nothing"),
        param([b"12345678\nok\n"], [TooLong(b"12345678"), b"ok"], id="a line that is too long is thrown away whole"),
        param([b"12345", b"678", b"9\nok"], [TooLong(b"12345678"), b"ok"], id="also when it comes in pieces"),
        param([b"1234567"], [b"1234567"], id="as long as allowed"),
        param([b"12345678"], [TooLong(b"12345678")], id="too long and without an end"),
    ],
)
def test_lines(pieces: list[bytes], lines: list[bytes | TooLong]) -> None:
    assert list(read_lines(chunks(*pieces), limit_bytes=7)) == lines


@quickly
@given(st.lists(st.binary().map(lambda line: line.replace(b"\n", b" "))), st.integers(1, 20))
def test_lines_do_not_depend_on_the_pieces_they_come_in(lines: list[bytes], size: int) -> None:
    data = b"".join(line + b"\n" for line in lines)
    pieces = [data[start : start + size] for start in range(0, len(data), size)]
    assert list(read_lines(chunks(*pieces))) == lines


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


@pytest.mark.parametrize(
    ("requests", "limit_bytes", "sizes"),
    [
        param(2, 1000, [1, 1, 1], id="too many requests"),
        param(100, 10, [6, 4, 1], id="too many bytes"),
    ],
)
def test_the_last_one_waits_until_another_leaves(requests: int, limit_bytes: int, sizes: list[int]) -> None:
    admission = Admission(requests, limit_bytes)
    for size in sizes[:-1]:
        admission.enter(size)
    entered = threading.Event()
    waiting = threading.Thread(target=lambda: (admission.enter(sizes[-1]), entered.set()))
    waiting.start()
    assert not entered.wait(0.1)
    admission.leave(sizes[0])
    assert entered.wait(WAIT_S)
    waiting.join()


def test_one_request_alone_may_be_as_large_as_it_likes() -> None:
    Admission(limit_bytes=10).enter(1000)


def test_the_writer_writes_in_order_and_says_when() -> None:
    reading, writing = os.pipe()
    written: list[int] = []
    done = threading.Event()
    writer = Writer(writing, on_gone=lambda: pytest.fail("the reader is there"))
    writer.write(b"one\n", lambda: written.append(1))
    writer.write(b"two\n", lambda: (written.append(2), done.set()))
    assert done.wait(WAIT_S)
    assert (os.read(reading, 100), written) == (b"one\ntwo\n", [1, 2])
    os.close(reading)
    os.close(writing)


def test_the_writer_says_when_the_reader_has_gone() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    gone = threading.Event()
    Writer(writing, gone.set).write(b"x", lambda: pytest.fail("nobody has it"))
    assert gone.wait(WAIT_S)
    os.close(writing)


def test_descriptors_that_do_not_block_are_waited_for() -> None:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.set_blocking(writing, False)
    data = b"x" * 1_000_000
    thread = threading.Thread(target=write_all, args=(writing, data))
    thread.start()
    got = b""
    while len(got) < len(data):
        got += read_some(reading, 100_000)
    thread.join()
    os.close(writing)
    assert (got, read_some(reading, 1)) == (data, b"")
    os.close(reading)


def test_a_descriptor_that_cannot_be_read_is_at_its_end() -> None:
    reading, writing = os.pipe()
    assert read_some(writing, 1) == b""
    os.close(reading)
    os.close(writing)


def test_a_reader_that_leaves_is_noticed_without_a_write() -> None:
    reading, writing = os.pipe()
    gone = threading.Event()
    watch(writing, gone.set)
    assert not gone.wait(0.05)
    os.close(reading)
    assert gone.wait(10)
    os.close(writing)


def test_where_the_system_cannot_tell_the_next_write_will(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("select.poll")
    before = threading.active_count()
    watch(1, lambda: None)
    assert threading.active_count() == before
