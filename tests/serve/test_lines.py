"""serve.lines: whole lines out of pieces, written and read however a descriptor behaves."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest import param

from hookline.serve.lines import TooLong, Writer, read_lines, read_some, watch, write_all

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
