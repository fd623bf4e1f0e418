"""web.views.hooks: every configured hook by source, what the journal knows of it, and why it does not run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hookline.web.views.hook_pages import hooks_view, percentile
from hookline.web.world import World, hook_id

Shop = Any


def rows(view: Any) -> dict[str, list[Any]]:
    return {source["name"]: source["hooks"] for source in view["sources"]}


def test_sources_stand_in_priority_order_and_every_file_is_named(shop: Shop) -> None:
    view = shop.world.look(hooks_view)
    assert [(one["name"], one["rank"], one["can_switch"], one["needs_trust"]) for one in view["sources"]] == [
        ("enterprise", 1, False, False), ("team", 2, False, False), ("project", 3, True, True), ("user", 4, True, False),
        ("claude-local", 5, True, True), ("claude-project", 6, True, True), ("claude-user", 7, True, False),
    ]  # fmt: skip
    files = [(file["path"], file["there"]) for source in view["sources"] for file in source["files"]]
    assert (str(shop.folder / ".cursor/hooks.json"), True) in files
    assert (str(shop.folder / ".claude/settings.json"), False) in files


def test_one_hook_with_everything_that_is_known_of_it(shop: Shop) -> None:
    shop.play()
    row = rows(shop.world.look(hooks_view))["project"][1]
    measured = {name: row.pop(name) for name in ("id", "last_at", "p50_ms", "p95_ms", "spark")}
    assert row == {
        "source": "project", "event": "beforeShellExecution", "title": "project hook 1 of beforeShellExecution",
        "command": ".cursor/hooks/guard.sh", "name": ".cursor/hooks/guard.sh", "type": "command", "matcher": None, "timeout_s": 5.0, "fail_closed": True,
        "loop_limit": 5, "cwd": str(shop.folder), "where": ".cursor/hooks.json:5",
        "file": str(shop.folder / ".cursor/hooks.json"), "line": 5, "needs_trust": True, "state": "active", "reason": None,
        "blocks": False, "can_switch": True, "problems": [], "runs": 3, "denies": 1, "failures": 0,
        "deny_share": 1 / 3, "failure_share": 0.0,
    }  # fmt: skip
    assert [run["permission"] for run in measured["spark"]] == ["allow", "allow", "deny"]
    assert 0 < measured["p50_ms"] <= measured["p95_ms"] == max(run["duration_ms"] for run in measured["spark"])


def test_what_does_not_run_says_why(shop: Shop) -> None:
    shop.play()
    found = rows(shop.world.look(hooks_view))
    told = {
        (row["where"], row["state"]): row["reason"] for row in found["project"] + found["user"] if row["state"] != "active"
    }
    assert told == {
        (".cursor/hooks.json:14", "set aside"): 'timeout is "soon"; it must be a number above 0',
        (".cursor/hooks.json:31", "set aside"): "there is no event 'beforeReadFil'",
        (f"{shop.home}/.cursor/hooks.json:8", "never matched"):
            "beforeShellExecution was fired 3 times lately, and matcher 'terraform apply' never matched",
    }  # fmt: skip


def test_problems_stand_at_their_entry_and_the_rest_at_their_file(shop: Shop) -> None:
    text = (shop.folder / ".cursor/hooks.json").read_text().replace('"version": 1', '"version": 1, "hoks": {}')
    (shop.folder / ".cursor/hooks.json").write_text(text)
    view = shop.world.look(hooks_view)
    found = rows(view)["project"]
    assert {row["where"]: [one["line"] for one in row["problems"]] for row in found if row["problems"]} == {
        ".cursor/hooks.json:14": [16], ".cursor/hooks.json:31": [30],
    }  # fmt: skip
    files = next(source for source in view["sources"] if source["name"] == "project")["files"]
    assert [one["line"] for one in files[0]["problems"]] == [2]


def test_nobody_is_trusted_at_first(untrusted: Shop) -> None:
    view = untrusted.world.look(hooks_view)
    states = [row["state"] for row in rows(view)["project"]]
    assert states == ["not trusted"] * 3 + ["set aside", "not trusted", "set aside"]
    assert view["counts"] == {
        "active": 3, "never matched": 0, "not trusted": 4, "switched off": 0, "shadowed": 0, "set aside": 2,
    }  # fmt: skip


def test_a_claude_hook_that_a_cursor_hook_repeats_is_shadowed(shop: Shop) -> None:
    (shop.home / ".claude").mkdir()
    entry = {"type": "command", "command": "true"}
    settings = {"hooks": {"UserPromptSubmit": [{"hooks": [entry, {**entry, "command": "false", "timeout": "x"}]}]}}
    (shop.home / ".claude/settings.json").write_text(json.dumps(settings, indent=1))
    first, second = rows(shop.world.look(hooks_view))["claude-user"]
    assert (first["state"], first["reason"]) == (
        "shadowed",
        f"identical to user hook 1 of beforeSubmitPrompt ({shop.home}/.cursor/hooks.json:14): the same command runs once",
    )
    assert (second["state"], len(second["problems"])) == ("set aside", 1)


def test_two_entries_with_one_command_have_their_own_figures(nobody: World, tmp_path: Path) -> None:
    config = tmp_path / ".cursor/hooks.json"
    config.parent.mkdir()
    entries = [{"command": "true", "matcher": "git"}, {"command": "true", "matcher": "npm"}]
    config.write_text(json.dumps({"version": 1, "hooks": {"beforeShellExecution": entries}}, indent=1))
    engine = nobody.engine()
    for command in ("git a", "git b", "npm c"):
        engine.session("c").fire_sync("beforeShellExecution", command=command)
    engine.close()
    assert [row["runs"] for row in rows(nobody.look(hooks_view))["user"]] == [2, 1]


def test_a_run_longer_ago_is_known_from_the_doctor(shop: Shop) -> None:
    hook = next(one for one in shop.world.hooks().hooks if one.event == "stop")
    found = rows(shop.world.look(hooks_view, {hook_id(hook): 5.0}))["project"]
    assert [row["last_at"] for row in found if row["event"] == "stop"] == [5.0]


def test_a_fresh_user_has_nothing_and_is_told_what_to_do(nobody: World) -> None:
    view = nobody.look(hooks_view)
    assert (view["total"], view["problems"], view["looked_at"], view["trust"]) == (0, 0, 0, [])
    assert [step["command"] for step in view["next_steps"]] == [
        "hookline init", "hookline init --project", "hookline add --list",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("values", "share", "found"),
    [
        ([], 0.5, None),
        ([3.0], 0.95, 3.0),
        ([1.0, 2.0], 0.5, 1.0),
        ([1.0, 2.0, 3.0], 0.5, 2.0),
        (list(range(1, 101)), 0.95, 95),
    ],
)
def test_percentiles(values: list[float], share: float, found: float | None) -> None:
    assert percentile(values, share) == found


KIT = "hookline hook secrets"


def test_a_ready_made_hook_is_one_card_at_however_many_events(shop: Shop) -> None:
    entries = {"stop": [{"command": KIT}, {"command": "true"}], "beforeReadFile": [{"command": KIT}], "preToolUse": [{"command": f"{KIT} --set kinds=aws"}, {"command": KIT}]}  # fmt: skip
    (shop.home / ".cursor/hooks.json").write_text(json.dumps({"version": 1, "hooks": entries}))
    user = next(source for source in shop.world.look(hooks_view)["sources"] if source["name"] == "user")
    cards = [(card["name"], [user["hooks"][position]["event"] for position in card["hooks"]]) for card in user["cards"]]
    assert cards == [
        ("secrets kinds=aws", ["preToolUse"]),
        ("secrets", ["preToolUse", "beforeReadFile", "stop"]),
        ("true", ["stop"]),
    ]


def test_what_is_not_trusted_is_shown_whole(shop: Shop) -> None:
    (shop.folder / ".cursor/hooks.json").write_text(json.dumps({"version": 1, "hooks": {"stop": [{"command": KIT}]}}))
    (row,) = rows(shop.world.look(hooks_view))["project"]
    assert (row["state"], row["name"]) == ("not trusted", KIT)
