from __future__ import annotations

from typing import Any

import pytest

from hookline.judge.settings import NOT_CONFIGURED

CASES = """
[[case]]
name = "a push is denied"
event = "beforeShellExecution"
input = { command = "git push" }
expect = { permission = "deny" }
"""


def test_no_hooks_is_said_with_what_to_do(call: Any) -> None:
    ended = call("doctor")
    assert (ended.code, ended.out) == (
        0,
        "No hooks are configured. To see where they belong: hookline list. To create one: hookline init\n",
    )


def test_a_row_for_each_hook_and_a_remedy_for_each_finding(box: Any, call: Any) -> None:
    box.user_hooks({"stop": [{"command": "no-such-program"}, {"type": "prompt", "prompt": "x" * 80}]})
    ended = call("doctor")
    assert ended.code == 1
    lines = [" ".join(line.split()) for line in ended.out.splitlines()]
    assert lines == [
        "source event hook state start last run took",
        "user stop no-such-program broken – never –",
        f"user stop (prompt) {'x' * 59}… broken – never –",
        "",
        "error[no-program]: user hook 1 of stop (~/.cursor/hooks.json:5)",
        "problem no-such-program does not exist",
        "to do install no-such-program, or change the command",
        "",
        "error[no-judge]: user hook 2 of stop (~/.cursor/hooks.json:8)",
        f"problem {NOT_CONFIGURED}",
        "to do choose one: hookline docs prompt-hooks; then look: hookline judge",
        "",
        "2 hooks: 2 errors.",
        "Programs were looked for on /usr/local/bin:/usr/bin:/bin. The journal is empty, so nothing is known about earlier runs.",
    ]


def test_what_ran_is_shown_with_how_far_the_journal_reaches(box: Any, call: Any) -> None:
    box.user_hooks({"stop": [{"command": "true"}]})
    call("fire", "stop")
    ended = call("doctor")
    assert ended.code == 0
    assert "just now" in ended.out
    assert ended.out.splitlines()[-2:] == [
        "1 hook, all fine.",
        "Programs were looked for on /usr/local/bin:/usr/bin:/bin. The journal holds 1 event; it begins moments ago, and nothing "
        "is known from before.",
    ]


def test_canaries_run_hooks_and_say_what_they_are(box: Any, run: Any) -> None:
    script = box.script("home/.cursor/hooks/guard.sh", "grep -q 'git push' && echo '{\"permission\": \"deny\"}'\nexit 0\n")
    script.with_suffix(".cases.toml").write_text(CASES)
    box.user_hooks({"beforeShellExecution": [{"command": "./hooks/guard.sh"}]})
    alive = run("doctor", "--canary")
    assert (alive.code, alive.out.splitlines()[1].split()[-1]) == (0, "alive")
    script.unlink()
    dead = run("doctor", "--canary")
    assert (dead.code, dead.out.splitlines()[1].split()[-1]) == (1, "dead")
    assert "error[dead]: user hook 1 of beforeShellExecution (~/.cursor/hooks.json:5)" in dead.out


def test_set_aside_entries_have_no_canary(box: Any, call: Any) -> None:
    box.user_hooks({"stop": [{"command": ["true"]}]})
    ended = call("doctor", "--canary")
    assert ended.out.splitlines()[1].split() == ["user", "stop", "set", "aside", "–", "never", "–", "–"]


@pytest.mark.parametrize("found", [True, False])
def test_another_path(box: Any, call: Any, found: bool) -> None:
    box.script("tools/guard", "exit 0")
    box.user_hooks({"stop": [{"command": "guard"}]})
    ended = call("doctor", "--path", box.root / "tools" if found else "/usr/bin", "--json")
    assert (ended.code, ended.json["fine"]) == ((0, True) if found else (1, False))
    assert ended.json["path"] == str(box.root / "tools" if found else "/usr/bin")
