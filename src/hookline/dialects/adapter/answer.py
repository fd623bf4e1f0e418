"""What a hook printed, in its own tool's words → the neutral answer.

Neutral is Cursor's answer: `permission`, `continue`, `user_message`, `agent_message`,
`updated_input`, `additional_context`, `followup_message`, `updated_mcp_tool_output`, `new_content`,
`env`. `failure` is a sentence where the hook failed.
"""

from __future__ import annotations

import json
from typing import Any, List, Optional  # noqa: UP035  # the script runs on old interpreters too

from hookline.dialects.adapter.tools import Facts

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
    "updatedMcpToolOutput": "updated_mcp_tool_output",
    "updatedToolOutput": "updated_mcp_tool_output",
    "modifiedResult": "updated_mcp_tool_output",
    "newContent": "new_content",
}
_VERDICTS = {"block": "deny", "deny": "deny", "ask": "ask", "allow": "allow", "approve": "allow"}
_STRICTNESS = ["allow", "ask", "deny"]
#: Whose plain text at the start of something is context for the model.
_TEXT_IS_CONTEXT = ("claude", "codex", "exit")


def read_answer(dialect: Facts, kind: str, code: int, stdout: str, stderr: str) -> Facts:
    """The neutral answer of a process that ended with this code."""
    style = dialect["style"]
    said = _said(dialect, stdout, stderr)
    if code == 2 or (code and _refuses_by(style, kind, code, said)):
        return _refused(
            kind,
            style,
            said,
            stderr.strip() or stdout.strip() or f"a hook refused this (exit code {code})",
        )
    if code and (said is None or style in ("cursor", "exit", "codex")):
        return {"failure": f"exit code {code}: {stderr.strip()[-500:]}"}
    if said is not None:
        return _ours(kind, said) if style == "cursor" else _theirs(kind, said)
    text = stdout.strip()
    if text and style == "cursor":
        return {"failure": "its answer is no JSON object"}
    if text and style == "gemini":
        return {"user_message": text}
    if (
        text
        and style in _TEXT_IS_CONTEXT
        and kind in ("start", "prompt")
        and "context:" + kind in dialect["says"]
    ):
        return {"additional_context": text}
    return {}


def _refuses_by(style: str, kind: str, code: int, said: Optional[Facts]) -> bool:  # noqa: UP045
    """Whether a tool takes other exit codes than 2 for a refusal."""
    return kind == "tool" and (
        style == "copilot" or (style == "gemini" and code > 2 and said is None)
    )


def _said(dialect: Facts, stdout: str, stderr: str) -> Optional[Facts]:  # noqa: UP045
    style = dialect["style"]
    if style == "copilot":  # reports of progress stand on lines of their own
        stdout = "\n".join(
            line for line in stdout.splitlines() if (_object(line) or {}).get("type") != "progress"
        )
    if style == "gemini" and not stdout.strip():
        stdout = stderr
    said = _object(stdout)
    if style == "exit":  # a decision and its reason are all such a tool reads, if that
        read: Facts = {
            key: value for key, value in (said or {}).items() if key in ("decision", "reason")
        }
        return read if read and "decision" in dialect["says"] else None
    return said


def _object(text: str) -> Optional[Facts]:  # noqa: UP045
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _refused(kind: str, style: str, said: Optional[Facts], why: str) -> Facts:  # noqa: UP045
    """What exit code 2 means; the messages of an answer beside it count where it has some."""
    if kind == "turn":
        return {"followup_message": why}
    if kind == "result" and style != "cursor":
        return {"additional_context": why}
    beside = (_ours if style == "cursor" else _theirs)(kind, said) if said else {}
    told = {key: str(beside[key]) for key in ("agent_message", "user_message") if beside.get(key)}
    return {
        "permission": "deny",
        "continue": False,
        "agent_message": why,
        "user_message": why,
        **told,
    }


def _ours(kind: str, said: Facts) -> Facts:
    """Cursor's own answer; one that is not valid is a failure, as it is there."""
    flat = {_RENAMED.get(key, key): value for key, value in said.items()}
    if kind == "tool" and "permission" in flat and flat["permission"] not in _STRICTNESS:
        return {"failure": f"permission {flat['permission']!r} is not allow, deny or ask"}
    if kind == "prompt":
        flat.pop("permission", None)
        if not isinstance(flat.get("continue", True), bool):
            return {"failure": f"continue {flat['continue']!r} is not true or false"}
    return flat


def _theirs(kind: str, said: Facts) -> Facts:
    """Claude Code's answer, and those made after it."""
    nested = said.get("hookSpecificOutput")
    parts: List[Facts] = [said, nested] if isinstance(nested, dict) else [said]  # noqa: UP006
    flat: Facts = {_RENAMED.get(key, key): value for part in parts for key, value in part.items()}
    if isinstance(nested, dict) and isinstance(nested.get("tool_input"), dict):
        flat["updated_input"] = nested["tool_input"]
    words: List[Any] = [  # noqa: UP006
        part.get(key) for part in parts for key in ("permission", "permissionDecision", "decision")
    ]
    verdicts = [_VERDICTS[word] for word in words if isinstance(word, str) and word in _VERDICTS]
    reason = flat.get("reason") or flat.get("stopReason")
    if kind in ("turn", "result"):
        key = "followup_message" if kind == "turn" else "additional_context"
        flat.pop("permission", None)
        return {**flat, key: reason} if "deny" in verdicts and reason else flat
    if said.get("continue") is False and kind in ("tool", "prompt"):
        verdicts.append("deny")
    if verdicts:
        flat["permission"] = max(verdicts, key=_STRICTNESS.index)
        flat["continue"] = flat["permission"] != "deny"
    if reason:
        flat.setdefault("agent_message", reason)
        flat.setdefault("user_message", reason)
    return flat


def together(answers: List[Facts]) -> Facts:  # noqa: UP006
    """Several answers as one: the strictest decides and its words stand; contexts are joined."""
    weight = [
        _STRICTNESS.index(one["permission"]) if one.get("permission") in _STRICTNESS else -1
        for one in answers
    ]
    joined: Facts = {}
    for _, one in sorted(zip(weight, answers), key=lambda pair: pair[0]):  # noqa: B905
        joined.update(one)
    contexts = [str(one["additional_context"]) for one in answers if one.get("additional_context")]
    if contexts:
        joined["additional_context"] = "\n\n".join(contexts)
    if "deny" in [one.get("permission") for one in answers]:
        joined.pop("failure", None)
    return joined
