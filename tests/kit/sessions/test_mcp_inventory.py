"""kit.mcp_inventory: new tools are asked about, those that ran are known, and the file is private and whole."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pytest import param

from hookline.kit.catalogue import load
from hookline.kit.kit_process import functions_of
from hookline.kit.sessions.mcp_inventory import inventory_path
from hookline.sdk.answer import Answer

CALL = {"mcp_server_name": "acme", "tool_name": "search", "command": "npx acme-mcp"}


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOOKLINE_STATE", str(tmp_path / "state"))


def before(*settings: str, **data: Any) -> Answer | None:
    functions, hooks = functions_of(load("mcp-inventory"), settings)
    answer: Answer | None = functions["beforeMCPExecution"](hooks.classes["beforeMCPExecution"]({**CALL, **data}))
    return answer


def after(*settings: str, **data: Any) -> None:
    functions, hooks = functions_of(load("mcp-inventory"), settings)
    call = {"mcp_server_name": "acme", "tool_name": "search", **data}
    assert functions["afterMCPExecution"](hooks.classes["afterMCPExecution"](call)) is None


def inventory() -> dict[str, Any]:
    with open(inventory_path(), encoding="utf-8") as file:
        found: dict[str, Any] = json.load(file)
    return found


def message(answer: Answer | None) -> str:
    assert answer is not None
    text: str = answer.fields["user_message"]
    return text


def test_asked_until_it_has_run_once() -> None:
    said = "mcp-inventory: the MCP server acme has not been used before."
    assert before() == Answer(permission="ask", user_message=said, agent_message=f"{said} The user is asked.")
    assert before() is not None, "nobody said yes"
    after()
    assert before() is None
    assert message(before(tool_name="delete")) == "mcp-inventory: delete of the MCP server acme has not been used before."


def test_a_server_that_moved_is_asked_about_again_with_all_its_tools() -> None:
    before()
    after()
    moved = before(command="npx evil-mcp --token ghp_x9Kd72LmQ0pZr5TvB8nWc3Yh6JsD1Gf4Ab2C")
    assert "acme is reached in another way than before (npx evil-mcp --token [masked:" in message(moved)
    assert "x9Kd72" not in Path(inventory_path()).read_text()
    assert before(command="npx evil-mcp --token ghp_x9Kd72LmQ0pZr5TvB8nWc3Yh6JsD1Gf4Ab2C") is not None


@pytest.mark.parametrize(
    ("first", "later", "is_asked"),
    [
        param({"command": None}, {"command": "npx evil"}, True, id="a server without an address gets a command"),
        param({"command": None}, {"command": None, "url": "https://evil.example"}, True, id="it gets an address"),
        param(
            {"command": None, "url": "https://acme.example"},
            {"command": "npx evil", "url": "https://acme.example"},
            True,
            id="a server with an address gets a command as well",
        ),
        param({"command": "npx acme"}, {"command": None}, False, id="the host no longer says how it is reached"),
        param(
            {"command": "npx acme", "url": "https://acme.example"},
            {"command": None, "url": "https://acme.example"},
            False,
            id="the host says less than before",
        ),
    ],
)
def test_a_server_that_is_reached_in_a_new_way(first: dict[str, Any], later: dict[str, Any], is_asked: bool) -> None:
    assert before(**first) is not None
    after()
    assert before(**first) is None
    answer = before(**later)
    assert (answer is not None) == is_asked
    assert not is_asked or "acme is reached in another way than before" in message(answer)
    after()
    assert before(**later) is None


def test_a_file_of_an_older_version_is_read() -> None:
    before()
    after()
    old = inventory()
    acme = old["servers"]["acme"]
    acme["reached_by"] = acme["reached_by"][0]
    Path(inventory_path()).write_text(json.dumps(old))
    assert before() is None
    assert before(command="npx evil") is not None


def test_nothing_is_learned_when_that_is_off() -> None:
    before("learn=off")
    after("learn=off")
    assert before("learn=off") is not None
    assert inventory()["servers"]["acme"]["tools"]["search"]["calls"] == 1


@pytest.mark.parametrize(
    ("settings", "permission"),
    [
        param(["servers=ac*"], None, id="a server of the list"),
        param(["tools=acme/sea*"], None, id="a tool of the list"),
        param(["tools=other/*"], "ask", id="a list of others"),
        param(["unknown=deny"], "deny", id="unknown ones are denied"),
        param(["unknown=pass"], None, id="unknown ones are only counted"),
        param(["servers=*", "deny_servers=acme"], "deny", id="ruled out beats the list"),
        param(["servers=*", "deny_tools=*/search"], "deny", id="a tool ruled out"),
    ],
)
def test_lists(settings: list[str], permission: str | None) -> None:
    answer = before(*settings)
    assert (answer and answer.permission) == permission


def test_what_the_list_let_run_is_not_known_without_it() -> None:
    before("servers=acme")
    after("servers=acme")
    assert before() is not None


def test_the_inventory_is_private_and_counts() -> None:
    before()
    after()
    after()
    after(tool_name="MCP:other")
    server = inventory()["servers"]["acme"]
    assert {name: (tool["calls"], tool.get("state")) for name, tool in server["tools"].items()} == {
        "search": (2, "known"),
        "other": (1, None),
    }
    assert os.stat(inventory_path()).st_mode & 0o777 == 0o600
    assert os.stat(os.path.dirname(inventory_path())).st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    ("data", "name"),
    [
        param({"url": "https://user:pw@mcp.acme.io/sse?key=1"}, "mcp.acme.io", id="its host"),
        param({"command": "npx acme-mcp --key x"}, "npx acme-mcp", id="its program"),
        param({"command": ""}, "(no name)", id="nothing"),
    ],
)
def test_a_server_without_a_name_gets_one(data: dict[str, str], name: str) -> None:
    before(**{"mcp_server_name": "", "command": "", **data})
    assert list(inventory()["servers"]) == [name]


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"servers": 1}', '{"servers": {"acme": {"tools": {"search": 3}}}}', '{"servers": {"acme": []}}']
)
def test_a_damaged_inventory_knows_nothing(text: str) -> None:
    Path(inventory_path()).write_text(text)
    assert before() is not None
    after()
    assert before() is None


def test_a_state_folder_that_cannot_be_used_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HOOKLINE_STATE", str(tmp_path / "file" / "state"))
    assert "it is unclear whether search of the MCP server acme is known" in message(before())
    assert "the inventory cannot be kept" in capsys.readouterr().err
    assert before("servers=acme") is None


def test_there_is_a_ceiling() -> None:
    many: dict[str, Any] = {f"t{number}": {} for number in range(5000)}
    Path(inventory_path()).write_text(json.dumps({"servers": {"acme": {"tools": many}}}))
    assert before() is not None
    after()
    assert len(inventory()["servers"]["acme"]["tools"]) == 5000


@pytest.mark.parametrize("value", [None, 7, ["x"], {"a": []}, "\ufffd\x00\ud800" * 100, "x" * 1_000_000])
def test_odd_input_goes_through(value: Any) -> None:
    fields = ("mcp_server_name", "tool_name", "tool_input", "url", "command", "mcp_server_url", "result_json")
    odd = dict.fromkeys(fields, value)
    assert before(**odd) is not None
    after(**odd)
    assert os.path.getsize(inventory_path()) < 10_000


def test_many_processes_at_once_lose_no_call() -> None:
    payload = json.dumps({"hook_event_name": "afterMCPExecution", "mcp_server_name": "acme", "tool_name": "search"})
    command = [sys.executable, "-m", "hookline", "hook", "mcp-inventory"]
    started = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(8)]
    for process in started:
        process.communicate(payload, timeout=120)
    assert [process.returncode for process in started] == [0] * 8
    assert inventory()["servers"]["acme"]["tools"]["search"]["calls"] == 8
