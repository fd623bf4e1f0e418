"""The text of a rule file → its fields with their places, its body, and what is wrong: the reading
its author had in mind.

This is the part of YAML that rule files use: `key: value` lines, quoted and block scalars, a list
of conditions in block or flow style, comments. What a regular expression is full of (`[`, `{`, `*`,
`: `, `&`) is text here, where YAML proper would refuse the file or make a list of it. Never raises;
what cannot be read is a fault with its line.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from hookline.hookify.scalars import Line, Scalar, block_scalar, flow_items, scalar, unquoted_end
from hookline.shorten import shorten

CONDITIONS = "conditions"
_KEY = re.compile(
    r"""(?P<quote>["']?)(?P<key>[A-Za-z_][\w.-]*)(?P=quote)[ \t]*:(?=[ \t]|\Z)[ \t]*(?P<value>.*)\Z""",
    re.DOTALL,
)
_KNOWN_KEY = re.compile(
    r"(?:name|enabled|event|pattern|action|tool_matcher|conditions|field|operator)[ \t]*:(?:[ \t]|\Z)"
)


class Fault(NamedTuple):
    """Something in a rule file that cannot be read as it stands: the line, what is wrong, and what to do."""

    line: int
    problem: str
    remedy: str


class Condition(NamedTuple):
    """One item of `conditions`: where it begins, and its fields."""

    line: int
    fields: dict[str, Scalar]


class Frontmatter(NamedTuple):
    """A rule file, read: its scalar fields, its conditions (None: it has none), its body, its faults."""

    fields: dict[str, Scalar]
    conditions: tuple[Condition, ...] | None
    body: str
    faults: tuple[Fault, ...]


def read_frontmatter(text: str) -> Frontmatter:
    """The file as its author meant it."""
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[0].rstrip() != "---":
        return _nothing(
            1,
            "the file does not begin with a line ---",
            "put the fields of the rule between two lines ---",
        )
    end = next((number for number, line in enumerate(lines[1:], 1) if line.rstrip() == "---"), None)
    if end is None:
        return _nothing(
            1, "the frontmatter does not end", "close it with a line --- before the message"
        )
    reader = _Reader([Line(number + 1, line) for number, line in enumerate(lines[1:end], 1)])
    reader.read()
    return Frontmatter(
        reader.fields, reader.conditions, "\n".join(lines[end + 1 :]).strip(), tuple(reader.faults)
    )


def _nothing(line: int, problem: str, remedy: str) -> Frontmatter:
    return Frontmatter({}, None, "", (Fault(line, problem, remedy),))


class _Reader:
    """Goes through the lines once, from the first to the last."""

    def __init__(self, lines: list[Line]) -> None:
        self._lines = lines
        self._at = 0
        self.fields: dict[str, Scalar] = {}
        self.conditions: tuple[Condition, ...] | None = None
        self.faults: list[Fault] = []

    def read(self) -> None:
        while (line := self._next()) is not None:
            self._at += 1
            found = _KEY.match(line.content)
            if line.indent or found is None:
                self._fault(
                    line,
                    f"{_shown(line.content)} is not a field",
                    "write  name: value  at the beginning of the line",
                )
            elif found["key"] == CONDITIONS:
                if self.conditions is not None:
                    self._fault(line, "conditions is there twice", "make one list of the two")
                self.conditions = tuple(self._conditions(line, found["value"]))
            else:
                self._keep(self.fields, found["key"], self._value(line, found), line)

    def _next(self) -> Line | None:
        """The next line that says something."""
        while self._at < len(self._lines) and self._lines[self._at].is_empty:
            self._at += 1
        return self._lines[self._at] if self._at < len(self._lines) else None

    def _keep(self, fields: dict[str, Scalar], key: str, value: Scalar | None, line: Line) -> None:
        if key in fields:
            self._fault(line, f"{key} is there twice", "keep one of the two")
        if value is not None:
            fields[key] = value

    def _value(self, line: Line, found: re.Match[str], indent: int = 0) -> Scalar | None:
        """The value after a key; further lines that are indented deeper belong to it."""
        start = self._at
        block = block_scalar(found["value"], self._deeper(indent), line.number)
        if block is not None:
            return block
        self._at = start
        more = self._deeper(indent, up_to=_KNOWN_KEY)
        text = "\n".join([found["value"], *(one.text for one in more)])
        value, problem = scalar(text, line.number)
        if problem:
            self._fault(
                line,
                f"{found['key']}: {problem}",
                "put the whole value into single quotes, or leave them away",
            )
        return value

    def _deeper(self, indent: int, up_to: re.Pattern[str] | None = None) -> list[Line]:
        """The lines indented deeper; where a field begins among them, somebody slipped, and they
        end there.
        """
        start = self._at
        for line in self._lines[start:]:
            if line.content and (line.indent <= indent or (up_to and up_to.match(line.content))):
                break
            self._at += 1
        return self._lines[start : self._at]

    def _conditions(self, line: Line, value: str) -> list[Condition]:
        if value.startswith("["):
            more = self._deeper(0)
            while (after := self._next()) is not None and after.content.startswith(
                "]"
            ):  # the bracket may stand at the left
                more.append(after)
                self._at += 1
            return self._flow(line, "\n".join([value, *(one.text for one in more)]))
        if unquoted_end(value) == 0:
            return self._block()
        self._fault(
            line,
            "conditions is not a list",
            "write each condition on lines of its own, beginning with  - field:",
        )
        self._deeper(0)
        return []

    def _flow(self, line: Line, text: str) -> list[Condition]:
        items, problem = flow_items(text, line.number)
        if problem:
            self._fault(
                line,
                f"conditions: {problem}",
                "write each condition on lines of its own, beginning with  - field:",
            )
        return [Condition(line.number, item) for item in items]

    def _block(self) -> list[Condition]:
        """Items of a list, each a dash and fields under it, indented or not."""
        found: list[Condition] = []
        while (line := self._next()) is not None and (line.indent or line.content.startswith("-")):
            self._at += 1
            if not re.match(r"-(?:[ \t]|\Z)", line.content):
                self._fault(
                    line,
                    f"{_shown(line.content)} is not a condition",
                    "begin each condition with  - field:",
                )
                continue
            found.append(self._item(line))
        return found

    def _item(self, line: Line) -> Condition:
        rest = line.content[1:].lstrip(" \t")
        inner = Line(line.number, " " * (line.indent + len(line.content) - len(rest)) + rest)
        if rest.startswith("{"):
            flow = self._flow(
                line,
                "[" + "\n".join([rest, *(one.text for one in self._deeper(line.indent))]) + "]",
            )
            return flow[0] if flow else Condition(line.number, {})
        fields: dict[str, Scalar] = {}
        if rest and not inner.is_empty:
            self._field(fields, inner, line.indent)
        while (after := self._next()) is not None and after.indent > line.indent:
            self._at += 1
            self._field(fields, after, line.indent)
        return Condition(line.number, fields)

    def _field(self, fields: dict[str, Scalar], line: Line, dash: int) -> None:
        found = _KEY.match(line.content)
        if found is None:
            self._fault(
                line,
                f"{_shown(line.content)} is not a field of a condition",
                "write  field:, operator: and pattern:",
            )
            return
        first, *others = _on_one_line(found["value"])
        self._keep(
            fields,
            found["key"],
            self._value(
                line, _KEY.match(f"{found['key']}: {first}") or found, max(line.indent, dash)
            ),
            line,
        )
        for other in others:
            self._field(fields, Line(line.number, " " * line.indent + other), dash)

    def _fault(self, line: Line, problem: str, remedy: str) -> None:
        self.faults.append(Fault(line.number, problem, remedy))


def _on_one_line(value: str) -> list[str]:
    """`x, operator: y, pattern: a{1,3}` → the value, and the fields after it: people write a
    condition on one line.
    """
    return re.split(r",[ \t]*(?=(?:field|operator|pattern)[ \t]*:(?:[ \t]|\Z))", value)


def _shown(text: str) -> str:
    return repr(shorten(text, 40))
