"""`Finder`: where in a text the secrets are that a table of rules knows. `mask` replaces them; kit
hooks judge them.

Goes in: rows such as `secrets.RULES`, bytes. Comes out: spans with the name of their rule. All
patterns run in RE2, in time linear in the text, whatever the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from hookline.detect.secret_checks import CHECKS
from hookline.detect.secret_rules import Rule

Check = Callable[[bytes, int, int], bool]
#: A text is searched in windows: few rules concern each, and RE2 is fastest while its automaton
#: stays small.
_WINDOW_BYTES = 16 * 1024
#: How far a window reaches into the next, so that no rule's shortest match is cut.
_OVERLAP_BYTES = 2 * 1024


class Span(NamedTuple):
    """A secret's place in the bytes, and the rule that found it."""

    start: int
    end: int
    rank: int  # of the rule: the lowest gives the name
    name: str


class Finder:
    """A table of rules, ready to search. Making one costs some 40 ms, so it is made when it is first used."""

    def __init__(self, rules: Sequence[Rule], checks: Mapping[str, Check] = CHECKS) -> None:
        self.rules, self._checks = rules, checks
        self._filter: Any = None

    def find(self, data: bytes, done: Iterable[tuple[int, int]] = ()) -> list[Span]:
        """Every span that a rule finds, overlapping ones too. `done`: parts that are masks already."""
        rules = self._filter or self._make_filter()
        masks = list(done)
        begin = [0] * len(self.rules)
        found = []
        for start in range(0, len(data), _WINDOW_BYTES):
            end = min(start + _WINDOW_BYTES + _OVERLAP_BYTES, len(data))
            for rank in rules.Match(data[start:end]) or ():
                for first, last in _places(rules.re(rank), data, max(start, begin[rank]), end):
                    begin[rank] = last
                    span = self._judged(rank, data, first, last, masks)
                    if span:
                        found.append(span)
        return found

    def _judged(
        self, rank: int, data: bytes, start: int, end: int, masks: list[tuple[int, int]]
    ) -> Span | None:
        rule = self.rules[rank]
        mask_start, mask_end = next(
            (span for span in masks if span[0] <= start < span[1]), (start, start)
        )
        if end <= mask_end or (rule.check and not self._checks[rule.check](data, start, end)):
            return None
        return Span(mask_start, end, rank, rule.name)

    def _make_filter(self) -> Any:
        """All rules as one: it knows by the literals in them which can match at all, and tries only those."""
        import re2

        made = re2.Filter()
        for rule in self.rules:
            made.Add(rule.pattern.encode(), byte_options())
        made.Compile()
        self._filter = made
        return made


def _places(pattern: Any, data: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where the pattern's secrets are in a window. What the window's end cut off is matched again,
    in the whole.
    """
    while start < end:
        match = pattern.search(data, start, end)
        if match and match.end() == end < len(data):
            match = pattern.match(data, match.start())
        if match is None:
            return
        found = match.span(match.lastindex or 0)
        yield found
        start = max(found[1], start + 1)  # what stands behind it may be what stands before the next


def joined(spans: Iterable[Span]) -> list[Span]:
    """Overlapping spans made one, in order of place."""
    result: list[Span] = []
    for span in sorted(spans):
        if result and span.start < result[-1].end:
            last = result[-1]
            name = min(last, span, key=lambda one: one.rank)
            result[-1] = Span(last.start, max(last.end, span.end), name.rank, name.name)
        else:
            result.append(span)
    return result


def replaced(data: bytes, spans: Iterable[Span]) -> bytes:
    """The bytes with a mask in each secret's place."""
    pieces, done = [], 0
    for span in joined(spans):
        pieces += [data[done : span.start], mark(span.name, data[span.start : span.end])]
        done = span.end
    return b"".join([*pieces, data[done:]])


def mark(name: str, secret: bytes) -> bytes:
    """What stands in a secret's place; one secret always gets the same."""
    import hashlib

    return f"[masked:{name}:{hashlib.sha256(secret).hexdigest()[:4]}]".encode()


def byte_options() -> Any:
    """RE2's options for bytes: a lone surrogate is no valid UTF-8, and RE2 would let nothing match
    across it.
    """
    import re2

    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.log_errors = False
    return options
