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
_READ = Target(FILE, "beforeReadFile", FILE, "file_path")
_EDITED = Target(FILE, "afterFileEdit", FILE, "file_path")
_WRITE = Target(FILE, "preToolUse", TOOL, matcher="^Write$")
_ANY_TOOL = Target(ALL, "preToolUse", TOOL)
_SEEDS = (_SHELL, _READ, _EDITED, _PROMPT, _STOP)


def _for_all(*targets: Target) -> list[Target]:
    """The same places for rules with `event: all`."""
    return [target._replace(rule_event=ALL) for target in targets]


_TARGETS = {
    MEANING: (_SHELL, _WRITE, _PROMPT, _STOP, _ANY_TOOL, *_for_all(_PROMPT, _STOP)),
    SEED: (*_SEEDS, *_for_all(*_SEEDS)),
}
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
    event = EVENTS[target.event]
    blocks = _blocks(rule, target)
    matched = _answer(rule, event, mapping, blocks)
    row = {
        "kind": target.kind,
        "argument": target.argument,
        "matched": matched,
        "otherwise": _no_opinion(event),
        "log": "" if matched else message_of(rule) + "\n",
    }
    return Entry(target, _matcher(rule, target), blocks and event.gate is not None, row)


def _blocks(rule: Rule, target: Target) -> bool:
    """Whether the rule blocks there. hookify's own code does not block prompts."""
    return rule.blocks and not (rule.reading == STRICT and target.kind == PROMPT)


def _no_opinion(event: EventSpec) -> dict[str, Any]:
    """What hosts that want a word are told when no rule matches."""
    if event.gate == "permission":
        return {"permission": "allow"}
    return {event.gate: True} if event.gate else {}


def _answer(rule: Rule, event: EventSpec, mapping: str, blocks: bool) -> dict[str, Any]:
    message = message_of(rule)
    if event.gate == "permission":
        mild = "ask" if mapping == SEED and event.ask == "host" else "allow"
        permission = "deny" if blocks else mild
        return {"permission": permission, **dict.fromkeys(_readers(rule, event), message)}
    if event.gate is not None:
        return {event.gate: not blocks, "user_message": message}
    return {"followup_message": message} if blocks and event.loops else {}


def _readers(rule: Rule, event: EventSpec) -> list[str]:
    """Who gets the message; the model never sees what hookify itself says."""
    names = ["user_message"] if rule.reading == STRICT else ["user_message", "agent_message"]
    return [name for name in names if event.output(name)]


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
    is_of_server = tool.startswith("mcp__") and tool.count("__") > 1
    return "MCP:" + tool.split("__", 2)[2] if is_of_server else tool


def notes_on(rule: Rule, asked: list[Entry], file: str) -> list[Note]:
    """What became of the rule's event and action."""
    if asked:
        return [_note_on(rule, entry, file) for entry in asked]
    sentence = "no event of Cursor has what the rule looks at, so nothing is written"
    return [Note(LOST, "event", sentence, file, gate=rule.blocks)]


def _note_on(rule: Rule, entry: Entry, file: str) -> Note:
    event, answer = entry.target.event, entry.row["matched"]
    pointer = "action" if EVENTS[event].gate else "event"
    if not answer:
        cannot = "cannot block, and shows no message" if rule.blocks else "shows no message"
        sentence = f"{event} {cannot}: the rule's goes to the log"
        return Note(LOST, pointer, sentence, file, gate=rule.blocks, event=event)
    kind, sentence = _kind_and_sentence(rule, entry, answer)
    return Note(kind, pointer, sentence, file, event=event)


def _kind_and_sentence(rule: Rule, entry: Entry, answer: dict[str, Any]) -> tuple[str, str]:
    event = entry.target.event
    place = f"{event} of tools like {entry.matcher}" if entry.matcher else event
    if "followup_message" in answer:
        sent_on = "the agent is sent on with the message, 5 times at most (loop_limit)"
        return CHANGED, f"{event} cannot block: {sent_on}"
    if rule.blocks and not entry.fail_closed:
        return KEPT, f"hookify's own code does not block here, so {event} only gets the message"
    if answer.get("permission") == "ask":
        return CHANGED, f"warn asks a person at {place}; hookify goes on"
    if entry.target._replace(rule_event=FILE) == _READ:
        guards = f"{event} guards reading ({_in_words(answer)}; it cannot ask)"
        return CHANGED, f"hookify guards edits; {guards}"
    return KEPT, f"{rule.action} is asked at {place}: {_in_words(answer)}"


def _in_words(answer: dict[str, Any]) -> str:
    if answer.get("permission") == "deny" or answer.get("continue") is False:
        return "denied with its message, and when the script fails (failClosed)"
    return "goes on with its message"
