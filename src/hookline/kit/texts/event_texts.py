"""The texts an event carries, whatever the host put there, and the same with parts of them
replaced.

For hooks that read what people and tools wrote. A field of another type than the contract's is no
text; output that should be JSON and is not, is text. Nothing here decides anything.
"""

from __future__ import annotations

import os
import sys

from hookline.detect import Reach, within_reach

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    #: A text, and the key it stands under → the text to put there.
    Change = Callable[[str, str], str]

_MCP = "MCP:"
#: So many characters of a long text are looked at, at its beginning and at its end. No model is
#: given more of one file.
_FIRST, _LAST = 1024 * 1024, 256 * 1024


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


def reached(name: str, text: str, first: int = _FIRST, last: int = _LAST) -> Reach:
    """As much of a text as the guard of this name looks at. What it leaves out it says on stderr,
    which the log keeps.
    """
    reach = within_reach(text, first, last)
    if not reach.is_whole:
        print(f"{name}: {reach.note}", file=sys.stderr)
    return reach


def reached_output(name: str, value: Any) -> tuple[Any, str]:
    """A tool's output as the value it is, or as text with its middle left out where it is too
    long; and what to say of that.
    """
    if isinstance(value, str) and len(value) > _FIRST + _LAST:
        reach = reached(name, value)
        return reach.text, reach.note
    output = output_of(value)
    texts = joined_texts(output)
    reach = reached(name, texts)
    return (output, "") if reach.is_whole else (reach.text, reach.note)


def with_note(message: str, note: str) -> str:
    """The message, and behind it what was not looked at."""
    return f"{message} ({note})" if note else message


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
