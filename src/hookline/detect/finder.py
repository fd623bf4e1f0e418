"""`Finder`: where in a text the secrets are that a table of rules knows.

Goes in: rows such as `secret_rules.RULES`, bytes. Comes out: spans with the name of their rule. All
patterns run in RE2, in time linear in the text, whatever the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
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
#: A mask that `mark` made; its group is the rule's name.
MASK = re.compile(rb"\[masked:([a-z0-9-]{1,40}):[0-9a-f]{4}\]")
_MASK_IN_TEXT = re.compile(MASK.pattern.decode())


class Span(NamedTuple):
    """A secret's place in the bytes, and the rule that found it."""

    start: int
    end: int
    rank: int  # of the rule: the lowest gives the name
    name: str


class Finder:
    """A table of rules, ready to search. What costs, some 40 ms, is done at the first search."""

    def __init__(self, rules: Sequence[Rule], checks: Mapping[str, Check] = CHECKS) -> None:
        self.rules, self._checks = rules, checks
        self._filter: Any = None

    def find(self, data: bytes, masks: Iterable[tuple[int, int]] = ()) -> list[Span]:
        """Every span that a rule finds, overlapping ones too. `masks`: parts that are masks
        already.
        """
        rules = self._filter or self._make_filter()
        masked = sorted(masks)
        begin = [0] * len(self.rules)
        spans = []
        for start in range(0, len(data), _WINDOW_BYTES):
            end = min(start + _WINDOW_BYTES + _OVERLAP_BYTES, len(data))
            for rank in rules.Match(data[start:end]) or ():
                for first, last in _places(rules.re(rank), data, max(start, begin[rank]), end):
                    begin[rank] = last
                    spans += self._judged(rank, data, first, last, masked)
        return spans

    def _judged(
        self, rank: int, data: bytes, start: int, end: int, masked: list[tuple[int, int]]
    ) -> list[Span]:
        """The span, unless it is in a mask or the rule's check refuses it. One that begins in a
        mask takes the whole mask in.
        """
        last = bisect_right(masked, start, key=lambda mask: mask[0]) - 1
        is_in_mask = last >= 0 and start < masked[last][1]
        mask_start, mask_end = masked[last] if is_in_mask else (start, start)
        if end <= mask_end or not self._passes(rank, data, start, end):
            return []
        return [Span(mask_start, end, rank, self.rules[rank].name)]

    def _passes(self, rank: int, data: bytes, start: int, end: int) -> bool:
        check = self.rules[rank].check
        return not check or self._checks[check](data, start, end)

    def _make_filter(self) -> Any:
        """All rules as one: it knows by the literals in them which can match at all, and tries only
        those.
        """
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
        first, last = match.span(match.lastindex or 0)
        yield first, last
        start = max(last, start + 1)  # what stands behind it may be what stands before the next


def joined(spans: Iterable[Span]) -> list[Span]:
    """Overlapping spans made one, in order of place."""
    result: list[Span] = []
    for span in sorted(spans):
        if result and span.start < result[-1].end:
            last = result[-1]
            _, _, rank, name = min(last, span, key=lambda each: each.rank)
            result[-1] = Span(last.start, max(last.end, span.end), rank, name)
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


def holds_mask(text: str) -> bool:
    """Whether a secret in the text was masked."""
    return _MASK_IN_TEXT.search(text) is not None


def byte_options() -> Any:
    """RE2's options for bytes: a lone surrogate is no valid UTF-8, and RE2 would let nothing match
    across it.
    """
    import re2

    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.log_errors = False
    return options
