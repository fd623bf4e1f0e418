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
    """A matcher in Cursor's words. `exactly`: it means the same; `never`: it means nothing that
    Cursor has.
    """

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
    kind, field = EVENTS[native.cursor].subject or ("", "")
    own = anchored([native.tool]) if native.tool and field == "tool_name" else None
    if matcher in _EVERYTHING or spec.matching == "none":
        return Translated(own, matcher in _EVERYTHING)
    if native.tool or kind != "field":
        return Translated(own, exactly=False)
    names = _exact_names(spec, str(matcher))
    return Translated(anchored(names) if names else matcher)


def _exact_names(spec: DialectSpec, matcher: str) -> list[str] | None:
    """The names a matcher lists, where it is a list of exact names; None where it is a pattern."""
    if spec.exact and set(matcher) <= set(spec.exact):
        names = [name.strip() for name in re.split(r"[|,]", matcher)]
        return list(filter(None, names))
    if spec.matching == "anchored" and not _SPECIAL.search(matcher):
        return matcher.split("|")
    return None


def _of_names(spec: DialectSpec, names: list[str]) -> Translated:
    tools: list[str] = []
    unknown, meant = False, set(names)
    for name in names:
        tool = _our_name(spec, name)
        if tool and tool not in tools:
            tools.append(tool)
        unknown |= not tool
    if not tools:
        return Translated(None, exactly=False, never=True)
    exactly = not unknown and all(meant.issuperset(spec.tools.get(tool, ())) for tool in tools)
    return Translated(anchored(tools), exactly)


def _our_name(spec: DialectSpec, name: str) -> str:
    """What Cursor calls the tool of this name; empty where it has none."""
    for ours, theirs in spec.tools.items():
        if name in theirs or name == ours:
            return ours
    tool = mcp_tool(spec, name)
    if tool:
        return f"MCP:{tool}"
    return name if name in _CURSOR_TOOLS else ""


def mcp_tool(spec: DialectSpec, name: str) -> str:
    """The tool in a native name of an MCP tool; empty when it is none."""
    if not spec.mcp:
        return ""
    before, _, rest = spec.mcp.partition("{server}")
    between = rest.removesuffix("{tool}")
    _server, separator, tool = name.removeprefix(before).partition(between)
    is_mcp = name.startswith(before) and bool(separator) and _NAME.fullmatch(tool) is not None
    return tool if is_mcp else ""


def _of_regex(spec: DialectSpec, pattern: str) -> Translated:
    """The tools a pattern is about, by trying it; one that cannot be tried, or is about more,
    matches everything here.
    """
    wholly = _tools_matched(spec, pattern)
    matches_anything = _matches(spec, pattern, _UNHEARD_OF)
    mentions_mcp = "mcp" in pattern.lower()
    if mentions_mcp and not wholly and not matches_anything:
        return Translated("^MCP:", exactly=False)
    if mentions_mcp or matches_anything or "@" in pattern or not wholly:
        return Translated(None, exactly=False)
    return Translated(anchored(list(wholly)), exactly=all(wholly.values()))


def _tools_matched(spec: DialectSpec, pattern: str) -> dict[str, bool]:
    """The tools of ours that a pattern matches by one of their names; whether by all of them."""
    wholly: dict[str, bool] = {}
    for tool, names in spec.tools.items():
        matched = [_matches(spec, pattern, name) for name in names]
        if any(matched):
            wholly[tool] = all(matched)
    return wholly


def _matches(spec: DialectSpec, pattern: str, name: str) -> bool:
    """A search without any risk for our own time; a pattern RE2 does not take counts as a match."""
    import re2

    if len(pattern) > _MOST_TEXT:
        return True
    options = re2.Options()
    options.log_errors = False
    whole = f"^(?:{pattern})$" if spec.matching == "anchored" else pattern
    try:
        return re2.search(whole, name, options) is not None
    except re2.error:
        return True


def anchored(names: list[str]) -> str:
    """A list of exact names as a regular expression."""
    return f"^(?:{'|'.join(names)})$"


class _ToolList(NamedTuple):
    """The tools of ours that a matcher lists. `whole`: by their whole names."""

    names: tuple[str, ...]
    whole: bool


def _listed(hook: DialectHook) -> _ToolList | None:
    """The list a matcher is; None where there is no matcher, or where it is a pattern."""
    if EVENTS[hook.event].subject != ("field", "tool_name") or not hook.matcher:
        return None
    whole = _LIST.match(hook.matcher)
    names = tuple((whole[1] if whole else hook.matcher).split("|"))
    return _ToolList(names, bool(whole)) if all(map(_NAME.fullmatch, names)) else None


def can_concern(hook: DialectHook, tools: tuple[str, ...]) -> bool:
    """Whether a place for these tools is one for this hook: not when its matcher is a list that
    names none of them.
    """
    listed = _listed(hook)
    if listed is None or not tools:
        return True
    tool = tools[0]
    if tool == "MCP:":  # a tool of a server may have any word in its name
        return not listed.whole or any(name.startswith(tool) for name in listed.names)
    return tool in listed.names if listed.whole else any(name in tool for name in listed.names)


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
    listed = _listed(hook)
    wanted = tools or (listed.names if listed else ())
    return _as_matcher(spec, wanted) if wanted else None


def _lifecycle(spec: DialectSpec, hook: DialectHook, native: Native) -> str | None:
    """The matcher of an event that is not about tools, where both sides match the same words."""
    listed = _LIST.match(hook.matcher or "")
    kind, _ = EVENTS[hook.event].subject or ("", "")
    if listed is None or native.tool or native.kind == "prompt" or kind != "field":
        return None
    return listed[1] if spec.matching == "exact-or-regex" else hook.matcher


def _as_matcher(spec: DialectSpec, tools: tuple[str, ...]) -> str | None:
    """A matcher for our tools; None as soon as one of them cannot be named."""
    wanted = sorted(tools, key=_is_of_server)
    if spec.patches and "Write" in tools and "Shell" not in tools:
        wanted.append("Shell")  # its shell tool changes files too
    named = [_their_names(spec, tool) for tool in wanted]
    names = [name for theirs in named for name in theirs]
    if not all(named):
        return None
    return _one_matcher(spec, names, has_patterns=any(map(_is_of_server, tools)))


def _one_matcher(spec: DialectSpec, names: list[str], *, has_patterns: bool) -> str | None:
    if spec.matching == "glob":  # how several names are written is not known
        return names[0] if len(names) == 1 and not has_patterns else None
    return anchored(names) if has_patterns or spec.matching == "regex" else "|".join(names)


def _is_of_server(tool: str) -> bool:
    return tool.startswith("MCP:")


def _their_names(spec: DialectSpec, tool: str) -> tuple[str, ...]:
    """What the tool calls it; a pattern for a tool of a server, nothing where it has no name."""
    if _is_of_server(tool):
        return (_mcp_pattern(spec, tool[4:]),) if spec.mcp else ()
    return spec.tools.get(tool, ())


def _mcp_pattern(spec: DialectSpec, tool: str) -> str:
    return spec.mcp.replace("{server}", ".*").replace("{tool}", tool or ".*")
