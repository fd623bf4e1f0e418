"""A Claude Code hook's answer → the same answer in Cursor's words, by the columns of the event's
row. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
    """Why this is no answer in Claude's words, or None. Where a `decision` means nothing, any word
    will do.

    A refusal in words that count is never lost to another word that does not.
    """
    nested = answer.get(_NESTED)
    if spec.gate and any(_refuses(part) for part in (answer, nested) if isinstance(part, dict)):
        return None
    if nested is not None and not isinstance(nested, dict):
        return f"{_NESTED} is {kind_of(nested)}, not an object"
    for part in (answer, nested or {}):
        word = part.get("decision")
        if (spec.gate or spec.loops) and word is not None and word not in (*_OLD_WORDS,):
            return (
                f"decision {word!r} is not block or approve"
                if isinstance(word, str)
                else f"decision is {kind_of(word)}"
            )
        if spec.gate == "permission" and part.get("permissionDecision", "") is None:
            return "permissionDecision is null, not allow, deny, ask or defer"
    return None


def _refuses(part: Mapping[str, Any]) -> bool:
    return (
        part.get("permissionDecision") == "deny"
        or part.get("decision") == "block"
        or part.get("continue") is False
    )


def to_cursor(spec: EventSpec, answer: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The translated answer, and notes on what has no translation. Of several verdicts in it the
    strictest counts.
    """
    nested = answer.get(_NESTED)
    parts = (answer, nested) if isinstance(nested, dict) else (answer,)
    flat = {key: value for part in parts for key, value in part.items()}
    translated = {k: v for k, v in answer.items() if k not in (_NESTED, "decision", "reason")}
    for claude, cursor in _RENAMED.items():
        if claude in flat:
            translated.setdefault(cursor, flat[claude])
    old = [
        _OLD_WORDS[word]
        for part in parts
        if isinstance(word := part.get("decision"), str) and word in _OLD_WORDS
    ]
    new = [word for part in parts if (word := part.get("permissionDecision")) is not None]
    if spec.gate == "permission":
        own = [answer["permission"]] if "permission" in answer else []
        stopped = (
            ["deny"] if answer.get("continue") is False else []
        )  # there it ends the whole turn
        said = [*own, *(word for word in new if word != "defer"), *old, *stopped]
        translated.update({"permission": _strictest(said)} if said else {})
    elif spec.gate == "continue" and old:
        translated["continue"] = False if "deny" in old else translated.get("continue", True)
    translated.update(_reason(spec, flat.get("reason"), old, translated))
    if _is_denied(translated) and (told := flat.get("stopReason") or flat.get("systemMessage")):
        translated.setdefault("user_message", told)
    return translated, tuple(_untranslated(spec, old, new, flat))


def _untranslated(
    spec: EventSpec, old: list[str], new: list[Any], flat: Mapping[str, Any]
) -> Iterator[str]:
    if "defer" in new:
        yield "permissionDecision 'defer' has no counterpart and counts as no opinion"
    if flat.get("additionalContext") and spec.output("additional_context") is None:
        yield f"additionalContext has no counterpart at {spec.name} and does nothing"
    if spec.loops and "deny" in old and not flat.get("reason"):
        yield "decision 'block' sends a follow-up, and there is no reason to send"


def _is_denied(translated: Mapping[str, Any]) -> bool:
    return translated.get("permission") == "deny" or translated.get("continue") is False


def _strictest(said: list[Any]) -> Any:
    """A deny wherever it stands; else the first that is no permission, so that it is named; else
    the strictest.
    """
    if "deny" in said:
        return "deny"
    odd = [word for word in said if not isinstance(word, str) or word not in STRICTNESS]
    return odd[0] if odd else max(said, key=STRICTNESS.__getitem__)


def _reason(
    spec: EventSpec, reason: Any, old: list[str], translated: Mapping[str, Any]
) -> dict[str, Any]:
    """The `reason` of an old `decision`: a message where that decision counts, else what a block
    tells the model.
    """
    if reason is None or not old:
        return {}
    if spec.gate is None:
        told = [name for name in ("followup_message", "additional_context") if spec.output(name)]
        return {told[0]: reason} if "deny" in old and told else {}
    return {"user_message": reason} if _is_denied(translated) == ("deny" in old) else {}
