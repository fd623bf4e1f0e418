"""Matchers in another tool's words ↔ Cursor's. Cursor's are unanchored regular expressions on its
own tool names.

What cannot be said exactly is said more widely, and the adapter narrows it again while the hook
runs: a guard is never left out because two tools write matchers differently.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from hookline.dialects.conversion import DialectHook
from hookline.spec.dialect_row import DialectSpec, Native
from hookline.spec.events import EVENTS

_EVERYTHING = (None, "", "*", ".*")
_TOOL_KINDS = ("tool", "result")
_NAME = re.compile(r"(?:MCP:)?[\w-]+")
_LIST = re.compile(r"\A\^\(\?:([\w:|-]+)\)\$\Z")
_SPECIAL = re.compile(r"[\\^$.*+?()\[\]{}]")
_MOST_TEXT = 2000
#: What Cursor calls its own tools: files of other tools that Cursor reads have these names too.
_CURSOR_TOOLS = ("Shell", "Read", "Write", "Grep", "Delete", "Task", "WebFetch", "WebSearch")
#: A name no tool has: a pattern that matches it is made to match whatever comes.
_UNHEARD_OF = "Zzyzx"


class Translated(NamedTuple):
    """A matcher in Cursor's words. `exactly`: it says the same; `never`: nothing in Cursor is meant by it."""

    matcher: str | None
    exactly: bool = True
    never: bool = False


def to_cursor(spec: DialectSpec, native: Native, matcher: str | None) -> Translated:
    """A native matcher as Cursor writes it."""
    if native.kind not in _TOOL_KINDS or native.tool:
        return _of_one_thing(spec, native, matcher)
    if matcher in _EVERYTHING or spec.matching == "none":
        return Translated(None, matcher in _EVERYTHING)
    names = _exact_names(spec, str(matcher))
    return _of_names(spec, names) if names is not None else _of_regex(spec, str(matcher))


def _of_one_thing(spec: DialectSpec, native: Native, matcher: str | None) -> Translated:
    """Events that are about one tool, or none: what Cursor can match there is something else."""
    subject = EVENTS[native.cursor].subject
    tool_event = native.tool and subject == ("field", "tool_name")
    own = f"^(?:{native.tool})$" if tool_event else None
    if matcher in _EVERYTHING or spec.matching == "none":
        return Translated(own, matcher in _EVERYTHING)
    if subject is not None and subject[0] == "field" and not native.tool:
        names = _exact_names(spec, str(matcher))
        return Translated(anchored(names) if names else str(matcher))
    return Translated(own, exactly=False)


def _exact_names(spec: DialectSpec, matcher: str) -> list[str] | None:
    """The names a matcher lists, where it is a list of exact names; None where it is a pattern."""
    if spec.exact and set(matcher) <= set(spec.exact):
        return [name.strip() for name in re.split(r"[|,]", matcher) if name.strip()]
    if spec.matching == "anchored" and not _SPECIAL.search(matcher):
        return matcher.split("|")
    return None


def _of_names(spec: DialectSpec, names: list[str]) -> Translated:
    found = [ours for name in names for ours in _our_names(spec, name)]
    if not found:
        return Translated(None, exactly=False, never=True)
    ours = list(dict.fromkeys(found))
    exactly = len(found) == len(names) and set(names) >= {
        theirs for one in ours for theirs in spec.tools.get(one, ())
    }
    return Translated(anchored(ours), exactly)


def _our_names(spec: DialectSpec, name: str) -> list[str]:
    for ours, theirs in spec.tools.items():
        if name in theirs or name == ours:
            return [ours]
    tool = mcp_tool(spec, name)
    return [f"MCP:{tool}"] if tool else [name] if name in _CURSOR_TOOLS else []


def mcp_tool(spec: DialectSpec, name: str) -> str:
    """The tool in a native name of an MCP tool; empty when it is none."""
    if not spec.mcp:
        return ""
    before, _, rest = spec.mcp.partition("{server}")
    between = rest.removesuffix("{tool}")
    _server, found, tool = name.removeprefix(before).partition(between)
    return tool if name.startswith(before) and found and _NAME.fullmatch(tool) else ""


def _of_regex(spec: DialectSpec, pattern: str) -> Translated:
    """The tools a pattern is about, by trying it; one that cannot be tried, or is about more,
    matches everything here.
    """
    tests = {
        ours: [_found(spec, pattern, name) for name in theirs]
        for ours, theirs in spec.tools.items()
    }
    ours = [tool for tool, found in tests.items() if any(found)]
    wide = (
        _found(spec, pattern, _UNHEARD_OF) or "mcp" in pattern.lower() or "@" in pattern or not ours
    )
    if wide:
        only_mcp = not ours and "mcp" in pattern.lower() and not _found(spec, pattern, _UNHEARD_OF)
        return Translated("^MCP:" if only_mcp else None, exactly=False)
    return Translated(anchored(ours), all(all(tests[tool]) for tool in ours))


def _found(spec: DialectSpec, pattern: str, name: str) -> bool:
    """A search without any risk for our own time; a pattern RE2 does not take counts as found."""
    import re2

    options = re2.Options()
    options.log_errors = False
    if len(pattern) > _MOST_TEXT:
        return True
    try:
        return (
            re2.search(
                f"^(?:{pattern})$" if spec.matching == "anchored" else pattern, name, options
            )
            is not None
        )
    except re2.error:
        return True


def anchored(names: list[str]) -> str:
    """A list of exact names as a regular expression."""
    return f"^(?:{'|'.join(names)})$"


def to_native(
    spec: DialectSpec, hook: DialectHook, native: Native, tools: tuple[str, ...]
) -> str | None:
    """The matcher for one of the places a hook goes to; None for everything. The adapter narrows
    what this leaves wide.
    """
    if spec.matching == "none":
        return None
    if native.kind not in _TOOL_KINDS or native.tool:
        return _lifecycle(spec, hook, native)
    names = tools or _listed(hook)
    if not names:
        return None
    return _as_list(spec, names)


def _lifecycle(spec: DialectSpec, hook: DialectHook, native: Native) -> str | None:
    """The matcher of an event that is not about tools, where both sides match the same words."""
    listed = _LIST.match(hook.matcher or "")
    subject = EVENTS[hook.event].subject
    if (
        not listed
        or native.tool
        or subject is None
        or subject[0] != "field"
        or native.kind == "prompt"
    ):
        return None
    return listed[1] if spec.matching == "exact-or-regex" else hook.matcher


def _listed(hook: DialectHook) -> tuple[str, ...]:
    """The tools of ours a matcher names, where it is a plain list of them."""
    if EVENTS[hook.event].subject != ("field", "tool_name") or not hook.matcher:
        return ()
    listed = _LIST.match(hook.matcher)
    words = (listed[1] if listed else hook.matcher).split("|")
    return tuple(words) if all(_NAME.fullmatch(word) for word in words) else ()


def _as_list(spec: DialectSpec, tools: tuple[str, ...]) -> str | None:
    """Native names of our tools; None as soon as one of them cannot be named."""
    names: list[str] = []
    patterns: list[str] = []
    for tool in tools:
        if tool.startswith("MCP:"):
            if not spec.mcp:
                return None
            patterns.append(_mcp_pattern(spec, tool[4:]))
        elif tool in spec.tools:
            names += spec.tools[tool]
            names += (
                spec.tools["Shell"]
                if spec.patches and tool == "Write" and "Shell" not in tools
                else ()
            )
        else:
            return None
    if spec.matching == "glob":  # how several names are written is not known
        return names[0] if len(names) == 1 and not patterns else None
    if not patterns:
        return "|".join(names) if spec.matching != "regex" else anchored(names)
    return f"^(?:{'|'.join([*names, *patterns])})$"


def _mcp_pattern(spec: DialectSpec, tool: str) -> str:
    return spec.mcp.replace("{server}", ".*").replace("{tool}", tool or ".*")
