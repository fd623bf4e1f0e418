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
    event = str(told["event"])
    hooks: Sequence[Told] = told.get("hooks") or ()
    skipped: Sequence[Told] = told.get("skipped") or ()
    whole_ms = float(told.get("duration_ms") or 0.0)
    spec = EVENTS.get(event)
    response = dict(told.get("response") or {})
    return {
        "event": event,
        "impact": spec.impact if spec else "",
        "subject": subject(event, told.get("input")),
        "decided": decided(told.get("permission"), bool(told.get("blocked"))),
        "permission": told.get("permission"),
        "blocked": bool(told.get("blocked")),
        "because": str(told.get("because") or ""),
        "duration_ms": whole_ms,
        "hooks_ms": max((float(hook.get("duration_ms") or 0.0) for hook in hooks), default=0.0),
        "input": told.get("input"),
        "input_text": as_text(told.get("input")),
        "plan": _plan(hooks, skipped),
        "more_skips": max(int(told.get("skip_count") or 0) - len(skipped), 0),
        "hooks": [
            _hook(number, hook, event, whole_ms, ids) for number, hook in enumerate(hooks, 1)
        ],
        "merge": merge_steps(event, hooks, skipped, told),
        "response": response,
        "response_text": as_text(response),
        "texts": _texts(told.get("texts")),
        "overruled": [_overruled(one) for one in told.get("overruled") or ()],
        "notes": [str(note) for note in told.get("notes") or ()],
        "problems": [problem_row(one) for one in told.get("problems") or ()],
    }


def _plan(hooks: Sequence[Told], skipped: Sequence[Told]) -> list[PlanRow]:
    ran = [_plan_row(hook, None) for hook in hooks]
    return ran + [_plan_row(skip, str(skip.get("reason") or "")) for skip in skipped]


def _plan_row(one: Told, reason: str | None) -> PlanRow:
    source, command, where = (str(one.get(name) or "") for name in ("source", "command", "where"))
    return {
        "source": source,
        "command": command,
        "where": where,
        "ran": reason is None,
        "reason": reason,
    }


def _hook(number: int, hook: Told, event: str, whole_ms: float, ids: Ids) -> StoryHook:
    command, source = str(hook.get("command") or ""), str(hook.get("source") or "")
    took_ms, answer = float(hook.get("duration_ms") or 0.0), hook.get("answer")
    return {
        "number": number,
        "source": source,
        "command": command,
        "where": str(hook.get("where") or ""),
        "type": str(hook.get("type") or "command"),
        "hook_id": ids.get((source, event, command))
        or ids.get((source, event, as_stored(command))),
        "ending": str(hook.get("ending") or ""),
        "exit_code": hook.get("exit_code"),
        "signal": hook.get("signal"),
        "failure": hook.get("failure"),
        "permission": hook.get("permission"),
        "duration_ms": took_ms,
        "share_ms": min(took_ms / whole_ms, 1.0) if whole_ms > 0 else 0.0,
        "answer": answer,
        "answer_text": "" if answer is None else as_text(answer),
        "stderr": cut(str(hook.get("stderr") or ""), _LONGEST_STDERR),
        "notes": [str(note) for note in hook.get("notes") or ()],
        "judge": hook.get("judge"),
    }


def _texts(texts: Told | None) -> dict[str, str] | None:
    return (
        {"user": str(texts.get("user") or ""), "agent": str(texts.get("agent") or "")}
        if texts
        else None
    )


def _overruled(one: Told) -> OverruledRow:
    return {
        "source": str(one.get("source") or ""),
        "command": str(one.get("command") or ""),
        "permission": str(one.get("permission") or ""),
        "where": str(one.get("where") or ""),
    }
