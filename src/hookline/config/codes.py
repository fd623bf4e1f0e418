"""CODES: one row for each problem a configuration file can have; the docs, `check` and SARIF list
them from here.

`error`: something does not run. `warning`: it runs, perhaps not as meant. `note`: worth knowing.
"""

from __future__ import annotations

from typing import NamedTuple

ERROR, WARNING, NOTE = "error", "warning", "note"


class Code(NamedTuple):
    """What a code means: how grave it is, its title, and why it matters, in one sentence."""

    severity: str
    title: str
    about: str


#: Every problem code, from the whole file down to the single command.
CODES = {
    # The file
    "unreadable": Code(
        ERROR,
        "File cannot be read",
        "The system refuses to open or read it, so none of its hooks run.",
    ),
    "not-a-file": Code(
        ERROR,
        "Not a regular file",
        "There is a folder, pipe, socket or device where the file should be.",
    ),
    "too-large": Code(
        ERROR, "File too large", "A configuration above 4 MiB is refused before it is read."
    ),
    "not-utf-8": Code(
        ERROR, "Not UTF-8", "Configuration files are UTF-8 text; other bytes cannot be read safely."
    ),
    "utf-16": Code(ERROR, "UTF-16", "Windows tools sometimes save UTF-16, which no agent reads."),
    "wrong-place": Code(
        ERROR,
        "File in the wrong place",
        "Cursor and Hookline do not read it there, so its hooks never run.",
    ),
    "jsonc-file": Code(
        ERROR, "hooks.jsonc is not read", "Only hooks.json is read, and it is plain JSON."
    ),
    # The JSON
    "empty-file": Code(ERROR, "Empty file", "The file has no content."),
    "half-written": Code(
        ERROR, "File ends in the middle", "It was cut off, or an editor is still saving it."
    ),
    "comment": Code(
        ERROR, "Comment", "JSON has no comments, and Cursor refuses the whole file for one."
    ),
    "trailing-comma": Code(ERROR, "Trailing comma", "JSON has no comma before a closing bracket."),
    "single-quotes": Code(ERROR, "Single quotes", "JSON strings are written in double quotes."),
    "foreign-word": Code(
        ERROR,
        "Word that is not JSON",
        "NaN, Infinity, undefined, True, False and None are not JSON.",
    ),
    "control-character": Code(
        ERROR,
        "Raw control character",
        "Line breaks and tabs inside a string must be written as escapes.",
    ),
    "text-after": Code(
        ERROR, "Text after the document", "A file holds one document and nothing after it."
    ),
    "too-deep": Code(
        ERROR, "Nested too deeply", "No configuration needs that much nesting; reading stops there."
    ),
    "syntax": Code(ERROR, "Not JSON", "The text is not valid JSON from this place on."),
    # The document
    "not-an-object": Code(
        ERROR, "Document is not an object", "A configuration file is one object."
    ),
    "bad-version": Code(
        ERROR, "Bad version", "A file whose version is not a positive integer is refused."
    ),
    "missing-version": Code(
        WARNING, "No version", "Hookline reads the file as version 1; Cursor may refuse it."
    ),
    "unknown-version": Code(
        WARNING, "Unknown version", "The file is read as version 1, which may not be what it means."
    ),
    "no-hooks": Code(
        ERROR,
        "No hooks object",
        "Hooks are listed in the object `hooks`; without it there are none.",
    ),
    "hooks-not-object": Code(
        ERROR, "hooks is not an object", "`hooks` holds one list of entries for each event."
    ),
    "events-at-top": Code(
        ERROR, "Event outside hooks", "An event counts only inside the object `hooks`."
    ),
    "top-key": Code(NOTE, "Unknown top-level key", "It has no effect."),
    "duplicate-key": Code(
        WARNING,
        "Key written twice",
        "The lists of an event are joined; for any other key the last value counts, "
        "but a failClosed that is true counts wherever it stands.",
    ),
    # The event
    "unknown-event": Code(
        ERROR,
        "Unknown event",
        "It never happens, and some Cursor versions drop the whole file for it.",
    ),
    "event-not-list": Code(
        ERROR, "Event is not a list", "The value of an event is a list of entries."
    ),
    # The entry
    "entry-not-object": Code(
        ERROR, "Entry is not an object", "An entry is an object with at least a command."
    ),
    "claude-group": Code(
        ERROR,
        "Claude Code's shape",
        "`hooks` inside an entry is how Claude Code writes it, not hooks.json.",
    ),
    "no-command": Code(ERROR, "No command", "An entry without a command text has nothing to run."),
    "argv-command": Code(
        ERROR, "Command is a list", "A command is one text, run by a shell; a list is never run."
    ),
    "bad-text": Code(
        ERROR,
        "Text no process can have",
        "A NUL or half of a surrogate pair cannot be passed to a process.",
    ),
    "bad-type": Code(ERROR, "Unknown type", "An entry is of type command or prompt."),
    "no-prompt": Code(
        ERROR, "No prompt", "A prompt hook without a prompt has no policy to judge by."
    ),
    "bad-timeout": Code(ERROR, "Bad timeout", "A timeout is a number of seconds above zero."),
    "milliseconds": Code(
        WARNING,
        "Timeout looks like milliseconds",
        "Timeouts are seconds: 5000 is more than an hour.",
    ),
    "bad-matcher": Code(
        ERROR, "Matcher is not text", "A matcher is a regular expression, as text."
    ),
    "invalid-matcher": Code(
        ERROR,
        "Invalid matcher",
        "It is not a valid regular expression, or too large to be compiled, so it matches nothing.",
    ),
    "matcher-unused": Code(
        WARNING,
        "Matcher without effect",
        "The event has nothing to match, so the hook always runs.",
    ),
    "foreign-tool": Code(
        WARNING,
        "Another agent's tool name",
        "Cursor calls the tool something else, so this never matches.",
    ),
    "inline-flag": Code(
        WARNING, "Inline flag", "JavaScript has no (?i), so Cursor itself refuses the matcher."
    ),
    "bad-fail-closed": Code(
        ERROR, "failClosed is not true or false", "Only a boolean says what a failure means."
    ),
    "fail-closed-unused": Code(
        WARNING,
        "failClosed without effect",
        "The event only observes: nothing can be blocked there.",
    ),
    "bad-loop-limit": Code(
        ERROR, "Bad loop_limit", "A loop limit is a whole number, 0 or more, or null for no limit."
    ),
    "loop-limit-zero": Code(
        WARNING,
        "loop_limit is 0",
        "With no follow-up allowed the hook never runs; null means no limit.",
    ),
    "loop-limit-unused": Code(
        WARNING, "loop_limit without effect", "Only stop and subagentStop count follow-ups."
    ),
    "bad-model": Code(ERROR, "model is not text", "A model is named by text."),
    "unused-key": Code(
        WARNING, "Key without effect here", "The key belongs to the other type of hook."
    ),
    "meant-key": Code(WARNING, "Key with no meaning", "It looks like an option and does nothing."),
    "unknown-key": Code(NOTE, "Unknown key", "It has no effect."),
    "duplicate-entry": Code(WARNING, "Same entry twice", "Both run."),
    # The command
    "placeholder": Code(
        WARNING,
        "Placeholder that is never filled in",
        "The shell gets it as it is written, or as an empty string.",
    ),
    "plugin-root": Code(
        WARNING,
        "Plugin variable outside a plugin",
        "It is set for plugin hooks only, so it is empty here.",
    ),
    "windows-command": Code(WARNING, "Windows command", "It cannot run on this system."),
    "machine-path": Code(
        WARNING,
        "Path of one machine in a shared file",
        "The file is checked in, and on every other machine the hook fails, or blocks.",
    ),
    "wrong-base": Code(
        WARNING,
        "Path relative to another folder",
        "The script exists, but not at this path from the folder the hook runs in.",
    ),
    "no-script": Code(
        WARNING, "Script does not exist", "The hook will fail when its event happens."
    ),
    "not-executable": Code(
        WARNING, "Script is not executable", "The system will refuse to start it."
    ),
    "crlf-script": Code(
        WARNING,
        "Windows line endings in a script",
        "The system looks for an interpreter with a CR in its name.",
    ),
    # What the command makes of the payload
    "tool-never-named": Code(
        WARNING,
        "Script expects a tool name that never occurs",
        "The payload has another name for the tool, so the comparison never holds and everything passes.",
    ),
    "field-never-there": Code(
        WARNING,
        "Script reads a field the event does not have",
        "The script reads an empty value, finds nothing wrong with it, and everything passes.",
    ),
    "passes-in-cursor": Code(
        NOTE,
        "Script knows only Claude Code's tool names",
        "Cursor passes its own names to Claude Code's hooks, so the comparison never holds there.",
    ),
    "always-allows": Code(
        WARNING,
        "Guard that always answers",
        "It says allow where it has nothing against it, which overrules hooks of lower sources.",
    ),
    # Claude Code's settings
    "claude-event": Code(
        NOTE, "Event of Claude Code only", "Cursor has no such event; its hooks do not run here."
    ),
    "claude-handler": Code(
        NOTE, "Handler of Claude Code only", "Cursor runs command and prompt handlers only."
    ),
    "claude-key": Code(
        WARNING, "Key that Cursor ignores", "Cursor runs the hook as if it were not there."
    ),
    "cursor-entry": Code(
        ERROR,
        "hooks.json's shape",
        "In Claude Code's settings each entry is a group with a list `hooks`.",
    ),
    "hooks-disabled": Code(
        NOTE, "All hooks are off", "disableAllHooks is true, so no hook of this file runs."
    ),
}
