"""Charts of the page. Goes in: numbers and words. Comes out: SVG markup, safe to put into a page as
it is.

Colours and sizes are the style sheet's: there is no inline style, so a strict content policy stays
strict. A chart stretches to the room it gets and holds no text that could be stretched with it;
what it shows is said in words too, in its label.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from hookline.http.marks import decision, tone
from hookline.http.wording import duration

if TYPE_CHECKING:
    from hookline.web.views.conversation_shapes import ConversationRow, ConversationView
    from hookline.web.views.health_shapes import LatencyTable
    from hookline.web.views.hook_shapes import HookRow, SparkRow

#: The room a chart is drawn in; the page stretches it.
_WIDTH = 100.0
_HEIGHT = 30.0
#: The least a bar that stands for something may be, so that one of a thousand is still seen.
_LEAST = 1.5
#: A row of small bars has room for so many, and makes more when there are more.
_SPARK_BARS = 20


class Part(NamedTuple):
    """A piece of a whole: how much, what it is called, the class that colours it, and the amount in words."""

    amount: float
    word: str
    tone: str = "none"
    said: str = ""

    def __str__(self) -> str:
        return f"{self.word}: {self.said or _number(self.amount)}"


class Span(NamedTuple):
    """Something that took time, in ms: from when, how long, what it is called, and the class that
    colours it.
    """

    start: float
    length: float
    word: str
    tone: str = "none"


def sparkline(parts: Sequence[Part], label: str) -> Markup:
    """A row of small bars, oldest first, the highest as high as there is room; few of them stand at
    the right.
    """
    top = max((part.amount for part in parts), default=0)
    step = _WIDTH / max(_SPARK_BARS, len(parts))
    first = _WIDTH - step * len(parts)
    bars = [
        _titled_rect(part, first + place * step + step * 0.1, _HEIGHT - height, step * 0.8, height)
        for place, part in enumerate(parts)
        if (height := _scaled(part.amount, top, _HEIGHT))
    ]
    return _svg("sparkline", label, [_rect(0, _HEIGHT - 0.5, _WIDTH, 0.5, "ground"), *bars])


def histogram(parts: Sequence[Part], ticks: Sequence[str], label: str) -> Markup:
    """Columns side by side with their ticks below: how many fall into each class of size."""
    top = max((part.amount for part in parts), default=0)
    step = _WIDTH / max(1, len(parts))
    columns = [
        _titled_rect(part, place * step + step * 0.08, _HEIGHT - height, step * 0.84, height)
        for place, part in enumerate(parts)
        if (height := _scaled(part.amount, top, _HEIGHT))
    ]
    below = Markup("").join(Markup("<li>{}</li>").format(tick) for tick in ticks)
    drawn = _svg(
        "columns", _told(label, parts), [_rect(0, _HEIGHT - 0.25, _WIDTH, 0.25, "ground"), *columns]
    )
    return Markup(
        '<div class="histogram">{}<ol class="ticks" aria-hidden="true">{}</ol></div>'
    ).format(drawn, below)


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
    """One bar of this length with a mark for everything that happened, at its place and as wide as
    it took.
    """
    whole = max([length, *(span.start + span.length for span in spans)], default=0.0) or 1.0
    drawn = [_rect(0, 0, _WIDTH, _HEIGHT, "ground")]
    for span in spans:
        width = max(_LEAST / 4, _WIDTH * span.length / whole)
        left = min(_WIDTH * span.start / whole, _WIDTH - width)
        drawn.append(
            _titled_rect(
                Part(span.length, span.word, span.tone, duration(span.length)),
                left,
                0,
                width,
                _HEIGHT,
            )
        )
    return _svg("timeline", label, drawn)


def bar(amount: float, top: float, label: str, tone: str = "none") -> Markup:
    """One bar lying down, as long as its part of the longest."""
    width = _scaled(amount, top, _WIDTH)
    return _svg(
        "bar-of",
        label,
        [_rect(0, 0, _WIDTH, _HEIGHT, "ground"), _rect(0, 0, width, _HEIGHT, f"tone-{tone}")],
    )


# what the screens show


def runs_of(hook: HookRow) -> Markup:
    """The latest runs of a hook: how long each took, and by its colour what came of it."""
    parts = [_run(run) for run in hook["spark"]]
    return sparkline(parts, f"Time of the latest {len(parts)} runs" if parts else "No runs yet")


def _run(run: SparkRow) -> Part:
    word = "failed" if run["failed"] else run["permission"] or "no opinion"
    colour = "failure" if run["failed"] else tone(run["permission"])
    return Part(run["duration_ms"], word, colour, duration(run["duration_ms"]))


def latency(table: LatencyTable) -> Markup:
    """How many events took how long in hooks."""
    parts = [
        Part(
            one["count"],
            f"≤ {_short(one['to_ms'])}"
            if one["to_ms"] is not None
            else f"> {_short(one['from_ms'])}",
        )
        for one in table["buckets"]
    ]
    ticks = ["more" if one["to_ms"] is None else _short(one["to_ms"]) for one in table["buckets"]]
    return histogram(parts, ticks, "Events by time in hooks")


def _short(duration_ms: float) -> str:
    return f"{duration_ms / 1000:g} s" if duration_ms >= 1000 else f"{duration_ms:g} ms"


def time_of(row: ConversationRow | ConversationView) -> Markup:
    """Time spent in hooks beside time spent elsewhere."""
    parts = [
        Part(row["hooks_ms"], "in hooks", "hooks", duration(row["hooks_ms"])),
        Part(row["elsewhere_ms"], "elsewhere", "elsewhere", duration(row["elsewhere_ms"])),
    ]
    return shares(parts, "Time")


def session(view: ConversationView) -> Markup:
    """The events of a conversation at their places in time, coloured by what was decided."""
    spans = [
        Span(
            row["since_start_ms"],
            row["hooks_ms"],
            f"{row['event']}, {decision(row['decided'])}",
            tone(row["decided"]),
        )
        for row in view["rows"]
    ]
    return timeline(
        spans,
        (view["last_at"] - view["first_at"]) * 1000,
        f"{len(spans)} events in the order of time",
    )


def _scaled(amount: float, top: float, room: float) -> float:
    """As much of the room as the amount is of the highest; nothing for nothing, and never less than
    can be seen.
    """
    return max(_LEAST, room * min(1.0, amount / top)) if amount > 0 and top > 0 else 0.0


def _told(label: str, parts: Sequence[Part]) -> str:
    said = ", ".join(str(part) for part in parts if part.amount)
    return f"{label} – {said or 'nothing yet'}"


def _svg(kind: str, label: str, drawn: Iterable[Markup]) -> Markup:
    return Markup(
        '<svg class="chart {}" role="img" aria-label="{}" viewBox="0 0 {} {}"'
        ' preserveAspectRatio="none">{}</svg>'
    ).format(kind, label, _number(_WIDTH), _number(_HEIGHT), Markup("").join(drawn))


def _rect(left: float, top: float, width: float, height: float, kind: str) -> Markup:
    return Markup('<rect class="{}" {}/>').format(kind, _place(left, top, width, height))


def _titled_rect(part: Part, left: float, top: float, width: float, height: float) -> Markup:
    """A piece whose words come up under the pointer."""
    place = _place(left, top, width, height)
    return Markup('<rect class="tone-{}" {}><title>{}</title></rect>').format(
        part.tone, place, part
    )


def _place(*values: float) -> Markup:
    return Markup('x="{}" y="{}" width="{}" height="{}"').format(
        *(_number(value) for value in values)
    )


def _number(value: float) -> str:
    """Two decimals at most, and none that say nothing."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
