"""Charts of the page. Goes in: numbers and words. Comes out: SVG markup, safe to put into a page as it is.

Colours and sizes are the style sheet's: there is no inline style, so a strict content policy stays strict. A chart stretches
to the room it gets and holds no text that could be stretched with it; what it shows is said in words too, in its label.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

#: The room a chart is drawn in; the page stretches it.
_WIDTH = 100.0
_HEIGHT = 30.0
#: The least a bar that stands for something may be, so that one of a thousand is still seen.
_LEAST = 1.5


class Part(NamedTuple):
    """A piece of a whole: how much, what it is called, and the class that colours it."""

    amount: float
    word: str
    tone: str = "none"


class Span(NamedTuple):
    """Something that took time: from when, how long, what it is called, and the class that colours it."""

    start: float
    length: float
    word: str
    tone: str = "none"


def sparkline(counts: Sequence[float], label: str) -> Markup:
    """A row of small bars, oldest first, the highest as high as there is room. All nothing: a flat line."""
    top = max(counts, default=0)
    step = _WIDTH / max(1, len(counts))
    bars = [
        _rect(place * step + step * 0.1, _HEIGHT - height, step * 0.8, height, "bar")
        for place, count in enumerate(counts)
        if (height := _scaled(count, top, _HEIGHT))
    ]
    return _svg("sparkline", label, [_rect(0, _HEIGHT - 0.5, _WIDTH, 0.5, "ground"), *bars])


def histogram(parts: Sequence[Part], label: str) -> Markup:
    """Columns side by side with their words below: how many fall into each class of size."""
    top = max((part.amount for part in parts), default=0)
    step = _WIDTH / max(1, len(parts))
    columns = [
        _titled_rect(part, place * step + step * 0.08, _HEIGHT - height, step * 0.84, height)
        for place, part in enumerate(parts)
        if (height := _scaled(part.amount, top, _HEIGHT))
    ]
    ticks = Markup("").join(Markup("<li>{}</li>").format(part.word) for part in parts)
    drawn = _svg("columns", _told(label, parts), [_rect(0, _HEIGHT - 0.25, _WIDTH, 0.25, "ground"), *columns])
    return Markup('<div class="histogram">{}<ol class="ticks" aria-hidden="true">{}</ol></div>').format(drawn, ticks)


def shares(parts: Sequence[Part], label: str) -> Markup:
    """One bar, cut into pieces as large as their shares. Nothing at all: an empty bar."""
    whole = sum(part.amount for part in parts)
    drawn, left = [_rect(0, 0, _WIDTH, _HEIGHT, "ground")], 0.0
    for part in parts:
        width = _WIDTH * part.amount / whole if whole else 0.0
        if width:
            drawn.append(_titled_rect(part, left, 0, width, _HEIGHT))
        left += width
    return _svg("shares", _told(label, parts), drawn)


def timeline(spans: Sequence[Span], length: float, label: str) -> Markup:
    """One bar of this length with a mark for everything that happened, at its place and as wide as it took."""
    whole = max([length, *(span.start + span.length for span in spans)], default=0.0) or 1.0
    drawn = [_rect(0, 0, _WIDTH, _HEIGHT, "ground")]
    for span in spans:
        width = max(_LEAST / 4, _WIDTH * span.length / whole)
        left = min(_WIDTH * span.start / whole, _WIDTH - width)
        drawn.append(_titled_rect(Part(0, span.word, span.tone), left, 0, width, _HEIGHT))
    return _svg("timeline", label, drawn)


def bar(amount: float, top: float, label: str, tone: str = "none") -> Markup:
    """One bar lying down, as long as its part of the longest."""
    width = _scaled(amount, top, _WIDTH)
    return _svg("bar-of", label, [_rect(0, 0, _WIDTH, _HEIGHT, "ground"), _rect(0, 0, width, _HEIGHT, f"tone-{tone}")])


def _scaled(amount: float, top: float, room: float) -> float:
    """As much of the room as the amount is of the highest; nothing for nothing, and never less than can be seen."""
    return max(_LEAST, room * min(1.0, amount / top)) if amount > 0 and top > 0 else 0.0


def _told(label: str, parts: Sequence[Part]) -> str:
    said = ", ".join(f"{part.word} {_number(part.amount)}" for part in parts if part.amount)
    return f"{label}: {said or 'nothing yet'}"


def _svg(kind: str, label: str, drawn: Iterable[Markup]) -> Markup:
    return Markup(
        '<svg class="chart {}" role="img" aria-label="{}" viewBox="0 0 {} {}" preserveAspectRatio="none">{}</svg>'
    ).format(kind, label, _number(_WIDTH), _number(_HEIGHT), Markup("").join(drawn))


def _rect(left: float, top: float, width: float, height: float, kind: str) -> Markup:
    return Markup('<rect class="{}" {}/>').format(kind, _place(left, top, width, height))


def _titled_rect(part: Part, left: float, top: float, width: float, height: float) -> Markup:
    """A piece whose words come up under the pointer."""
    said = f"{part.word}: {_number(part.amount)}" if part.amount else part.word
    place = _place(left, top, width, height)
    return Markup('<rect class="tone-{}" {}><title>{}</title></rect>').format(part.tone, place, said)


def _place(*values: float) -> Markup:
    return Markup('x="{}" y="{}" width="{}" height="{}"').format(*(_number(value) for value in values))


def _number(value: float) -> str:
    """Two decimals at most, and none that say nothing."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


#: What templates may draw with.
CHARTS: dict[str, Any] = {
    "bar": bar,
    "histogram": histogram,
    "Part": Part,
    "shares": shares,
    "Span": Span,
    "sparkline": sparkline,
    "timeline": timeline,
}
