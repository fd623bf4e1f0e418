"""Kit hooks and converted hooks are shown by their names; nothing else can dress up as one."""

from __future__ import annotations

import json
import shlex

import pytest
from pytest import param

from hookline.kit.kit_command import command_for
from hookline.kit.short_names import short_name

ADAPTED = json.dumps({"speaks": "claude", "command": "./it's.sh $X", "native_event": "PreToolUse"})
ADAPTER = ".cursor/hooks/hookline_adapter.py"


@pytest.mark.parametrize(
    ("command", "name"),
    [
        param(command_for("git-guard"), "git-guard", id="as hookline add writes it"),
        param(command_for("git-guard", executable="/usr/bin/python3"), "git-guard", id="by python -m"),
        param(command_for("git-guard", ["deny=git push,git tag"]), "git-guard deny=git push,git tag", id="with its settings"),
        param("hookline hook audit", "audit", id="by its plain name"),
        param("'/opt/my venv/bin/hookline' hook pii", "pii", id="in a folder with a space"),
        param(".cursor/hooks/hookline-hook git-guard", "git-guard", id="by a project's launcher"),
        param(".cursor/hooks/hookline-hook --required git-guard --set send_to_gh=on", "git-guard send_to_gh=on", id="which insists"),
        param(f"test -f {ADAPTER} && python3 -I -S {ADAPTER} {shlex.quote(ADAPTED)}", "./it's.sh $X (claude)", id="through an adapter"),
    ],
)  # fmt: skip
def test_what_we_wrote_has_a_name(command: str, name: str) -> None:
    assert short_name(command) == name


@pytest.mark.parametrize(
    "command",
    [
        "./guard.sh",
        "hookline fire stop",
        "hookline hook no-such-hook",
        "hookline hook git-guard; rm -rf ~",
        "hookline hook git-guard&rm -rf ~",
        "evil | hookline hook git-guard",
        "hookline hook git-guard --set deny=$(evil)",
        'hookline hook git-guard --set "deny=`evil`"',
        "hookline hook git-guard\nevil",
        "hookline hook git-guard --other x",
        "hookline hook git-guard --set",
        "X=1 hookline hook git-guard",
        "/usr/bin/hookline-hook-evil git-guard",
        "hookline hook 'git-guard",
        f"evil; python3 -I -S {ADAPTER} {shlex.quote(ADAPTED)}",
        f"python3 -I -S {ADAPTER} {shlex.quote(ADAPTED)} && evil",
        f"python3 -I -S {ADAPTER} 'no JSON'",
    ],
)
def test_anything_else_is_its_own_name(command: str) -> None:
    assert short_name(command) == command
