"""web.world: the machine as a page sees it; hooks have names that last."""

from __future__ import annotations

import os
import threading
from typing import Any

import pytest
from pytest import param

from hookline.testing import a_hook
from hookline.web.world import World, hook_id

Shop = Any


def test_trust_is_seen_as_soon_as_it_is_given(untrusted: Shop) -> None:
    world, root = untrusted.world, str(untrusted.folder)
    assert not world.hooks().trust[root].trusted
    world.trust_store.give(root, world.covered(root))
    assert world.hooks().trust[root].trusted


def test_a_script_that_changed_is_seen(shop: Shop) -> None:
    (shop.folder / ".cursor/hooks/guard.sh").write_text("#!/bin/sh\n")
    assert shop.world.hooks().trust[str(shop.folder)].changed == (".cursor/hooks/guard.sh changed",)


def test_an_engine_fires_at_the_same_hooks_and_into_the_same_journal(shop: Shop) -> None:
    engine = shop.world.engine()
    engine.session("c").fire_sync("stop", status="completed")
    engine.close()
    assert engine.journal_path == shop.world.journal
    assert engine.hooks() == shop.world.hooks().hooks


def test_places_are_named_whether_there_or_not(shop: Shop) -> None:
    teams = shop.home / ".cursor/managed/team_7"
    teams.mkdir(parents=True)
    names = [(place.source.name, os.path.exists(place.path)) for place in shop.world.places()]
    assert names == [
        ("enterprise", False), ("team", False), ("project", True), ("user", True), ("claude-local", False),
        ("claude-project", False), ("claude-user", False),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "same"),
    [
        param({"line": 9, "number": 4, "timeout_s": 1.0}, True, id="another line"),
        param({"command": "false"}, False, id="another command"),
        param({"matcher": "git"}, False, id="another matcher"),
        param({"source": "user"}, False, id="another source"),
    ],
)
def test_a_hook_keeps_its_name(changed: dict[str, Any], same: bool) -> None:
    hook = a_hook()
    assert (hook_id(hook._replace(**changed)) == hook_id(hook)) is same
    assert len(hook_id(hook)) == 16


def test_threads_may_ask_at_once(shop: Shop) -> None:
    found: list[int] = []
    threads = [threading.Thread(target=lambda: found.append(len(shop.world.hooks().hooks))) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert found == [7] * 16


def test_a_workspace_may_be_named_relative_to_here(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert World(["."], environ={"HOME": "/nowhere"}).roots == (str(tmp_path),)
