"""What flow-guard remembers of a conversation: marks, each a call by its name, never what the call
held. One file per conversation below the state folder.

A file that is damaged is taken for one that has marks of every kind: what it held may have been
the very reason to ask.
"""

from __future__ import annotations

import os
import time
from typing import NamedTuple

from hookline.kit.sessions.mcp_kinds import PRIVATE, UNTRUSTED
from hookline.kit.sessions.senders import SOMEWHERE, Way
from hookline.kit.state_files import change_json, forget_old, kit_folder, name_for, read_json
from hookline.shorten import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from hookline.sdk.event_types import ConversationEvent

#: The kinds of marks. Approved: a person let go on what was asked about.
STOPPED, APPROVED = "stopped", "approved"
KINDS = (PRIVATE, UNTRUSTED, STOPPED, APPROVED)
_FOLDER = "flow-guard"
_MOST_MARKS = 400
_LONGEST = 200
#: What a command that cannot be read may do.
UNREAD = Way("a command that cannot be read", "")
_LOST = "something that is not known, because the notes of this conversation were damaged"


class Mark(NamedTuple):
    """One call that counts: its kind, what it did, at which event, when, and as which event of the
    conversation. `place`: where it read or would have sent, if that is known.
    """

    kind: str
    what: str
    event: str
    at: float
    number: int
    place: str = ""

    def __str__(self) -> str:
        """`cat reads .env (12:03:10, beforeShellExecution)`."""
        at = time.strftime("%H:%M:%S", time.localtime(self.at))
        return f"{self.what} ({at}, {self.event})"


def key_of(way: Way) -> str:
    """What tells one way out from another."""
    return f"{way.program} {way.target}"[:_LONGEST]


class Flow:
    """The notes of one conversation, the oldest mark first."""

    def __init__(self, conversation: str, events: int = 0, marks: Iterable[Mark] = ()) -> None:
        self.conversation, self.events, self.marks = conversation, events, list(marks)

    def mark(self, kind: str, what: str, event: str, place: str = "") -> Mark:
        """A mark of now, secrets masked, which is not noted yet."""
        from hookline.detect import mask_text

        shown = one_line(mask_text(what), _LONGEST)
        return Mark(kind, shown, event, time.time(), self.events, mask_text(place)[:_LONGEST])

    def add(self, kind: str, what: str, event: str, place: str = "") -> None:
        """Note a call."""
        self.marks.append(self.mark(kind, what, event, place))

    def of(self, kind: str) -> list[Mark]:
        return [mark for mark in self.marks if mark.kind == kind]

    def live(self, kind: str, longest_s: float, most_events: float) -> list[Mark]:
        """The marks of a kind that still count."""
        now = time.time()
        return [
            mark
            for mark in self.of(kind)
            if now - mark.at <= longest_s and self.events - mark.number <= most_events
        ]

    def not_settled(self, private: Iterable[Mark], way: Way) -> list[Mark]:
        """Of these private marks, those that speak against a way out: not what goes back to where it
        came from, nor what was known when a person let the same go on.
        """
        approved = [mark.number for mark in self.of(APPROVED) if mark.place == key_of(way)]
        settled = {
            mark.what for mark in self.of(PRIVATE) if approved and mark.number <= approved[-1]
        }
        return [
            mark
            for mark in private
            if mark.what not in settled and not (mark.place and mark.place == way.target)
        ]

    def waits(self, way: Way) -> bool:
        """Whether this way out was stopped, and has not been let go on since. One that leads nobody
        knows where is never settled.
        """
        same = [mark for mark in self.marks if mark.place == key_of(way)]
        return way.target != SOMEWHERE and same[-1:] != [] and same[-1].kind == STOPPED

    def _kept(self) -> list[Mark]:
        """The latest marks, and the last one of every other kind however old it is."""
        if len(self.marks) <= _MOST_MARKS:
            return self.marks
        older, latest = self.marks[:-_MOST_MARKS], self.marks[-_MOST_MARKS:]
        last = {mark.kind: mark for mark in older}
        for mark in latest:
            last.pop(mark.kind, None)
        return [*last.values(), *latest]

    def as_json(self) -> dict[str, Any]:
        marks = [mark._asdict() for mark in self._kept()]
        return {"conversation": self.conversation, "events": self.events, "marks": marks}


def change_flow(event: ConversationEvent, change: Callable[[Flow], Any]) -> Any:
    """Count an event of a conversation and change its notes, alone. Raises OSError."""
    name = _name_of(event)
    folder = kit_folder(_FOLDER)
    path = os.path.join(folder, f"{name_for(name)}.json")

    def changed(kept: dict[str, Any]) -> Any:
        flow = _flow_of(kept) or _lost(name)
        flow.conversation = flow.conversation or one_line(name, _LONGEST)
        flow.events += 1
        result = change(flow)
        kept.clear()
        kept.update(flow.as_json())
        return result

    if not os.path.exists(path):
        forget_old(folder, time.time())
    return change_json(path, changed, damaged={"events": None})


def flow_of(state: str, conversation: str) -> Flow | None:
    """The notes of a conversation, below a state folder; None when there are none."""
    path = os.path.join(state, "kit", _FOLDER, f"{name_for(conversation)}.json")
    return _read(path) if os.path.exists(path) else None


def all_flows(state: str) -> list[Flow]:
    """The notes of every conversation that has marks, the one with the latest last."""
    folder = os.path.join(state, "kit", _FOLDER)
    names = os.listdir(folder) if os.path.isdir(folder) else []
    flows = [_read(os.path.join(folder, name)) for name in names if name.endswith(".json")]
    return sorted((flow for flow in flows if flow.marks), key=lambda flow: flow.marks[-1].at)


def _read(path: str) -> Flow:
    return _flow_of(read_json(path, damaged={"events": None})) or _lost("")


def _name_of(event: ConversationEvent) -> str:
    """The conversation; where a host names none, the workspace stands for it."""
    roots = event.workspace_roots if isinstance(event.workspace_roots, list) else []
    return str(event.conversation_id or event.session_id or next(iter(roots), ""))


def _lost(name: str) -> Flow:
    flow = Flow(one_line(name, _LONGEST))
    for kind in (PRIVATE, UNTRUSTED):
        flow.add(kind, _LOST, "unknown")
    return flow


def _flow_of(kept: dict[str, Any]) -> Flow | None:
    """The notes in a file; None when they are not what was written there."""
    if not kept:
        return Flow("")
    events, rows = kept.get("events"), kept.get("marks")
    if not isinstance(events, int) or not isinstance(rows, list):
        return None
    marks = [_mark_of(row) for row in rows]
    if None in marks:
        return None
    return Flow(str(kept.get("conversation", "")), events, [mark for mark in marks if mark])


def _mark_of(row: object) -> Mark | None:
    if not isinstance(row, dict) or row.get("kind") not in KINDS:
        return None
    at, number = row.get("at"), row.get("number")
    if not isinstance(at, (int, float)) or not isinstance(number, int):
        return None
    texts = {name: str(row.get(name, "")) for name in ("what", "event", "place")}
    return Mark(row["kind"], texts["what"], texts["event"], at, number, texts["place"])
