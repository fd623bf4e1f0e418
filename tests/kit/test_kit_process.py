"""kit.run and kit.catalogue: every ready-made hook can be found, built and served as a process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from hookline.errors import UsageError
from hookline.kit.catalogue import NAMES, load, module_of
from hookline.kit.kit_process import functions_of
from hookline.spec.events import EVENTS


def serve(*arguments: str, event: dict[str, Any] | None = None, under_hookline: bool = True) -> tuple[int, str, str]:
    environ = {name: value for name, value in os.environ.items() if name != "HOOKLINE"}
    environ |= {"HOOKLINE": "1"} if under_hookline else {}
    done = subprocess.run(
        [sys.executable, "-m", "hookline", "hook", *arguments],
        input=json.dumps(event or {}), capture_output=True, text=True, env=environ, timeout=60, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


PUSH = {"hook_event_name": "beforeShellExecution", "command": "git push"}
LIST = {"hook_event_name": "beforeShellExecution", "command": "ls"}


#: What a hook cannot work without.
NEEDED = {"stop-checks": ["command=npm test"]}


@pytest.mark.parametrize("name", NAMES)
def test_every_name_leads_to_a_hook_that_serves_the_events_of_its_entries(name: str) -> None:
    kit = load(name)
    functions, _ = functions_of(kit, NEEDED.get(name, ()))
    assert kit.name == name
    assert kit.about.endswith(".")
    assert set(functions) == {entry.event for entry in kit.entries} <= set(EVENTS)
    assert all(option.about for option in kit.options)


@pytest.mark.parametrize("name", NAMES)
def test_failing_closed_is_only_asked_for_where_it_means_something(name: str) -> None:
    assert all(EVENTS[entry.event].gate for entry in load(name).entries if entry.fail_closed)


def test_an_unknown_name_gets_the_nearest() -> None:
    with pytest.raises(UsageError, match="did you mean git-guard"):
        load("git-gard")
    with pytest.raises(UsageError, match="there are: audit"):
        load("zzz")


def test_names_are_modules() -> None:
    assert module_of("git-guard") == "hookline.kit.commands.git_guard"


def test_a_hook_without_an_opinion_is_silent_here_and_speaks_up_elsewhere() -> None:
    assert serve("git-guard", event=LIST)[:2] == (0, "{}\n")
    assert serve("git-guard", event=LIST, under_hookline=False)[:2] == (0, '{"permission": "allow"}\n')


def test_settings_are_taken_from_the_command_line() -> None:
    assert json.loads(serve("git-guard", "--set", "deny=git tag", event=PUSH)[1]) == {}
    assert json.loads(serve("git-guard", "--set=send_to_gh=on", event=PUSH)[1])["permission"] == "deny"


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        pytest.param([], 64, "Usage: hookline hook NAME", id="no name"),
        pytest.param(["nope"], 64, "there is no ready-made hook 'nope'", id="an unknown hook"),
        pytest.param(["git-guard", "--set", "x=1"], 64, "there is no option 'x'", id="an unknown option"),
        pytest.param(["git-guard", "--loud"], 64, "'--loud' is not understood", id="an unknown flag"),
        pytest.param(["--help"], 0, "Usage: hookline hook NAME", id="asked for help"),
    ],
)
def test_how_it_is_called_wrongly_is_said_and_is_never_a_deny(arguments: list[str], code: int, told: str) -> None:
    ended, out, err = serve(*arguments, event=PUSH)
    assert ended == code
    assert told in out + err
