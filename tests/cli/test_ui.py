"""`hookline ui`: the address it prints lets one browser in; it ends when it is told to; nobody else pays for it."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

STARTED = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start(box: Any) -> Iterator[STARTED]:
    """Start the program as a user does; ended after the test."""
    running: list[subprocess.Popen[str]] = []

    def started(*arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "hookline", "ui", *arguments]
        running.append(
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=box.environ, cwd=box.ws)
        )
        return running[-1]

    yield started
    for one in running:
        one.kill()
        one.communicate(timeout=60)


def get(port: int, path: str, **headers: str) -> tuple[int, dict[str, str]]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}
    finally:
        connection.close()


def test_the_printed_address_lets_one_browser_in(start: STARTED) -> None:
    running = start()
    assert running.stdout is not None
    found = re.fullmatch(r"Open  http://127\.0\.0\.1:([0-9]+)(/\?token=[\w-]{43})\n", running.stdout.readline())
    assert found, "the first line is the address"
    assert running.stdout.readline() == "The address works once. Ctrl-C ends the page.\n"
    port, path = int(found[1]), found[2]
    status, headers = get(port, path)
    assert (status, headers["location"]) == (303, "/")
    assert get(port, "/hooks", Cookie=headers["set-cookie"].partition(";")[0])[0] == 200
    assert [get(port, path)[0], get(port, "/hooks")[0]] == [403, 403]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_when_it_is_told_to_also_with_a_page_open(start: STARTED, number: signal.Signals) -> None:
    running = start("--json")
    assert running.stdout is not None
    told = json.loads(running.stdout.readline())
    _, headers = get(told["port"], "/?" + told["address"].partition("?")[2])
    connection = http.client.HTTPConnection("127.0.0.1", told["port"], timeout=60)
    connection.request("GET", "/api/events", headers={"Cookie": headers["set-cookie"].partition(";")[0]})
    answer = connection.getresponse()
    assert answer.readline() == b"retry: 1000\n"
    running.send_signal(number)
    _, err = running.communicate(timeout=60)
    connection.close()
    answer.close()
    assert (running.returncode, err) == (0 if number == signal.SIGINT else -signal.SIGTERM, "")


@pytest.mark.parametrize("wait_s", [0.0, 0.005, 0.02, 0.05])
def test_ctrl_c_ends_it_quietly_however_early_it_comes(start: STARTED, wait_s: float) -> None:
    running = start()
    assert running.stdout is not None
    running.stdout.readline()
    time.sleep(wait_s)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (0, "")


def test_a_port_can_be_chosen_and_one_that_is_taken_is_said(start: STARTED, run: Any) -> None:
    running = start("--json")
    assert running.stdout is not None
    port = json.loads(running.stdout.readline())["port"]
    ended = run("ui", "--port", str(port))
    assert (ended.code, ended.out) == (64, "")
    assert (
        ended.err
        == f"Error: port {port} of 127.0.0.1 cannot be used: Address already in use; choose another, or leave the port out\n"
    )


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_a_port_that_is_none_is_a_usage_error(run: Any, port: str) -> None:
    assert run("ui", "--port", port).code == 64


def test_a_folder_that_is_not_there_is_missing_input(run: Any) -> None:
    assert run("ui", "--workspace", "/nowhere").code == 66


def test_without_the_extra_it_says_what_to_install(box: Any) -> None:
    code = "import sys; sys.modules['starlette'] = None; from hookline.cli.main import main; sys.exit(main(['ui']))"
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=box.environ, cwd=box.ws, timeout=60
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "pip install 'hookline[ui]'" in ended.stderr


def test_fire_and_host_pay_nothing_for_the_page(box: Any) -> None:
    """Nothing of the page, and nothing of what it stands on, is loaded by a whole `fire`."""
    box.user_hooks({"stop": [{"command": "true"}]})
    code = (
        "import sys; from hookline.cli.main import main; main(['fire', 'stop', '--json']);"
        "print(sorted({name.split('.')[0] for name in sys.modules} & {'starlette', 'uvicorn', 'jinja2', 'anyio', 'markupsafe'}),"
        "[name for name in sys.modules if name.startswith(('hookline.web', 'hookline.config.switches'))], file=sys.stderr)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=box.environ, cwd=box.ws, timeout=60
    )
    assert (json.loads(ended.stdout)["event"], ended.stderr.splitlines()[-1]) == ("stop", "[] []")


def test_a_browser_is_opened_only_on_a_terminal(box: Any) -> None:
    """A program in the place of the browser tells; on a pipe it must not be called, on a terminal it must."""
    import pexpect

    told = box.root / "opened"
    browser = box.script("bin/browser", f'echo "$1" >> {told}\n')
    environ = {**box.environ, "BROWSER": f"{browser} %s"}
    piped = subprocess.Popen(
        [sys.executable, "-m", "hookline", "ui"], stdout=subprocess.PIPE, env=environ, cwd=box.ws, text=True
    )
    assert piped.stdout is not None
    piped.stdout.readline()
    piped.send_signal(signal.SIGINT)
    piped.communicate(timeout=60)
    assert not told.exists()
    child = pexpect.spawn(
        sys.executable, ["-m", "hookline", "ui"], env=environ, cwd=str(box.ws), timeout=60, encoding="utf-8"
    )
    child.expect(r"(http://127\.0\.0\.1:[0-9]+/\?token=[\w-]+)")
    address = child.match.group(1)
    child.expect("Ctrl-C ends the page")
    for _ in range(200):
        if told.exists() and told.read_text():
            break
        child.expect([pexpect.TIMEOUT, pexpect.EOF], timeout=0.1)
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert told.read_text() == address + "\n"
    assert not os.path.exists(box.home / ".mozilla")
