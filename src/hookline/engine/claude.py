"""A Claude Code hook's answer → the same answer in Cursor's words, by the columns of the event's row. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookline.engine.answer import kind_of
from hookline.model import STRICTNESS
from hookline.spec.events import EventSpec

_NESTED = "hookSpecificOutput"
_RENAMED = {
    "permissionDecisionReason": "user_message",
    "updatedInput": "updated_input",
    "additionalContext": "additional_context",
    "updatedMCPToolOutput": "updated_mcp_tool_output",
}
_OLD_WORDS = {"block": "deny", "approve": "allow"}


def complaint(spec: EventSpec, answer: Mapping[str, Any]) -> str | None:
    """Why this is no answer in Claude's words, or None. Where a `decision` means nothing, any word will do."""
    nested = answer.get(_NESTED)
    if nested is not None and not isinstance(nested, dict):
        return f"{_NESTED} is {kind_of(nested)}, not an object"
    for part in (answer, nested or {}):
        word = part.get("decision")
        if (spec.gate or spec.loops) and word is not None and word not in (*_OLD_WORDS,):
            return f"decision {word!r} is not block or approve" if isinstance(word, str) else f"decision is {kind_of(word)}"
        if spec.gate == "permission" and part.get("permissionDecision", "") is None:
            return "permissionDecision is null, not allow, deny, ask or defer"
    return None


def to_cursor(spec: EventSpec, answer: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The translated answer, and notes on what has no translation. Of several verdicts in it the strictest counts."""
    nested = answer.get(_NESTED)
    parts = (answer, nested) if isinstance(nested, dict) else (answer,)
    flat = {key: value for part in parts for key, value in part.items()}
    translated = {k: v for k, v in answer.items() if k not in (_NESTED, "decision", "reason")}
    for claude, cursor in _RENAMED.items():
        if claude in flat:
            translated.setdefault(cursor, flat[claude])
    old = [_OLD_WORDS[word] for part in parts if isinstance(word := part.get("decision"), str) and word in _OLD_WORDS]
    new = [word for part in parts if (word := part.get("permissionDecision")) is not None]
    notes = ("permissionDecision 'defer' has no counterpart and counts as no opinion",) if "defer" in new else ()
    if spec.loops and "deny" in old and not flat.get("reason"):
        notes = (*notes, "decision 'block' sends a follow-up, and there is no reason to send")
    if spec.gate == "permission":
        own = [answer["permission"]] if "permission" in answer else []
        said = [*own, *(word for word in new if word != "defer"), *old]
        translated.update({"permission": _strictest(said)} if said else {})
    elif spec.gate == "continue" and old:
        translated["continue"] = False if "deny" in old else translated.get("continue", True)
    translated.update(_reason(spec, flat.get("reason"), old, translated))
    return translated, notes


def _strictest(said: list[Any]) -> Any:
    """A deny wherever it stands; else the first that is no permission, so that it is named; else the strictest."""
    if "deny" in said:
        return "deny"
    odd = [word for word in said if not isinstance(word, str) or word not in STRICTNESS]
    return odd[0] if odd else max(said, key=STRICTNESS.__getitem__)


def _reason(spec: EventSpec, reason: Any, old: list[str], translated: Mapping[str, Any]) -> dict[str, Any]:
    """The `reason` of an old `decision`: a message where that decision counts, a follow-up where a block asks for one."""
    if reason is None or not old:
        return {}
    if spec.gate is None:
        return {"followup_message": reason} if "deny" in old and spec.output("followup_message") else {}
    denied = translated.get("permission") == "deny" or translated.get("continue") is False
    return {"user_message": reason} if denied == ("deny" in old) else {}
