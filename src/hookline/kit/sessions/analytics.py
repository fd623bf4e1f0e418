"""analytics: counts and durations of events and tools, by day, in one JSON file; sent to an
endpoint only if one is named.

What is kept and sent: names of events and tools, how often, how long. Nothing of what the events
hold.
"""

from __future__ import annotations

import os
import time

from hookline.errors import UsageError
from hookline.kit.kit_row import Entry, Kit
from hookline.kit.kit_settings import Option, Settings
from hookline.kit.project import say
from hookline.kit.state_files import change_json, kit_folder
from hookline.sdk.event_types import Hooks, HostEvent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: Events after which what has gathered is sent.
SENDING = ("stop", "sessionEnd")
_LONGEST_NAME = 100
_MOST_TOOLS = 500
_OTHERS = "others"


def build(hook: Hooks, settings: Settings) -> None:
    endpoint = settings.endpoint
    if endpoint and not endpoint.startswith(("https://", "http://")):
        raise UsageError(
            f"endpoint is {endpoint!r}: write an address that begins with https:// or http://"
        )

    def count(event: HostEvent) -> None:
        today = time.strftime("%Y-%m-%d", time.gmtime())

        def change(kept: dict[str, Any]) -> dict[str, Any]:
            add(part(kept, "days"), today, event)
            forget_days(part(kept, "days"), int(settings.days))
            if not endpoint:
                kept.pop("unsent", None)
                return {}
            add(part(kept, "unsent"), today, event)
            taken: dict[str, Any] = kept.pop("unsent") if event.name in SENDING else {}
            return taken

        try:
            path = os.path.join(kit_folder(), "analytics.json")
            unsent = change_json(path, change)
            if unsent and not send(endpoint, unsent, settings.seconds):
                say(
                    f"analytics: {endpoint} did not take the counts; they are sent with the next "
                    f"ones."
                )
                change_json(path, lambda kept: give_back(part(kept, "unsent"), unsent))
        except OSError as error:
            say(f"analytics: {event.name} is not counted: {error}. Make that writable.")

    for name in hook.classes:
        hook.add(name, count)


def part(kept: dict[str, Any], name: str) -> dict[str, Any]:
    """A table in the file; a new one where something else stands."""
    if not isinstance(kept.get(name), dict):
        kept[name] = {}
    found: dict[str, Any] = kept[name]
    return found


def add(days: dict[str, Any], day: str, event: HostEvent) -> None:
    """Count one event: day → event → tool → count, ms, longest_ms."""
    tools = part(part(days, day), event.name)
    tool = event.data.get("tool_name")
    name = tool[:_LONGEST_NAME] if isinstance(tool, str) else ""
    row = part(tools, name if name in tools or len(tools) < _MOST_TOOLS else _OTHERS)
    duration_ms = duration_of(event)
    row["count"] = number(row.get("count")) + 1
    row["ms"] = round(number(row.get("ms")) + duration_ms, 3)
    row["longest_ms"] = max(number(row.get("longest_ms")), duration_ms)


def duration_of(event: HostEvent) -> float:
    """How long it took, in milliseconds; 0 where the event does not say."""
    return max(number(event.data.get("duration")), number(event.data.get("duration_ms")))


def number(value: object) -> float:
    """A number that can be added up; 0 for anything else."""
    usable = isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1e12
    return value if usable else 0  # type: ignore[return-value]


def forget_days(days: dict[str, Any], most: int) -> None:
    """Keep the youngest days."""
    for day in sorted(days)[: -max(most, 1)]:
        del days[day]


def give_back(unsent: dict[str, Any], rows: dict[str, Any]) -> None:
    """What could not be sent waits for the next time, with what came since."""
    for day, events in rows.items():
        for event, tools in events.items():
            for tool, row in tools.items():
                now = part(part(part(unsent, day), event), tool)
                now["count"] = number(now.get("count")) + row["count"]
                now["ms"] = round(number(now.get("ms")) + row["ms"], 3)
                now["longest_ms"] = max(number(now.get("longest_ms")), row["longest_ms"])


def send(endpoint: str, rows: dict[str, Any], seconds: float) -> bool:
    """POST the counts; whether they were taken. Never longer than that, whatever a name server
    does.
    """
    import threading

    taken: list[bool] = []
    thread = threading.Thread(target=_post, args=(endpoint, rows, seconds, taken), daemon=True)
    thread.start()
    thread.join(seconds)
    return bool(taken)


def _post(endpoint: str, rows: dict[str, Any], seconds: float, taken: list[bool]) -> None:
    import json
    import urllib.request

    class NoRedirect(urllib.request.HTTPRedirectHandler):
        """Counts go where the person said, and nowhere else."""

        def redirect_request(self, *_: Any) -> None:
            return None

    body = json.dumps({"source": "hookline", "days": rows}).encode()
    try:
        request = urllib.request.Request(
            endpoint, body, {"Content-Type": "application/json"}, method="POST"
        )
        with urllib.request.build_opener(NoRedirect).open(request, timeout=seconds):
            taken.append(True)
    except (
        OSError,
        ValueError,
    ):  # refused, no such host, out of time, an answer that is an error, no address at all
        return


KIT = Kit(
    "analytics",
    "Counts events and tools with their durations; sends the counts only to an endpoint you name.",
    build=build,
    options=(
        Option("days", "number", 90, "How many days to keep"),
        Option(
            "endpoint",
            "text",
            "",
            "Address to POST the counts to when the agent stops; empty: nothing is sent",
        ),
        Option("seconds", "number", 2, "How long sending may take, in seconds"),
    ),
    entries=tuple(Entry(name) for name in Hooks.classes),
)
