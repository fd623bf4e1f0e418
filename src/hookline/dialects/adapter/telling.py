"""The neutral answer → what the host understands. Nothing is dropped without a word.

What a host has no words for at a gate becomes a refusal that tells the agent; anywhere else it is
told on stderr. `allow` is never passed on: elsewhere it skips the person.
"""

from __future__ import annotations

import json
from typing import Any, Dict, List, NamedTuple, Optional  # noqa: UP035  # the script runs on old interpreters too

from hookline.dialects.adapter.tools import Facts, host_input

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


class Reply(NamedTuple):
    """What the adapter itself does: what it prints, what it says on stderr, how it ends."""

    answer: Optional[Dict[str, Any]]  # noqa: UP006, UP045
    stderr: str = ""
    code: int = 0
    text: str = ""  # printed as it is, for hosts that take plain text


def write_answer(host: Facts, event: str, kind: str, said: Facts, facts: Facts) -> Reply:
    """What the host is told."""
    said = _sayable(host, event, kind, dict(said), facts)
    deny = said.get("permission") == "deny" or (kind == "prompt" and said.get("continue") is False)
    style = host["style"]
    if style == "cursor":
        return _to_cursor(host, event, said, deny)
    if style == "exit":
        return _to_exit(kind, said, deny)
    body: Facts = {}
    nested: Facts = {}
    if deny and kind in _GATES:
        _deny(style, kind, _text(said, "agent_message", "user_message"), body, nested)
    else:
        _changes(host, kind, said, facts, body, nested)
    if said.get("permission") == "ask":
        _ask(style, _text(said, "user_message", "agent_message"), body, nested)
    if said.get("followup_message"):
        place = nested if "nested:" + event in host["says"] else body
        place.update(
            {
                "decision": "deny" if style == "gemini" else "block",
                "reason": str(said["followup_message"]),
            }
        )
    told = str(said.get("user_message") or "")
    if told and style != "copilot":
        body["systemMessage"] = told
    return Reply(
        _joined(style, event, body, nested),
        _lines(said["unsaid"], told if style == "copilot" else ""),
    )


def _sayable(host: Facts, event: str, kind: str, said: Facts, facts: Facts) -> Facts:
    """Without what the host has no words for: at a gate that is a refusal, elsewhere a line on stderr."""
    unsaid: List[str] = []  # noqa: UP006
    if said.get("permission") == "ask" and kind not in _GATES:
        unsaid.append(f"a hook wants a person to be asked, which {host['name']} cannot do here")
        del said["permission"]
    if said.get("permission") == "ask" and not _can_ask(host, event, kind):
        said["permission"] = "deny"
        asked = _text(said, "agent_message", "user_message")
        said["agent_message"] = asked + " (A person has to be asked; this tool cannot.)"
    for key in _WORDS:
        if not said.get(key) or _knows(host, event, kind, key, facts):
            continue
        shown = json.dumps(said.pop(key), ensure_ascii=False)
        if key in _REFUSED_INSTEAD and kind == "tool" and said.get("permission") != "deny":
            said.update(
                {
                    "permission": "deny",
                    "agent_message": f"A hook wants this instead; use it: {shown[:2000]}",
                }
            )
        else:
            unsaid.append(f"{host['name']} has no counterpart of {key} here: {shown}")
    if said.get("permission") == "deny" and kind not in _GATES:
        refusal = _text(said, "agent_message", "user_message")
        unsaid.append(f"a hook refused this, which {host['name']} cannot do here: {refusal}")
    return {**said, "unsaid": "\n".join(unsaid)}


def _can_ask(host: Facts, event: str, kind: str) -> bool:
    if host["style"] == "cursor":
        return kind == "tool" and "ask" in host["rows"][event]["permissions"]
    return kind == "tool" and "ask" in host["says"]


def _knows(host: Facts, event: str, kind: str, key: str, facts: Facts) -> bool:
    """Whether the host takes such a thing at this moment."""
    if key == "updated_input" and facts.get("patched"):
        return False  # the hook was told of one file of a patch
    if host["style"] == "cursor":
        return key in host["rows"][event]["outputs"]
    if key == "env" and not facts.get("exported"):
        return False
    return _WORDS[key].format(kind=kind) in host["says"] and _MOMENTS.get(key, kind) == kind


def _text(said: Facts, *keys: str) -> str:
    """The first message there is; every host wants a reason for a refusal."""
    found = [str(said[key]) for key in keys if said.get(key)]
    return found[0] if found else "a hook refused this"


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


def _changes(host: Facts, kind: str, said: Facts, facts: Facts, body: Facts, nested: Facts) -> None:
    """A changed input, an added context, a changed output."""
    style = host["style"]
    if isinstance(said.get("updated_input"), dict):
        key = {"gemini": "tool_input", "copilot": "modifiedArgs"}.get(style, "updatedInput")
        nested[key] = host_input(host, facts, said["updated_input"])
        if style in ("codex", "copilot") and "permissionDecision" not in nested:
            nested["permissionDecision"] = "allow"  # there a changed input counts only beside it
    if said.get("additional_context"):
        nested["additionalContext"] = str(said["additional_context"])
    output = said.get("updated_mcp_tool_output")
    if output is not None:
        text = json.dumps(output, ensure_ascii=False)
        if style == "gemini":
            body.update({"decision": "deny", "reason": text})
        elif style == "copilot":
            nested["modifiedResult"] = {"resultType": "success", "textResultForLlm": text}
        else:
            nested["updatedMCPToolOutput"] = output


def _joined(style: str, event: str, body: Facts, nested: Facts) -> Optional[Facts]:  # noqa: UP045
    if style == "copilot":
        body.update(nested)
    elif nested:
        body["hookSpecificOutput"] = {"hookEventName": event, **nested}
    return body or None


def _to_exit(kind: str, said: Facts, deny: bool) -> Reply:
    """Hosts that only look at the exit code; some of them take a follow-up or plain text as context."""
    if deny and kind in _GATES:
        return Reply(None, _text(said, "agent_message", "user_message"), 2)
    told = _lines(said["unsaid"], str(said.get("user_message") or ""))
    if said.get("followup_message"):
        return Reply({"decision": "block", "reason": str(said["followup_message"])}, told)
    return Reply(None, told, 0, str(said.get("additional_context") or ""))


def _to_cursor(host: Facts, event: str, said: Facts, deny: bool) -> Reply:
    row = host["rows"][event]
    answer = {key: said[key] for key in row["outputs"] if said.get(key) is not None}
    if row["gate"] == "permission" and said.get("permission") in ("deny", "ask"):
        answer["permission"] = said["permission"]
    elif row["gate"] == "continue" and deny:
        answer["continue"] = False
    if row["gate"] is None and "user_message" not in answer and said.get("user_message"):
        said["unsaid"] = _lines(said["unsaid"], str(said["user_message"]))
    return Reply(answer or None, said["unsaid"])
