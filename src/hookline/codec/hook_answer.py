"""How a hook ended and what it printed → what it meant: the one reader of answers.

`fire` and the script that `hookline convert` writes both ask it. A hook is read in its own tool's
words; the outcome is in Cursor's. `dialect` is a row of `dialect_table`, `at` the dialect's own
name of the event.

The contract, in the order in which it is read:
- exit code 2 is a deny, whatever stdout holds;
- any other exit code than 0 is a failure, unless the tool has a rule of its own (column `exits`);
- exit code 0: stdout is the answer; nothing is no opinion. What is not a valid answer is a failure;
  whether plain text is one, the columns `text` and `fails_on` say.
"""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from hookline.codec.foreign_answer import Meaning, foreign_answer
from hookline.codec.json_object import (
    STRICTNESS,
    Facts,
    NotAnAnswer,
    decoded,
    kind_of,
    named,
    parse_object,
)

DENY_EXIT_CODE = 2
#: What one environment string may hold on Linux (MAX_ARG_STRLEN), name and NUL included.
_MOST_ENVIRONMENT_BYTES = 131_072
#: What a refusal by exit code is where nothing can be stopped, in other tools than Cursor.
_EXIT_TELLS = {"turn": "followup_message", "result": "additional_context"}
_TYPES: Dict[str, Tuple[type, str]] = {
    "string": (str, "text"),
    "object": (dict, "an object"),
    "string[]": (list, "a list"),
}


class Answer(NamedTuple):
    """What a hook meant, in Cursor's words."""

    said: Optional[Facts] = None  # the object it printed, whole
    permission: Optional[str] = None  # allow, ask, deny; None: no opinion
    fields: Facts = {}  # what else counts, by canonical name
    failure: str = ""  # the sentence that says why there is no answer
    grounds: str = ""  # why it has its permission
    notes: Tuple[str, ...] = ()


#: What a hook meant that said nothing; the usual case.
NO_ANSWER = Answer()


def read_answer(dialect: Facts, at: str, code: int, stdout: bytes, stderr: str) -> Answer:
    """What a hook meant that ended with this exit code."""
    if code == 0 and not stdout and dialect["reads_all"]:
        return NO_ANSWER
    moment = dialect["events"][at]
    said, problem = _printed(dialect, stdout, stderr)
    if code:
        if _refuses_by_code(dialect, moment, code, said):
            return _refused(dialect, moment, code, said, stderr)
        if said is None or dialect["exits"] == "failure":
            return Answer(said, failure=f"exited with code {code}")
    if problem:
        return _plain_text(dialect, moment, decoded(stdout)) or Answer(failure=problem)
    if said is None:
        return NO_ANSWER
    try:
        permission, fields, notes = _meaning(dialect, moment, said)
    except NotAnAnswer as error:
        return Answer(said, failure=str(error))
    grounds = "its answer" if permission else ""
    return Answer(said, permission, fields, "", grounds, tuple(notes))


def printed_object(stdout: bytes) -> Optional[Facts]:
    """The object in an output, where there is one."""
    try:
        return parse_object(decoded(stdout))
    except NotAnAnswer:
        return None


def joined(answers: List[Answer]) -> Answer:
    """Several answers as one: the strictest decides and its words stand; contexts are joined."""
    ordered = sorted(answers, key=_strictness)
    fields: Facts = {}
    for answer in ordered:
        fields.update(answer.fields)
    contexts = [answer.fields.get("additional_context") for answer in answers]
    if any(contexts):
        fields["additional_context"] = "\n\n".join(filter(None, contexts))
    permission = ordered[-1].permission if ordered else None
    failures = [answer.failure for answer in answers if answer.failure]
    if permission == "deny" or not failures:
        return Answer(None, permission, fields)
    return Answer(None, permission, fields, failures[0])


def _strictness(answer: Answer) -> int:
    return STRICTNESS.get(answer.permission or "", -1)


def _printed(dialect: Facts, stdout: bytes, stderr: str) -> Tuple[Optional[Facts], str]:
    """The object a hook printed, or why there is none."""
    try:
        if dialect["reads_all"]:
            return parse_object(decoded(stdout)), ""
        return _picked(dialect, decoded(stdout), stderr), ""
    except NotAnAnswer as error:
        return None, str(error)


def _picked(dialect: Facts, text: str, stderr: str) -> Optional[Facts]:
    """What a tool reads of an output that does not read all of stdout and nothing else."""
    if dialect["progress"]:
        text = "\n".join(line for line in text.splitlines() if not _is_progress(line))
    if dialect["on_stderr"]:
        text = text or stderr.strip()
    if text and dialect["reads"] == ["nothing"]:
        raise NotAnAnswer("its tool reads no answers")
    said = parse_object(text)
    return _only(dialect["reads"], said) if said and dialect["reads"] else said


def _only(keys: List[str], said: Facts) -> Optional[Facts]:
    return {key: value for key, value in said.items() if key in keys} or None


def _is_progress(line: str) -> bool:
    """Whether a line is a report of progress, which Copilot CLI takes out before it reads."""
    said = printed_object(line.encode()) if '"progress"' in line else None
    return said is not None and said.get("type") == "progress"


def _refuses_by_code(dialect: Facts, moment: Facts, code: int, said: Optional[Facts]) -> bool:
    """Whether an exit code is a refusal; some tools take others than 2 for one, before a tool."""
    if code == DENY_EXIT_CODE or moment["kind"] != "tool":
        return code == DENY_EXIT_CODE
    if dialect["exits"] == "refusal-above-2":
        return code > DENY_EXIT_CODE and said is None
    return bool(dialect["exits"] == "refusal")


def _plain_text(dialect: Facts, moment: Facts, text: str) -> Optional[Answer]:
    """What text means that is no JSON; None where it is a failure."""
    if text.startswith("{") and dialect["fails_on"]:
        return None
    at_start = moment["kind"] in ("start", "prompt")
    if dialect["text"] == "context" and at_start and "context:" + moment["kind"] in dialect["says"]:
        return Answer(fields={"additional_context": text})
    if dialect["text"] == "notice":
        return Answer(fields={"user_message": text})
    return None if dialect["fails_on"] == "text" else Answer()


def _refused(dialect: Facts, moment: Facts, code: int, said: Optional[Facts], why: str) -> Answer:
    """A refusal by exit code: each message from stdout if it parses, else from stderr."""
    why = why.strip()
    fields, notes = _beside(dialect, moment, said) if said else ({}, ())
    told_otherwise = _EXIT_TELLS.get(moment["kind"]) if dialect["style"] != "cursor" else None
    if told_otherwise:
        reason = why or fields.get(told_otherwise)
        told = {told_otherwise: reason} if reason else {}
    else:
        messages = moment["messages"]
        told = {name: fields[name] for name in messages if name in fields}
        if why:
            told.setdefault(messages[-1] if messages else "agent_message", why)
    return Answer(said, "deny", told, "", f"exit code {code}", notes)


def _beside(dialect: Facts, moment: Facts, said: Facts) -> Tuple[Facts, Tuple[str, ...]]:
    """What counts of an answer beside a refusal by exit code: never enough to undo it."""
    try:
        _permission, fields, notes = _meaning(dialect, moment, said, lenient=True)
    except NotAnAnswer:
        return {}, ()
    return fields, tuple(notes)


def _meaning(dialect: Facts, moment: Facts, said: Facts, lenient: bool = False) -> Meaning:
    if dialect["style"] == "cursor":
        return _ours(dialect, moment, said, lenient)
    return foreign_answer(dialect, moment, said, lenient)


def _ours(dialect: Facts, moment: Facts, said: Facts, lenient: bool) -> Meaning:
    """Cursor's own answer."""
    gate, outputs = moment["gate"], moment["outputs"]
    permission = None if lenient or gate not in said else _verdict(moment, said[gate])
    fields: Facts = {}
    notes: List[str] = []
    unused: List[str] = []
    for key, value in said.items():
        if value is None or key == gate:
            continue
        if key in outputs:
            name, type_name = outputs[key]
            if key == name or said.get(name) is None:  # the canonical spelling counts
                _put_output(fields, name, type_name, value, lenient)
        else:
            unused.append(key)
    if "env" in fields:
        fields["env"] = _variables(fields["env"], notes)
    if unused:
        notes += _unused(dialect, moment, said, unused, bool(fields or permission))
    return permission, fields, notes


def _put_output(fields: Facts, name: str, type_name: str, value: Any, lenient: bool) -> None:
    wanted, word = _TYPES[type_name]
    if isinstance(value, wanted) and (wanted is str or _holds_texts(value)):
        fields[name] = value
    elif not lenient:
        raise NotAnAnswer(_wrong_type(name, value, wanted, word))


def _verdict(moment: Facts, value: Any) -> str:
    """The permission an answer gives, in the event's own contract."""
    if moment["gate"] == "continue":
        if not isinstance(value, bool):
            raise NotAnAnswer(f"continue is {kind_of(value)}, not true or false")
        return "allow" if value else "deny"
    if not isinstance(value, str) or value not in moment["permissions"]:
        raise NotAnAnswer(_wrong_permission(value, moment["permissions"]))
    return value


def _wrong_permission(value: Any, words: List[str]) -> str:
    """The sentence for a permission that is no word of the contract."""
    shown = named(value) if isinstance(value, str) else kind_of(value)
    return f"permission {shown} is not {', '.join(words[:-1])} or {words[-1]}"


def _holds_texts(value: Any) -> bool:
    return not isinstance(value, list) or all(isinstance(item, str) for item in value)


def _wrong_type(name: str, value: Any, wanted: type, word: str) -> str:
    if isinstance(value, wanted):
        return f"{name} holds something that is not text"
    return f"{name} is {kind_of(value)}, not {word}"


def _variables(env: Facts, notes: List[str]) -> Facts:
    """Variables a process can have; the others are dropped, each with a note."""
    kept = {}
    for name, value in env.items():
        if not name or "=" in name or "\0" in name or not _encodable(name):
            notes.append(f"env: {name!r} cannot be the name of a variable and was dropped")
        elif not isinstance(value, str):
            notes.append(f"env: the value of {name} is {kind_of(value)}, not text, and was dropped")
        elif not _fits_environment(name, value):
            notes.append(f"env: no process can have the value of {name}; it was dropped")
        else:
            kept[name] = value
    return kept


def _fits_environment(name: str, value: str) -> bool:
    if "\0" in value or not _encodable(value):
        return False
    return len(value.encode()) + len(name) + 2 <= _MOST_ENVIRONMENT_BYTES


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _unused(dialect: Facts, moment: Facts, said: Facts, keys: List[str], counts: bool) -> List[str]:
    """Notes on words that mean something elsewhere and nothing here: a guard that uses the wrong
    one is silent.
    """
    notes = []
    for key in keys:
        name = dialect["known"].get(key)
        if name == "continue" and said[key] is True:
            continue  # Cursor's own samples print it everywhere
        if name is not None:
            is_verdict = name in ("permission", "continue") and moment["gate"]
            remedy = f"; {moment['instead']}" if is_verdict else ""
            notes.append(f"{moment['cursor']} does not use {key!r}: it has no effect{remedy}")
        elif key in dialect["other_words"] and not counts:
            notes.append(
                f"{key!r} is another tool's word and has no effect here: {moment['instead']}"
            )
    return notes
