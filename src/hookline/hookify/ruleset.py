"""A thousand rules and one event → the rules that match, in one pass over each field; and the one
answer they give together.

A sieve for each field names the rules whose first pattern can fit; only those are evaluated, by a
script's own code, so the decisions are the same. As in hookify, when a matching rule blocks, only
what blocks is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from hookline.hookify.rule_program import Limited, matches, texts_of
from hookline.hookify.seen import Seen
from hookline.hookify.sieve import Sieve, TooStrange, literal, plain, widened

Search = Callable[[str, str], bool]
#: Of the file rules are stored in; raised when its shape changes.
VERSION = 1
_MESSAGES = ("user_message", "agent_message", "followup_message")


def widened_patterns(rules: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """For every expression of the rules the wider one, so that a process that starts need not work
    it out.
    """
    wider: dict[str, str] = {}
    for condition in (condition for rule in rules for condition in rule["conditions"]):
        pattern = condition["pattern"]
        if condition["operator"] != "regex_match" or not isinstance(pattern, str):
            continue
        try:
            wider.setdefault(pattern, widened(pattern))
        except TooStrange:
            continue
    return wider


class RuleSet:
    """Rules as `launcher.as_data` writes them, ready for events."""

    def __init__(self, rules: Sequence[dict[str, Any]], known: Mapping[str, str] = {}) -> None:
        self._rules = rules
        self._known = known
        self._sieves: dict[tuple[str, str, str], Sieve] = {}
        self._unsifted = [
            number for number, rule in enumerate(rules) if not self._sift(number, rule)
        ]
        for sieve in self._sieves.values():
            sieve.close()

    def _sift(self, number: int, rule: dict[str, Any]) -> bool:
        """Whether a sieve takes one of the rule's conditions."""
        for condition in rule["conditions"]:
            wider = self._wider(condition)
            # What the text of a field depends on.
            key = (condition["field"], rule["reading"], rule["event"])
            if wider and self._sieves.setdefault(key, Sieve()).add(wider, number):
                return True
        return False

    def _wider(self, condition: dict[str, Any]) -> str:
        """Empty where nothing has to occur for the condition to hold."""
        pattern = condition["pattern"]
        if not isinstance(pattern, str) or condition["operator"] == "not_contains":
            return ""
        if condition["operator"] != "regex_match":
            return literal(pattern)
        try:
            return self._known.get(pattern) or widened(pattern)
        except TooStrange:
            return ""

    def matching(self, seen: Seen, search: Search) -> list[int]:
        """The numbers of the rules that match, in their order."""
        numbers = set(self._unsifted)
        for (field, reading, event), sieve in self._sieves.items():
            texts = texts_of({"reading": reading, "event": event}, field, seen)
            for text in texts or ():
                numbers.update(sieve.passing(plain(text)))
        return [number for number in sorted(numbers) if matches(self._rules[number], seen, search)]

    def answer(
        self, payload: dict[str, Any], *, out_loud: bool = False, search: Search | None = None
    ) -> tuple[dict[str, Any], str]:
        """The answer to an event, and what goes to the log. `out_loud`: no opinion is an allow."""
        event = payload.get("hook_event_name")
        if not isinstance(event, str):
            raise ValueError("the event has no name")
        rows = self._rows(event)
        if not rows:
            return {}, ""
        first = next(iter(rows.values()))
        numbers = self.matching(Seen(payload, first["kind"]), search or Limited())
        matched = [rows[number] for number in numbers if number in rows]
        if matched:
            return _answer_of(matched), "".join(row["log"] for row in matched)
        return (dict(first["otherwise"]) if out_loud else {}), ""

    def _rows(self, event: str) -> dict[int, dict[str, Any]]:
        """What each rule that is asked at the event has for it, by the rule's number."""
        numbered = enumerate(rule["events"].get(event) for rule in self._rules)
        return {number: row for number, row in numbered if row is not None}


def _answer_of(matched: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What the matching rules say together; nothing where the event has no word for it."""
    answers = [row["matched"] for row in matched if row["matched"]]
    return _together(answers) if answers else {}


def _together(answers: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The strictest answers as one, their messages with a blank line between."""
    strictest = max(map(_strictness, answers))
    heard = [answer for answer in answers if _strictness(answer) == strictest]
    together = dict(heard[0])
    for name in _MESSAGES:
        if any(name in answer for answer in heard):
            together[name] = _joined(answer[name] for answer in heard if name in answer)
    return together


def _joined(messages: Iterable[str]) -> str:
    return "\n\n".join(messages)


def _strictness(answer: dict[str, Any]) -> int:
    """2 for an answer that stops or sends on, 1 for one that asks."""
    refuses = answer.get("permission") == "deny" or answer.get("continue") is False
    if refuses or "followup_message" in answer:
        return 2
    return 1 if answer.get("permission") == "ask" else 0
