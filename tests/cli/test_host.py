from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest import param

SHELL = "beforeShellExecution"


class Peer:
    """A `hookline host` process, and the agent's end of its pipes."""

    def __init__(self, box: Any, *options: str, program: tuple[str, ...] = ("-m", "hookline")) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *program, "host", *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=box.ws, env=box.environ,
        )  # fmt: skip

    def send(self, request: Any) -> None:
        """One request; bytes go as they are."""
        assert self.process.stdin is not None
        self.process.stdin.write(request if isinstance(request, bytes) else json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()

    def answer(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def ask(self, request: Any) -> Any:
        self.send(request)
        return self.answer()

    def close_input(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def leave(self) -> None:
        """As an agent does that is done; one that hangs then fails the test."""
        with contextlib.suppress(BrokenPipeError):
            self.close_input()
        try:
            self.process.wait(30)
        finally:
            self.process.kill()
            self.process.wait(30)
            for stream in (self.process.stdout, self.process.stderr):
                if stream is not None:
                    stream.close()


@pytest.fixture
def peer(box: Any) -> Iterator[Peer]:
    found = Peer(box)
    yield found
    found.leave()


def wait_for(path: Path) -> str:
    deadline = time.monotonic() + 30
    while not (path.exists() and path.read_text()):
        assert time.monotonic() < deadline, f"{path} was never written"
        time.sleep(0.01)
    return path.read_text()


def test_an_answer_has_the_id_and_the_result_of_fire(box: Any, peer: Peer, call: Any) -> None:
    box.user_hooks({SHELL: [{"command": "exit 2", "matcher": "push"}]})
    answer = peer.ask({"id": "a-1", "event": SHELL, "input": {"command": "git push"}})
    assert (answer["id"], answer["event"], answer["blocked"]) == ("a-1", SHELL, True)
    assert answer["response"] == {"permission": "deny"}
    fired = call("fire", SHELL, "--set", "command=git push", "--json").json
    assert list(answer) == ["id", *fired]
    assert peer.ask({"id": 2, "event": SHELL, "input": {"command": "ls"}})["blocked"] is False


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        param(b"nonsense\n", {"id": None, "error": "the line is not JSON: Expecting value: line 1 column 1 (char 0)"}, id="no JSON"),
        param(b"\xff\n", {"id": None, "error": "the line is not JSON: 'utf-8' codec can't decode byte 0xff in position 0: "
                          "invalid start byte"}, id="no text"),
        param(b"[1]\n", {"id": None, "error": 'a request is a JSON object such as {"id": 1, "event": "stop", "input": {}}'},
              id="no object"),
        param(b'{"id": 7}\n', {"id": 7, "error": "the request has no event; name one, such as beforeShellExecution"}, id="no event"),
        param(b'{"id": 7, "event": "beforeshellExecution"}\n',
              {"id": 7, "error": "there is no event 'beforeshellExecution'. Did you mean 'beforeShellExecution'?"}, id="case"),
        param(b'{"id": 7, "event": "stopp"}\n', {"id": 7, "error": "there is no event 'stopp'. Did you mean 'stop'?"},
              id="no such event"),
        param(b'{"id": 7, "event": "stop", "input": 3}\n', {"id": 7, "error": "input is not a JSON object"}, id="no input"),
    ],
)  # fmt: skip
def test_a_bad_request_gets_an_error_line_and_the_host_goes_on(peer: Peer, line: bytes, answer: dict[str, Any]) -> None:
    assert peer.ask(line) == answer
    assert peer.ask({"id": 8, "event": "stop"})["id"] == 8


def test_an_event_of_another_profile_is_a_bad_request(box: Any) -> None:
    peer = Peer(box, "--profile", "cursor-2.3")
    assert peer.ask({"id": 1, "event": "sessionStart"})["error"].startswith("cursor-2.3 has no event sessionStart")
    peer.leave()


def test_empty_lines_are_passed_over(peer: Peer) -> None:
    peer.send(b"\n  \n")
    assert peer.ask({"id": 1, "event": "stop"})["id"] == 1


def test_overlapping_requests_are_answered_as_they_finish(box: Any, peer: Peer) -> None:
    box.user_hooks(
        {"stop": [{"command": f"while ! test -e {box.root}/go; do sleep 0.01; done"}], "preCompact": [{"command": "true"}]}
    )
    peer.send({"id": "slow", "event": "stop"})
    peer.send({"id": "quick", "event": "preCompact"})
    assert peer.answer()["id"] == "quick"
    (box.root / "go").touch()
    assert peer.answer()["id"] == "slow"


def test_the_end_of_input_waits_for_what_is_under_way(box: Any, peer: Peer) -> None:
    box.user_hooks({"stop": [{"command": "sleep 0.3"}]})
    for number in range(5):
        peer.send({"id": number, "event": "stop"})
    peer.send(b'{"id": 5, "event": "stop"}')  # a last line without its end
    peer.close_input()
    assert peer.process.stdout is not None
    answered = sorted(json.loads(line)["id"] for line in peer.process.stdout)
    assert answered == [0, 1, 2, 3, 4, 5]
    assert peer.process.wait(30) == 0


def test_a_long_line_is_served(box: Any, peer: Peer) -> None:
    box.user_hooks({"beforeReadFile": [{"command": f"wc -c > {box.root}/size"}]})
    content = "x" * 20_000_000
    answer = peer.ask({"id": 1, "event": "beforeReadFile", "input": {"content": content}})
    assert (answer["id"], answer["hooks"][0]["failure"]) == (1, None)
    assert int((box.root / "size").read_text()) > len(content)


def test_a_line_above_the_limit_is_refused_and_the_next_one_served(peer: Peer) -> None:
    peer.send(b'{"id": 1, "input": "' + b"x" * (64 * 1024 * 1024) + b'"}\n')
    assert peer.answer() == {"id": 1, "error": "the line is longer than 67108864 bytes; send less in one request"}
    assert peer.ask({"id": 2, "event": "stop"})["id"] == 2


def slow_hook(box: Any) -> None:
    box.script("home/.cursor/hooks/slow.sh", f"echo $$ > {box.root}/pid\nexec sleep 300\n")
    box.user_hooks({"stop": [{"command": "./hooks/slow.sh"}], "preCompact": [{"command": "true"}]})


def assert_gone(pid: int) -> None:
    deadline = time.monotonic() + 10
    while True:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        assert time.monotonic() < deadline, f"{pid} is still there"
        time.sleep(0.01)


def test_a_peer_that_left_ends_the_host_and_its_hooks(box: Any, peer: Peer) -> None:
    slow_hook(box)
    peer.send({"id": 1, "event": "stop"})
    pid = int(wait_for(box.root / "pid"))
    assert peer.process.stdout is not None
    peer.process.stdout.close()
    assert peer.process.wait(30) == 0
    assert_gone(pid)


@pytest.mark.parametrize("number", [param(n, id=n.name) for n in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)])
def test_a_signal_ends_the_host_and_its_hooks(box: Any, peer: Peer, number: signal.Signals) -> None:
    slow_hook(box)
    peer.send({"id": 1, "event": "stop"})
    pid = int(wait_for(box.root / "pid"))
    peer.process.send_signal(number)
    assert peer.process.wait(30) == 128 + number
    assert_gone(pid)


def test_a_peer_that_does_not_read_does_not_stop_the_deadlines(box: Any, peer: Peer) -> None:
    box.user_hooks({"beforeReadFile": [{"command": f"echo x >> {box.root}/ran"}]})
    for number in range(100):
        peer.send({"id": number, "event": "beforeReadFile", "input": {"content": "x" * 1000}})
    deadline = time.monotonic() + 30
    while not (box.root / "ran").exists() or len((box.root / "ran").read_text()) < 200:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert sorted(peer.answer()["id"] for _ in range(100)) == list(range(100))


def test_conversations_are_kept_apart(box: Any, peer: Peer) -> None:
    box.script("home/.cursor/hooks/env.sh", 'printf \'{"env": {"WHO": "%s"}}\' "$(cat | grep -o \'c-[0-9]\' | head -1)"')
    box.user_hooks({"sessionStart": [{"command": "./hooks/env.sh"}], "stop": [{"command": "echo $WHO >&2"}]})
    for name in ("c-1", "c-2"):
        peer.ask({"id": name, "event": "sessionStart", "input": {"session_id": name}})
    said = [
        peer.ask({"id": name, "event": "stop", "input": {"conversation_id": name}})["hooks"][0]["stderr"]
        for name in ("c-1", "c-2", "c-3")
    ]
    assert said == ["c-1\n", "c-2\n", "\n"]


def test_the_model_and_conversation_of_the_options_stand_where_the_event_names_none(box: Any) -> None:
    box.user_hooks({"stop": [{"command": "cat >&2"}]})
    peer = Peer(box, "--model", "m-1", "--conversation", "c-9")
    got = json.loads(peer.ask({"id": 1, "event": "stop"})["hooks"][0]["stderr"])
    assert (got["model"], got["conversation_id"]) == ("m-1", "c-9")
    got = json.loads(peer.ask({"id": 1, "event": "stop", "input": {"model": "m-2"}})["hooks"][0]["stderr"])
    assert got["model"] == "m-2"
    peer.leave()


def test_a_change_of_the_file_counts_for_the_next_event(box: Any, peer: Peer) -> None:
    assert peer.ask({"id": 1, "event": SHELL})["blocked"] is False
    box.user_hooks({SHELL: [{"command": "exit 2"}]})
    assert peer.ask({"id": 2, "event": SHELL})["blocked"] is True


def test_nothing_but_answers_is_on_stdout_and_nothing_on_stderr(peer: Peer) -> None:
    peer.ask({"id": 1, "event": "stop"})
    peer.close_input()
    assert peer.process.wait(30) == 0
    assert peer.process.stdout is not None and peer.process.stderr is not None
    assert (peer.process.stdout.read(), peer.process.stderr.read()) == (b"", b"")


def test_input_and_output_that_do_not_block_are_served_too(box: Any) -> None:
    """Node and others hand over pipes that do not block."""
    theirs_in, ours_out = os.pipe()
    ours_in, theirs_out = os.pipe()
    os.set_blocking(theirs_in, False)
    os.set_blocking(theirs_out, False)
    process = subprocess.Popen(
        [sys.executable, "-m", "hookline", "host"], stdin=theirs_in, stdout=theirs_out, cwd=box.ws, env=box.environ
    )
    os.close(theirs_in)
    os.close(theirs_out)
    time.sleep(0.2)  # so that it finds nothing to read at first
    os.write(ours_out, b'{"id": 1, "event": "stop"}\n')
    assert select.select([ours_in], [], [], 30)[0]
    assert json.loads(os.read(ours_in, 65536))["id"] == 1
    os.close(ours_out)
    assert process.wait(30) == 0
    os.close(ours_in)


def test_a_bug_of_ours_costs_one_request_and_leaves_a_report(box: Any) -> None:
    program = (
        "import sys\nfrom hookline.cli.main import main\nfrom hookline.engine.engine import Session\n"
        "fire = Session.fire\n"
        "def broken(self, event, given):\n    return 1 / 0 if event == 'stop' else fire(self, event, given)\n"
        "Session.fire = broken\nsys.exit(main(sys.argv[1:]))\n"
    )
    peer = Peer(box, program=("-c", program))
    answer = peer.ask({"id": 1, "event": "stop"})
    (report,) = [path for path in box.state.iterdir() if path.name.startswith("bug-")]
    assert answer == {"id": 1, "error": f"a bug in Hookline: ZeroDivisionError; a report is in {report}"}
    assert peer.ask({"id": 2, "event": "preCompact"})["blocked"] is False
    peer.leave()


def test_a_misspelt_field_is_told_in_the_notes(box: Any) -> None:
    peer = Peer(box, "--no-journal")
    try:
        decided = peer.ask({"id": 1, "event": SHELL, "input": {"comand": "ls", "timestamp": 1}})
        assert (decided["blocked"], decided["notes"]) == (
            False,
            ["beforeShellExecution has no field 'comand'; it is passed on as it is. Did you mean 'command'?"],
        )
        assert peer.ask({"id": 2, "event": SHELL, "input": {"command": "ls", "comand": "ls"}})["notes"] == []
    finally:
        peer.leave()
