"""`/executions`: the journal, newest first, by page; and one execution with its whole story."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from typing import Any, cast, get_args
from urllib.parse import urlencode

from hookline.http.refusal import NotThere
from hookline.journal.entries import Entry
from hookline.journal.journal_reader import Reader
from hookline.journal.recorded import of_entry
from hookline.journal.rows import as_stored
from hookline.journal.search import Wanted
from hookline.model import HookSet
from hookline.shorten import one_line
from hookline.spec.events import EVENTS
from hookline.spec.sources import SOURCES
from hookline.web.views.execution_shapes import (
    Choices,
    ExecutionRow,
    ExecutionsView,
    ExecutionView,
    Filters,
)
from hookline.web.views.hook_pages import hooks_by_stored
from hookline.web.views.page_facts import (
    FIRST_EVENT,
    decided,
    page_facts,
    subject,
)
from hookline.web.views.page_shapes import Decided
from hookline.web.views.story import story_of
from hookline.web.world import World, every_hook, hook_id

PAGE_ROWS = 50
#: How many events one page looks at when filters want something rare; the next page goes on from
#: there.
MOST_SEARCHED = 20_000
_MOST_HOOKS = 20
_LONGEST_BECAUSE = 500
#: What each word of the filter asks of the journal.
_WANTED_OF_DECISION: dict[Decided | None, Wanted] = {
    None: {},
    "denied": {"blocked": True},
    "proceeds": {"proceeds": True},
    "ask": {"permission": "ask"},
    "allowed": {"permission": "allow"},
}


def executions_view(world: World, journal: Reader, filters: Filters) -> ExecutionsView:
    """One page of the journal."""
    hooks = world.hooks()
    newest = journal.newest_id()
    top = min(filters["before"] or newest + 1, newest + 1)
    floor = max(top - MOST_SEARCHED, 0)
    wanted = _wanted(filters, hooks)
    nobody = wanted is None
    found = (
        []
        if wanted is None
        else journal.recent(limit=PAGE_ROWS, before_id=top, from_id=floor, **wanted)
    )
    end = found[-1].id if len(found) == PAGE_ROWS else floor
    following = end if end > 1 and not nobody else None
    return {
        "page": page_facts(world, "executions", "Executions", newest),
        "filters": filters,
        "choices": _choices(hooks),
        "rows": [execution_row(one) for one in found],
        "next_before": following,
        "searched": max(top - end, 0),
        "next_query": _query(filters, following),
        "gaps": [
            {"at": gap.at, "missing": gap.missing, "reason": gap.reason}
            for gap in journal.gaps(limit=3)
        ],
        "next_steps": [] if newest else FIRST_EVENT,
    }


def wanted_of(world: World, filters: Filters) -> Wanted | None:
    """What the journal is to be asked for; None when nothing can be found."""
    return _wanted(filters, world.hooks())


def execution_view(world: World, journal: Reader, entry_id: int) -> ExecutionView:
    """One execution, whole."""
    entry = journal.entry(entry_id)
    if entry is None:
        raise NotThere(
            f"There is no execution {entry_id} in the journal: "
            "it never existed, or it was removed because of its age."
        )
    older, newer = journal.neighbours(entry_id)
    recorded = of_entry(entry) if entry.event in EVENTS and isinstance(entry.input, dict) else None
    return {
        "page": page_facts(world, "execution", f"Execution {entry_id}", journal.newest_id()),
        "id": entry.id,
        "at": entry.at,
        "execution_id": entry.execution_id,
        "conversation_id": entry.conversation_id,
        "roots": list(entry.roots),
        "profile": entry.profile,
        "host": _host(entry),
        "story": story_of(
            {**entry.as_dict(), "skip_count": entry.skipped}, hooks_by_stored(world.hooks())
        ),
        "cut": entry.input_sha256 is not None,
        "whole_bytes": entry.input_bytes,
        "flaw": recorded.flaw if recorded else "its event is not known to this version",
        "command": _command(entry, recorded.input if recorded else {}),
        "newer_id": newer,
        "older_id": older,
    }


def execution_row(entry: Entry) -> ExecutionRow:
    """One event, in short."""
    return {
        "id": entry.id,
        "at": entry.at,
        "event": entry.event,
        "subject": subject(entry.event, entry.input),
        "decided": decided(entry.permission, entry.blocked),
        "permission": entry.permission,
        "blocked": entry.blocked,
        "failed": entry.failed,
        "overruled": entry.overruled,
        "ran": entry.ran,
        "skipped": entry.skipped,
        "duration_ms": entry.duration_ms or 0.0,
        "because": one_line(entry.because, _LONGEST_BECAUSE),
        "conversation_id": entry.conversation_id,
        "hooks": [
            {
                "source": run.source,
                "command": one_line(run.command, _LONGEST_BECAUSE),
                "permission": run.permission,
                "failure": run.failure and one_line(run.failure, _LONGEST_BECAUSE),
                "duration_ms": run.duration_ms or 0.0,
            }
            for run in entry.runs[:_MOST_HOOKS]
        ],
    }


def _wanted(filters: Filters, hooks: HookSet) -> Wanted | None:
    """What the journal is to be asked for; None where nothing can fit."""
    wanted: dict[str, Any] = {
        "event": filters["event"],
        "source": filters["source"],
        "conversation": filters["conversation"],
        "text": filters["text"],
        "failed": filters["failed"] or None,
        **_WANTED_OF_DECISION[filters["decision"]],
    }
    if filters["hook"] is not None:
        by_id = {hook_id(hook): hook for hook in every_hook(hooks)}
        hook = by_id.get(filters["hook"])
        if hook is None:
            return None
        for name, own in (("event", hook.event), ("source", hook.source)):
            if wanted[name] not in (None, own):
                return None
            wanted[name] = own
        wanted["command"] = as_stored(hook.command)
    return cast(Wanted, wanted)


def _choices(hooks: HookSet) -> Choices:
    return {
        "events": list(EVENTS),
        "sources": list(SOURCES),
        "decisions": list(get_args(Decided)),
        "hooks": [
            {"id": hook_id(hook), "title": f"{hook.title} ({hook.where})", "command": hook.command}
            for hook in every_hook(hooks)
        ],
    }


def _query(filters: Filters, before: int | None) -> str | None:
    if before is None:
        return None
    given = {
        name: value
        for name, value in filters.items()
        if value not in (None, False) and name != "before"
    }
    told = {name: "1" if value is True else str(value) for name, value in given.items()}
    return "?" + urlencode({**told, "before": str(before)}, errors="backslashreplace")


def _host(entry: Entry) -> str:
    version = entry.input.get("cursor_version") if isinstance(entry.input, Mapping) else None
    return f"{entry.profile} {version}" if isinstance(version, str) and version else entry.profile


def _command(entry: Entry, given: Mapping[str, Any]) -> str:
    """The line that fires the same event: the payload comes on stdin, so that no argument grows too long."""
    import json

    root = entry.roots[0] if entry.roots else os.curdir
    payload = json.dumps(dict(given))
    workspace = shlex.quote(root)
    return f"printf %s {shlex.quote(payload)} | hookline fire {entry.event} --input - --workspace {workspace}"
