"""web.views.executions: pages of the journal that end somewhere, however rare what is looked for."""

from __future__ import annotations

from typing import Any

import pytest

from hookline.http.refusal import NotThere
from hookline.web.views import executions
from hookline.web.views.execution_shapes import Filters
from hookline.web.views.executions import execution_view, executions_view
from hookline.web.world import World

Shop = Any


def asked(**given: Any) -> Filters:
    filters: Filters = {
        "event": None, "source": None, "hook": None, "decision": None, "failed": False, "conversation": None, "text": None,
        "before": None,
    }  # fmt: skip
    return {**filters, **given}  # type: ignore[typeddict-item]


def fire(world: World, number: int, event: str = "stop") -> None:
    engine = world.engine()
    session = engine.session("conv")
    for index in range(number):
        session.fire_sync(event, {"status": f"run {index}"})
    engine.close()


def pages(world: World, **given: Any) -> list[list[int]]:
    """The numbers on every page, from the first to the last."""
    found, before = [], None
    while True:
        view = world.look(executions_view, asked(before=before, **given))
        found.append([row["id"] for row in view["rows"]])
        before = view["next_before"]
        if before is None:
            return found
        assert view["next_query"] and view["next_query"].endswith(f"before={before}")


def test_pages_hold_everything_once_newest_first(nobody: World) -> None:
    fire(nobody, 120)
    found = pages(nobody)
    assert [len(page) for page in found] == [50, 50, 20]
    assert [number for page in found for number in page] == list(range(120, 0, -1))


def test_a_page_that_is_just_full_is_not_followed_by_an_empty_one(nobody: World) -> None:
    fire(nobody, 50)
    assert [len(page) for page in pages(nobody)] == [50]


def test_what_is_rare_is_looked_for_a_stretch_at_a_time(nobody: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executions, "MOST_SEARCHED", 40)
    fire(nobody, 1, "beforeSubmitPrompt")
    fire(nobody, 99)
    assert pages(nobody, event="beforeSubmitPrompt") == [[], [], [1]]
    first = nobody.look(executions_view, asked(event="beforeSubmitPrompt"))
    assert (first["searched"], first["next_before"], first["next_query"]) == (
        40, 61, "?event=beforeSubmitPrompt&before=61",
    )  # fmt: skip


def test_the_address_of_the_next_page_keeps_the_filters(nobody: World) -> None:
    fire(nobody, 60)
    view = nobody.look(executions_view, asked(text="run & <b>", failed=True, conversation="a/b"))
    assert view["next_query"] is None
    view = nobody.look(executions_view, asked(text="run", conversation="conv", decision="proceeds"))
    assert view["next_query"] == "?decision=proceeds&conversation=conv&text=run&before=11"


@pytest.mark.parametrize("before", [0, 1, 10**17])
def test_odd_numbers_to_begin_with(nobody: World, before: int) -> None:
    fire(nobody, 3)
    view = nobody.look(executions_view, asked(before=before))
    assert [row["id"] for row in view["rows"]] == ([3, 2, 1] if before != 1 else [])


def test_everything_there_is_to_choose(shop: Shop) -> None:
    choices = shop.world.look(executions_view, asked())["choices"]
    assert (len(choices["events"]), len(choices["sources"]), choices["decisions"]) == (
        21, 7, ["denied", "ask", "allowed", "proceeds"],
    )  # fmt: skip
    assert [one["title"] for one in choices["hooks"]][-1].startswith("project hook 1 of beforeReadFil (")


def test_a_journal_that_misses_something_says_so(nobody: World) -> None:
    import sqlite3

    fire(nobody, 1)
    with sqlite3.connect(nobody.journal) as db:
        db.execute("INSERT INTO gaps (at, missing, reason) VALUES (5.0, 3, 'the disk was full')")
    db.close()
    assert nobody.look(executions_view, asked())["gaps"] == [{"at": 5.0, "missing": 3, "reason": "the disk was full"}]


def test_one_execution_knows_its_neighbours_and_its_host(nobody: World) -> None:
    fire(nobody, 3)
    view = nobody.look(execution_view, 2)
    assert (view["id"], view["older_id"], view["newer_id"], view["host"], view["cut"], view["flaw"]) == (
        2, 1, 3, "cursor", False, None,
    )  # fmt: skip
    assert view["roots"] == list(nobody.roots)


def test_a_payload_that_was_too_long_says_how_long_it_was(nobody: World) -> None:
    engine = nobody.engine()
    engine.session("c").fire_sync("beforeSubmitPrompt", prompt="x" * 500_000)
    engine.close()
    view = nobody.look(execution_view, 1)
    assert (view["cut"], view["flaw"]) == (True, "its input was cut")
    assert view["whole_bytes"] and view["whole_bytes"] > 500_000


def test_there_is_no_such_execution(nobody: World) -> None:
    with pytest.raises(NotThere, match="^There is no execution 7 in the journal"):
        nobody.look(execution_view, 7)


def test_an_event_of_a_later_version_is_shown_and_cannot_be_run(nobody: World) -> None:
    import sqlite3

    fire(nobody, 1)
    with sqlite3.connect(nobody.journal) as db:
        db.execute("UPDATE entries SET event = 'laterEvent'")
    db.close()
    assert nobody.look(execution_view, 1)["flaw"] == "its event is not known to this version"
    assert nobody.look(executions_view, asked())["rows"][0]["subject"] == ""
