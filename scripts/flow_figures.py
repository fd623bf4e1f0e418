"""What flow-guard stops: each attack in tests/kit/flow/attacks.toml, and of a day of harmless work
(days.toml) as few calls as can be; printed, and written into its page.

Every call becomes the events a host fires for it, before and after, in one conversation.

    scripts/flow_figures.py [--write]
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hookline.kit.catalogue import load
from hookline.kit.kit_process import functions_of

ROOT = Path(__file__).resolve().parent.parent
MATERIAL = ROOT / "tests" / "kit" / "flow"
PAGE = ROOT / "docs" / "kit" / "flow-guard.md"
BEGIN, END = "<!-- figures -->", "<!-- /figures -->"
WORKSPACE = "/work/shop"

Event = tuple[str, dict[str, Any]]


class Stopped(NamedTuple):
    """A call that was stopped: the conversation, the call, the permission, the message."""

    conversation: str
    call: str
    permission: str
    message: str


def material(name: str) -> list[dict[str, Any]]:
    """The attacks, or the conversations of the day."""
    table = tomllib.loads((MATERIAL / f"{name}.toml").read_text(encoding="utf-8"))
    rows: list[dict[str, Any]] = next(iter(table.values()))
    return [row | {"calls": calls_of(row["calls"])} for row in rows]


def calls_of(calls: str | list[str]) -> list[str]:
    return calls.strip().splitlines() if isinstance(calls, str) else calls


def events_of(call: str) -> list[Event]:
    """The events that a host fires for a call, in their order."""
    kind, _, rest = call.partition(" ")
    return list(_EVENTS[kind](rest))


def _shell(rest: str) -> Iterator[Event]:
    command, _, output = rest.partition(" => ")
    yield "beforeShellExecution", {"command": command, "cwd": WORKSPACE}
    yield "afterShellExecution", {"command": command, "output": output, "cwd": WORKSPACE}


def _read(rest: str) -> Iterator[Event]:
    path, _, content = rest.partition(" ")
    yield "beforeReadFile", {"file_path": path, "content": content}


def _edit(rest: str) -> Iterator[Event]:
    yield "afterFileEdit", {"file_path": f"{WORKSPACE}/{rest}", "edits": []}


def _fetch(rest: str) -> Iterator[Event]:
    yield "preToolUse", {"tool_name": "WebFetch", "tool_input": {"url": rest}}
    yield (
        "postToolUse",
        {"tool_name": "WebFetch", "tool_input": {"url": rest}, "tool_output": '"A page."'},
    )


def _search(rest: str) -> Iterator[Event]:
    yield "preToolUse", {"tool_name": "WebSearch", "tool_input": {"search_term": rest}}


def _mcp(rest: str) -> Iterator[Event]:
    name, _, arguments = rest.partition(" ")
    server, _, tool = name.partition("/")
    call = {"mcp_server_name": server, "tool_name": tool, "tool_input": arguments}
    yield "beforeMCPExecution", call
    yield "afterMCPExecution", call | {"result_json": json.dumps({"content": []})}


def _response(rest: str) -> Iterator[Event]:
    yield "afterAgentResponse", {"text": rest}


def _prompt(rest: str) -> Iterator[Event]:
    yield "beforeSubmitPrompt", {"prompt": rest}


_EVENTS: dict[str, Callable[[str], Iterator[Event]]] = {
    "shell": _shell,
    "read": _read,
    "edit": _edit,
    "fetch": _fetch,
    "search": _search,
    "mcp": _mcp,
    "response": _response,
    "prompt": _prompt,
}


def play(
    name: str, calls: Sequence[str], settings: Sequence[str] = (), workspace: str = WORKSPACE
) -> list[Stopped]:
    """What is stopped of these calls; what is stopped does not happen."""
    functions, hooks = functions_of(load("flow-guard"), settings)
    stopped = []
    for call in calls:
        for event, fields in events_of(call):
            if event not in functions:
                continue
            data = {"conversation_id": name, "workspace_roots": [workspace], **fields}
            answer = functions[event](hooks.classes[event](data))
            if answer is not None and answer.permission in ("ask", "deny"):
                stopped.append(
                    Stopped(name, call, answer.permission, answer.fields["user_message"])
                )
                break
    return stopped


def make_workspace(folder: str) -> str:
    """The workspace of the day: a checkout of acme/shop."""
    workspace = os.path.join(folder, "shop")
    os.makedirs(os.path.join(workspace, ".git"))
    config = '[remote "origin"]\n\turl = git@github.com:acme/shop.git\n'
    Path(workspace, ".git", "config").write_text(config, encoding="utf-8")
    return workspace


def table(attacks: list[dict[str, Any]], day: list[dict[str, Any]], workspace: str) -> str:
    """What stands on the page."""
    rows = ["| Attack | After | Stopped at | Answer |", "|---|---|---|---|"]
    for attack in attacks:
        stopped = play(attack["name"], attack["calls"], attack.get("settings", ()))
        last = stopped[0] if stopped else Stopped("", "nothing", "passes", "")
        shown = re.sub(r"[|`]", " ", last.call)[:60].strip()
        rows.append(
            f"| {attack['name'].capitalize()} | {attack['after']} | `{shown}…` | {last.permission} |"
        )
    calls = [call for conversation in day for call in conversation["calls"]]
    events = sum(len(events_of(call)) for call in calls)
    stops = [stop for one in day for stop in play(one["name"], one["calls"], workspace=workspace)]
    share = 100 * len(stops) / len(calls)
    named = "; ".join(f"`{stop.call}` ({stop.conversation})" for stop in stops) or "none"
    text = (
        f"A day of harmless work, {len(calls)} calls in {len(day)} conversations ({events} events): "
        f"{len(stops)} stopped, {share:.1f} %: {named}."
    )
    return "\n".join([*rows, "", text])


def main(arguments: Sequence[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HOOKLINE_STATE"] = folder
        text = table(material("attacks"), material("days"), make_workspace(folder))
    print(text)
    if "--write" in arguments:
        page = PAGE.read_text(encoding="utf-8")
        before, _, rest = page.partition(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.partition(END)[2]}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
