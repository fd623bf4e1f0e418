"""A rule → the Cursor events it is asked at, and its answer there. Two mappings, hookify's meaning
and seed 000's table.

`meaning` keeps what hookify does: `warn` proceeds with its message, file rules guard edits. `seed`
is the table of the reference that hookify users know: `warn` asks, file rules look at reads and at
edits that are done.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from hookline.dialects.note import CHANGED, KEPT, LOST, Note
from hookline.hookify.rule import ALL, BASH, FILE, PROMPT, STOP, STRICT, Rule
from hookline.hookify.seen import FILE_TOOLS, SHELL_TOOLS, TASK_TOOLS, TOOL
from hookline.spec.events import EVENTS, EventSpec

MEANING, SEED = "meaning", "seed"
MAPPINGS = (MEANING, SEED)
#: Seconds an entry may take: what hookify gives itself.
TIMEOUT_S = 10


class Target(NamedTuple):
    """One Cursor event for rules of one hookify event: which kind of input it brings, and what `$1`
    would hold there.
    """

    rule_event: str
    event: str
    kind: str
    argument: str = ""
    matcher: str | None = None


class Entry(NamedTuple):
    """One entry of hooks.json for a rule, and the row its script carries for that event."""

    target: Target
    matcher: str | None
    fail_closed: bool
    row: dict[str, Any]

    def as_dict(self, command: str) -> dict[str, Any]:
        """The entry as hooks.json writes it."""
        narrowed = {"matcher": self.matcher} if self.matcher else {}
        closed = {"failClosed": True} if self.fail_closed else {}
        return {"command": command, **narrowed, "timeout": TIMEOUT_S, **closed}


_SHELL = Target(BASH, "beforeShellExecution", BASH, "command")
_PROMPT = Target(PROMPT, "beforeSubmitPrompt", PROMPT, "prompt")
_STOP = Target(STOP, "stop", STOP, "status")
_READ, _EDITED = (
    Target(FILE, "beforeReadFile", FILE, "file_path"),
    Target(FILE, "afterFileEdit", FILE, "file_path"),
)
_WRITE = Target(FILE, "preToolUse", TOOL, matcher="^Write$")
_ANY_TOOL = Target(ALL, "preToolUse", TOOL)
_TARGETS = {
    MEANING: (_SHELL, _WRITE, _PROMPT, _STOP, _ANY_TOOL, _PROMPT._replace(rule_event=ALL), _STOP._replace(rule_event=ALL)),
    SEED: (
        _SHELL, _READ, _EDITED, _PROMPT, _STOP,
        *(one._replace(rule_event=ALL) for one in (_SHELL, _READ, _EDITED, _PROMPT, _STOP)),
    ),
}  # fmt: skip
#: hookify tries every rule on a tool it does not know.
_OTHER_TOOLS = Target("", "preToolUse", TOOL, matcher="^(?!(?:Shell|Write)$)")
#: What can be read where there is no tool.
_WITHOUT_TOOL = {
    PROMPT: {"content", "prompt", "user_prompt", "transcript"},
    STOP: {"transcript", "reason"},
    STRICT: {"transcript", "reason", "user_prompt"},
}


def entries(rule: Rule, mapping: str) -> list[Entry]:
    """The entries of a rule, in the order of the mapping."""
    targets = [
        target
        for target in _TARGETS[mapping]
        if target.rule_event == rule.event and _can_match(rule, target)
    ]
    if rule.reading == STRICT and rule.event != ALL and mapping == MEANING:
        targets.append(_OTHER_TOOLS)
    return [_entry(rule, target, mapping) for target in targets]


def _can_match(rule: Rule, target: Target) -> bool:
    """Whether a rule for everything can match where there is no tool: an entry that cannot is not written."""
    if rule.event != ALL or target.kind not in (PROMPT, STOP):
        return True
    readable = _WITHOUT_TOOL[STRICT if rule.reading == STRICT else target.kind]
    return rule.tools in (None, ("*",)) and all(
        condition.field in readable for condition in rule.conditions
    )


def _entry(rule: Rule, target: Target, mapping: str) -> Entry:
    spec = EVENTS[target.event]
    blocks = _blocks(rule, target)
    matched = _answer(rule, spec, mapping, blocks)
    row = {
        "kind": target.kind,
        "argument": target.argument,
        "matched": matched,
        "otherwise": {"permission": "allow"}
        if spec.gate == "permission"
        else {spec.gate: True}
        if spec.gate
        else {},
        "log": "" if matched else message_of(rule) + "\n",
    }
    return Entry(target, _matcher(rule, target), blocks and spec.gate is not None, row)


def _blocks(rule: Rule, target: Target) -> bool:
    """Whether the rule blocks there. hookify's own code does not block prompts."""
    return rule.blocks and not (rule.reading == STRICT and target.kind == PROMPT)


def _answer(rule: Rule, spec: EventSpec, mapping: str, blocks: bool) -> dict[str, Any]:
    message = message_of(rule)
    if spec.gate == "permission":
        mild = "ask" if mapping == SEED and spec.ask == "host" else "allow"
        told = [name for name in ("user_message", "agent_message") if spec.output(name)]
        if rule.reading == STRICT:
            told = told[:1]  # the model never sees what hookify says
        return {"permission": "deny" if blocks else mild, **dict.fromkeys(told, message)}
    if spec.gate is not None:
        return {spec.gate: not blocks, "user_message": message}
    return {"followup_message": message} if blocks and spec.loops else {}


def message_of(rule: Rule) -> str:
    """The message as hookify shows it: the name of the rule, then its body."""
    return f"**[{rule.name}]**\n{rule.message}".strip()


def _matcher(rule: Rule, target: Target) -> str | None:
    """The entry's matcher; a rule for certain tools is not started for others."""
    if target is not _ANY_TOOL or rule.tools is None or "*" in rule.tools:
        return target.matcher
    names = dict.fromkeys(_cursor_name(name) for name in rule.tools)
    return f"^(?:{'|'.join(re.escape(name) for name in names)})$"


def _cursor_name(tool: str) -> str:
    for names, ours in ((SHELL_TOOLS, "Shell"), (FILE_TOOLS, "Write"), (TASK_TOOLS, "Task")):
        if tool in names:
            return ours
    return (
        "MCP:" + tool.split("__", 2)[2]
        if tool.startswith("mcp__") and tool.count("__") > 1
        else tool
    )


def notes_on(rule: Rule, found: list[Entry], file: str) -> list[Note]:
    """What became of the rule's event and action."""
    if not found:
        return [
            Note(
                LOST,
                "event",
                "no event of Cursor has what the rule looks at, so nothing is written",
                file,
                0,
                rule.blocks,
            )
        ]
    return [_note_on(rule, one, file) for one in found]


def _note_on(rule: Rule, one: Entry, file: str) -> Note:
    spec, event, said = EVENTS[one.target.event], one.target.event, one.row["matched"]
    place = event + (f" of tools like {one.matcher}" if one.matcher else "")
    kind, sentence, gate = KEPT, f"{rule.action} is asked at {place}: {_in_words(said)}", False
    if not said:
        kind, sentence = LOST, f"{event} shows no message: the rule's goes to the log"
        if rule.blocks:
            sentence, gate = (
                f"{event} cannot block, and shows no message: the rule's goes to the log",
                True,
            )
    elif "followup_message" in said:
        kind, sentence = (
            CHANGED,
            f"{event} cannot block: the agent is sent on with the message, 5 times at most (loop_limit)",
        )
    elif rule.blocks and not one.fail_closed:
        kind, sentence = (
            KEPT,
            f"hookify's own code does not block here, so {event} only gets the message",
        )
    elif said.get("permission") == "ask":
        kind, sentence = CHANGED, f"warn asks a person at {place}; hookify goes on"
    elif one.target in (_READ, _READ._replace(rule_event=ALL)):
        kind, sentence = (
            CHANGED,
            f"hookify guards edits; {event} guards reading ({_in_words(said)}; it cannot ask)",
        )
    return Note(kind, "action" if spec.gate else "event", sentence, file, 0, gate)


def _in_words(said: dict[str, Any]) -> str:
    if said.get("permission") == "deny" or said.get("continue") is False:
        return "denied with its message, and when the script fails (failClosed)"
    return "goes on with its message"
