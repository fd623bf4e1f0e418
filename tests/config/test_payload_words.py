"""config.payload_words: what a script waits for in vain, by the payload it gets."""

import pytest
from pytest import param

from hookline.config.payload_words import Script, vain_words

SH = '#!/bin/sh\ninput=$(cat)\ntool=$(printf %s "$input" | jq -r .tool_name)\n'
PY = "#!/usr/bin/env python3\nimport json, sys\ndata = json.load(sys.stdin)\n"
BASH_ONLY = SH + '[ "$tool" = "Bash" ] || exit 0\n'
SHELL_ONLY = SH + '[ "$tool" = "Shell" ] || exit 0\n'


def found(text: str, event: str, dialect: str) -> list[tuple[str, str]]:
    return [(one.code, one.problem) for one in vain_words(Script("guard", text), event, dialect)]


@pytest.mark.parametrize(
    ("text", "event", "dialect", "code", "problem"),
    [
        param(
            BASH_ONLY, "preToolUse", "cursor", "tool-never-named",
            "line 4 of 'guard' compares tool_name with 'Bash', but Cursor's payload says 'Shell': the comparison never holds",
            id="a Cursor hook that waits for Bash",
        ),
        param(
            PY + 'if data["tool_name"] not in ("Edit", "MultiEdit"):\n    sys.exit(0)\n', "postToolUse", "cursor",
            "tool-never-named",
            "line 4 of 'guard' compares tool_name with 'Edit' or 'MultiEdit', but Cursor's payload says 'Write': "
            "the comparison never holds",
            id="a Cursor hook that waits for edits under Claude's names",
        ),
        param(
            PY + 'if data["tool_name"].startswith("mcp__github"):\n    sys.exit(2)\n', "preToolUse", "cursor", "tool-never-named",
            "line 4 of 'guard' compares tool_name with 'mcp__', but Cursor's payload says 'MCP:': the comparison never holds",
            id="a Cursor hook that waits for MCP tools under Claude's names",
        ),
        param(
            SHELL_ONLY, "preToolUse", "claude", "tool-never-named",
            "line 4 of 'guard' compares tool_name with 'Shell', but Claude Code's payload says 'Bash': the comparison never holds",
            id="a Claude hook that waits for Shell",
        ),
        param(
            BASH_ONLY, "preToolUse", "claude", "passes-in-cursor",
            "line 4 of 'guard' compares tool_name with 'Bash', but Cursor itself (and --claude-payload cursor) says "
            "'Shell': the comparison never holds there",
            id="a Claude hook that waits for Bash is right here, and not in Cursor",
        ),
        param(
            "command=$(jq -r .tool_input.command)\n", "beforeShellExecution", "cursor", "field-never-there",
            "line 1 of 'guard' reads .tool_input.command, which beforeShellExecution does not have: it is .command there",
            id="a shell hook that looks into tool_input",
        ),
        param(
            "const data = JSON.parse(raw);\nconst file = data.tool_input?.file_path;\n", "beforeReadFile", "cursor",
            "field-never-there",
            "line 2 of 'guard' reads .tool_input.file_path, which beforeReadFile does not have: it is .file_path there",
            id="a read hook that looks into tool_input",
        ),
        param(
            SH + '[ "$tool" = "Shell" ] || exit 0\n', "beforeShellExecution", "cursor", "field-never-there",
            "line 4 of 'guard' compares tool_name with 'Shell', but beforeShellExecution has no tool_name: the comparison never holds",
            id="a shell hook that waits for the name of a tool",
        ),
        param(
            PY + 'command = data.get("command", "")\n', "preToolUse", "cursor", "field-never-there",
            "line 4 of 'guard' reads .command, which preToolUse does not have: it is .tool_input.command there",
            id="a tool hook that looks for the command at the top",
        ),
        param(
            PY + 'command = data.get("command", "")\n', "preToolUse", "claude", "field-never-there",
            "line 4 of 'guard' reads .command, which preToolUse does not have: it is .tool_input.command there",
            id="a Claude hook that looks for the command at the top",
        ),
    ],
)  # fmt: skip
def test_what_is_waited_for_in_vain(text: str, event: str, dialect: str, code: str, problem: str) -> None:
    assert found(text, event, dialect) == [(code, problem)]


@pytest.mark.parametrize(
    ("text", "event", "dialect"),
    [
        param(SHELL_ONLY, "preToolUse", "cursor", id="the right name"),
        param(SH + 'case "$tool" in Bash|Shell) ;; *) exit 0 ;; esac\n', "preToolUse", "cursor", id="both names"),
        param(SH + 'case "$tool" in Bash|Shell) ;; *) exit 0 ;; esac\n', "preToolUse", "claude", id="both names, Claude's hook"),
        param(BASH_ONLY + 'NAMES="Shell=Bash"\n', "preToolUse", "cursor", id="a script that translates the names itself"),
        param(
            PY + 'if data["tool_name"] in ("Edit", "MultiEdit", "Write"):\n    pass\n', "preToolUse", "cursor",
            id="writing by all its names",
        ),
        param(PY + 'if data["tool_name"] == "Read":\n    pass\n', "preToolUse", "claude", id="a name both have"),
        param(PY + 'if data["tool_name"] == "TodoWrite":\n    pass\n', "preToolUse", "cursor", id="a tool Cursor has not"),
        param("command=$(jq -r '.command // .tool_input.command')\n", "beforeShellExecution", "cursor", id="both places"),
        param(
            "# for preToolUse, too\nevent=$(jq -r .hook_event_name)\ncommand=$(jq -r .tool_input.command)\n",
            "beforeShellExecution", "cursor", id="a script that asks which event it is",
        ),
        param("jq -r .command\n", "beforeShellExecution", "cursor", id="the right place"),
        param(PY + 'print(data.get("tool_input"))\n', "beforeShellExecution", "cursor", id="a field that is only written down"),
        param(
            PY + 'ti = data.get("tool_input", data)\ncommand = ti.get("command", "")\n', "preToolUse", "cursor",
            id="the input, or the payload itself",
        ),
        param("exec ./other-guard\n", "preToolUse", "cursor", id="a script that leaves it to another"),
        param(BASH_ONLY, "stop", "claude", id="an event of Claude's without tools"),
        param("", "preToolUse", "cursor", id="nothing"),
    ],
)  # fmt: skip
def test_what_says_nothing_wrong(text: str, event: str, dialect: str) -> None:
    assert found(text, event, dialect) == []


def test_the_command_line_itself_is_named_as_such_and_marked_where_the_name_stands() -> None:
    (one,) = vain_words(Script("", "jq -e '.tool_name == \"Bash\"' && exit 2"), "preToolUse", "cursor")
    assert one.problem.startswith("the command compares tool_name with 'Bash'")
    assert one.found == "Bash"
    assert one.remedy == "compare it with 'Shell'"
