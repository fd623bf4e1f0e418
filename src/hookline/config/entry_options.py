"""The options of one entry → values, each checked: what both hooks.json and Claude Code's settings
have.

Goes in: an `Entry`. Comes out: the value, or a stand-in together with the problem in the entry's
reading. Pure.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from hookline.config.jsontext import ARRAY, NULL, NUMBER, STRING, Member, Node
from hookline.config.lint import Suspicion, suspicions
from hookline.config.name_hints import as_json, quoted
from hookline.config.reading import Reading, point
from hookline.config.scripts import empty_allows, trouble, vain_hopes
from hookline.config.shared_paths import machine_paths
from hookline.model import Hook, SetAside
from hookline.spec.dialect_words import EXACT_LIST_CHARACTERS
from hookline.spec.entry_keys import (
    DEFAULT_TIMEOUT_S,
    FOREIGN_TOOLS,
    MEANT_KEYS,
    SUSPICIOUS_TIMEOUT_S,
)
from hookline.spec.events import EventSpec

#: More than thirty years: a number no clock call of any system takes.
_MAX_TIMEOUT_S = 1e9
_FOREIGN = re.compile(r"(?<![\w:.-])(?:" + "|".join(FOREIGN_TOOLS) + r")(?![\w-])")
_INLINE_FLAG = re.compile(r"\(\?[a-zA-Z]+\)")
_EVERYTHING = ("", "*")
_UNFIT = re.compile("[\0\ud800-\udfff]")


class Entry(NamedTuple):
    """One entry as it stands in its file. `spec` is None when there is no such event."""

    reading: Reading
    event: str
    spec: EventSpec | None
    number: int
    pointer: str
    node: Node
    options: dict[str, Member]
    misplaced: str = ""  # why nothing runs that stands here, whatever it says

    def complain(self, code: str, key: str, problem: str, remedy: str) -> None:
        """A problem with the value of a key; with the whole entry where the key is missing."""
        member = self.options.get(key)
        spot, pointer = (
            (member.node, point(self.pointer, key)) if member else (self.node, self.pointer)
        )
        self.reading.report(code, spot, pointer, problem, remedy)

    def complain_of_key(self, code: str, key: str, problem: str, remedy: str) -> None:
        """A problem with a key itself."""
        self.reading.report(code, self.options[key], point(self.pointer, key), problem, remedy)

    def shown(self, key: str) -> str:
        """The value of a key as it is written, short enough for a sentence."""
        return self.reading.shown(self.options[key].node)

    def text(self, key: str) -> str | None:
        """The text of a key; None when it is missing or no text. One that no process can be given
        is a problem.
        """
        member = self.options.get(key)
        if member is None or member.node.kind != STRING:
            return None
        text: str = member.node.value
        if _UNFIT.search(text):
            self.complain(
                "bad-text",
                key,
                f"{key} contains a NUL or half of a surrogate pair",
                "remove that character",
            )
        return text


def bare_hook(entry: Entry) -> Hook:
    """The hook with nothing read yet but where it stands."""
    place = entry.reading.place
    line, column = entry.reading.document.position(entry.node.start)
    return Hook(
        source=place.source.name, event=entry.event, number=entry.number,
        file=place.path, line=line, column=column, command="", dialect=place.source.dialect,
        root=place.root, cwd=place.cwd, needs_trust=place.source.needs_trust, in_main_root=place.main,
    )  # fmt: skip


def settle(entry: Entry, hook: Hook, mark: int, fail_closed: bool) -> None:
    """Put the hook among those that run, or set it aside when something since `mark` was an error."""
    reading = entry.reading
    reasons = [entry.misplaced] if entry.misplaced else []
    reasons += [error.problem for error in reading.errors_since(mark)]
    if reasons:
        blocks = fail_closed and entry.spec is not None and entry.spec.gate is not None
        reading.put_aside(SetAside(hook, "; ".join(reasons), blocks))
        return
    same = (hook.event, hook.type, hook.command, hook.matcher)
    if same in reading.lines:
        problem = f"the same entry is on line {reading.lines[same]}; both run"
        reading.report("duplicate-entry", entry.node, entry.pointer, problem, "remove one of them")
    reading.lines.setdefault(same, hook.line)
    reading.hooks.append(hook)


def command(entry: Entry) -> str:
    """The command of a command hook."""
    text = entry.text("command")
    if text is not None and text.strip():
        return text
    member = entry.options.get("command")
    if member is not None and member.node.kind == ARRAY:
        entry.complain(
            "argv-command",
            "command",
            "command is a list; it must be one text",
            f"write {_joined(member.node)}",
        )
    elif member is not None:
        problem = f"command is {entry.shown('command')}; it must be a text"
        entry.complain("no-command", "command", problem, "write what to run")
    else:
        _no_command(entry)
    return ""


def _joined(node: Node) -> str:
    """An argv list as the command line that does the same."""
    import shlex

    return '"command": ' + as_json(
        shlex.join(item.value for item in node.value if item.kind == STRING)
    )


def _no_command(entry: Entry) -> None:
    meant = meant_for_command(entry)
    if meant:
        problem = f"there is no command; {quoted(meant)} does nothing"
        remedy = f'write "command": {as_json(entry.text(meant) or "…")}'
        entry.complain_of_key("no-command", meant, problem, remedy)
    elif "prompt" in entry.options:
        entry.complain(
            "no-command", "", "there is no command", 'add "type": "prompt", if a model is to judge'
        )
    else:
        entry.complain(
            "no-command", "", "there is no command", 'add "command": "…", with what to run'
        )


def meant_for_command(entry: Entry) -> str | None:
    """The key that was written where `command` is missing."""
    if "command" in entry.options:
        return None
    for key in entry.options:
        if MEANT_KEYS.get(key) == "command" or entry.reading.nearest(key, ("command",)):
            return key
    return None


def prompt(entry: Entry) -> str:
    """The prompt of a prompt hook."""
    text = entry.text("prompt")
    if text is None or not text.strip():
        entry.complain(
            "no-prompt",
            "prompt",
            "a prompt hook needs a prompt text",
            'add "prompt": "…", with what to judge by',
        )
    return text or ""


def model(entry: Entry) -> str | None:
    """The model of a prompt hook; None when it does not say."""
    text = entry.text("model")
    if text is None and "model" in entry.options:
        entry.complain(
            "bad-model",
            "model",
            f"model is {entry.shown('model')}; it must be text",
            "write the model's name",
        )
    return text


def timeout_s(entry: Entry, type: str) -> float:
    """The seconds a hook may take."""
    default = DEFAULT_TIMEOUT_S.get(type, DEFAULT_TIMEOUT_S["command"])
    member = entry.options.get("timeout")
    if member is None:
        return default
    value = member.node.value if member.node.kind == NUMBER else 0
    if not 0 < value <= _MAX_TIMEOUT_S:
        problem = f"timeout is {entry.shown('timeout')}; it must be a number above 0"
        entry.complain("bad-timeout", "timeout", problem, "write a number of seconds, such as 5")
        return default
    if value >= SUSPICIOUS_TIMEOUT_S:
        problem = f"timeout is {value:.10g} seconds; did you mean milliseconds?"
        entry.complain("milliseconds", "timeout", problem, f"write seconds: {value / 1000:.10g}")
    return float(value)


def matcher(entry: Entry) -> str | None:
    """The matcher, or None where everything matches."""
    member = entry.options.get("matcher")
    if member is None or member.node.kind == NULL:
        return None
    text = entry.text("matcher")
    if text is None:
        problem = f"matcher is {entry.shown('matcher')}; it must be text"
        remedy = 'write a regular expression as text, such as "Shell|Write"'
        entry.complain("bad-matcher", "matcher", problem, remedy)
    if text is None or text in _EVERYTHING:
        return None
    _check_matcher(entry, text)
    return text


def _check_matcher(entry: Entry, text: str) -> None:
    claude = entry.reading.place.source.dialect == "claude"
    if entry.spec is not None and entry.spec.subject is None:
        problem = f"{entry.event} has nothing to match, so the hook always runs"
        remedy = "remove the matcher, or let the script look at the event"
        entry.complain("matcher-unused", "matcher", problem, remedy)
    if not (claude and EXACT_LIST_CHARACTERS.issuperset(text)):
        fault = entry.reading.matchers.fault_of(text)
        if fault is not None:
            problem = f"matcher {quoted(text)} {fault.what}"
            entry.complain("invalid-matcher", "matcher", problem, fault.remedy)
    if _INLINE_FLAG.search(text):
        problem = f"matcher {quoted(text)} has an inline flag, which Cursor itself refuses"
        entry.complain("inline-flag", "matcher", problem, "spell the letters out, such as [Gg]it")
    if not claude:
        _check_tool_names(entry, text)


def _check_tool_names(entry: Entry, text: str) -> None:
    """Another agent's tool name in a matcher, unless Cursor's own name stands beside it."""
    subject = entry.spec.subject if entry.spec else None
    for name in dict.fromkeys(_FOREIGN.findall(text)):
        ours = FOREIGN_TOOLS[name]
        if subject not in (("field", "tool_name"), ("fixed", ours)) or re.search(
            rf"\b{ours}\b", text
        ):
            continue
        problem = f"{name} is another agent's name for the tool {ours}, and never matches"
        entry.complain("foreign-tool", "matcher", problem, f"write {ours}")


#: The scripts of so many entries are followed; a repository can bring any number.
_MOST_FOLLOWED = 40


def check_command(entry: Entry, text: str) -> None:
    """Report what is suspicious about a command's text, and about its script where files may be looked at."""
    reading, asked = entry.reading, (entry.event, text)
    if asked not in reading.suspicions:
        reading.suspicions[asked] = _suspicions_of(entry, text)
    node = entry.options["command"].node
    for one in reading.suspicions[asked]:
        reading.report(
            one.code,
            _spot(reading, node, one.found),
            point(entry.pointer, "command"),
            one.problem,
            one.remedy,
        )


def _suspicions_of(entry: Entry, text: str) -> list[Suspicion]:
    reading, place, probe = entry.reading, entry.reading.place, entry.reading.checks.probe
    found = [*suspicions(text, reading.checks.platform), *machine_paths(text, place)]
    if probe is not None:
        found += trouble(text, place, probe)
        if entry.spec is not None:
            found += vain_hopes(text, entry.event, place, probe)
            reading.followed += 1
            if reading.followed <= _MOST_FOLLOWED:
                found += empty_allows(text, entry.event, place, probe)
    return found


def _spot(reading: Reading, node: Node, found: str) -> Node:
    """The piece of a string's source text that holds `found`; all of it where unusual escapes hide it."""
    for written in (found, json.dumps(found, ensure_ascii=False)[1:-1]):
        at = reading.document.text.find(written, node.start, node.end)
        if at >= 0:
            return Node(STRING, found, at, at + len(written))
    return node
