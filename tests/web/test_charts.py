"""Charts: numbers become shapes of the right size, words are escaped, and nothing carries a style of its own."""

from xml.etree import ElementTree

import pytest
from markupsafe import Markup

from hookline.web.charts import (
    Part,
    Span,
    bar,
    histogram,
    latency,
    runs_of,
    session,
    shares,
    sparkline,
    time_of,
    timeline,
)
from hookline.web.views.health_shapes import LatencyBucket
from hookline.web.views.hook_shapes import SparkRow

Shape = tuple[str, float, float, float, float]


def shapes(markup: str) -> list[Shape]:
    """Every rectangle: class, left, top, width, height."""
    found = ElementTree.fromstring(markup).iter("rect")
    return [(r.get("class", ""), *(float(r.get(name, "nan")) for name in ("x", "y", "width", "height"))) for r in found]


@pytest.mark.parametrize(
    ("amounts", "bars"),
    [
        pytest.param([], [], id="no runs: only the ground"),
        pytest.param([0, 0], [], id="nothing of anything: only the ground"),
        pytest.param([1, 0], [("tone-none", 90.5, 0.0, 4.0, 30.0)], id="the highest fills the room, nothing draws nothing"),
        pytest.param(
            [2, 1],
            [("tone-none", 90.5, 0.0, 4.0, 30.0), ("tone-none", 95.5, 15.0, 4.0, 15.0)],
            id="half as much is half as high",
        ),
        pytest.param(
            [1000, 1],
            [("tone-none", 90.5, 0.0, 4.0, 30.0), ("tone-none", 95.5, 28.5, 4.0, 1.5)],
            id="one of a thousand is still seen",
        ),
    ],
)
def test_sparkline(amounts: list[float], bars: list[Shape]) -> None:
    drawn = sparkline([Part(amount, "run") for amount in amounts], "runs")
    assert shapes(drawn) == [("ground", 0.0, 29.5, 100.0, 0.5), *bars]


def test_many_small_bars_share_the_room() -> None:
    drawn = shapes(sparkline([Part(1, "run")] * 50, "runs"))
    assert (len(drawn), drawn[1][:2], drawn[-1][:2]) == (51, ("tone-none", 0.2), ("tone-none", 98.2))


def test_histogram_draws_columns_and_puts_the_words_below() -> None:
    parts = [Part(4, "to 1 ms"), Part(0, "to 2 ms"), Part(2, "to 5 ms", "deny")]
    drawn = histogram(parts, ["1 ms", "2 ms", "5 ms"], "latency")
    assert shapes(drawn) == [
        ("ground", 0.0, 29.75, 100.0, 0.25),
        ("tone-none", 2.67, 0.0, 28.0, 30.0),
        ("tone-deny", 69.33, 15.0, 28.0, 15.0),
    ]
    tree = ElementTree.fromstring(drawn)
    assert [tick.text for tick in tree.iter("li")] == ["1 ms", "2 ms", "5 ms"]
    assert [title.text for title in tree.iter("title")] == ["to 1 ms: 4", "to 5 ms: 2"]


@pytest.mark.parametrize(
    ("parts", "drawn", "label"),
    [
        pytest.param([], [], "decisions – nothing yet", id="no parts"),
        pytest.param([Part(0, "allow", "allow")], [], "decisions – nothing yet", id="nothing of anything"),
        pytest.param(
            [Part(3, "allow", "allow"), Part(0, "ask", "ask"), Part(1, "deny", "deny")],
            [("tone-allow", 0.0, 0.0, 75.0, 30.0), ("tone-deny", 75.0, 0.0, 25.0, 30.0)],
            "decisions – allow: 3, deny: 1",
            id="shares of the whole, side by side",
        ),
    ],
)
def test_shares(parts: list[Part], drawn: list[Shape], label: str) -> None:
    markup = shares(parts, "decisions")
    assert shapes(markup) == [("ground", 0.0, 0.0, 100.0, 30.0), *drawn]
    assert ElementTree.fromstring(markup).get("aria-label") == label


@pytest.mark.parametrize(
    ("spans", "length", "drawn"),
    [
        pytest.param([], 0.0, [], id="nothing happened, and it took no time"),
        pytest.param([Span(0, 5, "a")], 10.0, [("tone-none", 0.0, 0.0, 50.0, 30.0)], id="half of the time"),
        pytest.param([Span(10, 0, "a")], 10.0, [("tone-none", 99.62, 0.0, 0.38, 30.0)], id="the last moment is inside"),
        pytest.param(
            [Span(5, 15, "a")], 10.0, [("tone-none", 25.0, 0.0, 75.0, 30.0)], id="what lasts longer makes it longer"
        ),
        pytest.param(
            [Span(0, 1, "a", "deny"), Span(5, 0.001, "b", "allow")],
            10.0,
            [("tone-deny", 0.0, 0.0, 10.0, 30.0), ("tone-allow", 50.0, 0.0, 0.38, 30.0)],
            id="a short moment is still seen",
        ),
    ],
)
def test_timeline(spans: list[Span], length: float, drawn: list[Shape]) -> None:
    assert shapes(timeline(spans, length, "session")) == [("ground", 0.0, 0.0, 100.0, 30.0), *drawn]


@pytest.mark.parametrize(
    ("amount", "top", "width"),
    [
        pytest.param(5, 10, 50.0, id="half"),
        pytest.param(20, 10, 100.0, id="never more than all"),
        pytest.param(0, 10, 0.0, id="nothing"),
        pytest.param(0, 0, 0.0, id="nothing of nothing"),
        pytest.param(1, 10_000, 1.5, id="little is still seen"),
    ],
)
def test_bar(amount: float, top: float, width: float) -> None:
    assert shapes(bar(amount, top, "time", "deny")) == [
        ("ground", 0.0, 0.0, 100.0, 30.0),
        ("tone-deny", 0.0, 0.0, width, 30.0),
    ]


HOSTILE = '"><script>alert(1)</script>'


@pytest.mark.parametrize(
    "drawn",
    [
        pytest.param(sparkline([Part(1, HOSTILE, HOSTILE, HOSTILE)], HOSTILE), id="sparkline"),
        pytest.param(histogram([Part(1, HOSTILE)], [HOSTILE], HOSTILE), id="histogram"),
        pytest.param(shares([Part(1, HOSTILE, HOSTILE)], HOSTILE), id="shares"),
        pytest.param(timeline([Span(0, 1, HOSTILE, HOSTILE)], 1, HOSTILE), id="timeline"),
        pytest.param(bar(1, 1, HOSTILE, HOSTILE), id="bar"),
    ],
)
def test_words_from_outside_are_only_words(drawn: Markup) -> None:
    assert isinstance(drawn, Markup)
    tree = ElementTree.fromstring(drawn)
    assert {element.tag for element in tree.iter()} <= {"svg", "rect", "title", "div", "ol", "li"}
    assert {name for element in tree.iter() for name in element.attrib} <= {
        "class", "role", "aria-label", "aria-hidden", "viewBox", "preserveAspectRatio", "x", "y", "width", "height",
    }  # fmt: skip


# what the screens show


def titles(markup: str) -> list[str | None]:
    return [title.text for title in ElementTree.fromstring(markup).iter("title")]


def test_runs_of_a_hook_are_coloured_by_what_came_of_them() -> None:
    spark: list[SparkRow] = [
        {"duration_ms": 3.0, "permission": None, "failed": False},
        {"duration_ms": 3.0, "permission": "deny", "failed": False},
        {"duration_ms": 3.0, "permission": "deny", "failed": True},
        {"duration_ms": 1500.0, "permission": "allow", "failed": False},
    ]
    drawn = runs_of({"spark": spark})  # type: ignore[typeddict-item]
    assert [shape[0] for shape in shapes(drawn)] == ["ground", "tone-none", "tone-deny", "tone-failure", "tone-allow"]
    assert titles(drawn) == ["no opinion: 3.0 ms", "deny: 3.0 ms", "failed: 3.0 ms", "allow: 1.5 s"]


def test_latency_is_a_histogram_with_the_ends_of_its_classes() -> None:
    buckets: list[LatencyBucket] = [
        {"from_ms": 0, "to_ms": 0.5, "count": 1},
        {"from_ms": 0.5, "to_ms": 2000, "count": 0},
        {"from_ms": 2000, "to_ms": None, "count": 3},
    ]
    drawn = latency({"events": 4, "p50_ms": 1, "p95_ms": 2, "max_ms": 3, "buckets": buckets})
    assert [tick.text for tick in ElementTree.fromstring(drawn).iter("li")] == ["0.5 ms", "2 s", "more"]
    assert 'aria-label="Events by time in hooks – ≤ 0.5 ms: 1, &gt; 2 s: 3"' in drawn


def test_time_in_hooks_is_shown_beside_time_elsewhere() -> None:
    drawn = time_of({"hooks_ms": 250.0, "elsewhere_ms": 750.0})  # type: ignore[typeddict-item]
    assert [shape[::3] for shape in shapes(drawn)] == [("ground", 100.0), ("tone-hooks", 25.0), ("tone-elsewhere", 75.0)]
    assert titles(drawn) == ["in hooks: 250 ms", "elsewhere: 750 ms"]


def test_a_session_shows_every_event_at_its_place() -> None:
    rows = [
        {"since_start_ms": 0.0, "hooks_ms": 500.0, "event": "beforeSubmitPrompt", "decided": "proceeds"},
        {"since_start_ms": 5000.0, "hooks_ms": 1000.0, "event": "beforeShellExecution", "decided": "denied"},
    ]
    drawn = session({"rows": rows, "first_at": 100.0, "last_at": 110.0})  # type: ignore[typeddict-item]
    assert shapes(drawn)[1:] == [("tone-none", 0.0, 0.0, 5.0, 30.0), ("tone-deny", 50.0, 0.0, 10.0, 30.0)]
    assert titles(drawn) == ["beforeSubmitPrompt, proceeds: 500 ms", "beforeShellExecution, denied: 1.0 s"]
