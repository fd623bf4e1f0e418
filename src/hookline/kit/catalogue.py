"""The names of the ready-made hooks, and where each lives. Importing this imports none of them."""

from __future__ import annotations

from importlib import import_module

from hookline.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookline.kit.kit_row import Kit

#: Every ready-made hook, in the order in which they are shown → the sub-package that holds it: what
#: it looks at.
ROOMS = {
    "audit": "sessions",
    "git-guard": "commands",
    "shell-guard": "commands",
    "network-guard": "commands",
    "flow-guard": "sessions",
    "sql-guard": "commands",
    "kube-guard": "commands",
    "secrets": "texts",
    "pii": "texts",
    "prompt-injection": "texts",
    "response-scan": "texts",
    "dependency-guard": "commands",
    "mcp-inventory": "sessions",
    "env-files": "commands",
    "format": "files",
    "code-scan": "files",
    "analytics": "sessions",
    "context": "sessions",
    "subagent-policy": "sessions",
    "stop-checks": "sessions",
    "protect": "files",
}
NAMES = tuple(ROOMS)


def module_of(name: str) -> str:
    """`git-guard` → `hookline.kit.commands.git_guard`."""
    return f"hookline.kit.{ROOMS[name]}.{name.replace('-', '_')}"


def load(name: str) -> Kit:
    """The ready-made hook of this name; raises `UsageError`."""
    if name not in NAMES:
        from hookline.near import hint

        raise UsageError(f"there is no ready-made hook {name!r}; {hint(name, NAMES)}")
    kit: Kit = import_module(module_of(name)).KIT
    return kit
