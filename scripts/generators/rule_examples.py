"""EXAMPLES: for each rule of `hookline check`, why it matters, files that break it, and the same
files fixed.

A value is the text of a file, bytes, `Link`, or `FOLDER`. A text that begins with `#!` is
executable, unless it is `Plain`. What cannot be shown as text has words in `shown`.
tests/test_rules.py tries every example: the bad files report that code and no other, the good ones
report nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Link(NamedTuple):
    """A symbolic link, and where it leads."""

    to: str


class Plain(NamedTuple):
    """The text of a script that is not executable."""

    text: str


FOLDER = object()
Files = Mapping[str, object]


class Example(NamedTuple):
    """One rule: why it matters, files that break it and files that do not, and what to say of files
    that are no text.
    """

    why: str
    bad: Files
    good: Files
    shown: str = ""


HOOKS = ".cursor/hooks.json"
CLAUDE = ".claude/settings.json"
GUARD = ".cursor/hooks/guard.sh"
SCRIPT = "#!/bin/sh\nexit 0\n"
SILENT = """#!/bin/sh
case $(cat) in
  *'git push'*) echo '{"permission": "deny", "user_message": "Pushing is off."}' ;;
esac
"""
ALWAYS = SILENT.replace("esac", """  *) echo '{"permission": "allow"}' ;;\nesac""")


def document(text: str) -> Files:
    """A hooks.json with this text."""
    return {HOOKS: text + "\n" if text else ""}


def events(text: str) -> Files:
    """A hooks.json with these events."""
    return document(f'{{\n  "version": 1,\n  "hooks": {{\n    {text}\n  }}\n}}')


def entry(text: str, event: str = "beforeShellExecution") -> Files:
    """A hooks.json with this entry."""
    return events(f'"{event}": [\n      {text}\n    ]')


def claude(text: str) -> Files:
    """A settings.json of Claude Code with these events."""
    return {CLAUDE: f'{{\n  "hooks": {{\n    {text}\n  }}\n}}\n'}


def handler(text: str) -> Files:
    """A settings.json of Claude Code with this handler."""
    return claude(f'"PreToolUse": [\n      {{ "matcher": "Bash", "hooks": [{text}] }}\n    ]')


def _of_tool(names: str) -> str:
    """A guard that concerns itself with these tools only."""
    return (
        '#!/bin/sh\ninput=$(cat)\ntool=$(printf %s "$input" | jq -r .tool_name)\n'
        f'case "$tool" in {names}) ;; *) exit 0 ;; esac\n'
        'case "$input" in *"rm -rf"*) echo "not like that" >&2; exit 2 ;; esac\n'
    )


def _reading(field: str) -> str:
    """A guard that reads the command there."""
    return (
        f"#!/bin/sh\ncommand=$(jq -r {field})\n"
        'case "$command" in *"rm -rf"*) echo "not like that" >&2; exit 2 ;; esac\n'
    )


FINE = entry('{ "command": "true" }')
_FINE_TEXT = str(FINE[HOOKS])

EXAMPLES = {
    "unreadable": Example(
        "A file that exists and cannot be read looks to everybody as if it were in force. None of its hooks "
        "run, and nothing that "
        "happens afterwards says so.",
        {HOOKS: Link("hooks.json")},
        FINE,
        "A link that leads to itself; a file without read permission is the same: `ln -s hooks.json .cursor/hooks.json`",
    ),
    "not-a-file": Example(
        "A folder or a pipe at this place is never opened, so that no reader can be made to wait.",
        {HOOKS: FOLDER},
        FINE,
        "A folder: `mkdir .cursor/hooks.json`",
    ),
    "too-large": Example(
        "No list of hooks is that long; a file of this size is a mistake or an attack, and reading it would "
        "delay every event.",
        {HOOKS: _FINE_TEXT + " " * (4 * 1024 * 1024)},
        FINE,
        "The same file with 4 MiB of spaces after it.",
    ),
    "not-utf-8": Example(
        "Bytes of another encoding have no certain meaning, and a command that means something else than it "
        "shows must not run.",
        {HOOKS: _FINE_TEXT.replace("true", "echo caf\xe9").encode("latin-1")},
        entry('{ "command": "echo café" }'),
        'A file saved as Latin-1, with `"command": "echo café"` in it.',
    ),
    "utf-16": Example(
        "PowerShell's `>` and some editors write UTF-16. No agent reads it, and the file looks right in every editor.",
        {HOOKS: _FINE_TEXT.encode("utf-16")},
        FINE,
        "A file saved as UTF-16 (“Unicode” in Windows' dialogues).",
    ),
    "wrong-place": Example(
        "Scripts live in `.cursor/hooks/`, and so the file ends up there too. Nobody looks for it there.",
        {".cursor/hooks/hooks.json": _FINE_TEXT},
        FINE,
    ),
    "jsonc-file": Example(
        "The name promises that comments are allowed. It is not read at all.",
        {".cursor/hooks.jsonc": _FINE_TEXT},
        FINE,
    ),
    "empty-file": Example(
        "An empty file is most often a save that went wrong, so it is no way to say “no hooks”.",
        document(""),
        document('{ "version": 1, "hooks": {} }'),
    ),
    "half-written": Example(
        "The rest of the file may have held the entry that mattered. In a running host the version read "
        "before stays in force.",
        document('{ "version": 1, "hooks": { "stop": ['),
        document('{ "version": 1, "hooks": { "stop": [] } }'),
    ),
    "comment": Example(
        "Hookline could read on, but Cursor would not: hooks that run here and not there are worse than hooks "
        "that run nowhere.",
        document('{\n  // our hooks\n  "version": 1,\n  "hooks": {}\n}'),
        document('{\n  "_comment": "our hooks",\n  "version": 1,\n  "hooks": {}\n}'),
    ),
    "trailing-comma": Example(
        "One comma too many, and Cursor drops the whole file with all its hooks.",
        document('{\n  "version": 1,\n  "hooks": {},\n}'),
        document('{\n  "version": 1,\n  "hooks": {}\n}'),
    ),
    "single-quotes": Example(
        "JavaScript and Python take them, JSON does not: the whole file is refused.",
        document("{ 'version': 1, 'hooks': {} }"),
        document('{ "version": 1, "hooks": {} }'),
    ),
    "foreign-word": Example(
        "Words of Python and JavaScript are not JSON, and the whole file is refused for one.",
        entry('{ "command": "true", "loop_limit": None }', "stop"),
        entry('{ "command": "true", "loop_limit": null }', "stop"),
    ),
    "control-character": Example(
        "A string ends on the line on which it begins. A line break in it refuses the file.",
        entry('{ "command": "echo one\necho two" }'),
        entry('{ "command": "echo one\\necho two" }'),
    ),
    "text-after": Example(
        "What follows the document was meant to be in it, or was left over by a merge.",
        document('{ "version": 1, "hooks": {} }\n{ "version": 1, "hooks": {} }'),
        document('{ "version": 1, "hooks": {} }'),
    ),
    "too-deep": Example(
        "A reader that follows any depth can be made to fall over. 64 levels are far more than a configuration has.",
        document('{ "version": 1, "hooks": {}, "_": ' + "[" * 65 + "]" * 65 + " }"),
        document('{ "version": 1, "hooks": {}, "_": [] }'),
    ),
    "syntax": Example(
        "The text cannot be JSON from here on, so none of it is in force.",
        document('{ version: 1, "hooks": {} }'),
        document('{ "version": 1, "hooks": {} }'),
    ),
    "not-an-object": Example(
        "A list or a text at the top says nothing about events.",
        document('[{ "command": "true" }]'),
        FINE,
    ),
    "bad-version": Example(
        "The version says how the rest is to be read. When it says nothing, guessing would be wrong half of the time.",
        document('{ "version": "1", "hooks": {} }'),
        document('{ "version": 1, "hooks": {} }'),
    ),
    "missing-version": Example(
        "Hookline reads the file as version 1. Cursor's documentation asks for the number, and may refuse a "
        "file without it.",
        document('{ "hooks": {} }'),
        document('{ "version": 1, "hooks": {} }'),
    ),
    "unknown-version": Example(
        "A later version may mean other things by the same words.",
        document('{ "version": 2, "hooks": {} }'),
        document('{ "version": 1, "hooks": {} }'),
    ),
    "no-hooks": Example(
        "Without `hooks` the file configures nothing, and is refused rather than taken for an empty one.",
        document('{ "version": 1 }'),
        document('{ "version": 1, "hooks": {} }'),
    ),
    "hooks-not-object": Example(
        "A list does not say which entry belongs to which event.",
        document('{ "version": 1, "hooks": [] }'),
        document('{ "version": 1, "hooks": {} }'),
    ),
    "events-at-top": Example(
        "The entry looks configured and never runs.",
        document('{ "version": 1, "stop": [{ "command": "true" }] }'),
        document('{ "version": 1, "hooks": { "stop": [{ "command": "true" }] } }'),
    ),
    "top-key": Example(
        "Somebody meant something by it, and it has no effect.",
        document('{ "version": 1, "hooks": {}, "enabled": false }'),
        document('{ "version": 1, "hooks": {}, "_enabled": false }'),
    ),
    "duplicate-key": Example(
        "JSON readers keep the last one. Hookline joins the lists of an event, so that no guard is lost; Cursor may not.",
        events('"stop": [{ "command": "true" }],\n    "stop": [{ "command": "date" }]'),
        events('"stop": [{ "command": "true" }, { "command": "date" }]'),
    ),
    "unknown-event": Example(
        "An event nobody fires is a guard that never stands. Some versions of Cursor drop the whole file for it.",
        entry('{ "command": "true" }', "beforeShellExec"),
        FINE,
    ),
    "event-not-list": Example(
        "Only a list of entries is read; an entry that stands alone does not run.",
        events('"stop": "true"'),
        events('"stop": [{ "command": "true" }]'),
    ),
    "entry-not-object": Example(
        "A bare command has no place for its options, and is not run.",
        events('"stop": ["true"]'),
        events('"stop": [{ "command": "true" }]'),
    ),
    "claude-group": Example(
        "Claude Code's settings put handlers into groups. In `hooks.json` such a group has no command, so "
        "nothing of it runs.",
        entry('{ "matcher": "git", "hooks": [{ "type": "command", "command": "true" }] }'),
        entry('{ "matcher": "git", "command": "true" }'),
    ),
    "no-command": Example(
        "The entry is there, and does nothing.",
        entry('{ "matcher": "git" }'),
        entry('{ "matcher": "git", "command": "true" }'),
    ),
    "argv-command": Example(
        "A command is one text, read by a shell. A list is not run at all.",
        entry('{ "command": ["echo", "two words"] }'),
        entry('{ "command": "echo \'two words\'" }'),
    ),
    "bad-text": Example(
        "No process can be given such a text, so the hook could never start.",
        entry('{ "command": "echo \\u0000" }'),
        entry('{ "command": "echo" }'),
    ),
    "bad-type": Example(
        "An entry of a type that does not exist is not run.",
        entry('{ "type": "script", "command": "true" }'),
        entry('{ "type": "command", "command": "true" }'),
    ),
    "no-prompt": Example(
        "The model would have nothing to judge by.",
        entry('{ "type": "prompt" }'),
        entry('{ "type": "prompt", "prompt": "Allow only commands that read." }'),
    ),
    "bad-timeout": Example(
        "Without a deadline a hook could hold up the agent for ever, so an entry with an impossible one does not run.",
        entry('{ "command": "true", "timeout": 0 }'),
        entry('{ "command": "true", "timeout": 5 }'),
    ),
    "milliseconds": Example(
        "A guard that hangs holds the agent up for as long as its timeout says: 5000 seconds are 83 minutes. "
        "`--fix` leaves it alone: "
        "it may be meant.",
        entry('{ "command": "true", "timeout": 5000 }'),
        entry('{ "command": "true", "timeout": 5 }'),
    ),
    "bad-matcher": Example(
        "A matcher is text. One that cannot be read must not count as “everything”, nor as “nothing”.",
        entry('{ "command": "true", "matcher": ["git", "npm"] }'),
        entry('{ "command": "true", "matcher": "git|npm" }'),
    ),
    "invalid-matcher": Example(
        "An expression that does not compile can match nothing, so the hook would never run. One that is too large is not compiled: "
        "see [Matchers](../hooks-json.md#matchers) for the bounds.",
        entry('{ "command": "true", "matcher": "git (push" }'),
        entry('{ "command": "true", "matcher": "git (push|fetch)" }'),
    ),
    "matcher-unused": Example(
        "The event has no text to try the matcher on. The hook runs every time, which is more often than it seems.",
        entry('{ "command": "true", "matcher": "git" }', "sessionStart"),
        entry('{ "command": "true" }', "sessionStart"),
    ),
    "foreign-tool": Example(
        "Claude Code says Bash where Cursor says Shell. In `hooks.json` Cursor's names count, so this hook never runs.",
        entry('{ "command": "true", "matcher": "Bash" }', "preToolUse"),
        entry('{ "command": "true", "matcher": "Shell" }', "preToolUse"),
    ),
    "inline-flag": Example(
        "Hookline could match it, Cursor's JavaScript cannot: the hook would run here and not there.",
        entry('{ "command": "true", "matcher": "(?i)git" }'),
        entry('{ "command": "true", "matcher": "[Gg]it" }'),
    ),
    "bad-fail-closed": Example(
        "Whether a failure blocks must not depend on a guess. Until it is fixed, such an entry blocks where "
        "it can only mean true.",
        entry('{ "command": "true", "failClosed": "true" }'),
        entry('{ "command": "true", "failClosed": true }'),
    ),
    "fail-closed-unused": Example(
        "After the fact nothing can be blocked. Whoever wrote it relies on something that does not happen.",
        entry('{ "command": "true", "failClosed": true }', "afterFileEdit"),
        entry('{ "command": "true" }', "afterFileEdit"),
    ),
    "bad-loop-limit": Example(
        "A limit that is no number would let follow-ups go on for ever, or never begin.",
        entry('{ "command": "true", "loop_limit": -1 }', "stop"),
        entry('{ "command": "true", "loop_limit": 3 }', "stop"),
    ),
    "loop-limit-zero": Example(
        "No follow-up is allowed, so the hook never runs. People write 0 for “no limit”; that is `null`.",
        entry('{ "command": "true", "loop_limit": 0 }', "stop"),
        entry('{ "command": "true", "loop_limit": null }', "stop"),
    ),
    "loop-limit-unused": Example(
        "Only events that can have a follow-up count them.",
        entry('{ "command": "true", "loop_limit": 3 }'),
        entry('{ "command": "true" }'),
    ),
    "bad-model": Example(
        "The hook would be judged by another model than the one that was meant.",
        entry('{ "type": "prompt", "prompt": "Allow only commands that read.", "model": 5 }'),
        entry('{ "type": "prompt", "prompt": "Allow only commands that read.", "model": "small" }'),
    ),
    "unused-key": Example(
        "A key of the other type of hook: perhaps `type` is missing.",
        entry('{ "command": "true", "model": "small" }'),
        entry('{ "command": "true" }'),
    ),
    "meant-key": Example(
        "The option has another name. What stands here has no effect, and the default holds.",
        entry('{ "command": "true", "timeout_ms": 500 }'),
        entry('{ "command": "true", "timeout": 0.5 }'),
    ),
    "unknown-key": Example(
        "It has no effect. A key that begins with `_` is a remark, and nobody is told of it.",
        entry('{ "command": "true", "colour": "red" }'),
        entry('{ "command": "true", "_colour": "red" }'),
    ),
    "duplicate-entry": Example(
        "Both run: twice the time, twice the log, two follow-ups. `--fix` leaves it alone: what a hook does "
        "twice it may be meant to.",
        entry('{ "command": "true" },\n      { "command": "true" }'),
        FINE,
    ),
    "placeholder": Example(
        "Copied from an example, and never filled in. The shell sees an unknown file or an empty text.",
        entry('{ "command": "cat <path-to-file>" }'),
        entry('{ "command": "cat README.md" }'),
    ),
    "plugin-root": Example(
        "The variable is set for hooks that come with a plugin. Elsewhere it is empty, and the path begins at "
        "the root of the disk.",
        entry('{ "command": "echo $CURSOR_PLUGIN_ROOT" }'),
        entry('{ "command": "echo $CURSOR_PROJECT_DIR" }'),
    ),
    "windows-command": Example(
        "The hook fails at every event, and where it does not say `failClosed` a failure lets pass.",
        entry('{ "command": "powershell -File guard.ps1" }'),
        FINE,
    ),
    "machine-path": Example(
        "The file is checked in, the path is not: whoever clones the project gets an entry whose program is missing. It "
        "fails at every event, and with `failClosed` it blocks every colleague's shell. `hookline add NAME --project` "
        "writes ready-made hooks so that they run on every machine ([projects](../projects.md)). Homes, Python and Node "
        "environments and the workspace's own folder are noticed; `/usr/bin` and `/opt` are left alone.",
        entry(
            '{ "command": "PATH=/home/ana/venv/bin:$PATH hookline hook git-guard", "failClosed": true }'
        ),
        {
            **entry('{ "command": ".cursor/hooks/guard.sh", "failClosed": true }'),
            GUARD: SCRIPT,
        },
    ),
    "wrong-base": Example(
        "Hooks of a project run from its root, those of a user from `~/.cursor`. The script exists, and is not found.",
        {**entry('{ "command": "./hooks/guard.sh" }'), GUARD: SCRIPT},
        {**entry('{ "command": ".cursor/hooks/guard.sh" }'), GUARD: SCRIPT},
    ),
    "no-script": Example(
        "The hook fails at every event, and where it does not say `failClosed` a failure lets pass.",
        entry('{ "command": ".cursor/hooks/guard.sh" }'),
        {**entry('{ "command": ".cursor/hooks/guard.sh" }'), GUARD: SCRIPT},
    ),
    "not-executable": Example(
        "The system refuses to start it. Archives and some file systems lose the permission on the way.",
        {**entry('{ "command": ".cursor/hooks/guard.sh" }'), GUARD: Plain(SCRIPT)},
        {**entry('{ "command": ".cursor/hooks/guard.sh" }'), GUARD: SCRIPT},
        "`chmod -x .cursor/hooks/guard.sh`; fixed by `chmod +x .cursor/hooks/guard.sh`.",
    ),
    "crlf-script": Example(
        "The first line then names an interpreter whose name ends in CR, and there is none.",
        {**entry('{ "command": ".cursor/hooks/guard.sh" }'), GUARD: SCRIPT.replace("\n", "\r\n")},
        {**entry('{ "command": ".cursor/hooks/guard.sh" }'), GUARD: SCRIPT},
        "`.cursor/hooks/guard.sh` saved with Windows line ends; fixed with Unix line ends.",
    ),
    "tool-never-named": Example(
        "A guard that was copied from another agent compares the name of the tool with the name it has there. "
        "Cursor's shell is `Shell`, Claude Code's is `Bash`: the guard starts, finds that it is not concerned, and lets "
        "everything pass. The script is read as text and nothing is run; only plain comparisons in shell, Python and "
        "JavaScript are noticed, and a script that knows the right name as well is left alone.",
        {**entry('{ "command": ".cursor/hooks/guard.sh" }', "preToolUse"), GUARD: _of_tool("Bash")},
        {
            **entry('{ "command": ".cursor/hooks/guard.sh" }', "preToolUse"),
            GUARD: _of_tool("Shell"),
        },
    ),
    "field-never-there": Example(
        "The same thing has different places: preToolUse has the command in `tool_input`, beforeShellExecution has it at "
        "the top. A field that is not there reads as an empty text, and an empty text looks harmless. A script that reads "
        "both places, or asks for `hook_event_name`, is left alone.",
        {
            **entry('{ "command": ".cursor/hooks/guard.sh" }'),
            GUARD: _reading(".tool_input.command"),
        },
        {**entry('{ "command": ".cursor/hooks/guard.sh" }'), GUARD: _reading(".command")},
    ),
    "passes-in-cursor": Example(
        "Hookline hands a hook out of Claude Code's settings the payload Claude Code would give it, so the comparison "
        "works here. Cursor, which reads the same file, was seen to hand over its own names (`Shell` for `Bash`): there the "
        "guard lets everything pass, as it does here with `--claude-payload cursor`.",
        {
            **handler('{ "type": "command", "command": ".claude/hooks/guard.sh" }'),
            ".claude/hooks/guard.sh": _of_tool("Bash"),
        },
        {
            **handler('{ "type": "command", "command": ".claude/hooks/guard.sh" }'),
            ".claude/hooks/guard.sh": _of_tool("Bash|Shell"),
        },
    ),
    "always-allows": Example(
        "An allow is an opinion, and the highest source with an opinion decides: a project's guard that says allow to all it does "
        "not object to overrules the deny of every hook below it, such as the user's own. Say nothing instead: a hook that prints "
        "nothing and exits with 0 has no opinion. Shell and Python scripts are read as text and nothing is run; a script is "
        "reported only if all its paths are understood, none of them is silent, and one of them allows. A hook that allows some "
        "things on purpose, and is silent about the rest, is left alone. Shell scripts need `pip install 'hookline[kit]'`.",
        {**entry('{ "command": ".cursor/hooks/guard.sh" }'), GUARD: ALWAYS},
        {**entry('{ "command": ".cursor/hooks/guard.sh" }'), GUARD: SILENT},
    ),
    "claude-event": Example(
        "Cursor reads this file too, but has no such event: the hook runs in Claude Code only.",
        claude(
            '"Notification": [\n      { "hooks": [{ "type": "command", "command": "true" }] }\n    ]'
        ),
        claude('"Stop": [\n      { "hooks": [{ "type": "command", "command": "true" }] }\n    ]'),
    ),
    "claude-handler": Example(
        "Cursor reads this file too, but runs no handlers of this type: what it guards is guarded in Claude Code only.",
        handler('{ "type": "http", "url": "https://example.com" }'),
        handler('{ "type": "command", "command": "true" }'),
    ),
    "claude-key": Example(
        "Cursor reads this file too, and runs the hook as if the key were not there.",
        handler('{ "type": "command", "command": "true", "async": true }'),
        handler('{ "type": "command", "command": "true" }'),
    ),
    "cursor-entry": Example(
        "Claude Code wants groups with handlers inside. An entry as in `hooks.json` is not run by either.",
        claude('"PreToolUse": [\n      { "matcher": "Bash", "command": "true" }\n    ]'),
        handler('{ "type": "command", "command": "true" }'),
    ),
    "hooks-disabled": Example(
        "Somebody turned hooks off, perhaps for an hour. They stay off until somebody turns them on.",
        {CLAUDE: '{\n  "disableAllHooks": true\n}\n'},
        {CLAUDE: '{\n  "disableAllHooks": false\n}\n'},
    ),
}
