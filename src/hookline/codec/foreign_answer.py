"""An answer in the words of Claude Code, or of the tools made after it → its meaning in Cursor's.

Which words a tool knows comes with its row: `decisions` are the words its `decision` may take and
what each means; `says` which contexts it has.
"""

from __future__ import annotations

from typing import Any, Iterator, List, Optional, Tuple

from hookline.codec.json_object import Facts, NotAnAnswer, kind_of, named, strictest

NESTED = "hookSpecificOutput"
#: What others call a field → Cursor's name, the first that is there counts.
_FIELDS = {
    "user_message": ("user_message", "userMessage", "permissionDecisionReason"),
    "agent_message": ("agent_message", "agentMessage"),
    "updated_input": ("updated_input", "updatedInput", "modifiedArgs"),
    "additional_context": ("additional_context", "additionalContext"),
    "followup_message": ("followup_message", "followupMessage"),
    "updated_mcp_tool_output": (
        "updated_mcp_tool_output",
        "updatedMCPToolOutput",
        "updatedMcpToolOutput",
        "updatedToolOutput",
        "modifiedResult",
    ),
    "new_content": ("new_content", "newContent"),
}
_NAMES = {key: name for name, spellings in _FIELDS.items() for key in spellings}
_ORDER = {key: order for order, key in enumerate(_NAMES)}
_OBJECTS = ("updated_input",)
_ANYTHING = ("updated_mcp_tool_output",)
_PERMISSIONS = ("allow", "deny", "ask")
#: What a block tells the model where nothing can be stopped any more, by kind of moment.
_BLOCK_TELLS = {"turn": "followup_message", "result": "additional_context"}
#: Moments at which a decision stops something, or sends the agent on.
_DECIDING = ("tool", "prompt", "turn")


#: What an answer says, in Cursor's words: permission, fields, notes.
Meaning = Tuple[Optional[str], Facts, List[str]]


def foreign_answer(dialect: Facts, moment: Facts, said: Facts, lenient: bool) -> Meaning:
    """The meaning of an answer; raises `NotAnAnswer` with what is wrong in it, unless `lenient`.

    A refusal in words that count is never lost to another word that does not.
    """
    parts = _parts(said)
    if not lenient and not _refuses(moment, parts):
        _complain(dialect, moment, said, parts)
    notes: List[str] = []
    decisions = _decisions(dialect, parts)
    permission = _permission(moment, parts, decisions, notes)
    fields = _fields(parts, lenient)
    _check_reason(parts, decisions, lenient)
    _add_reason(moment, parts, decisions, permission, fields, notes)
    return permission, fields, notes


def _parts(said: Facts) -> List[Facts]:
    """The answer, and the part nested in it: words count in both."""
    nested = said.get(NESTED)
    return [said, nested] if isinstance(nested, dict) else [said]


def _refuses(moment: Facts, parts: List[Facts]) -> bool:
    if moment["kind"] not in ("tool", "prompt"):
        return False
    return any(
        part.get("permissionDecision") == "deny"
        or part.get("decision") == "block"
        or part.get("continue") is False
        for part in parts
    )


def _complain(dialect: Facts, moment: Facts, said: Facts, parts: List[Facts]) -> None:
    """Raise what is no answer in the tool's own words. Where a decision means nothing, any word
    will do.
    """
    if not dialect["fails_on"]:
        return
    nested = said.get(NESTED)
    if nested is not None and not isinstance(nested, dict):
        raise NotAnAnswer(f"{NESTED} is {kind_of(nested)}, not an object")
    for part in parts:
        if moment["kind"] in _DECIDING:
            _check_decision(dialect, part.get("decision"))
        if moment["kind"] == "tool" and part.get("permissionDecision", "") is None:
            raise NotAnAnswer("permissionDecision is null, not allow, deny, ask or defer")


def _check_decision(dialect: Facts, word: Any) -> None:
    if word is None or (isinstance(word, str) and word in dialect["decisions"]):
        return
    if isinstance(word, str):
        words = " or ".join(sorted(dialect["decisions"], reverse=True))
        raise NotAnAnswer(f"decision {named(word)} is not {words}")
    raise NotAnAnswer(f"decision is {kind_of(word)}")


def _decisions(dialect: Facts, parts: List[Facts]) -> List[str]:
    """What the `decision` words say, in the order in which they are written."""
    words = [part.get("decision") for part in parts]
    known = dialect["decisions"]
    return [known[word] for word in words if isinstance(word, str) and word in known]


def _permission(
    moment: Facts, parts: List[Facts], decisions: List[str], notes: List[str]
) -> Optional[str]:
    """Of several verdicts in an answer the strictest counts."""
    if moment["kind"] in _BLOCK_TELLS:
        return None
    stopped = parts[0].get("continue") is False
    if moment["kind"] == "prompt":
        return _prompt_verdict(parts, decisions, stopped, notes)
    verdicts = [*decisions, *_permission_words(parts, notes)]
    if stopped and moment["kind"] == "tool":  # there it ends the whole turn
        verdicts.append("deny")
    return _strictest_word(moment, verdicts)


def _permission_words(parts: List[Facts], notes: List[str]) -> Iterator[Any]:
    """The words of `permission` and `permissionDecision`, in the order in which they are written."""
    for part in parts:
        if part.get("permissionDecision") == "defer":
            notes.append("permissionDecision 'defer' has no counterpart and counts as no opinion")
        elif part.get("permissionDecision") is not None:
            yield part["permissionDecision"]
        if "permission" in part:
            yield part["permission"]


def _prompt_verdict(
    parts: List[Facts], decisions: List[str], stopped: bool, notes: List[str]
) -> Optional[str]:
    """A prompt is held back by a decision or by `continue`; a permission means nothing there."""
    if any(key in part for part in parts for key in ("permission", "permissionDecision")):
        notes.append("a permission has no effect on a prompt: decision 'block' stops it")
    word = parts[0].get("continue", True)
    if not isinstance(word, bool):
        raise NotAnAnswer(f"continue is {kind_of(word)}, not true or false")
    if stopped or "deny" in decisions:
        return "deny"
    return "allow" if decisions or "continue" in parts[0] else None


def _strictest_word(moment: Facts, verdicts: List[Any]) -> Optional[str]:
    """A deny wherever it stands; else a word that is no permission is named, at a gate."""
    if "deny" in verdicts:
        return "deny"
    odd = [word for word in verdicts if word not in _PERMISSIONS]
    if odd and moment["kind"] == "tool":
        shown = named(odd[0]) if isinstance(odd[0], str) else kind_of(odd[0])
        raise NotAnAnswer(f"permission {shown} is not allow, deny or ask")
    return strictest(verdicts) if verdicts and not odd else None


def _fields(parts: List[Facts], lenient: bool) -> Facts:
    """The fields of all parts; of several spellings the first in the table counts."""
    fields: Facts = {}
    written = [(part, key) for part in parts for key in part if key in _NAMES]
    for part, key in sorted(written, key=lambda place: _ORDER[place[1]]):
        if _NAMES[key] not in fields and part[key] is not None:
            _put(fields, _NAMES[key], key, part[key], lenient)
    nested = parts[-1]
    if len(parts) > 1 and isinstance(nested.get("tool_input"), dict):
        fields.setdefault("updated_input", nested["tool_input"])
    return fields


def _put(fields: Facts, name: str, key: str, value: Any, lenient: bool) -> None:
    wanted, word = (dict, "an object") if name in _OBJECTS else (str, "text")
    if name in _ANYTHING or isinstance(value, wanted):
        fields[name] = value
    elif not lenient:
        raise NotAnAnswer(f"{key} is {kind_of(value)}, not {word}")


def _check_reason(parts: List[Facts], decisions: List[str], lenient: bool) -> None:
    for part in parts:
        reason = part.get("reason")
        if decisions and reason is not None and not isinstance(reason, str) and not lenient:
            raise NotAnAnswer(f"reason is {kind_of(reason)}, not text")


def _add_reason(
    moment: Facts,
    parts: List[Facts],
    decisions: List[str],
    permission: Optional[str],
    fields: Facts,
    notes: List[str],
) -> None:
    """The `reason` of a decision: a message where that decision counts, else what a block tells
    the model.
    """
    if moment["kind"] in _BLOCK_TELLS:
        if "deny" in decisions:
            _tell_model(_BLOCK_TELLS[moment["kind"]], _text_of(parts, "reason"), fields, notes)
    else:
        message = _message(parts, decisions, permission == "deny")
        if message:
            fields.setdefault("user_message", message)
    notice = _text_of(parts, "systemMessage")
    if notice:
        _add_notice(moment, notice, fields)


def _tell_model(name: str, reason: str, fields: Facts, notes: List[str]) -> None:
    if reason:
        fields[name] = reason
    elif name == "followup_message" and name not in fields:
        notes.append("decision 'block' sends a follow-up, and there is no reason to send")


def _message(parts: List[Facts], decisions: List[str], denied: bool) -> str:
    """Why a gate says what it says: the reason of the decision that counts; of a deny, any reason."""
    reason = _text_of(parts, "reason")
    if decisions and reason and denied == ("deny" in decisions):
        return reason
    if not denied:
        return ""
    return _text_of(parts, "stopReason") or _text_of(parts, "systemMessage") or reason


def _add_notice(moment: Facts, notice: str, fields: Facts) -> None:
    """What is told to the person; beside it, the reason goes to the model where both can be told."""
    reason = fields.get("user_message")
    if reason and reason != notice and "agent_message" in moment["messages"]:
        fields.setdefault("agent_message", reason)
        fields["user_message"] = notice
    fields.setdefault("user_message", notice)


def _text_of(parts: List[Facts], key: str) -> str:
    """A text of the answer, the nested part first."""
    texts = [part[key] for part in parts[::-1] if isinstance(part.get(key), str)]
    return str(next(filter(None, texts), ""))
