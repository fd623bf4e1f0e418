"""The names of the ready-made hooks, and where each lives. Importing this imports none of them."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookline.kit.kit import Kit

#: Every ready-made hook, in the order in which they are shown.
NAMES = (
    "audit",
    "git-guard",
    "shell-guard",
    "network-guard",
    "sql-guard",
    "kube-guard",
    "secrets",
    "pii",
    "prompt-injection",
    "response-scan",
    "dependency-guard",
    "mcp-inventory",
    "env-files",
    "format",
    "code-scan",
    "analytics",
    "context",
    "subagent-policy",
    "stop-checks",
    "protect",
)


class NoSuchKit(ValueError):
    """There is no ready-made hook of this name; the text names the nearest."""


def module_of(name: str) -> str:
    """`git-guard` → `hookline.kit.git_guard`."""
    return f"hookline.kit.{name.replace('-', '_')}"


def load(name: str) -> Kit:
    """The ready-made hook of this name; raises `NoSuchKit`."""
    if name not in NAMES:
        from hookline.kit.hint import hint

        raise NoSuchKit(f"there is no ready-made hook {name!r}; {hint(name, NAMES)}")
    kit: Kit = import_module(module_of(name)).KIT
    return kit
