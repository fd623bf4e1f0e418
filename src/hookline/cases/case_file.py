"""The bytes of a case file → its cases, and everything that is wrong with it. Pure.

A case with a problem is set aside and the others stay: a typo in one must not hide the rest.
Problems are gathered, so that one run shows all.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Collection, Mapping
from typing import Any

from hookline.cases.expectation import is_json, read_expect
from hookline.cases.nouns import Case, CaseFile, CaseProblem
from hookline.kit.catalogue import NAMES
from hookline.near import hint, nearest
from hookline.spec.events import EVENTS, EventSpec

__all__ = ["read"]

_TOP = ("hook", "kit", "settings", "case")
_CASE = ("name", "event", "input", "settings", "files", "env", "timeout", "expect")
_HEADER = re.compile(r"^[ \t]*\[\[[ \t]*case[ \t]*\]\]", re.MULTILINE)
_SUBJECT = re.compile(r"^[ \t]*(?:hook|kit)[ \t]*=", re.MULTILINE)
_PLACE = re.compile(r" \(at line ([0-9]+), column [0-9]+\)| \(at end of document\)")
#: A field nobody knows is let through, for hosts may send what we do not know, unless it looks like
#: a slip of the pen.
_SLIP = 0.75


def read(data: bytes, path: str) -> CaseFile:
    """The case file in these bytes. Never raises on what they hold."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return _refused(path, 1, f"it is not UTF-8 text (byte {error.start})", "save it as UTF-8")
    try:
        table = tomllib.loads(text)
    except RecursionError:
        return _refused(path, 1, "it is nested too deeply", "use fewer levels")
    except ValueError as error:  # TOML's own, and Python's of a number with thousands of digits
        place = _PLACE.search(str(error))
        line = int(place[1]) if place and place[1] else text.count("\n") + 1
        problem = f"it is not TOML: {_PLACE.sub('', str(error))}"
        return _refused(path, line, problem, "fix it there")
    return _Reading(path, text, table).file()


def _refused(path: str, line: int, problem: str, remedy: str) -> CaseFile:
    return CaseFile(path, problems=(CaseProblem(path, line, "", problem, remedy),))


class _Reading:
    """One file on its way from a table to cases."""

    def __init__(self, path: str, text: str, table: Mapping[str, Any]) -> None:
        self.path, self.text, self.table = path, text, table
        self.problems: list[CaseProblem] = []
        self.line, self.case = 1, ""  # where a complaint belongs

    def file(self) -> CaseFile:
        self._known(self.table, _TOP, "case files have")
        self.line = self._subject_line()
        hook, kit = self._text(self.table, "hook"), self._kit()
        if hook is not None and kit is not None:
            self.complain("it names both hook and kit", "name only the one it tests")
        if "settings" in self.table and kit is None:
            self.complain(
                "it has settings but no kit",
                "settings belong to ready-made hooks: add kit, or leave them out",
            )
        shared = _settings(self.table.get("settings"), self)
        subject, self.line = self.line, 1
        cases = self._cases(shared, kit)
        return CaseFile(self.path, hook, kit, subject, cases, tuple(self.problems))

    def complain(self, problem: str, remedy: str) -> None:
        self.problems.append(CaseProblem(self.path, self.line, self.case, problem, remedy))

    def _kit(self) -> str | None:
        name = self._text(self.table, "kit")
        if name is not None and name not in NAMES:
            self.complain(f"there is no ready-made hook {name!r}", hint(name, NAMES))
        return name

    def _cases(self, shared: Mapping[str, str], kit: str | None) -> tuple[Case, ...]:
        tables = self.table.get("case", [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            self.complain("case is not a list of tables", "start each case with a line [[case]]")
            return ()
        if not tables:
            self.complain(
                "it has no cases", "add one: a line [[case]], then name, event, input and expect"
            )
        cases: dict[str, Case] = {}
        for line, table in zip(self._case_lines(len(tables)), tables, strict=True):
            case = self._read_case(line, table, shared, kit)
            if case and case.name in cases:
                self.complain("another case has the same name", "name each after what it shows")
            elif case:
                cases[case.name] = case
            self.line, self.case = 1, ""
        return tuple(cases.values())

    def _read_case(
        self, line: int, table: Mapping[str, Any], shared: Mapping[str, str], kit: str | None
    ) -> Case | None:
        """The case, if nothing is wrong with it."""
        before = len(self.problems)
        self.line = line
        name = self._text(table, "name") or ""
        self.case = name
        if not name:
            self.complain("a case has no name", 'say what it shows: name = "a push is denied"')
        self._known(table, _CASE, "cases have")
        spec = self._event(table)
        if "settings" in table and kit is None:
            self.complain(
                "it has settings, but the file names no kit",
                "settings belong to ready-made hooks; leave them out",
            )
        settings = {**shared, **_settings(table.get("settings"), self)}
        files, env = self._texts(table, "files"), self._texts(table, "env")
        timeout_s = self._timeout(table)
        if spec is None:
            return None
        fields = self._input(table.get("input", {}), spec)
        expect = read_expect(table.get("expect"), spec, self.complain)
        if len(self.problems) > before:
            return None
        texts = tuple(f"{key}={value}" for key, value in settings.items())
        return Case(name, spec.name, fields, expect, line, texts, files, env, timeout_s)

    def _event(self, table: Mapping[str, Any]) -> EventSpec | None:
        event = self._text(table, "event")
        if event is None:
            if "event" not in table:
                self.complain("it names no event", 'add one: event = "beforeShellExecution"')
            return None
        if event not in EVENTS:
            self.complain(f"there is no event {event!r}", hint(event, EVENTS))
        return EVENTS.get(event)

    def _input(self, value: Any, spec: EventSpec) -> dict[str, Any]:
        """A table, or JSON text, which can say null. A table for a field that carries JSON text
        becomes such.
        """
        fields = {field.name: field.type for field in (*spec.fields, *spec.base)}
        table = self._input_table(value)
        self._find_slips(table, fields, spec.name)
        return {
            name: json.dumps(value) if _is_text(fields.get(name), value) else value
            for name, value in table.items()
        }

    def _input_table(self, value: Any) -> dict[str, Any]:
        if isinstance(value, str):
            try:
                value = json.loads(value)
            except (ValueError, RecursionError) as error:
                remedy = "write a table, or one JSON object"
                self.complain(f"input is text but not JSON: {error}", remedy)
                return {}
        if not isinstance(value, dict):
            self.complain("input is not a table", 'write input = { command = "ls" }')
            return {}
        if not is_json(value):
            problem = "input has a date, NaN or infinity, which JSON does not have"
            self.complain(problem, "write it as text")
        return value

    def _find_slips(self, table: Mapping[str, Any], fields: Collection[str], event: str) -> None:
        unused = [name for name in fields if name not in table]
        for name in table:
            if name in fields:
                continue
            meant = nearest(name, unused, _SLIP)
            if meant:
                self.complain(f"{event} has no field {name!r}", f"did you mean {meant}?")

    def _timeout(self, table: Mapping[str, Any]) -> float | None:
        value = table.get("timeout")
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1e6:
            self.complain(f"timeout is {value!r}", "write seconds, such as 5")
            return None
        return float(value)

    def _texts(self, table: Mapping[str, Any], key: str) -> dict[str, str]:
        value = table.get(key, {})
        if isinstance(value, dict) and all(isinstance(item, str) for item in value.values()):
            return value
        self.complain(
            f"{key} is not a table of texts", f'write {key} = {{ "a name" = "its text" }}'
        )
        return {}

    def _text(self, table: Mapping[str, Any], key: str) -> str | None:
        value = table.get(key)
        if value is None or (isinstance(value, str) and value.strip()):
            return value
        self.complain(f"{key} is not text", f'write {key} = "…"')
        return None

    def _known(self, table: Mapping[str, Any], known: tuple[str, ...], have: str) -> None:
        for key in table:
            if key not in known:
                self.complain(f"unknown key {key!r}", _known_keys(key, known, have))

    def _subject_line(self) -> int:
        match = _SUBJECT.search(self.text)
        return self.text.count("\n", 0, match.start()) + 1 if match else 1

    def _case_lines(self, number: int) -> list[int]:
        """Where each case begins. A header inside a text of several lines is none: what stands
        before it is no TOML.
        """
        starts = [match.start() for match in _HEADER.finditer(self.text)]
        if len(starts) != number:
            starts = [start for start in starts if _is_toml(self.text[:start])]
        lines = [self.text.count("\n", 0, start) + 1 for start in starts]
        return lines if len(lines) == number else [1] * number


def _is_text(field_type: str | None, value: Any) -> bool:
    """Whether a table was written for a field that carries JSON text."""
    return field_type == "string" and isinstance(value, dict)


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


def _settings(value: Any, reading: _Reading) -> dict[str, str]:
    """Settings as one would type them after --set: true is `on`, a list is separated by commas."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        reading.complain("settings is not a table", 'write settings = { name = "value" }')
        return {}
    return {name: _as_typed(item) for name, item in value.items()}


def _as_typed(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(_as_typed(item) for item in value) if isinstance(value, list) else str(value)


def _known_keys(key: str, known: tuple[str, ...], have: str) -> str:
    """The key that was probably meant, and all there are."""
    every, meant = f"{have}: {', '.join(known)}", nearest(key, known)
    return f"did you mean {meant}? {every}" if meant else every
