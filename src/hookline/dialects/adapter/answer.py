"""What a hook said, in its own tool's words → neutral → what its host understands. Nothing is dropped without a word.

Neutral is Cursor's answer: `permission`, `continue`, `user_message`, `agent_message`, `updated_input`, `additional_context`,
`followup_message`, `updated_mcp_tool_output`, `new_content`, `env`. What a host has no words for at a gate becomes a refusal
that tells the agent; anywhere else it is told on stderr.
"""

from __future__ import annotations

import json
from typing import Any, Dict, List, NamedTuple, Optional  # noqa: UP035  # the script runs on old interpreters too

from hookline.dialects.adapter.payload import Facts, host_input

_RENAMED = {
    "permissionDecisionReason": "reason",
    "systemMessage": "user_message",
    "userMessage": "user_message",
    "agentMessage": "agent_message",
    "updatedInput": "updated_input",
    "modifiedArgs": "updated_input",
    "additionalContext": "additional_context",
    "followupMessage": "followup_message",
    "updatedMCPToolOutput": "updated_mcp_tool_output",
    "updatedToolOutput": "updated_mcp_tool_output",
    "modifiedResult": "updated_mcp_tool_output",
    "newContent": "new_content",
}
_VERDICTS = {"block": "deny", "deny": "deny", "ask": "ask", "allow": "allow", "approve": "allow"}
_STRICTNESS = ["allow", "ask", "deny"]


class Reply(NamedTuple):
    """What the adapter itself does: what it prints, what it says on stderr, how it ends."""

    answer: Optional[Dict[str, Any]]  # noqa: UP006, UP045
    stderr: str = ""
    code: int = 0
    text: str = ""  # printed as it is, for hosts that take plain text


def read_answer(dialect: Facts, kind: str, code: int, stdout: str, stderr: str) -> Facts:
    """The neutral answer; `failure` in it is a sentence when the hook failed."""
    said = _object(stdout)
    if code == 2 or (code and kind == "tool" and dialect["style"] == "copilot"):
        return _refusal(kind, stderr.strip() or stdout.strip() or f"a hook refused this (exit code {code})")
    if code and (said is None or dialect["style"] == "cursor"):
        return {"failure": f"exit code {code}: {stderr.strip()[-500:]}"}
    if said is not None:
        return _neutral(kind, said)
    if stdout.strip() and dialect["style"] == "cursor":
        return {"failure": "its answer is no JSON object"}
    if stdout.strip() and kind in ("start", "prompt"):
        return {"additional_context": stdout.strip()}
    return {}


def _object(text: str) -> Optional[Facts]:  # noqa: UP045
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _refusal(kind: str, why: str) -> Facts:
    if kind == "turn":
        return {"followup_message": why}
    return {"permission": "deny", "continue": False, "agent_message": why, "user_message": why}


def _neutral(kind: str, said: Facts) -> Facts:
    nested = said.get("hookSpecificOutput")
    parts: List[Facts] = [said, nested] if isinstance(nested, dict) else [said]  # noqa: UP006
    flat: Facts = {_RENAMED.get(key, key): value for part in parts for key, value in part.items()}
    if isinstance(nested, dict) and isinstance(nested.get("tool_input"), dict):
        flat["updated_input"] = nested["tool_input"]
    words = [part.get(key) for part in parts for key in ("permission", "permissionDecision", "decision")]
    verdicts = [_VERDICTS[word] for word in words if isinstance(word, str) and word in _VERDICTS]
    reason = flat.get("reason") or flat.get("stopReason")
    if kind == "turn":
        return {**flat, "followup_message": reason} if "deny" in verdicts and reason else flat
    if said.get("continue") is False and kind in ("tool", "prompt"):
        verdicts.append("deny")
    if verdicts:
        flat["permission"] = max(verdicts, key=_STRICTNESS.index)
        flat["continue"] = flat["permission"] != "deny"
    if reason:
        flat.setdefault("agent_message", reason)
        flat.setdefault("user_message", reason)
    return flat


def write_answer(dialect: Facts, event: str, kind: str, said: Facts, facts: Facts) -> Reply:
    """What the host is told."""
    said = _sayable(dialect, kind, dict(said), facts)
    deny = said.get("permission") == "deny" or (kind == "prompt" and said.get("continue") is False)
    style = dialect["style"]
    if style == "cursor":
        return _to_cursor(dialect, event, said, deny)
    if style == "exit":
        return _to_exit(dialect, kind, said, deny)
    body: Facts = {}
    nested: Facts = {}
    if deny and kind in ("tool", "prompt"):
        _deny(style, kind, _text(said, "agent_message", "user_message"), body, nested)
    elif said.get("permission") == "ask" and kind == "tool":
        _ask(style, _text(said, "user_message", "agent_message"), body, nested)
    if not deny:
        _changes(style, kind, said, facts, body, nested)
    if kind == "turn" and said.get("followup_message"):
        place = nested if "nested:" + event in dialect["says"] else body
        place.update({"decision": "deny" if style == "gemini" else "block", "reason": said["followup_message"]})
    if said.get("user_message") and style != "copilot":
        body["systemMessage"] = str(said["user_message"])
    return Reply(_joined(style, event, body, nested), said.get("unsaid", ""))


def _sayable(dialect: Facts, kind: str, said: Facts, facts: Facts) -> Facts:
    """Without what the host has no words for: at a gate that is a refusal, elsewhere a line on stderr."""
    says, unsaid = dialect["says"], []
    if said.get("permission") == "ask" and "ask" not in says:
        said["permission"] = "deny"
        said["agent_message"] = (
            _text(said, "agent_message", "user_message") + " (A person has to be asked; this tool cannot.)"
        )
    for key, word in (("updated_input", "input"), ("new_content", "content")):
        if said.get(key) is not None and word not in says and said.get("permission") != "deny" and kind == "tool":
            shown = json.dumps(said[key], ensure_ascii=False)[:2000]
            said.update({"permission": "deny", "agent_message": f"A hook wants this instead; use it: {shown}"})
    for key, word in (("additional_context", "context"), ("followup_message", "followup"), ("env", "env"),
                      ("updated_mcp_tool_output", "output")):  # fmt: skip
        if said.get(key) and word not in says:
            unsaid.append(f"{dialect['name']} has no counterpart of {key}: {json.dumps(said.pop(key), ensure_ascii=False)}")
    if said.get("permission") == "deny" and kind not in ("tool", "prompt"):
        unsaid.append(
            f"a hook refused this, which {dialect['name']} cannot do here: {_text(said, 'agent_message', 'user_message')}"
        )
    return {**said, "unsaid": "\n".join(unsaid)}


def _text(said: Facts, *keys: str) -> str:
    """The first message there is; every host wants a reason for a refusal."""
    found = [str(said[key]) for key in keys if said.get(key)]
    return found[0] if found else "a hook refused this"


def _deny(style: str, kind: str, reason: str, body: Facts, nested: Facts) -> None:
    if style == "gemini" or kind == "prompt":
        body.update({"decision": "deny" if style == "gemini" else "block", "reason": reason})
    else:
        nested.update({"permissionDecision": "deny", "permissionDecisionReason": reason})


def _ask(style: str, reason: str, body: Facts, nested: Facts) -> None:
    if style == "gemini":
        body.update({"decision": "ask", "reason": reason})
    else:
        nested.update({"permissionDecision": "ask", "permissionDecisionReason": reason})


def _changes(style: str, kind: str, said: Facts, facts: Facts, body: Facts, nested: Facts) -> None:
    """A changed input, an added context, a changed output. `allow` is never said: elsewhere it skips the person."""
    if isinstance(said.get("updated_input"), dict) and kind == "tool":
        key = {"gemini": "tool_input", "copilot": "modifiedArgs"}.get(style, "updatedInput")
        nested[key] = host_input(facts, said["updated_input"])
        if style in ("codex", "copilot"):
            nested["permissionDecision"] = "allow"
    if said.get("additional_context") and kind in ("start", "prompt", "result"):
        nested["additionalContext"] = str(said["additional_context"])
    output = said.get("updated_mcp_tool_output")
    if output is not None and kind == "result":
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


def _to_exit(dialect: Facts, kind: str, said: Facts, deny: bool) -> Reply:
    """Hosts that only look at the exit code; some of them take a follow-up or plain text as context."""
    if deny and kind in ("tool", "prompt"):
        return Reply(None, _text(said, "agent_message", "user_message"), 2)
    if kind == "turn" and said.get("followup_message"):
        return Reply({"decision": "block", "reason": said["followup_message"]}, said["unsaid"])
    context = str(said.get("additional_context") or "") if kind in ("start", "prompt") else ""
    return Reply(None, "\n".join(filter(None, (said["unsaid"], str(said.get("user_message") or "")))), 0, context)


def _to_cursor(dialect: Facts, event: str, said: Facts, deny: bool) -> Reply:
    row = dialect["rows"][event]
    answer = {key: said[key] for key in row["outputs"] if said.get(key) is not None}
    if row["gate"] == "permission" and said.get("permission") in ("deny", "ask"):
        answer["permission"] = said["permission"] if said["permission"] in row["permissions"] else "deny"
    elif row["gate"] == "continue" and deny:
        answer["continue"] = False
    return Reply(answer or None, said["unsaid"])
