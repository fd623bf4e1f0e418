"""What was decided about one event, in the words of `Decision.as_dict` → its whole story, step by
step. Pure.

It is the same for an entry of the journal and for an event that was fired just now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hookline.journal.rows import as_stored
from hookline.model import Decision
from hookline.spec.events import EVENTS
from hookline.web.views.merging import merge_steps
from hookline.web.views.page_facts import as_text, cut, decided, problem_row, subject
from hookline.web.views.story_shapes import OverruledRow, PlanRow, StoryHook, StoryView

Told = Mapping[str, Any]
Ids = Mapping[tuple[str, str, str], str]
_LONGEST_STDERR = 70_000


def story_of_decision(decision: Decision, ids: Ids) -> StoryView:
    """The story of an event that was fired here."""
    told = {**decision.as_dict(), "permission": decision.permission, "input": dict(decision.input)}
    return story_of(told, ids)


def story_of(told: Told, ids: Ids) -> StoryView:
    """The story. `ids`: today's hooks by source, event and command as the journal keeps it."""
    event = _text(told, "event")
    hooks, skipped = _rows(told, "hooks"), _rows(told, "skipped")
    whole_ms = _number(told, "duration_ms")
    blocked = bool(told.get("blocked"))
    response = dict(told.get("response") or {})
    return {
        "event": event,
        "impact": EVENTS[event].impact if event in EVENTS else "",
        "subject": subject(event, told.get("input")),
        "decided": decided(told.get("permission"), blocked),
        "permission": told.get("permission"),
        "blocked": blocked,
        "because": _text(told, "because"),
        "duration_ms": whole_ms,
        "hooks_ms": max((_number(hook, "duration_ms") for hook in hooks), default=0.0),
        "input": told.get("input"),
        "input_text": as_text(told.get("input")),
        "plan": _plan(hooks, skipped),
        "more_skips": max(int(_number(told, "skip_count")) - len(skipped), 0),
        "hooks": [
            _hook(number, hook, event, whole_ms, ids) for number, hook in enumerate(hooks, 1)
        ],
        "merge": merge_steps(event, hooks, skipped, told),
        "response": response,
        "response_text": as_text(response),
        "texts": _texts(told.get("texts")),
        "overruled": [_overruled(verdict) for verdict in _rows(told, "overruled")],
        "notes": [str(note) for note in _rows(told, "notes")],
        "problems": [problem_row(problem) for problem in _rows(told, "problems")],
    }


def _plan(hooks: Sequence[Told], skipped: Sequence[Told]) -> list[PlanRow]:
    ran = [_plan_row(hook, None) for hook in hooks]
    return ran + [_plan_row(skip, _text(skip, "reason")) for skip in skipped]


def _plan_row(hook: Told, reason: str | None) -> PlanRow:
    return {
        "source": _text(hook, "source"),
        "command": _text(hook, "command"),
        "where": _text(hook, "where"),
        "ran": reason is None,
        "reason": reason,
    }


def _hook(number: int, hook: Told, event: str, whole_ms: float, ids: Ids) -> StoryHook:
    source, command = _text(hook, "source"), _text(hook, "command")
    took_ms, answer = _number(hook, "duration_ms"), hook.get("answer")
    as_written, as_kept = (source, event, command), (source, event, as_stored(command))
    return {
        "number": number,
        "source": source,
        "command": command,
        "where": _text(hook, "where"),
        "type": _text(hook, "type") or "command",
        "hook_id": ids.get(as_written) or ids.get(as_kept),
        "ending": _text(hook, "ending"),
        "exit_code": hook.get("exit_code"),
        "signal": hook.get("signal"),
        "failure": hook.get("failure"),
        "permission": hook.get("permission"),
        "duration_ms": took_ms,
        "share_ms": min(took_ms / whole_ms, 1.0) if whole_ms > 0 else 0.0,
        "answer": answer,
        "answer_text": "" if answer is None else as_text(answer),
        "stderr": cut(_text(hook, "stderr"), _LONGEST_STDERR),
        "notes": [str(note) for note in _rows(hook, "notes")],
        "judge": hook.get("judge"),
    }


def _texts(texts: Told | None) -> dict[str, str] | None:
    if not texts:
        return None
    return {"user": _text(texts, "user"), "agent": _text(texts, "agent")}


def _overruled(verdict: Told) -> OverruledRow:
    return {
        "source": _text(verdict, "source"),
        "command": _text(verdict, "command"),
        "permission": _text(verdict, "permission"),
        "where": _text(verdict, "where"),
    }


# What the journal kept may lack anything: it was written by some version of Hookline.


def _text(told: Told, name: str) -> str:
    return str(told.get(name) or "")


def _number(told: Told, name: str) -> float:
    return float(told.get(name) or 0.0)


def _rows(told: Told, name: str) -> Sequence[Any]:
    return told.get(name) or ()
