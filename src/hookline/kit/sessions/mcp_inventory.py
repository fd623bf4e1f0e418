"""mcp-inventory: which MCP servers and tools were used, and a question about those that are new.

Every call is counted in a file of the state folder. A tool that nobody has let run before, or whose
server is reached in another way than last time, is asked about; once it has run it is known. Lists
in the settings settle it without a question.
"""

from __future__ import annotations

import os
import sys
import time

from hookline.kit.kit_row import Entry, Kit
from hookline.kit.kit_settings import Option, Settings
from hookline.kit.state_files import change_json, kit_folder, name_for
from hookline.kit.texts.event_texts import text_of
from hookline.sdk.answer import Answer
from hookline.sdk.event_types import AfterMCPExecution, BeforeMCPExecution, Hooks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_NAME = "mcp-inventory"
ASKED, KNOWN, LISTED = "asked", "known", "listed"
_LONGEST_NAME, _MOST_TOOLS = 200, 5000
_NAMELESS = "(no name)"


class Call:
    """Which tool of which server is called, and how the server is reached."""

    def __init__(self, event: BeforeMCPExecution | AfterMCPExecution) -> None:
        addresses = (text_of(event.data.get(name)) for name in ("mcp_server_url", "url", "command"))
        #: Its URL, its command, or both.
        self.addresses = list(dict.fromkeys(filter(None, addresses)))
        server = text_of(event.data.get("mcp_server_name")) or _short("".join(self.addresses[:1]))
        self.server = (server or _NAMELESS)[:_LONGEST_NAME]
        tool = text_of(event.data.get("tool_name")).removeprefix("MCP:")
        self.tool = (tool or _NAMELESS)[:_LONGEST_NAME]

    def is_in(self, servers: Sequence[str], tools: Sequence[str]) -> bool:
        """Whether a list has the server, or the tool as `server/tool`; both may hold `*`."""
        from fnmatch import fnmatchcase

        return any(fnmatchcase(self.server, one) for one in servers) or any(
            fnmatchcase(f"{self.server}/{self.tool}", one) for one in tools
        )

    def __str__(self) -> str:
        return f"{self.tool} of the MCP server {self.server}"


def build(hook: Hooks, settings: Settings) -> None:
    def before(event: BeforeMCPExecution) -> Answer | None:
        call = Call(event)
        if call.is_in(settings.deny_servers, settings.deny_tools):
            message = f"{_NAME}: {call} is on the list of those that may not be used."
            return event.deny(message, agent=f"{message} Do without it.")
        is_listed = call.is_in(settings.servers, settings.tools)
        reason = _looked_up(call, LISTED if is_listed else ASKED)
        if reason is None or is_listed or settings.unknown == "pass":
            return None
        message = f"{_NAME}: {reason}"
        if settings.unknown == "deny":
            return event.deny(message, agent=f"{message} Ask the user to put it on the list.")
        return event.ask(message, agent=f"{message} The user is asked.")

    def after(event: AfterMCPExecution) -> None:
        call = Call(event)
        change_json(inventory_path(), lambda inventory: _used(inventory, call, settings.learn))

    hook.beforeMCPExecution(before)
    hook.afterMCPExecution(after)


def inventory_path() -> str:
    """Where the inventory is kept."""
    return os.path.join(kit_folder(_NAME), "inventory.json")


def _looked_up(call: Call, state: str) -> str | None:
    """Why the call is to be asked about; None when it is known. A place that cannot be written to
    knows nothing.
    """
    try:
        reason: str | None = change_json(
            inventory_path(), lambda inventory: _seen(inventory, call, state)
        )
    except OSError as error:
        print(f"{_NAME}: the inventory cannot be kept: {error}", file=sys.stderr)
        return f"it is unclear whether {call} is known: {error.strerror or error}."
    return reason


def _seen(inventory: dict[str, Any], call: Call, state: str) -> str | None:
    """Note that a call is about to happen; why it is to be asked about, if it is."""
    server = _table(_table(inventory, "servers"), call.server)
    tools = _table(server, "tools")
    moved = _moved(server, call)
    if _state_of(tools, call) == KNOWN and not moved:
        return None
    if moved:
        for tool in tools.values():
            tool["state"] = ASKED
    if call.tool in tools or len(tools) < _MOST_TOOLS:
        tool = _table(tools, call.tool)
        tool.setdefault("first", _now())
        tool["state"] = state
    _keep_addresses(server, call)
    if moved:
        address = server["address"]
        return f"the MCP server {call.server} is reached in another way than before ({address})."
    is_new_server = len(tools) <= 1
    what = f"the MCP server {call.server}" if is_new_server else str(call)
    return f"{what} has not been used before."


def _state_of(tools: dict[str, Any], call: Call) -> object:
    tool = tools.get(call.tool)
    return tool.get("state") if isinstance(tool, dict) else None


def _used(inventory: dict[str, Any], call: Call, learn: bool) -> None:
    """Note that a call has happened: a person, or another hook, let it."""
    tools = _table(_table(_table(inventory, "servers"), call.server), "tools")
    if call.tool not in tools and len(tools) >= _MOST_TOOLS:
        return
    tool = _table(tools, call.tool)
    tool.setdefault("first", _now())
    tool["last"] = _now()
    tool["calls"] = (tool["calls"] if isinstance(tool.get("calls"), int) else 0) + 1
    if learn and tool.get("state") == ASKED:
        tool["state"] = KNOWN


def _moved(server: dict[str, Any], call: Call) -> bool:
    """Whether a server that was used before is reached in a way that nobody has seen, be it only
    that it has a command now.
    """
    before = server.get("reached_by", [])
    seen = before if isinstance(before, list) else [before]  # older files hold one
    is_new = any(name_for(address) not in seen for address in call.addresses)
    return is_new and (bool(seen) or _is_known(server))


def _is_known(server: dict[str, Any]) -> bool:
    """Whether a tool of the server has been let run."""
    tools = _table(server, "tools").values()
    return any(isinstance(tool, dict) and tool.get("state") == KNOWN for tool in tools)


def _keep_addresses(server: dict[str, Any], call: Call) -> None:
    if call.addresses and (_moved(server, call) or "reached_by" not in server):
        from hookline.detect import mask_text

        server["reached_by"] = [name_for(address) for address in call.addresses]
        server["address"] = mask_text(" · ".join(call.addresses))[:_LONGEST_NAME]


def _table(parent: dict[str, Any], key: str) -> dict[str, Any]:
    """The table under a key; a new one where there is none, or where the file was damaged."""
    found = parent.get(key)
    if not isinstance(found, dict):
        found = parent[key] = {}
    return found


def _short(address: str) -> str:
    """A name for a server that has none: its host, or its program, without what may be secret in
    the rest.
    """
    _, is_url, rest = address.partition("://")
    host = rest.partition("/")[0] if is_url else " ".join(address.split()[:2])
    return host.rpartition("@")[2]


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


KIT = Kit(
    _NAME,
    "Counts which MCP servers and tools are used, and asks about those that are new.",
    build=build,
    options=(
        Option(
            "unknown",
            "choice",
            "ask",
            "What to do with a tool that has not been used before",
            ("ask", "deny", "pass"),
        ),
        Option("servers", "words", (), "Servers to allow without asking, such as github or acme-*"),
        Option(
            "tools",
            "words",
            (),
            "Tools to allow without asking, as server/tool, such as github/get_*",
        ),
        Option("deny_servers", "words", (), "Servers to deny"),
        Option("deny_tools", "words", (), "Tools to deny, as server/tool"),
        Option("learn", "flag", True, "A tool that was allowed once is known from then on"),
    ),
    entries=(Entry("beforeMCPExecution", fail_closed=True), Entry("afterMCPExecution")),
    needs=("re2",),
)
