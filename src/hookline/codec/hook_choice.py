"""Facts and a hook → is the hook meant? Its matcher is read as its own tool reads it.

How a regular expression is searched for is handed in: it takes time, and whoever runs it limits
that.
"""

from __future__ import annotations

import fnmatch
import json
import re
from typing import Any, Callable, List

from hookline.codec.json_object import Facts
from hookline.codec.native_payload import write_payload
from hookline.codec.tool_words import match_names

_EVERYTHING = (None, "", "*")


def is_meant(
    hook: Facts, dialect: Facts, at: str, facts: Facts, search: Callable[[str, str], bool]
) -> bool:
    """Whether the hook's matcher lets these facts through."""
    if dialect["name"] == "cursor":
        matcher = hook.get("matcher")
        return matcher in _EVERYTHING or _is_ours(dialect, at, facts, str(matcher), search)
    matcher = hook.get("native_matcher")
    if matcher in _EVERYTHING or dialect["matching"] == "none":
        return True
    subjects = _subjects(dialect, at, facts, str(matcher))
    return not subjects or any(
        _matches(dialect, str(matcher), subject, search) for subject in subjects
    )


def _subjects(dialect: Facts, at: str, facts: Facts, matcher: str) -> List[str]:
    """What a matcher of another tool may be about; nothing where nobody tells it, and then the hook
    is meant.
    """
    moment = dialect["events"][at]
    names: List[Any] = list(match_names(dialect, facts, matcher))
    if moment["tool"]:
        names += [facts.get("command"), facts.get("file"), facts.get("subject")]
    elif moment["kind"] not in ("tool", "result"):
        names = [facts.get(key) for key in ("source", "trigger", "agent")]
    return [name for name in names if isinstance(name, str) and name]


def _is_ours(
    dialect: Facts, at: str, facts: Facts, matcher: str, search: Callable[[str, str], bool]
) -> bool:
    kind, field = dialect["events"][at]["subject"] or ("", "")
    if not kind:
        return True
    if kind == "fixed":
        return search(matcher, field)
    subject = write_payload(dialect, at, facts).get(field)
    text = subject if isinstance(subject, str) else json.dumps(subject)
    bare = text.replace("MCP:", "", 1)
    subjects = (bare, "MCP:" + bare) if kind == "mcp" else (text,)
    return any(search(matcher, subject) for subject in subjects)


def _matches(
    dialect: Facts, matcher: str, subject: str, search: Callable[[str, str], bool]
) -> bool:
    if dialect["exact"] and set(matcher) <= set(dialect["exact"]):
        return subject in [name.strip() for name in re.split(r"[|,]", matcher)]
    if dialect["matching"] == "glob" and _is_glob(matcher, subject):
        return True
    return search(f"^(?:{matcher})$" if dialect["matching"] == "anchored" else matcher, subject)


def _is_glob(matcher: str, subject: str) -> bool:
    """Kiro's own words: every tool of a server, every tool of its own, a pattern with stars."""
    if matcher == "@builtin":
        return not subject.startswith("@")
    return subject.startswith(matcher + "/") or fnmatch.fnmatchcase(subject, matcher)
