"""The texts an event carries, whatever the host put there, and the same with parts of them
replaced.

For hooks that read what people and tools wrote. A field of another type than the contract's is no
text; output that should be JSON and is not, is text. Nothing here decides anything.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    #: A text, and the key it stands under → the text to put there.
    Change = Callable[[str, str], str]

_MCP = "MCP:"


def text_of(value: Any) -> str:
    """The value if it is text, else nothing."""
    return value if isinstance(value, str) else ""


def host_redacts() -> bool:
    """Whether the host reads a file's content from a hook's answer. Hookline's engine does; Cursor
    itself does not.
    """
    return os.environ.get("HOOKLINE") == "1"


def is_mcp(tool_name: Any) -> bool:
    """Whether a tool's output may be replaced."""
    return text_of(tool_name).startswith(_MCP)


def output_of(value: Any) -> Any:
    """A tool's output as the value it is: JSON text decoded, other text as it is."""
    if not isinstance(value, str):
        return value
    import json

    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def changed(value: Any, change: Change, key: str = "", depth: int = 200) -> Any:
    """The value with every text in it changed, keys aside. What lies deeper than any tool's output
    is left out.
    """
    if isinstance(value, str):
        return change(value, key)
    if depth == 0:
        return None
    if isinstance(value, dict):
        return {name: changed(item, change, str(name), depth - 1) for name, item in value.items()}
    if isinstance(value, list):
        return [changed(item, change, key, depth - 1) for item in value]
    return value


def as_tool_output(value: Any) -> dict[str, Any]:
    """A value as the result of an MCP tool, which is an object."""
    return (
        value if isinstance(value, dict) else {"content": [{"type": "text", "text": _shown(value)}]}
    )


def joined_texts(value: Any) -> str:
    """All texts in a value, one below the other."""
    found: list[str] = []

    def keep(text: str, _: str) -> str:
        found.append(text)
        return text

    changed(value, keep)
    return "\n".join(found)


def is_listed(path: Any, patterns: Sequence[str]) -> bool:
    """Whether a path is one of these: a glob over the whole path or its last part, such as `*.lock`
    or `*/fixtures/*`.
    """
    from fnmatch import fnmatchcase

    text = text_of(path)
    return any(
        fnmatchcase(text, one) or fnmatchcase(os.path.basename(text), one) for one in patterns
    )


def _shown(value: Any) -> str:
    import json

    return value if isinstance(value, str) else json.dumps(value)
