from __future__ import annotations

from typing import Any

from hookline.cli.hook_files import load, places, state
from hookline.cli.shared_options import Place


def test_load_reads_hooks_and_asks_for_trust(box: Any) -> None:
    box.project_hooks({"stop": [{"command": "true"}]})
    box.user_hooks({"stop": [{"command": "false"}]})
    sources = load([str(box.ws)])
    assert [hook.source for hook in sources.hooks.hooks] == ["project", "user"]
    trust = sources.trust_of(str(box.ws))
    assert trust is not None and not trust.trusted
    sources.store.give(str(box.ws), sources.loader.covered(str(box.ws)))
    again = load([str(box.ws)]).trust_of(str(box.ws))
    assert again is not None and again.trusted
    assert sources.trust_of("/elsewhere") is None


def test_load_looks_at_scripts_and_matchers(box: Any) -> None:
    box.user_hooks({"preToolUse": [{"command": "./no.sh"}, {"command": "true", "matcher": "("}]})
    assert [problem.code for problem in load([str(box.ws)]).hooks.problems] == ["no-script", "invalid-matcher"]


def test_places_are_in_order_of_priority(box: Any) -> None:
    (box.home / ".cursor/managed/team_10").mkdir(parents=True)
    (box.home / ".cursor/managed/team_9").mkdir()
    found = [(one.source.name, one.path) for one in places(Place((), "e.json", False))]
    assert found == [
        ("enterprise", str(box.ws / "e.json")),
        ("team", str(box.home / ".cursor/managed/team_9/hooks.json")),
        ("team", str(box.home / ".cursor/managed/team_10/hooks.json")),
        ("project", str(box.ws / ".cursor/hooks.json")),
        ("user", str(box.home / ".cursor/hooks.json")),
    ]


def test_state_is_where_hookline_state_says(box: Any) -> None:
    assert state() == str(box.state)
