"""journal.search: what is wanted becomes a condition that SQLite understands and answers without sorting."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest
from pytest import param

from hookline.journal import tables as schema
from hookline.journal.search import Search, Wanted, search_for


@pytest.mark.parametrize(
    ("wanted", "search"),
    [
        param({}, Search("1", ()), id="everything"),
        param({"event": None, "blocked": False, "text": ""}, Search("1", ()), id="None, False and no text do not matter"),
        param({"event": "stop"}, Search("e.event = ?", ("stop",)), id="an event"),
        param({"blocked": True, "since": 5.0}, Search("e.blocked = 1 AND +e.at >= ?", (5.0,)), id="blocked, since then"),
        param({"since": 0.0}, Search("+e.at >= ?", (0.0,)), id="since the beginning"),
        param(
            {"command": "./x.sh", "source": "user"},
            Search("EXISTS (SELECT 1 FROM runs AS r WHERE r.entry = e.id AND (r.source = ? AND r.command = ?))", ("user", "./x.sh")),
            id="source and command of one run",
        ),
    ],
)  # fmt: skip
def test_condition(wanted: Wanted, search: Search) -> None:
    assert search_for(wanted) == search


def test_text_is_looked_for_as_json_has_it_and_as_text_has_it() -> None:
    search = search_for({"text": 'é"50%_!'})
    assert set(search.parameters) == {'%\\u00e9\\"50!%!_!!%', '%é"50!%!_!!%'}
    assert search.parameters.count('%\\u00e9\\"50!%!_!!%') == 3
    assert search.condition.count("LIKE ? ESCAPE '!'") == len(search.parameters) == 8


def test_what_cannot_be_asked_for_is_named() -> None:
    wrong: Any = {"evnt": "stop"}
    with pytest.raises(TypeError) as error:
        search_for(wrong)
    assert str(error.value) == (
        "the journal cannot be asked for evnt; known: blocked, command, conversation, event, failed, overruled, permission, "
        "proceeds, since, source, text"
    )


@pytest.mark.parametrize(
    ("wanted", "index"),
    [
        param({"event": "stop"}, None, id="an event"),
        param({"conversation": "c"}, None, id="a conversation"),
        param({"blocked": True}, "entries_blocked", id="blocked"),
        param({"failed": True}, "entries_failed", id="failed"),
        param({"overruled": True}, "entries_overruled", id="overruled"),
        param({"since": 1.0, "text": "x", "source": "user"}, None, id="all that must be looked through"),
    ],
)
def test_is_found_newest_first_without_sorting(wanted: Wanted, index: str | None) -> None:
    db = sqlite3.connect(":memory:", isolation_level=None)
    schema.prepare(db, ":memory:")
    search = search_for(wanted)
    ask = f"EXPLAIN QUERY PLAN SELECT * FROM entries AS e WHERE {search.condition} ORDER BY e.id DESC LIMIT 9"
    steps = [row[3] for row in db.execute(ask, search.parameters)]
    db.close()
    assert not any("TEMP B-TREE" in step for step in steps)
    assert index is None or any(f"INDEX {index}" in step for step in steps)
