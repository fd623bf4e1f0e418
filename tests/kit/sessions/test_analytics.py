"""analytics: counts, and nothing else; sent only where the person says, and never in anybody's way."""

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from hookline.errors import UsageError
from hookline.kit.catalogue import load
from hookline.kit.kit_process import functions_of
from hookline.sdk.event_types import Hooks

TODAY = time.strftime("%Y-%m-%d", time.gmtime())


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOOKLINE_STATE", str(tmp_path / "state"))
    return tmp_path / "state" / "kit" / "analytics.json"


def fire(event: str, data: dict[str, Any], *settings: str) -> None:
    functions, hooks = functions_of(load("analytics"), settings)
    assert functions[event](hooks.classes[event](data)) is None


def events(file: Path) -> dict[str, Any]:
    days = json.loads(file.read_text())["days"]
    return {event: tools for day in days.values() for event, tools in day.items()}


def test_events_and_tools_are_counted_with_their_durations(file: Path) -> None:
    fire("postToolUse", {"tool_name": "Shell", "duration": 100, "tool_output": "hush"})
    fire("postToolUse", {"tool_name": "Shell", "duration": 40.5})
    fire("postToolUse", {"tool_name": "MCP:query"})
    fire("afterAgentThought", {"duration_ms": 7, "text": "hush"})
    assert events(file) == {
        "postToolUse": {
            "Shell": {"count": 2, "ms": 140.5, "longest_ms": 100},
            "MCP:query": {"count": 1, "ms": 0, "longest_ms": 0},
        },
        "afterAgentThought": {"": {"count": 1, "ms": 7, "longest_ms": 7}},
    }
    assert "hush" not in file.read_text()


@pytest.mark.parametrize("event", list(Hooks.classes))
def test_every_event_is_counted(file: Path, event: str) -> None:
    fire(event, {})
    assert events(file) == {event: {"": {"count": 1, "ms": 0, "longest_ms": 0}}}


@pytest.mark.parametrize("duration", ["x", None, -5, float("nan"), float("inf"), True, [], 1e300])
def test_a_duration_that_is_none_counts_nothing(file: Path, duration: Any) -> None:
    fire("postToolUse", {"duration": duration, "tool_name": 5})
    assert events(file) == {"postToolUse": {"": {"count": 1, "ms": 0, "longest_ms": 0}}}


def test_names_of_tools_cannot_fill_the_disk(file: Path) -> None:
    for number in range(3):
        fire("preToolUse", {"tool_name": f"{number}" + "x" * 10_000_000})
    assert [len(name) for name in events(file)["preToolUse"]] == [100, 100, 100]
    table = json.loads(file.read_text())
    table["days"][TODAY]["preToolUse"] = {str(number): {"count": 1} for number in range(500)}
    file.write_text(json.dumps(table))
    fire("preToolUse", {"tool_name": "new"})
    fire("preToolUse", {"tool_name": "7"})
    assert events(file)["preToolUse"]["others"]["count"] == 1
    assert events(file)["preToolUse"]["7"]["count"] == 2


def test_old_days_are_forgotten(file: Path) -> None:
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"days": {"2020-01-01": {}, "2020-01-02": {}}}))
    fire("stop", {}, "days=2")
    assert list(json.loads(file.read_text())["days"]) == ["2020-01-02", TODAY]


@pytest.mark.parametrize("text", ["{", "[]", '{"days": 5}', json.dumps({"days": {TODAY: 3}})])
def test_a_damaged_file_is_begun_again(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True)
    file.write_text(text)
    fire("stop", {})
    assert events(file)["stop"][""]["count"] == 1


def test_a_place_that_cannot_be_written_is_told_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOOKLINE_STATE", str(tmp_path))
    (tmp_path / "kit" / "analytics.json").mkdir(parents=True)
    fire("stop", {})
    assert "analytics: stop is not counted: [Errno 21] Is a directory: " in capsys.readouterr().err


class Endpoint:
    """A server that takes counts, or does not."""

    def __init__(self) -> None:
        self.bodies: list[Any] = []
        self.status, self.delay_s = 204, 0.0
        endpoint = self

        class Post(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                time.sleep(endpoint.delay_s)
                endpoint.bodies.append(json.loads(body))
                self.send_response(endpoint.status)
                self.send_header("Location", endpoint.address + "/elsewhere")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                return

        self.server = HTTPServer(("127.0.0.1", 0), Post)
        self.address = f"http://127.0.0.1:{self.server.server_port}"


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    made = Endpoint()
    thread = threading.Thread(target=made.server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield made
    made.server.shutdown()
    made.server.server_close()
    thread.join()


def test_counts_are_sent_when_the_agent_stops_and_only_once(file: Path, endpoint: Endpoint) -> None:
    setting = f"endpoint={endpoint.address}"
    fire("preToolUse", {"tool_name": "Shell", "tool_input": {"command": "hush"}, "user_email": "a@b.c"}, setting)
    assert endpoint.bodies == []
    fire("stop", {}, setting)
    fire("stop", {}, setting)
    one = {"count": 1, "ms": 0, "longest_ms": 0}
    assert endpoint.bodies == [
        {"source": "hookline", "days": {TODAY: {"preToolUse": {"Shell": one}, "stop": {"": one}}}},
        {"source": "hookline", "days": {TODAY: {"stop": {"": one}}}},
    ]
    assert events(file)["stop"][""]["count"] == 2


def test_what_was_not_taken_is_sent_the_next_time(
    file: Path, endpoint: Endpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    setting = f"endpoint={endpoint.address}"
    endpoint.status = 500
    fire("stop", {}, setting)
    assert "did not take the counts; they are sent with the next ones." in capsys.readouterr().err
    endpoint.status = 200
    fire("stop", {}, setting)
    assert endpoint.bodies[-1]["days"][TODAY]["stop"][""]["count"] == 2
    assert "unsent" not in json.loads(file.read_text())


def test_a_redirection_is_not_followed(file: Path, endpoint: Endpoint) -> None:
    endpoint.status = 307
    fire("stop", {}, f"endpoint={endpoint.address}")
    assert len(endpoint.bodies) == 1
    assert json.loads(file.read_text())["unsent"][TODAY]["stop"][""]["count"] == 1


def test_nobody_waits_for_a_slow_endpoint(file: Path, endpoint: Endpoint) -> None:
    endpoint.delay_s = 2
    began = time.monotonic()
    fire("stop", {}, f"endpoint={endpoint.address}", "seconds=0.1")
    assert time.monotonic() - began < 1.8
    assert json.loads(file.read_text())["unsent"][TODAY]["stop"][""]["count"] == 1


@pytest.mark.parametrize("address", ["http://127.0.0.1:1/", "http://[", "https://nobody.invalid/"])
def test_an_endpoint_that_is_not_there_changes_nothing(file: Path, address: str) -> None:
    fire("stop", {}, f"endpoint={address}")
    assert events(file)["stop"][""]["count"] == 1


@pytest.mark.parametrize("address", ["file:///etc/passwd", "ftp://x", "example.com"])
def test_only_addresses_of_the_web_are_taken(address: str) -> None:
    with pytest.raises(UsageError, match="write an address that begins with https:// or http://"):
        functions_of(load("analytics"), [f"endpoint={address}"])


def test_without_an_endpoint_nothing_gathers_to_be_sent(file: Path) -> None:
    file.parent.mkdir(parents=True)
    file.write_text('{"unsent": {"x": {}}}')
    fire("preToolUse", {})
    assert "unsent" not in json.loads(file.read_text())
