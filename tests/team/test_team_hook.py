"""team.team_hook: what machines of each system get, and why hooks cannot be published."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from hookline.team.team_hook import LONGEST_SCRIPT, SYSTEMS, TeamHook, managed_files, name_problem, problems_of

MakeHook = Callable[..., TeamHook]


def test_a_machine_gets_what_is_active_and_meant_for_its_system(hook: MakeHook) -> None:
    hooks = [
        hook("all.sh"),
        hook("linux.sh", systems=("Linux",)),
        hook("mac.sh", systems=("Macintosh",)),
        hook("off.sh", active=False),
    ]
    scripts = {system: sorted(managed_files(hooks, system)) for system in SYSTEMS.values()}
    assert scripts == {
        "Linux": ["hooks.json", "hooks/all.sh", "hooks/linux.sh"],
        "Macintosh": ["hooks.json", "hooks/all.sh", "hooks/mac.sh"],
        "Windows": ["hooks.json", "hooks/all.sh"],
    }


def test_hooks_json_has_every_option_and_runs_the_script_beside_it(hook: MakeHook) -> None:
    options = {"matcher": "git push", "timeout": 5, "failClosed": True}
    files = managed_files([hook(options=options)], "Linux")
    entry = {"command": "./guard.sh", **options}
    assert json.loads(files["hooks.json"]) == {"version": 1, "hooks": {"beforeShellExecution": [entry]}}


@pytest.mark.parametrize("name", ["guard.sh", "a", "A_b-c.1.py", "x" * 64, "console.sh"])
def test_a_name_that_every_system_has(name: str) -> None:
    assert name_problem(name) is None


@pytest.mark.fault(
    "6.6",
    "a script is named ../../.bashrc, or as a device",
    "refused where it is published, and again where it is unpacked",
)
@pytest.mark.parametrize(
    "name", ["", ".", "..", "../x", "a/b", "a\\b", ".hidden", "-rf", "x" * 65, "a b", "ä.sh", "con", "NUL.sh", "com1.py", "a\n", "x."]
)  # fmt: skip
def test_a_name_that_is_refused(name: str) -> None:
    assert name_problem(name) is not None


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        pytest.param({"step": "beforeShell"}, "there is no event 'beforeShell'", id="an unknown event"),
        pytest.param({"options": {"timeout": "soon"}}, "timeout", id="an option of the wrong type"),
        pytest.param({"systems": ("BeOS",)}, "there is no system 'BeOS'", id="an unknown system"),
        pytest.param({"script_name": "../x"}, "cannot be the name of a script", id="a name that is a path"),
        pytest.param({"content": b"x" * (LONGEST_SCRIPT + 1)}, "bytes long", id="a script that is too long"),
    ],
)
def test_what_cannot_be_published(changes: dict[str, object], problem: str, hook: MakeHook) -> None:
    problems = problems_of([hook(**changes)])
    assert len(problems) == 1
    assert problem in problems[0]


def test_two_scripts_of_one_name(hook: MakeHook) -> None:
    one, other = hook("Guard.sh", "exit 0"), hook("guard.sh", "exit 1")
    assert "one name is one file" in problems_of([one, other])[0]
    assert problems_of([one, one._replace(step="beforeMCPExecution")]) == []
