"""What the page can do: give trust, switch a hook, fire an event, fire one again, make a case of
one.

Goes in: the world, and what the browser sent, checked for its shape. Comes out: the dict to answer
with; a `Refusal` says why not. Hooks run here for real, as `hookline fire` runs them.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping
from typing import Any

from hookline.cases.case_writer import write_cases
from hookline.cases.nouns import ENDING
from hookline.cases.rerun import Past, replay
from hookline.engine.engine import event_name
from hookline.http.conformity import complaints
from hookline.http.refusal import NotThere, Refusal
from hookline.journal.entries import Entry
from hookline.journal.journal_reader import Reader, ask
from hookline.journal.recorded import Recorded, of_entry
from hookline.spec.agent_shells import agent_mark
from hookline.spec.events import EVENTS
from hookline.spec.json_schemas import input_schema
from hookline.web.views.execution_shapes import AgainView, CaseView
from hookline.web.views.hook_pages import hooks_by_stored
from hookline.web.views.hook_shapes import SwitchedView, TrustedView
from hookline.web.views.page_facts import decided
from hookline.web.views.story import story_of_decision
from hookline.web.views.try_shapes import FiredView
from hookline.web.world import World, every_hook, fingerprint, hook_id

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}\Z")
_OWN = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


def _require_a_person(world: World) -> None:
    """An agent that started the page must not approve its own edits, nor switch off what watches it."""
    mark = agent_mark(world.environ)
    if mark is not None:
        raise Refusal(
            403,
            f"{mark.agent} started this page ({mark.variable} was set), and only a person decides whose "
            "hooks run. Start hookline ui in a terminal of your own.",
        )


def give_trust(world: World, body: Mapping[str, Any]) -> TrustedView:
    """Trust a folder for what was shown, and only for that."""
    _require_a_person(world)
    root = body["root"]
    if root not in world.hooks().trust:
        raise NotThere("No hooks of that folder need trust.")
    covered = world.covered(root)
    if fingerprint(covered) != body["fingerprint"]:
        raise Refusal(
            409,
            "The files have changed since they were shown. Reload, read them again, then trust them.",
        )
    world.trust_store.give(root, covered)
    state = world.hooks().trust.get(root)
    return {"root": root, "trusted": bool(state and state.trusted)}


def switch(world: World, identity: str, *, off: bool) -> SwitchedView:
    """Switch a hook off or on, in our own state; its file is not touched."""
    _require_a_person(world)
    hook = next((one for one in every_hook(world.hooks()) if hook_id(one) == identity), None)
    if hook is None:
        raise NotThere("That hook is not configured any more.")
    world.switches.switch(hook, off=off)
    return {"id": identity, "title": hook.title, "off": hook.key in world.hooks().off}


def fire(world: World, body: Mapping[str, Any]) -> FiredView:
    """Fire an event at today's hooks. An input that its schema does not allow is fired only when
    asked for.
    """
    event, given = body["event"], body["input"]
    if event not in EVENTS:
        raise NotThere(f"There is no event {event[:80]!r}.")
    wrong = complaints(given, input_schema(event))
    if wrong and not body.get("anyway"):
        raise Refusal(422, "The input does not fit this event: " + "; ".join(wrong[:10]))
    engine = world.engine()
    try:
        named = given.get("conversation_id")
        session = engine.session(named if isinstance(named, str) and named else None)
        decision = session.fire_sync(event_name(event), given)
    finally:
        engine.close()
    story = story_of_decision(decision, hooks_by_stored(world.hooks()))
    return {"event": event, "remarks": wrong, "execution_id": decision.id, "story": story}


def again(world: World, entry_id: int) -> AgainView:
    """The same event against today's hooks. It leaves no trace in the journal."""
    entry, recorded = _recorded(world, entry_id)
    engine = world.engine(journal=False)
    try:
        done = replay([Past(recorded)], engine, limit=1)[0]
    finally:
        engine.close()
    return {
        "id": entry_id,
        "changes": [
            {"what": one.what, "before": one.before, "after": one.after} for one in done.changes
        ],
        "then_decided": decided(entry.permission, entry.blocked),
        "then_because": entry.because,
        "story": story_of_decision(done.decision, hooks_by_stored(world.hooks())),
    }


def make_case(world: World, entry_id: int, body: Mapping[str, Any]) -> CaseView:
    """A test case that expects what was decided, in a file of its own next to the hooks; never over
    another file.
    """
    entry, _ = _recorded(world, entry_id)
    name = body.get("name") or f"recorded-{entry_id}"
    if not _NAME.match(name):
        raise Refusal(422, "A case name consists of letters, digits, dots, dashes and underscores.")
    main = next((root for root in entry.roots if root in world.roots), world.roots[0])
    path = os.path.join(main, ".cursor", "hooks", name if name.endswith(ENDING) else name + ENDING)
    text = write_cases([entry]).text
    _write_new(path, text)
    return {"path": path, "text": text, "command": f"hookline test {shlex.quote(path)}"}


def _recorded(world: World, entry_id: int) -> tuple[Entry, Recorded]:
    entry = ask(world.journal, Reader.entry, entry_id)
    if entry is None:
        raise NotThere(f"There is no execution {entry_id} in the journal.")
    if entry.event not in EVENTS or not isinstance(entry.input, dict):
        raise Refusal(409, f"Execution {entry_id} is of an event that this version does not know.")
    recorded = of_entry(entry)
    if recorded.flaw:
        raise Refusal(409, f"Execution {entry_id} was not recorded in full: {recorded.flaw}.")
    return entry, recorded


def _write_new(path: str, text: str) -> None:
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _OWN, 0o644)
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise Refusal(409, f"{path} already exists. Choose another name for the case.") from None
    except OSError as error:
        raise Refusal(409, f"{path} cannot be written: {error.strerror}.") from None
