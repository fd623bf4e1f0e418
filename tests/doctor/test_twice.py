"""doctor.twice: hooks that run twice because two files hold them."""

from typing import Any

import pytest
from pytest import param

from hookline.doctor.look import Looked
from hookline.doctor.twice import fires_twice, stands_converted
from hookline.model import Hook
from hookline.testing import a_hook

FILES = {
    "project": "/ws/.cursor/hooks.json",
    "user": "/home/.cursor/hooks.json",
    "claude-project": "/ws/.claude/settings.json",
}
SCRIPT = Looked(script="/ws/guard.sh")
NONE = Looked()


def hook(source: str, command: str, **more: Any) -> Hook:
    return a_hook(source=source, command=command, file=FILES[source], root="/ws", **more)


KIT = "/opt/bin/hookline hook git-guard"


@pytest.mark.parametrize(
    ("hooks", "looked", "codes"),
    [
        param([hook("project", "x"), hook("user", "x")], [NONE, NONE], ["fires-twice"], id="the same text in two files"),
        param([hook("project", "x"), hook("user", "y")], [NONE, NONE], [], id="different texts"),
        param([hook("project", "x"), hook("user", "x", event="stop")], [NONE, NONE], [], id="different events"),
        param([hook("project", "x"), hook("project", "x", number=2)], [NONE, NONE], [], id="one file: check says that"),
        param([hook("project", "x"), hook("claude-project", "x")], [NONE, NONE], ["stands-twice"],
              id="the same text in Claude's file runs once"),
        param([hook("project", "./guard.sh"), hook("claude-project", "sh guard.sh")], [SCRIPT, SCRIPT], ["fires-twice"],
              id="the same script in Claude's file, otherwise written"),
        param([hook("project", "./guard.sh"), hook("user", "/ws/guard.sh")], [SCRIPT, SCRIPT], ["fires-twice"],
              id="the same script by two paths"),
        param([hook("project", "./guard.sh -a 1"), hook("user", "./guard.sh -b 2")], [SCRIPT, SCRIPT], [],
              id="two jobs of one script"),
        param([hook("project", KIT), hook("user", f"/usr{KIT}")], [NONE, NONE], ["fires-twice"],
              id="the same ready-made hook"),
        param([hook("project", KIT), hook("user", f"{KIT} --set ask=x")], [NONE, NONE], [],
              id="a ready-made hook with other settings"),
        param([hook("project", "x"), hook("user", "x", type="prompt")], [NONE, NONE], [], id="a prompt of the same text"),
    ],
)  # fmt: skip
def test_pairs(hooks: list[Hook], looked: list[Looked], codes: list[str]) -> None:
    assert [found.code for found in fires_twice(hooks, looked)] == codes


def test_the_finding_names_both_and_the_file_to_change() -> None:
    hooks = [hook("project", "./guard.sh"), hook("claude-project", "sh guard.sh")]
    (found,) = fires_twice(hooks, [SCRIPT, SCRIPT])
    assert (found.hook, found.where) == ("project hook 1 of beforeShellExecution", ".cursor/hooks.json:6")
    assert found.problem == (
        "claude-project hook 1 of beforeShellExecution (.claude/settings.json:6) runs the same script, "
        "and Cursor reads Claude Code's file too"
    )
    assert found.remedy == "write the same command in both, or remove it from /ws/.claude/settings.json"


def test_a_converted_hook_whose_original_is_read_too_is_named_with_the_file_to_change() -> None:
    twin, alone = hook("project", "converted"), hook("claude-project", "y")
    original = hook("claude-project", "x", event="preToolUse")
    (found,) = stands_converted({original.key: twin}, [twin, original, alone])
    assert (found.code, found.hook, found.where) == (
        "stands-twice",
        "claude-project hook 1 of preToolUse",
        ".claude/settings.json:6",
    )
    assert found.problem == (
        "project hook 1 of beforeShellExecution (.cursor/hooks.json:6) is the same hook, converted, and both files are read; "
        "Hookline runs it once, Cursor twice"
    )
    assert found.remedy == "remove it from /ws/.claude/settings.json, unless a tool needs it there"
