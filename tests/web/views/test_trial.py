"""web.views.trying: a complete payload of every event, its fields, and what would run for it. Nothing runs."""

from __future__ import annotations

from typing import Any

import pytest

from hookline.http.conformity import complaints
from hookline.http.refusal import NotThere
from hookline.journal.journal_reader import Reader, ask
from hookline.spec.events import EVENTS
from hookline.web.views.trial import try_view
from hookline.web.world import World

Shop = Any


@pytest.mark.parametrize("event", list(EVENTS))
def test_a_sample_is_complete_and_fits_its_schema(nobody: World, event: str) -> None:
    view = nobody.look(try_view, event, None)
    assert (view["event"], view["sample"]["hook_event_name"]) == (event, event)
    assert complaints(view["sample"], view["schema"]) == []
    assert [field["name"] for field in view["fields"]] == list(view["schema"]["properties"])
    assert {field["name"]: field["value"] for field in view["fields"]} == view["sample"]


def test_paths_lie_in_the_workspace(nobody: World) -> None:
    sample = nobody.look(try_view, "afterFileEdit", None)["sample"]
    assert sample["workspace_roots"] == list(nobody.roots)
    assert sample["file_path"].startswith(nobody.roots[0] + "/")


def test_fields_say_what_they_may_hold(nobody: World) -> None:
    fields = {field["name"]: field for field in nobody.look(try_view, "stop", None)["fields"]}
    assert fields["status"]["words"] == ["completed", "aborted", "error"]
    assert (fields["status"]["own"], fields["model"]["own"], fields["model"]["types"]) == (True, False, ["string", "null"])


def test_what_would_run_and_what_would_not(shop: Shop) -> None:
    view = shop.world.look(try_view, "beforeShellExecution", None)
    assert [(one["source"], one["command"]) for one in view["would_run"]] == [
        ("project", ".cursor/hooks/guard.sh"), ("user", "echo '{\"permission\": \"allow\"}'"),
    ]  # fmt: skip
    assert [one["reason"] for one in view["would_skip"]] == [
        'set aside: timeout is "soon"; it must be a number above 0', "matcher 'curl|wget' does not match",
        "matcher 'terraform apply' does not match",
    ]  # fmt: skip
    assert ask(shop.world.journal, Reader.newest_id) == 0


def test_it_begins_with_a_gate(nobody: World) -> None:
    assert EVENTS[nobody.look(try_view, None, None)["event"]].gate == "permission"


def test_it_can_begin_with_what_happened(shop: Shop) -> None:
    shop.play()
    view = shop.world.look(try_view, None, 5)
    assert (view["event"], view["sample"]["command"]) == ("beforeShellExecution", "rm -rf build <script>alert(1)</script>")


@pytest.mark.parametrize(("event", "execution"), [("never", None), (None, 99)])
def test_what_is_not_there(nobody: World, event: str | None, execution: int | None) -> None:
    with pytest.raises(NotThere):
        nobody.look(try_view, event, execution)
