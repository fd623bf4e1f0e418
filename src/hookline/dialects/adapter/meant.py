"""Facts and a hook → is the hook meant, and what does it call the tool? The matcher is read as its
own tool reads it.

A regular expression that does not end in time, or is none, counts as a match: a guard that cannot
be asked is not left out.
"""

from __future__ import annotations

import fnmatch
import json
import re
import signal
from typing import Any, List, Optional  # noqa: UP035  # the script runs on old interpreters too

from hookline.dialects.adapter.payload import write_payload
from hookline.dialects.adapter.tools import Facts, tool_names

_MATCH_S = 0.2
_EVERYTHING = (None, "", "*")
#: What JavaScript writes otherwise than Python; escapes and classes are stepped over.
_JAVASCRIPT = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|\(\?<(?![=!])|\$", re.DOTALL)
_PYTHON = {"$": r"\Z", "(?<": "(?P<"}


def meant(hook: Facts, dialect: Facts, event: str, facts: Facts) -> Optional[str]:  # noqa: UP045
    """What the hook calls the tool, empty where there is none; None when the hook is not meant."""
    own = dialect["name"] != "cursor"
    matcher = hook.get("native_matcher") if own else hook.get("matcher")
    names = tool_names(dialect, facts, str(matcher or "")) or [""]
    if matcher in _EVERYTHING:
        return names[0]
    if not own:
        return names[0] if _matches_ours(dialect, event, facts, str(matcher), names[0]) else None
    for name in names:
        subjects = _subjects(dialect, event, facts, name)
        if not subjects or any(_test(dialect, str(matcher), subject) for subject in subjects):
            return name
    return None


def _subjects(dialect: Facts, event: str, facts: Facts, name: str) -> List[str]:  # noqa: UP006
    """What a matcher of another tool may be about; nothing where nobody tells it, and then the hook
    is meant.
    """
    row = dialect["events"][event]
    if row["tool"]:
        told = [name, facts.get("command"), facts.get("file"), facts.get("subject")]
    elif row["kind"] in ("tool", "result"):
        told = [name]
    else:
        told = [facts.get(key) for key in ("source", "trigger", "agent")]
    return [one for one in told if isinstance(one, str) and one]


def _matches_ours(dialect: Facts, event: str, facts: Facts, matcher: str, name: str) -> bool:
    kind, field = dialect["rows"][event]["subject"] or ("", "")
    if not kind:
        return True
    if kind == "fixed":
        return _found(matcher, field)
    subject = write_payload(dialect, event, facts, name).get(field)
    text = subject if isinstance(subject, str) else json.dumps(subject)
    bare = text.replace("MCP:", "", 1)
    return any(
        _found(matcher, one) for one in ((bare, "MCP:" + bare) if kind == "mcp" else (text,))
    )


def _test(dialect: Facts, matcher: str, subject: str) -> bool:
    if dialect["matching"] == "none":
        return True
    if dialect["exact"] and set(matcher) <= set(dialect["exact"]):
        return subject in [name.strip() for name in re.split(r"[|,]", matcher)]
    if dialect["matching"] == "glob" and _is_glob(matcher, subject):
        return True
    return _found("^(?:%s)$" % matcher if dialect["matching"] == "anchored" else matcher, subject)  # noqa: UP031


def _is_glob(matcher: str, subject: str) -> bool:
    """Kiro's own words: every tool of a server, every tool of its own, a pattern with stars."""
    if matcher == "@builtin":
        return not subject.startswith("@")
    return subject.startswith(matcher + "/") or fnmatch.fnmatchcase(subject, matcher)


def _found(pattern: str, subject: str) -> bool:
    """A search under a time limit, with JavaScript's meaning: `$` is the very end, names of groups
    have no P.
    """

    def over(*_: Any) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, _MATCH_S)
    try:
        return re.search(_JAVASCRIPT.sub(_as_python, pattern), subject, re.ASCII) is not None
    except (re.error, TimeoutError, OverflowError, RecursionError):
        return True
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _as_python(found: Any) -> str:
    return _PYTHON.get(found.group(), str(found.group()))
