"""What many views share: the facts of a page, what to do next, how one event reads in short."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import hookline
from hookline.journal.recorded import subject_of
from hookline.model import Problem
from hookline.shorten import one_line, shorten
from hookline.spec.events import EVENTS
from hookline.web.views.page_shapes import Decided, NextStep, PageFacts, ProblemRow
from hookline.web.world import World

#: Texts longer than this are cut where they are shown; the address of the whole is elsewhere.
LONGEST_TEXT = 100_000
_LONGEST_SUBJECT = 200

FIRST_HOOK: list[NextStep] = [
    {"command": "hookline init", "about": "a first hook for yourself, in every project"},
    {
        "command": "hookline init --project",
        "about": "a first hook for this project, to be checked in",
    },
    {"command": "hookline add --list", "about": "ready-made hooks to choose from"},
]
FIRST_EVENT: list[NextStep] = [
    {
        "command": "hookline fire beforeSubmitPrompt",
        "about": "fire one event by hand, and see it here",
    },
    {
        "command": "hookline doctor",
        "about": "find out whether every hook can do its work on this machine",
    },
]
_DECIDED: dict[str | None, Decided] = {
    "deny": "denied",
    "ask": "ask",
    "allow": "allowed",
    None: "proceeds",
}


def page_facts(world: World, name: str, title: str, newest_id: int = 0) -> PageFacts:
    """What every page knows. `newest_id`: of the journal the page was made of."""
    return {
        "name": name,
        "title": title,
        "version": hookline.__version__,
        "roots": list(world.roots),
        "journal": world.journal,
        "newest_id": newest_id,
    }


def decided(permission: str | None, blocked: bool) -> Decided:
    """What became of an event, in one word. What cannot be blocked proceeds, whatever a hook said."""
    if blocked:
        return "denied"
    return "proceeds" if permission == "deny" else _DECIDED.get(permission, "proceeds")


def subject(event: str, given: Any) -> str:
    """What an event is about, on one short line."""
    if event not in EVENTS or not isinstance(given, Mapping):
        return ""
    return one_line(subject_of(event, given), _LONGEST_SUBJECT)


def cut(text: str, limit: int = LONGEST_TEXT) -> str:
    """The text, cut with a mark that says how long it is."""
    return shorten(text, limit, f"\n[… cut: {len(text)} characters in all]")


def as_text(value: Any) -> str:
    """A value as indented JSON, to be read by a person."""
    try:
        return cut(json.dumps(value, indent=2, ensure_ascii=False))
    except (TypeError, ValueError, RecursionError):
        return cut(repr(value))


def problem_row(problem: Problem | Mapping[str, Any]) -> ProblemRow:
    """A problem of a file, or one the journal kept."""
    one = problem.as_dict() if isinstance(problem, Problem) else problem
    return {
        "code": str(one.get("code", "")),
        "severity": str(one.get("severity", "")),
        "file": str(one.get("file", "")),
        "line": int(one.get("line") or 0),
        "column": int(one.get("column") or 0),
        "problem": str(one.get("problem", "")),
        "remedy": str(one.get("remedy", "")),
    }
