"""subagent-policy: which subagents may start: by type, by model, by task, and how many at once.

A subagent that is refused here is not counted. The end of one carries no id, so the one of the same
kind and task is taken for it; one whose end is never told is forgotten after a while.
"""

from __future__ import annotations

import os
import time
from fnmatch import fnmatchcase

from hookline.errors import UsageError
from hookline.kit.kit_row import Entry, Kit
from hookline.kit.kit_settings import Option, Settings
from hookline.kit.state_files import change_json, kit_folder, name_for
from hookline.sdk.answer import Answer
from hookline.sdk.event_types import Hooks, SessionEnd, SubagentStart, SubagentStop

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Policy:
    """What may start, as the settings say."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._bad_task = _compiled(settings.not_tasks)
        self.counts: bool = settings.at_once > 0

    def reason(self, event: SubagentStart) -> str:
        """Why a subagent may not start; empty when it may."""
        return self._by_name(event) or self._by_task(text(event.task)) or self._by_number(event)

    def _by_name(self, event: SubagentStart) -> str:
        settings = self._settings
        kind, model = text(event.subagent_type), text(event.subagent_model)
        by_type = refusal("the type", kind, settings.types, settings.not_types)
        return by_type or refusal("the model", model, settings.models, settings.not_models)

    def _by_task(self, task: str) -> str:
        if self._bad_task is None or not self._bad_task.search(task):
            return ""
        return f"its task matches {self._settings.not_tasks!r}"

    def _by_number(self, event: SubagentStart) -> str:
        at_once = int(self._settings.at_once)
        if not self.counts or admitted(event, at_once, self._settings.minutes * 60):
            return ""
        return f"{at_once} are running already; wait for one to end"


def build(hook: Hooks, settings: Settings) -> None:
    policy = Policy(settings)

    def start(event: SubagentStart) -> Answer | None:
        reason = policy.reason(event)
        if not reason:
            return None
        return event.deny(f"subagent-policy: this subagent may not start: {reason}.")

    def stop(event: SubagentStop) -> None:
        if policy.counts:
            change_running(lambda running: _remove(ended(event, running), running))

    def end(event: SessionEnd) -> None:
        if policy.counts:
            ours = name_for(event.conversation_id)
            change_running(lambda running: keep(running, lambda row: row["conversation"] != ours))

    hook.subagentStart(start)
    hook.subagentStop(stop)
    hook.sessionEnd(end)


def _compiled(pattern: str) -> Any:
    """A regular expression; None when there is none."""
    import re2

    try:
        return re2.compile(pattern) if pattern else None
    except re2.error as error:
        raise UsageError(
            f"not_tasks is {pattern!r}, which is not a regular expression: {error}"
        ) from None


def text(value: object) -> str:
    """What came as text, without what no text can hold."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def refusal(what: str, name: str, allowed: tuple[str, ...], denied: tuple[str, ...]) -> str:
    """Why a name is refused; empty when it is not. Patterns may hold `*`; upper and lower case are
    the same.
    """
    if is_one_of(name, denied):
        return f"{what} {name!r} is not allowed"
    if allowed and not is_one_of(name, allowed):
        return f"{what} {name!r} is not one of {', '.join(allowed)}"
    return ""


def is_one_of(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(name.casefold(), pattern.casefold()) for pattern in patterns)


def admitted(event: SubagentStart, most: int, after_s: float) -> bool:
    """Count the subagent, unless so many are running."""
    now_s = time.time()
    own = {
        "conversation": name_for(event.parent_conversation_id or event.conversation_id),
        "id": name_for(event.subagent_id),
        "kind": name_for(event.subagent_type),
        "task": name_for(event.task),
        "since": now_s,
    }

    def change(running: list[dict[str, Any]]) -> bool:
        keep(running, lambda row: now_s - row["since"] < after_s and row["id"] != own["id"])
        beside = [row for row in running if row["conversation"] == own["conversation"]]
        is_free = len(beside) < most
        running += [own] if is_free else []
        return is_free

    return bool(change_running(change))


def ended(event: SubagentStop, running: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Which of them it is that ended: by its own conversation, else the oldest one that looks like
    it.
    """
    conversation = name_for(event.conversation_id)
    looks = {"kind": name_for(event.subagent_type), "task": name_for(event.task)}
    likenesses: tuple[dict[str, str], ...] = (
        {"id": conversation},
        {"conversation": conversation, **looks},
        looks,
        {"conversation": conversation, "kind": looks["kind"]},
    )
    alike = (row for likeness in likenesses for row in running if likeness.items() <= row.items())
    return next(alike, None)


def _remove(row: dict[str, Any] | None, running: list[dict[str, Any]]) -> None:
    if row is not None:
        running.remove(row)


def keep(running: list[dict[str, Any]], wanted: Callable[[dict[str, Any]], bool]) -> None:
    running[:] = [row for row in running if wanted(row)]


def change_running(change: Callable[[list[dict[str, Any]]], Any]) -> Any:
    """Change the list of the subagents that are running, of all conversations."""

    def changed(kept: dict[str, Any]) -> Any:
        rows = kept.get("running")
        running = [row for row in rows if is_row(row)] if isinstance(rows, list) else []
        result = change(running)
        kept["running"] = running
        return result

    return change_json(os.path.join(kit_folder(), "subagents.json"), changed)


def is_row(row: object) -> bool:
    if not isinstance(row, dict) or not isinstance(row.get("since"), (int, float)):
        return False
    return {"conversation", "id", "kind", "task"} <= row.keys()


KIT = Kit(
    "subagent-policy",
    "Decides which subagents may start: by type, model and task, and how many at once.",
    build=build,
    options=(
        Option(
            "types",
            "words",
            (),
            "Types that may start, such as explore; all when empty. * matches anything",
        ),
        Option("not_types", "words", (), "Types that may not"),
        Option("models", "words", (), "Models that may be used, such as claude-*; all when empty"),
        Option("not_models", "words", (), "Models that may not"),
        Option(
            "not_tasks",
            "text",
            "",
            "Regular expression: tasks that match it are refused",
        ),
        Option(
            "at_once",
            "number",
            0,
            "How many subagents of a conversation may run at once; 0: no limit",
        ),
        Option(
            "minutes",
            "number",
            60,
            "After this long, a subagent whose end was never reported no longer counts",
        ),
    ),
    entries=(Entry("subagentStart", fail_closed=True), Entry("subagentStop"), Entry("sessionEnd")),
    needs=("re2",),
)
