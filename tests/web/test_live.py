"""The live stream: every execution once, in the order of the journal, whoever wrote it; a break is gone on from."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from hookline.journal.journal_reader import Reader, ask
from hookline.web.routes import filters_of
from hookline.web.views.execution_shapes import ExecutionsView
from hookline.web.views.executions import executions_view
from hookline.web.world import World

Page = Any
Shop = Any
HOSTS, EVENTS = 8, 500


class Message(NamedTuple):
    """One message of the stream."""

    id: int
    event: str
    data: dict[str, Any]


class Stream:
    """What a browser's EventSource hears."""

    def __init__(self, page: Page, path: str = "/api/events", **headers: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", page.port, timeout=60)
        self._connection.request("GET", path, headers={"Cookie": page.cookie, **headers})
        self._answer = self._connection.getresponse()
        assert (self._answer.status, self._answer.headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
        assert self._answer.readline() == b"retry: 1000\n"  # from now on nothing is missed
        self._lines = self._read()

    def _read(self) -> Iterator[Message]:
        told: dict[str, str] = {}
        while line := self._answer.readline().decode():
            name, _, value = line.rstrip("\n").partition(": ")
            if line != "\n":
                told[name] = value
            elif "data" in told:
                yield Message(int(told["id"]), told["event"], json.loads(told["data"]))
                told = {}
            else:
                told = {}

    def take(self, number: int) -> list[Message]:
        return [next(self._lines) for _ in range(number)]

    def close(self) -> None:
        self._connection.close()
        self._answer.close()


@pytest.fixture
def listen(page: Page) -> Iterator[Callable[..., Stream]]:
    streams: list[Stream] = []

    def made(path: str = "/api/events", **headers: str) -> Stream:
        streams.append(Stream(page, path, **headers))
        return streams[-1]

    yield made
    for stream in streams:
        stream.close()


def fire(world: World, *events: str) -> None:
    engine = world.engine()
    session = engine.session("conv-live")
    for event in events:
        session.fire_sync(event, {"status": "completed"})
    engine.close()


def test_what_happens_from_now_on_is_told_as_the_list_shows_it(page: Page, listen: Callable[..., Stream]) -> None:
    stream = listen()
    fire(page.world, "stop", "beforeSubmitPrompt")
    told = stream.take(2)
    rows = page.get("/api/executions").json["rows"][:2][::-1]
    assert told == [Message(row["id"], "execution", row) for row in rows]


@pytest.mark.parametrize("how", ["the address", "the header"])
def test_a_break_is_gone_on_from(page: Page, listen: Callable[..., Stream], how: str) -> None:
    newest = ask(page.world.journal, Reader.newest_id)
    stream = listen("/api/events?after=3") if how == "the address" else listen(**{"Last-Event-ID": "3"})
    assert [one.id for one in stream.take(newest - 3)] == list(range(4, newest + 1))


def test_the_header_of_the_browser_beats_the_address_it_began_with(page: Page, listen: Callable[..., Stream]) -> None:
    assert listen("/api/events?after=1", **{"Last-Event-ID": "6"}).take(1)[0].id == 7


def test_a_number_of_another_journal_begins_now(page: Page, listen: Callable[..., Stream]) -> None:
    stream = listen("/api/events?after=123456")
    newest = ask(page.world.journal, Reader.newest_id)
    fire(page.world, "stop")
    assert stream.take(1)[0].id == newest + 1


def test_what_is_written_between_the_list_and_the_stream_arrives_exactly_once(
    page: Page, listen: Callable[..., Stream]
) -> None:
    view = page.get("/api/executions").json
    fire(page.world, "stop", "beforeSubmitPrompt")
    stream = listen(f"/api/events?after={view['page']['newest_id']}")
    fire(page.world, "stop")
    shown = [row["id"] for row in view["rows"]]
    told = [message.id for message in stream.take(3)]
    assert shown[0] == view["page"]["newest_id"]
    assert told == [shown[0] + 1, shown[0] + 2, shown[0] + 3]


def test_what_is_written_while_the_list_is_made_arrives_exactly_once(page: Page, listen: Callable[..., Stream]) -> None:
    def listed(world: World, journal: Reader) -> ExecutionsView:
        journal.newest_id()
        fire(world, "stop")
        return executions_view(world, journal, filters_of({}))

    view = page.world.look(listed)
    told = listen(f"/api/events?after={view['page']['newest_id']}").take(1)[0]
    assert (view["rows"][0]["id"], told.id) == (view["page"]["newest_id"], view["page"]["newest_id"] + 1)


def test_filters_narrow_it(page: Page, listen: Callable[..., Stream]) -> None:
    stream = listen("/api/events?after=0&event=stop&source=project")
    fire(page.world, "beforeSubmitPrompt", "stop")
    assert [one.data["event"] for one in stream.take(2)] == ["stop", "stop"]


@pytest.mark.parametrize("path", ["/api/events?after=x", "/api/events?event=never", "/api/events?after=-1"])
def test_what_makes_no_sense_is_refused(page: Page, path: str) -> None:
    assert page.get(path).status == 400


def test_another_journal_in_its_place_is_told_from_its_beginning(page: Page, listen: Callable[..., Stream]) -> None:
    stream = listen()
    import os

    for suffix in ("", "-wal", "-shm"):
        if os.path.exists(page.world.journal + suffix):
            os.unlink(page.world.journal + suffix)
    time.sleep(0.5)
    fire(page.world, "stop")
    assert stream.take(1)[0].id == 1


@pytest.mark.slow
def test_500_events_of_eight_hosts_all_appear_in_order(
    shop: Shop, serve: Callable[[World], Page], request: pytest.FixtureRequest
) -> None:
    page = serve(shop.world)
    stream = Stream(page)
    request.addfinalizer(stream.close)
    shares = [EVENTS // HOSTS + (number < EVENTS % HOSTS) for number in range(HOSTS)]
    hosts = [
        subprocess.Popen(
            [sys.executable, "-m", "hookline", "host", "--workspace", str(shop.folder)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(shop.environ), cwd=shop.folder,
        )
        for _ in range(HOSTS)
    ]  # fmt: skip
    asked = [
        "".join(
            json.dumps({"id": number, "event": "stop", "input": {"conversation_id": f"host-{host}", "status": f"{number}"}}) + "\n"
            for number in range(share)
        )
        for host, share in enumerate(shares)
    ]  # fmt: skip
    workers = [
        threading.Thread(target=host.communicate, args=(text.encode(),)) for host, text in zip(hosts, asked, strict=True)
    ]
    for worker in workers:
        worker.start()
    told = stream.take(EVENTS)
    for worker in workers:
        worker.join(60)
    assert [host.returncode for host in hosts] == [0] * HOSTS
    stored = [entry.id for entry in ask(shop.world.journal, Reader.recent, limit=EVENTS + 1)][::-1]
    assert [one.id for one in told] == stored
    by_host: dict[str, int] = {}
    for one in told:
        by_host[one.data["conversation_id"]] = by_host.get(one.data["conversation_id"], 0) + 1
    assert by_host == {f"host-{host}": share for host, share in enumerate(shares)}
