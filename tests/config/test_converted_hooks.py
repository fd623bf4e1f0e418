"""config.converted_hooks: converted hooks by their command lines, and which stand for a hook of Claude's files."""

from __future__ import annotations

from typing import Any

import pytest
from pytest import param

from hookline.config.converted_hooks import adapter_argument, converted_twins
from hookline.dialects.adapter_script import wrap
from hookline.dialects.conversion import DialectHook
from hookline.model import Hook
from hookline.testing import a_hook

OF_CLAUDE = DialectHook(
    "preToolUse", "./g.sh", matcher="^(?:Write)$", speaks="claude", native_event="PreToolUse", native_matcher="Edit"
)
OF_SHELL = OF_CLAUDE._replace(event="beforeShellExecution", matcher=None, native_matcher="Bash")
OF_CURSOR = DialectHook("beforeShellExecution", "./g.sh", matcher="rm")
STOP = DialectHook("stop", "./s.sh", speaks="claude", native_event="Stop", loop_limit=None)


def in_cursor(hook: DialectHook, **more: Any) -> Hook:
    """The hook as convert writes it into hooks.json."""
    command = wrap(hook, "cursor", hook.event) if hook.speaks != "cursor" else hook.command
    return a_hook(**{"event": hook.event, "command": command, "matcher": hook.matcher, "root": "/w", **more})


def in_claude(event: str, command: str, matcher: str | None = None, **more: Any) -> Hook:
    return a_hook(**{"source": "claude-project", "dialect": "claude", "event": event, "command": command, "matcher": matcher, "root": "/w", **more})  # fmt: skip


@pytest.mark.parametrize(
    ("cursors", "claudes", "is_pair"),
    [
        param(in_cursor(OF_CLAUDE), in_claude("preToolUse", "./g.sh", "Edit"), True, id="a converted hook and its original"),
        param(in_cursor(OF_SHELL), in_claude("preToolUse", "./g.sh", "Bash"), True, id="at the event of the shell"),
        param(in_cursor(STOP), in_claude("stop", "./s.sh"), True, id="an event without matchers"),
        param(in_cursor(OF_CURSOR), in_claude("preToolUse", wrap(OF_CURSOR, "claude", "PreToolUse"), "Bash"), True, id="converted the other way"),
        param(in_cursor(OF_CLAUDE), in_claude("preToolUse", "./other.sh", "Edit"), False, id="another command"),
        param(in_cursor(OF_CLAUDE), in_claude("preToolUse", "./g.sh", "Edit|Write"), False, id="another matcher"),
        param(in_cursor(OF_CLAUDE), in_claude("postToolUse", "./g.sh", "Edit"), False, id="another event"),
        param(in_cursor(OF_CLAUDE, matcher="^(?:Read)$"), in_claude("preToolUse", "./g.sh", "Edit"), False, id="an entry whose matcher was changed since"),
        param(in_cursor(OF_CLAUDE), in_claude("preToolUse", "./g.sh", "Edit", root="/other"), False, id="another workspace"),
        param(in_cursor(OF_CLAUDE, needs_trust=True), in_claude("preToolUse", "./g.sh", "Edit", source="claude-user"), False, id="a workspace's hook and a person's own"),
        param(in_cursor(OF_CLAUDE, source="user"), in_claude("preToolUse", "./g.sh", "Edit", source="claude-user"), True, id="both a person's own"),
        param(in_cursor(OF_CLAUDE, type="prompt"), in_claude("preToolUse", "./g.sh", "Edit"), False, id="a prompt of that text"),
        param(in_cursor(OF_CURSOR), in_claude("preToolUse", "./g.sh", "Bash"), False, id="the same script, but nothing converted"),
        param(in_cursor(OF_CLAUDE), in_claude("preToolUse", wrap(OF_CLAUDE, "cursor", "preToolUse"), "Edit"), False, id="the same converted command in both"),
    ],
)  # fmt: skip
def test_pairs(cursors: Hook, claudes: Hook, is_pair: bool) -> None:
    assert converted_twins([cursors, claudes]) == ({claudes.key: cursors} if is_pair else {})


@pytest.mark.parametrize(
    ("command", "argument"),
    [
        param("python3 -I -S a/hookline_adapter.py '{\"at\": 1}'", {"at": 1}, id="plain"),
        param("test -f x && python3 -I -S \"$HOME\"/hookline_adapter_copilot.py '{}' || exit 2", {}, id="with what surrounds it"),
        param("./guard.sh", None, id="another command"),
        param("python3 hookline_adapter.py '{}'", None, id="started otherwise"),
        param("python3 -I -S hookline_adapter.py '[]'", None, id="no object"),
        param("python3 -I -S hookline_adapter.py '{'", None, id="no JSON"),
        param("python3 -I -S hookline_adapter.py", None, id="no argument"),
        param("python3 -I -S 'hookline_adapter.py", None, id="quotes that do not end"),
        param("cat hookline_adapter.py", None, id="the script as a file"),
    ],
)  # fmt: skip
def test_what_a_command_line_says(command: str, argument: Any) -> None:
    assert adapter_argument(command) == argument


@pytest.mark.parametrize("text", ["[]", "{}", '{"speaks": "claude"}', '{"speaks": "claude", "native_event": []}', '{"speaks": "cursor", "event": 5}'])  # fmt: skip
def test_an_edited_argument_is_no_pair_and_no_error(text: str) -> None:
    command = f"python3 -I -S hookline_adapter.py '{text}'"
    hooks = [in_cursor(OF_CURSOR, command=command), in_claude("preToolUse", command), in_claude("preToolUse", "./g.sh")]
    assert converted_twins(hooks) == {}
