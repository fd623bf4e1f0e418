"""A rule file → its rule in both readings, with notes on what it says and problems with their
lines. Pure; never raises.

A problem sets the rule aside in the intended reading: no rule is written that its author would not
recognise, and none that quietly matches everything.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from hookline.dialects.note import CHANGED, KEPT, LOST, Note
from hookline.hookify.frontmatter import CONDITIONS, Fault, Frontmatter, read_frontmatter
from hookline.hookify.rule_program import Limited, NotAPattern, compiled
from hookline.hookify.scalars import Scalar
from hookline.hookify.sieve import Sieve, TooStrange, plain, widened
from hookline.hookify.strict import read_strictly

INTENDED, STRICT = "intended", "strict"
READINGS = (INTENDED, STRICT)
BLOCK, WARN = "block", "warn"
ALL, BASH, FILE, PROMPT, STOP = "all", "bash", "file", "prompt", "stop"
RULE_EVENTS = (BASH, FILE, STOP, PROMPT, ALL)
REGEX_MATCH = "regex_match"
OPERATORS = (REGEX_MATCH, "contains", "not_contains", "equals", "starts_with", "ends_with")
#: The shorthand `pattern` is a condition on this field; any other event reads `content`.
SHORTHAND = ((BASH, "command"), (FILE, "new_text"))
FIELDS = (
    "name",
    "enabled",
    "event",
    "pattern",
    CONDITIONS,
    "action",
    "tool_matcher",
    "description",
)
#: What fits both of them fits nearly everything.
_ANY_TEXTS = ("", "\0")
_FALSE, _TRUE = ("false", "no", "off", "n"), ("true", "yes", "on", "y")


class Condition(NamedTuple):
    """One condition; the pattern is no text only where hookify's own code takes it for something
    else.
    """

    field: str
    operator: str
    pattern: Any
    line: int = 0

    @property
    def fits_everything(self) -> bool:
        """Whether there is no pattern, which then occurs in every text."""
        return self.pattern == "" and self.operator != "equals"

    def as_data(self) -> dict[str, Any]:
        """The condition as the program takes it."""
        return {"field": self.field, "operator": self.operator, "pattern": self.pattern}


class Rule(NamedTuple):
    """One rule in one reading."""

    name: str
    event: str
    action: str
    conditions: tuple[Condition, ...]
    tools: tuple[str, ...] | None
    message: str
    reading: str = INTENDED
    enabled: bool = True
    description: str = ""

    @property
    def blocks(self) -> bool:
        return self.action == BLOCK


class RuleFile(NamedTuple):
    """A rule file, read both ways; None: in that reading there is no rule."""

    file: str  # as people name it: .claude/hookify.NAME.local.md
    slug: str  # NAME
    intended: Rule | None
    strict: Rule | None
    notes: tuple[Note, ...] = ()
    faults: tuple[Fault, ...] = ()

    def rule(self, reading: str) -> Rule | None:
        return self.strict if reading == STRICT else self.intended


def read_rule(text: str, file: str, slug: str) -> RuleFile:
    """The rule in a file, both ways."""
    reader = _Intended(read_frontmatter(text), file)
    rule = reader.rule()
    return RuleFile(file, slug, rule, strict_rule(text), tuple(reader.notes), tuple(reader.faults))


def strict_rule(text: str) -> Rule | None:
    """The rule hookify's own code makes of the text."""
    read = read_strictly(text)
    if read is None:
        return None
    fields, body = read
    conditions = _strict_conditions(fields)
    if conditions is None:
        return None
    matcher = fields.get("tool_matcher")
    tools = tuple(matcher.split("|")) if isinstance(matcher, str) else ()
    return Rule(
        str(fields.get("name", "unnamed")),
        str(fields.get("event", ALL)),
        BLOCK if fields.get("action", WARN) == BLOCK else WARN,
        conditions,
        tools if matcher else None,
        body,
        STRICT,
        bool(fields.get("enabled", True)),
    )


def _strict_conditions(fields: dict[str, Any]) -> tuple[Condition, ...] | None:
    """The conditions as hookify's own code takes them; None where it gives the file up."""
    listed = fields.get(CONDITIONS)
    items = listed if isinstance(listed, list) else []
    if not all(isinstance(item, dict) for item in items):
        return None
    if fields.get("pattern") and not items:
        field = _shorthand_field(str(fields.get("event", ALL)))
        return (Condition(field, REGEX_MATCH, fields["pattern"]),)
    return tuple(map(_strict_condition, items))


def _strict_condition(item: dict[str, Any]) -> Condition:
    operator = item.get("operator", REGEX_MATCH)
    return Condition(item.get("field", ""), operator, item.get("pattern", ""))


def _shorthand_field(event: str) -> str:
    """The field that a bare `pattern` is tried on."""
    return dict(SHORTHAND).get(event, "content")


class _Intended:
    """Makes the rule an author meant, and gathers what is to be said about it."""

    def __init__(self, read: Frontmatter, file: str) -> None:
        self._read, self._file = read, file
        self.faults = list(read.faults)
        self.notes: list[Note] = []

    def rule(self) -> Rule | None:
        """None when a fault sets it aside."""
        if not self._read.fields and self._read.conditions is None:
            if not self.faults:
                self._fault(1, "the frontmatter is empty", "give the rule an event and a pattern")
            return None
        action, event = self._action(), self._event()
        rule = Rule(
            self._text("name") or "unnamed",
            event,
            action,
            self._conditions(event),
            self._tools(),
            self._read.body,
            INTENDED,
            self._enabled(),
            self._text("description"),
        )
        for key, value in self._read.fields.items():
            if key not in FIELDS:
                self._note(
                    LOST,
                    key,
                    f"hookify knows no field {key}, and nothing is made of it",
                    value.line,
                )
        return None if self.faults else rule

    def _text(self, key: str) -> str:
        value = self._read.fields.get(key)
        return value.text if value else ""

    def _line(self, key: str) -> int:
        value = self._read.fields.get(key)
        return value.line if value else 1

    def _event(self) -> str:
        event = self._text("event").lower() or ALL
        if event not in RULE_EVENTS:
            self._fault(
                self._line("event"),
                f"there is no event {event!r}",
                f"write one of {', '.join(RULE_EVENTS)}",
            )
        return event

    def _action(self) -> str:
        action = self._text("action").lower() or WARN
        if action not in (BLOCK, WARN):
            self._note(
                CHANGED,
                "action",
                f"{action!r} is neither block nor warn; hookify takes it for warn",
                self._line("action"),
            )
        return BLOCK if action == BLOCK else WARN

    def _enabled(self) -> bool:
        value = self._read.fields.get("enabled")
        if value is None or value.text.lower() in _TRUE:
            return True
        if value.text.lower() in _FALSE:
            self._note(
                KEPT, "enabled", "the rule is turned off, and nothing is written for it", value.line
            )
            return False
        self._fault(value.line, f"enabled is {value.text!r}", "write true or false")
        return False

    def _tools(self) -> tuple[str, ...] | None:
        text = self._text("tool_matcher")
        names = tuple(name.strip() for name in text.split("|") if name.strip())
        if text and not names:
            self._fault(
                self._line("tool_matcher"),
                "tool_matcher names no tool",
                "write  Bash|Write  or leave it away",
            )
        return names if text else None

    def _conditions(self, event: str) -> tuple[Condition, ...]:
        listed = self._read.conditions
        pattern = self._read.fields.get("pattern")
        if listed:
            if pattern is not None:
                self._note(
                    LOST,
                    "pattern",
                    "there are conditions, so hookify does not look at pattern",
                    pattern.line,
                )
            return tuple(self._condition(item.fields, item.line) for item in listed)
        if pattern is None:
            self._fault(
                1,
                "the rule has no pattern and no conditions, so it never matches",
                "give it a pattern",
            )
            return ()
        field = _shorthand_field(event)
        return (self._checked(Condition(field, REGEX_MATCH, pattern.text, pattern.line)),)

    def _condition(self, fields: dict[str, Scalar], line: int) -> Condition:
        for key, value in fields.items():
            if key not in Condition._fields[:3]:
                self._note(
                    LOST,
                    f"{CONDITIONS}/{key}",
                    f"a condition has no field {key}, and nothing is made of it",
                    value.line,
                )
        nothing = Scalar("", line)
        field, pattern = fields.get("field", nothing), fields.get("pattern", nothing)
        operator = fields.get("operator", Scalar(REGEX_MATCH, line)).text.lower()
        here = pattern.line
        condition = Condition(field.text, operator, pattern.text, here)
        if not condition.field:
            self._fault(
                line, "a condition names no field", "write  - field: command  or another field"
            )
        if operator not in OPERATORS:
            self._fault(
                here, f"there is no operator {operator!r}", f"write one of {', '.join(OPERATORS)}"
            )
        return self._checked(condition)

    def _checked(self, condition: Condition) -> Condition:
        pattern, operator = condition.pattern, condition.operator
        if condition.fits_everything:
            self._fault(
                condition.line,
                "a condition has no pattern, so it would fit everything",
                "give it a pattern",
            )
        elif operator == REGEX_MATCH:
            self._expression(pattern, condition.line)
        elif "|" in pattern and operator.endswith("contains"):
            as_it_stands = f"{operator} takes {pattern!r} as it stands, bars included"
            sentence = f"{as_it_stands}: for alternatives use regex_match"
            self._note(KEPT, "pattern", sentence, condition.line)
        return condition

    def _expression(self, pattern: str, line: int) -> None:
        """What is to be said of a regular expression: nothing surprises its author in silence."""
        try:
            compiled(pattern)
        except NotAPattern as error:
            self._fault(
                line, f"the pattern is no regular expression: {error}", "correct the pattern"
            )
            return
        if fits_anything(pattern):
            self._note(
                KEPT,
                "pattern",
                f"{pattern!r} fits even an empty text, so nearly every one, as in hookify",
                line,
            )
        elif re.search("[A-Z]", re.sub(r"\\.|\(\?P<\w+>", "", pattern)):
            self._note(
                KEPT,
                "pattern",
                "hookify takes no notice of case: capitals fit small letters too",
                line,
            )

    def _fault(self, line: int, problem: str, remedy: str) -> None:
        self.faults.append(Fault(line, problem, remedy))

    def _note(self, kind: str, pointer: str, sentence: str, line: int) -> None:
        self.notes.append(Note(kind, pointer, sentence, self._file, line))


def fits_anything(pattern: str) -> bool:
    """Whether an expression fits a text without anything in it. Only one that may is tried, under
    the limit on its time.
    """
    sieve, search = Sieve(), Limited()
    try:
        if not sieve.add(widened(pattern), 0):
            return False
    except TooStrange:
        return False
    sieve.close()
    return all(
        list(sieve.passing(plain(text))) == [0] and search(pattern, text) for text in _ANY_TEXTS
    )
