"""Matchers: text × subject → does it match? RE2 first; what RE2 cannot take runs in a second engine
under a time limit.

No user pattern ever reaches Python's own `re`, which can be made to run for hours. A pattern that
runs out of its time counts as a match: a guard that cannot be asked is not left out. Engines are
imported when a pattern needs them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from hookline.engine.jsregex import translate, units
from hookline.errors import Unreadable
from hookline.model import Event, Hook
from hookline.spec.dialect_words import EXACT_LIST_CHARACTERS
from hookline.strict_json import in_json

#: Time one pattern may take in the second engine, and all of one event together.
SLOW_PATTERN_S = 0.1
SLOW_PATTERNS_S = 1.0
#: From this many different patterns on, one pass over the text finds those that can match at all.
FILTER_FROM = 32
_SPECIAL = frozenset("\\^$.*+?()[]{}")

Test = Callable[[str], bool]


def matches_everything(matcher: str | None) -> bool:
    """Missing, empty and `*` mean all."""
    return matcher is None or matcher in ("", "*")


def complaint(matcher: str) -> str | None:
    """Why this is not a matcher, or None. What `config` asks before it accepts an entry."""
    if matches_everything(matcher):
        return None
    try:
        compiled(matcher)
    except Unreadable as error:
        return str(error)
    return None


def subjects_of(event: Event, hook: Hook) -> tuple[str, ...]:
    """The texts a hook's matcher is tried on for this event; empty where a matcher means nothing."""
    subject = event.spec.subject
    if subject is None:
        return ()
    kind, name = subject
    text = name if kind == "fixed" else _text(event.input.get(name))
    subjects: tuple[str, ...] = (text,)
    if kind == "mcp":
        bare = text.removeprefix("MCP:")
        text, subjects = "MCP:" + bare, (bare, "MCP:" + bare)
    if hook.dialect == "claude" and name == "tool_name":
        return subjects + _claude_names(text, hook.matcher or "", event)
    return subjects


def _text(value: Any) -> str:
    """A subject as text: a host that sends something else is still guarded."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    import json

    return in_json(json.dumps(value, ensure_ascii=False, default=str))


def _claude_names(tool: str, matcher: str, event: Event) -> tuple[str, ...]:
    """Claude's names for a Cursor tool: what `codec` says it may be matched by."""
    from hookline.codec.dialect_table import live_row
    from hookline.codec.tool_words import match_names

    server = event.input.get("mcp_server_name")
    facts = {"tool": tool, "server": server if isinstance(server, str) else ""}
    return tuple(match_names(live_row("claude"), facts, matcher))


class Matchers:
    """The matchers of one event's hooks, compiled on first use; `applying` says which hooks the
    event concerns. Hooks that are not `allowed` never are.

    With ten thousand hooks a glance at each of them costs more than one pass over the text for all
    of them, so the pass touches only those it finds.
    """

    def __init__(self, hooks: Sequence[Hook], allowed: Sequence[bool] | None = None) -> None:
        self._hooks = hooks
        self._allowed = [True] * len(hooks) if allowed is None else list(allowed)
        self._layout: _Layout | None = None
        self._tests: dict[tuple[str, bool], Test] = {}

    def applying(self, event: Event) -> list[bool]:
        """For each hook, whether it may run and its matcher matches."""
        if event.spec.subject is None:
            return self._allowed.copy()
        if self._layout is None:
            self._layout = _Layout(self._hooks, self._allowed)
        applies = self._layout.always.copy()
        if self._layout.narrows:
            self._try(event, self._layout, applies)
        return applies

    def _try(self, event: Event, layout: _Layout, applies: list[bool]) -> None:
        """Try the matchers that are some: all in one pass where that is possible, else one by one."""
        for position in layout.matched_in_one_pass(event):
            applies[position] = True
        clock = _Clock()
        for position in layout.one_by_one:
            hook = self._hooks[position]
            applies[position] = any(map(self._test(hook, clock), subjects_of(event, hook)))

    def _test(self, hook: Hook, clock: _Clock) -> Test:
        matcher = hook.matcher or ""
        exact = hook.dialect == "claude" and EXACT_LIST_CHARACTERS.issuperset(matcher)
        test = self._tests.get((matcher, exact))
        if test is None:
            test = _exact_list(matcher) if exact else compiled(matcher)
            self._tests[matcher, exact] = test
        return clock.limited(test) if isinstance(test, _Slow) else test


def _exact_list(matcher: str) -> Test:
    names = {name.strip() for name in matcher.replace(",", "|").split("|")}
    return lambda subject: subject in names


def compiled(matcher: str) -> Test:
    """A test for one pattern; raises `Unreadable`. Plain words joined by bars need no engine at
    all.
    """
    if not _SPECIAL & set(matcher):
        words = units(matcher).split("|")
        return lambda subject: any(word in units(subject) for word in words)
    translation = translate(matcher)
    if translation.plain:
        import re2

        try:
            linear = re2.compile(translation.re2.encode(), _re2_options())
        except re2.error:
            return _Slow(_second_engine(translation.backtracking))
        return lambda subject: linear.search(_bytes(subject)) is not None
    if translation.refers:
        from hookline.engine.backtracking import Backtracker

        return _Slow(Backtracker(matcher).search)
    return _Slow(_second_engine(translation.backtracking))


def _bytes(text: str) -> bytes:
    return units(text).encode()


def _re2_options() -> Any:
    import re2

    options = re2.Options()
    options.log_errors = False
    return options


class _Slow:
    """A pattern for an engine that tries again and again: what it cannot decide within its time, or
    within its depth, counts as a match.
    """

    def __init__(self, search: Callable[[str, float], bool]) -> None:
        self._search = search

    def __call__(self, subject: str, timeout_s: float = SLOW_PATTERN_S) -> bool:
        try:
            return self._search(subject, timeout_s)
        except (TimeoutError, RecursionError):
            return True


def _second_engine(pattern: str) -> Callable[[str, float], bool]:
    """How to search with `regex`; raises `Unreadable`."""
    import regex

    try:
        made = regex.compile(pattern, regex.ASCII | regex.VERSION0)
    except (regex.error, OverflowError, RecursionError) as error:
        raise Unreadable(str(error)) from None
    return lambda subject, timeout_s: made.search(units(subject), timeout=timeout_s) is not None


class _Clock:
    """What is left of the time all slow patterns of one event may take together."""

    def __init__(self) -> None:
        self._left_s = SLOW_PATTERNS_S

    def limited(self, slow: _Slow) -> Test:
        def test(subject: str) -> bool:
            if self._left_s <= 0:
                return True
            started = time.monotonic()
            try:
                return slow(subject, min(SLOW_PATTERN_S, self._left_s))
            finally:
                self._left_s -= time.monotonic() - started

        return test


class _Layout:
    """An event's hooks by the way their matchers are tried: not at all (`always`), all in one pass,
    or `one_by_one`.
    """

    def __init__(self, hooks: Sequence[Hook], allowed: Sequence[bool]) -> None:
        self.always = [
            may_run and matches_everything(hook.matcher)
            for hook, may_run in zip(hooks, allowed, strict=True)
        ]
        self.one_by_one = [
            position
            for position, may_run in enumerate(allowed)
            if may_run and not self.always[position]
        ]
        self.narrows = bool(self.one_by_one)  # whether any hook has a matcher to be tried
        self._table = _Table()
        #: Any hook of the table: what they are tried on is the same for all.
        self._example: Hook | None = None
        if len(self.one_by_one) >= FILTER_FROM:
            self.one_by_one = [
                position
                for position in self.one_by_one
                if not self._joins(position, hooks[position])
            ]
            self._table.close()

    def matched_in_one_pass(self, event: Event) -> Iterator[int]:
        """The hooks of the table whose matchers match."""
        if self._example is not None:
            for subject in subjects_of(event, self._example):
                yield from self._table.matching(subject)

    def _joins(self, position: int, hook: Hook) -> bool:
        if hook.dialect != "cursor" or not self._table.add(hook.matcher or "", position):
            return False
        self._example = hook
        return True


class _Table:
    """Many patterns at once: RE2's filter names those whose required text occurs, and only those
    are tried.
    """

    def __init__(self) -> None:
        self._filter: Any = None
        #: Pattern → where it was added from, in the filter's order.
        self._places: dict[str, list[int]] = {}
        self._in_order: list[list[int]] = []

    def add(self, pattern: str, position: int) -> bool:
        """Whether the filter takes this pattern."""
        if pattern not in self._places and not self._accepted(pattern):
            return False
        self._places.setdefault(pattern, []).append(position)
        return True

    def _accepted(self, pattern: str) -> bool:
        import re2

        if self._filter is None:
            self._filter = re2.Filter()
        translation = translate(pattern)
        if not translation.plain:
            return False
        try:
            self._filter.Add(translation.re2.encode(), _re2_options())
        except re2.error:
            return False
        return True

    def close(self) -> None:
        """Nothing more is added."""
        self._in_order = list(self._places.values())
        if self._in_order:
            self._filter.Compile()

    def matching(self, subject: str) -> Iterator[int]:
        """Where the patterns that match this text were added from."""
        for index in self._filter.Match(_bytes(subject)) or ():
            yield from self._in_order[index]
