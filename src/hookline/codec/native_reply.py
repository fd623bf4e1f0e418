"""An answer in Cursor's words → what a host understands. Nothing is dropped without a word.

What a host has no words for at a gate becomes a refusal that tells the agent; anywhere else it is
told on stderr. `allow` is never passed on: elsewhere it skips the person.
"""

from __future__ import annotations

import json
from typing import Any, Dict, List, NamedTuple, Optional

from hookline.codec.hook_answer import Answer
from hookline.codec.json_object import Facts
from hookline.codec.tool_words import host_input

#: What an answer may hold besides verdict and messages, and the word that says a host knows it at
#: such a moment.
_WORDS = {
    "updated_input": "input",
    "new_content": "content",
    "additional_context": "context:{kind}",
    "followup_message": "followup",
    "updated_mcp_tool_output": "output",
    "env": "env",
    "pluginPaths": "plugins",
}
#: The kind of moment at which a word means something; the others mean it at the one they name.
_MOMENTS = {
    "updated_input": "tool",
    "followup_message": "turn",
    "updated_mcp_tool_output": "result",
    "env": "start",
}
_GATES = ("tool", "prompt")
_REFUSED_INSTEAD = ("updated_input", "new_content")


#: What a hook refuses with that gives no reason: every host wants one.
_NO_REASON = "a hook refused this"


class Reply(NamedTuple):
    """What is handed to the host: what is printed, what is said on stderr, the exit code."""

    answer: Optional[Dict[str, Any]]
    stderr: str = ""
    code: int = 0
    text: str = ""  # printed as it is, for hosts that take plain text


class _Said(NamedTuple):
    """An answer as far as a host can be told it, and lines on what it cannot be told."""

    permission: Optional[str]
    fields: Facts
    unsaid: str

    def message(self, *names: str) -> str:
        """The first message there is."""
        told = [str(self.fields[name]) for name in names if self.fields.get(name)]
        return told[0] if told else _NO_REASON

    @property
    def reason(self) -> str:
        return self.message("agent_message", "user_message")

    @property
    def notice(self) -> str:
        return str(self.fields.get("user_message") or "")


def write_reply(host: Facts, at: str, answer: Answer, facts: Facts) -> Reply:
    """What the host is told at this event of its own."""
    kind = host["events"][at]["kind"]
    said = _sayable(host, at, kind, answer, facts)
    if host["style"] == "cursor":
        return _to_cursor(host, at, said)
    if host["style"] == "exit":
        return _to_exit(kind, said)
    body: Facts = {}
    nested: Facts = {}
    if said.permission == "deny" and kind in _GATES:
        _deny(host["style"], kind, said.reason, body, nested)
    else:
        _change(host, said, facts, body, nested)
    if said.permission == "ask":
        _ask(host["style"], said.message("user_message", "agent_message"), body, nested)
    followup = said.fields.get("followup_message")
    if followup:
        verdict = "deny" if host["style"] == "gemini" else "block"
        place = nested if "nested:" + at in host["says"] else body
        place.update({"decision": verdict, "reason": str(followup)})
    stderr = said.unsaid
    if host["style"] == "copilot":
        stderr = _lines(stderr, said.notice)
    elif said.notice:
        body["systemMessage"] = said.notice
    return Reply(_assembled(host, at, body, nested), stderr)


def _sayable(host: Facts, at: str, kind: str, answer: Answer, facts: Facts) -> _Said:
    """Without what the host has no words for: at a gate that is a refusal, elsewhere a line on stderr."""
    unsaid: List[str] = []
    fields = dict(answer.fields)
    permission = answer.permission
    if permission == "ask" and not _can_ask(host, at, kind):
        permission = _instead_of_asking(host, kind, fields, unsaid)
    for name in [name for name in _WORDS if fields.get(name)]:
        if _knows(host, at, kind, name, facts):
            continue
        shown = json.dumps(fields.pop(name), ensure_ascii=False)
        if name in _REFUSED_INSTEAD and kind == "tool" and permission != "deny":
            permission = "deny"
            fields["agent_message"] = f"A hook wants this instead; use it: {shown[:2000]}"
        else:
            unsaid.append(f"{host['name']} has no counterpart of {name} here: {shown}")
    if permission == "deny" and kind not in _GATES and not _told_otherwise(answer):
        refusal = _Said(None, fields, "").reason
        unsaid.append(f"a hook refused this, which {host['name']} cannot do here: {refusal}")
    return _Said(permission, fields, "\n".join(unsaid))


def _instead_of_asking(host: Facts, kind: str, fields: Facts, unsaid: List[str]) -> Optional[str]:
    """Where nobody can be asked, a gate refuses and says so to the agent."""
    if kind not in _GATES:
        unsaid.append(f"a hook wants a person to be asked, which {host['name']} cannot do here")
        return None
    asked = _Said(None, fields, "").reason
    fields["agent_message"] = asked + " (A person has to be asked; this tool cannot.)"
    return "deny"


def _told_otherwise(answer: Answer) -> bool:
    """Whether a refusal where nothing can be refused is a follow-up, or context for the model."""
    return any(answer.fields.get(name) for name in ("followup_message", "additional_context"))


def _can_ask(host: Facts, at: str, kind: str) -> bool:
    if host["style"] == "cursor":
        return kind == "tool" and "ask" in host["events"][at]["permissions"]
    return kind == "tool" and "ask" in host["says"]


def _knows(host: Facts, at: str, kind: str, name: str, facts: Facts) -> bool:
    """Whether the host takes such a thing at this moment."""
    if name == "updated_input" and facts.get("patched"):
        return False  # the hook was told of one file of a patch
    if host["style"] == "cursor":
        return name in host["events"][at]["outputs"]
    if name == "env" and not facts.get("exported"):
        return False
    return _WORDS[name].format(kind=kind) in host["says"] and _MOMENTS.get(name, kind) == kind


def _lines(*texts: str) -> str:
    return "\n".join(filter(None, texts))


def _deny(style: str, kind: str, reason: str, body: Facts, nested: Facts) -> None:
    if style == "vscode" and kind == "prompt":
        body.update({"continue": False, "stopReason": reason})
    elif style == "gemini" or kind == "prompt":
        body.update({"decision": "deny" if style == "gemini" else "block", "reason": reason})
    else:
        nested.update({"permissionDecision": "deny", "permissionDecisionReason": reason})


def _ask(style: str, reason: str, body: Facts, nested: Facts) -> None:
    if style == "gemini":
        body.update({"decision": "ask", "reason": reason})
    else:
        nested.update({"permissionDecision": "ask", "permissionDecisionReason": reason})


def _change(host: Facts, said: _Said, facts: Facts, body: Facts, nested: Facts) -> None:
    """A changed input, an added context, a changed output."""
    style, fields = host["style"], said.fields
    if isinstance(fields.get("updated_input"), dict):
        key = {"gemini": "tool_input", "copilot": "modifiedArgs"}.get(style, "updatedInput")
        nested[key] = host_input(host, facts, fields["updated_input"])
        if style in ("codex", "copilot") and "permissionDecision" not in nested:
            nested["permissionDecision"] = "allow"  # there a changed input counts only beside it
    if fields.get("additional_context"):
        nested["additionalContext"] = str(fields["additional_context"])
    output = fields.get("updated_mcp_tool_output")
    if output is None:
        return
    text = json.dumps(output, ensure_ascii=False)
    if style == "gemini":
        body.update({"decision": "deny", "reason": text})
    elif style == "copilot":
        nested["modifiedResult"] = {"resultType": "success", "textResultForLlm": text}
    else:
        nested["updatedMCPToolOutput"] = output


def _assembled(host: Facts, at: str, body: Facts, nested: Facts) -> Optional[Facts]:
    if host["style"] == "copilot":
        body.update(nested)
    elif nested:
        body["hookSpecificOutput"] = {"hookEventName": at, **nested}
    return body or None


def _to_exit(kind: str, said: _Said) -> Reply:
    """Hosts that only look at the exit code; some of them take a follow-up or plain text as context."""
    if said.permission == "deny" and kind in _GATES:
        return Reply(None, said.reason, 2)
    told = _lines(said.unsaid, said.notice)
    if said.fields.get("followup_message"):
        reason = str(said.fields["followup_message"])
        return Reply({"decision": "block", "reason": reason}, told)
    return Reply(None, told, 0, str(said.fields.get("additional_context") or ""))


def _to_cursor(host: Facts, at: str, said: _Said) -> Reply:
    moment = host["events"][at]
    names = dict.fromkeys(name for name, _type in moment["outputs"].values())
    answer = {name: said.fields[name] for name in names if said.fields.get(name) is not None}
    answer.update(_cursor_verdict(moment["gate"], said.permission))
    lost = said.notice if moment["gate"] is None and "user_message" not in answer else ""
    return Reply(answer or None, _lines(said.unsaid, lost))


def _cursor_verdict(gate: Optional[str], permission: Optional[str]) -> Facts:
    if gate == "continue":
        return {"continue": False} if permission == "deny" else {}
    is_said = gate == "permission" and permission in ("deny", "ask")
    return {"permission": permission} if is_said else {}
