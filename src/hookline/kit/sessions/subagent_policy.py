"""subagent-policy: which subagents may start: by type, by model, by task, and how many at once.

A subagent that is refused here is not counted. The end of one carries no id, so the one of the same
kind and task is taken for it; one whose end is never told is forgotten after a while.
"""

from __future__ import annotations

import os
import time
from fnmatch import fnmatchcase

from hookline.errors import UsageError
from hookline.kit.kit import Entry, Kit
from hookline.kit.kit_settings import Option, Settings
from hookline.kit.statefiles import change_json, kit_folder, name_for
from hookline.sdk.answer import Answer
from hookline.sdk.event_types import Hooks, SessionEnd, SubagentStart, SubagentStop

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def build(hook: Hooks, settings: Settings) -> None:
    import re2

    try:
        bad_task = re2.compile(settings.not_tasks) if settings.not_tasks else None
    except re2.error as error:
        raise UsageError(
            f"not_tasks is {settings.not_tasks!r}, which is no regular expression: {error}"
        ) from None

    def start(event: SubagentStart) -> Answer | None:
        kind, model, task = text(event.subagent_type), text(event.subagent_model), text(event.task)
        reason = refusal("the type", kind, settings.types, settings.not_types)
        reason = reason or refusal("the model", model, settings.models, settings.not_models)
        if not reason and bad_task is not None and bad_task.search(task):
            reason = f"its task matches {settings.not_tasks!r}"
        if (
            not reason
            and settings.at_once > 0
            and not admitted(event, int(settings.at_once), settings.minutes * 60)
        ):
            reason = f"{int(settings.at_once)} are running already; wait for one to end"
        return (
            event.deny(f"subagent-policy: this subagent may not start: {reason}.")
            if reason
            else None
        )

    def stop(event: SubagentStop) -> None:
        if settings.at_once > 0:
            change_running(
                lambda running: running.remove(one) if (one := ended(event, running)) else None
            )

    def end(event: SessionEnd) -> None:
        if settings.at_once > 0:
            ours = name_for(event.conversation_id)
            change_running(lambda running: keep(running, lambda one: one["conversation"] != ours))

    hook.subagentStart(start)
    hook.subagentStop(stop)
    hook.sessionEnd(end)


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
    row = {
        "conversation": name_for(event.parent_conversation_id or event.conversation_id),
        "id": name_for(event.subagent_id),
        "kind": name_for(event.subagent_type),
        "task": name_for(event.task),
        "since": now_s,
    }

    def change(running: list[dict[str, Any]]) -> bool:
        keep(running, lambda one: now_s - one["since"] < after_s and one["id"] != row["id"])
        free = len([one for one in running if one["conversation"] == row["conversation"]]) < most
        if free:
            running.append(row)
        return free

    return bool(change_running(change))


def ended(event: SubagentStop, running: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Which of them it is that ended: by its own conversation, else the oldest one that looks like it."""
    conversation = name_for(event.conversation_id)
    looks = {"kind": name_for(event.subagent_type), "task": name_for(event.task)}
    wanted = (
        {"id": conversation},
        {"conversation": conversation, **looks},
        looks,
        {"conversation": conversation, "kind": looks["kind"]},
    )
    for fields in wanted:
        for one in running:
            if all(one[name] == value for name, value in fields.items()):
                return one
    return None


def keep(running: list[dict[str, Any]], wanted: Callable[[dict[str, Any]], bool]) -> None:
    running[:] = [one for one in running if wanted(one)]


def change_running(change: Callable[[list[dict[str, Any]]], Any]) -> Any:
    """Change the list of the subagents that are running, of all conversations."""

    def changed(kept: dict[str, Any]) -> Any:
        found = kept.get("running")
        running = [one for one in found if is_row(one)] if isinstance(found, list) else []
        result = change(running)
        kept["running"] = running
        return result

    return change_json(os.path.join(kit_folder(), "subagents.json"), changed)


def is_row(one: object) -> bool:
    names = ("conversation", "id", "kind", "task")
    return (
        isinstance(one, dict)
        and isinstance(one.get("since"), (int, float))
        and all(name in one for name in names)
    )


KIT = Kit(
    "subagent-policy",
    "Decides which subagents may start: by type, model and task, and how many at once.",
    build=build,
    options=(
        Option(
            "types",
            "words",
            (),
            "Types that may start, such as explore; none named: all. * stands for anything",
        ),
        Option("not_types", "words", (), "Types that may not"),
        Option("models", "words", (), "Models that may be used, such as claude-*; none named: all"),
        Option("not_models", "words", (), "Models that may not"),
        Option(
            "not_tasks",
            "text",
            "",
            "Regular expression: a task in which it is found may not be given",
        ),
        Option(
            "at_once",
            "number",
            0,
            "How many subagents of a conversation may run at once; 0: any number",
        ),
        Option(
            "minutes",
            "number",
            60,
            "After so long a subagent whose end was never told is not counted any more",
        ),
    ),
    entries=(Entry("subagentStart", fail_closed=True), Entry("subagentStop"), Entry("sessionEnd")),
    needs=("re2",),
)
