"""judge.client: real requests to a real server on loopback."""

import socket
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from pytest import param

from hookline.errors import JudgeFailed, JudgeTimedOut
from hookline.extras import sentence
from hookline.judge.client import Call, Client, Line, Reply

CHAT = b'{"messages": [{"role": "system", "content": "p"}, {"role": "user", "content": "\\nBEGIN EVENT 000000000000000000000000\\n{}\\nEND EVENT 000000000000000000000000\\n"}]}'


def post(url: str, *, timeout_s: float = 30.0, line: Line | None = None) -> Reply:
    return Client().post(Call(f"{url}/v1/chat/completions", {"x-test": "1"}, CHAT), timeout_s=timeout_s, line=line or Line())


def test_a_reply_comes_whole(server: Any) -> None:
    reply = post(server.url)
    assert (reply.status, reply.headers["content-type"]) == (200, "application/json")
    assert b'"judge-1"' in reply.body
    sent = server.seen[0].headers
    assert (sent["x-test"], sent["content-type"], sent["accept-encoding"]) == ("1", "application/json", "identity")


@pytest.mark.parametrize(("behaviour", "status"), [("429", 429), ("500", 500), ("redirect", 307), ("401", 401)])
def test_another_status_is_a_reply_too(server: Any, behaviour: str, status: int) -> None:
    server.next(behaviour)
    assert post(server.url).status == status
    assert len(server.seen) == 1  # no redirect is followed


@pytest.fixture
def closed_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [
        param("truncated", "broke off in the middle of its answer", id="an answer that breaks off"),
        param("huge", "answered with more than 1 MiB", id="an answer without end"),
    ],
)
def test_no_reply(server: Any, behaviour: str, reason: str) -> None:
    server.next(behaviour)
    with pytest.raises(JudgeFailed, match=f"^{reason}$"):
        post(server.url)


def test_nobody_is_there(closed_port: int) -> None:
    with pytest.raises(JudgeFailed, match="^cannot be reached: Connection refused$"):
        post(f"http://127.0.0.1:{closed_port}")


def test_a_server_without_tls_is_not_spoken_to_by_tls(server: Any) -> None:
    with pytest.raises(JudgeFailed, match=r"^cannot be reached: TLS failed \(\w+\)$"):
        post(server.url.replace("http:", "https:"))
    assert server.seen == []


def test_a_name_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*arguments: Any, **more: Any) -> Any:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(JudgeFailed, match="^cannot be reached: its name is not known$"):
        post("http://judge.invalid")


@pytest.mark.parametrize("url", ["http://[::1", "http://\udcff/"])
def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(Exception, match="URL|cannot be asked"):
        post(url)


@pytest.mark.parametrize("behaviour", ["slow", "never", "drip"])
def test_a_server_that_dawdles_is_left_in_time(server: Any, behaviour: str) -> None:
    server.next(behaviour)
    began = time.monotonic()
    with pytest.raises(JudgeTimedOut):
        post(server.url, timeout_s=0.4)
    assert 0.35 < time.monotonic() - began < 10
    assert server.left.wait(10), "the connection stayed open"


def test_a_line_can_be_cut_by_another_thread(server: Any) -> None:
    server.next("never")
    line = Line()
    threading.Timer(0.2, line.cut).start()
    began = time.monotonic()
    with pytest.raises(JudgeTimedOut):
        post(server.url, line=line)
    assert time.monotonic() - began < 10
    assert server.left.wait(10)


def test_a_line_that_was_cut_before_it_was_open_is_never_used(server: Any) -> None:
    server.next("never")
    line = Line()
    line.cut()
    with pytest.raises(JudgeTimedOut):
        post(server.url, line=line)


def test_a_rest_ends_when_the_line_is_cut() -> None:
    line = Line()
    threading.Timer(0.1, line.cut).start()
    began = time.monotonic()
    line.rest(30)
    assert time.monotonic() - began < 10 and line.was_cut


def test_no_descriptor_is_left_behind(server: Any) -> None:
    import os

    post(server.url)
    before = len(os.listdir("/proc/self/fd"))
    client = Client()
    for behaviour in ("right", "500", "truncated", "huge", "redirect"):
        server.next(behaviour)
        try:
            client.post(Call(f"{server.url}/v1/chat/completions", {}, CHAT), timeout_s=30, line=Line())
        except JudgeFailed:
            pass
    time.sleep(0.2)  # the server, in this process, hangs up too
    assert len(os.listdir("/proc/self/fd")) <= before + 1


@pytest.fixture
def without_httpx2(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(sys.modules, "httpx2", None)
    yield


@pytest.mark.usefixtures("without_httpx2")
def test_without_the_package_it_is_said_how_to_install_it() -> None:
    assert Client().missing() == sentence("a model judge", "httpx2")


def test_with_it_nothing_is_missing() -> None:
    assert Client().missing() is None
