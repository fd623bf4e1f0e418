"""The first page of a journal of a million events is made about as fast as that of a thousand: ratios, taken in one run."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hookline.web.checkups import Checkups
from hookline.web.routes import ROUTES, Site
from hookline.web.views.health import health_view
from hookline.web.views.health_shapes import CheckupRow
from hookline.web.world import World

Shop = Any
FEW, MANY = 1_000, 1_000_000
MOST = 3.0
ROUNDS = 7


def grow(world: World, number: int) -> None:
    """The journal's own events again and again, until there are so many; small ones, so that the disk has room for them."""
    db = sqlite3.connect(world.journal)
    db.execute("PRAGMA synchronous = OFF")
    db.execute("UPDATE entries SET result = '{}'")
    played = db.execute("SELECT max(id) FROM entries").fetchone()[0]
    others = ", ".join(row[1] for row in db.execute("PRAGMA table_info(entries)") if row[1] != "id")
    have = played
    while have < number:
        more = min(have, number - have)
        db.execute(f"INSERT INTO entries (id, {others}) SELECT id + {have}, {others} FROM entries WHERE id <= {more}")
        have += more
    db.commit()
    db.close()


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory, make_world: Callable[[Path], World]) -> Iterator[dict[int, World]]:
    import shutil

    found = {}
    for number in (FEW, MANY):
        folder = tmp_path_factory.mktemp(f"journal-{number}").resolve()
        found[number] = make_world(folder)
        grow(found[number], number)
    yield found
    for world in found.values():
        shutil.rmtree(world.state)


def took(made: Callable[[], object]) -> float:
    began = time.perf_counter()
    made()
    return time.perf_counter() - began


def call(world: World, path: str, given: dict[str, Any]) -> Any:
    route = next(route for route in ROUTES if route.path == path and route.body is None)
    return route.call(Site(world, Checkups(world)), given, {})


NOTHING: CheckupRow = {"done": True, "at": None, "fine": True, "findings": []}
PAGES: dict[str, Callable[[World], Any]] = {
    "executions": lambda world: call(world, "/executions", {}),
    "executions of an event": lambda world: call(world, "/executions", {"event": "stop"}),
    "executions that were denied": lambda world: call(world, "/executions", {"decision": "denied"}),
    "executions that failed": lambda world: call(world, "/executions", {"failed": True}),
    "conversations": lambda world: call(world, "/conversations", {}),
    "hooks": lambda world: call(world, "/hooks", {}),
    "health": lambda world: world.look(health_view, NOTHING),
}


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.xdist_group("million")
@pytest.mark.parametrize("page", PAGES)
def test_the_first_page_of_a_million_events_takes_at_most_three_times_as_long(worlds: dict[int, World], page: str) -> None:
    few, many = [], []
    for _ in range(ROUNDS):
        few.append(took(lambda: PAGES[page](worlds[FEW])))
        many.append(took(lambda: PAGES[page](worlds[MANY])))
    assert min(many) <= MOST * min(few)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.xdist_group("million")
def test_what_is_nowhere_is_looked_for_a_stretch_at_a_time(worlds: dict[int, World]) -> None:
    view = call(worlds[MANY], "/executions", {"text": "this is nowhere"})
    assert (view["rows"], view["searched"], view["next_before"]) == ([], 20_000, MANY + 1 - 20_000)
