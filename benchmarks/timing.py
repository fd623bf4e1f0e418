"""Two samplers in, one ratio out: ours against its floor, in alternating rounds, so that noise hits
both.

A sampler takes a count and returns that many durations, or fewer that stand for them (a median, a
mean). Only ratios count: the durations are kept to show the order of magnitude.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import islice
from statistics import median, quantiles
from typing import NamedTuple, TypeVar

T = TypeVar("T")
Sampler = Callable[[int], list[float]]

#: A row that is noisy or misses its bound is measured so often, and its quietest measurement
#: counts.
TRIES = 3
#: From this on a measurement is noisy: the distance of its quartiles as a share of its median.
NOISY = 0.1


class NotMeasured(Exception):
    """A row cannot be measured here; the text says why, and what would be needed."""


class Pair(NamedTuple):
    """What a row compares."""

    ours: Sampler
    floor: Sampler


class Measured(NamedTuple):
    """One row's outcome: the median of the rounds' ratios, and the quartiles between which the
    middle half of them lies.
    """

    ratio: float
    lower: float
    upper: float
    ours_s: float
    floor_s: float
    tries: int = 1

    @property
    def noise(self) -> float:
        """How much the rounds disagree."""
        return (self.upper - self.lower) / self.ratio

    def misses(self, bound: float | None) -> bool:
        """Whether a promise is broken."""
        return bound is not None and self.ratio > bound


def measure(pair: Pair, rounds: int, count: int) -> Measured:
    """Alternate between the two; every round gives one ratio of medians."""
    pair.ours(1), pair.floor(1)  # the first call imports, compiles and fills caches
    ours: list[float] = []
    floor: list[float] = []
    for number in range(rounds):
        sides = [(ours, pair.ours), (floor, pair.floor)]
        for kept, sampler in sides if number % 2 else reversed(sides):
            kept.append(median(sampler(count)))
    ratios = [one / other for one, other in zip(ours, floor, strict=True)]
    lower, middle, upper = quantiles(ratios, n=4, method="inclusive")
    return Measured(middle, lower, upper, median(ours), median(floor))


def settled(bound: float | None, once: Callable[[], Measured]) -> Measured:
    """Measure again while the rounds disagree or the bound is missed; the quietest measurement
    counts.

    Not the lowest one: noise that hits the floor lowers a ratio, so the lowest of several would be
    the most disturbed.
    """
    tried = [once()]
    while len(tried) < TRIES and (tried[-1].noise > NOISY or tried[-1].misses(bound)):
        tried.append(once())
    return min(tried, key=lambda measured: measured.noise)._replace(tries=len(tried))


def calls(action: Callable[[], object]) -> Sampler:
    """Time each call."""

    def sample(count: int) -> list[float]:
        took = []
        for _ in range(count):
            started = time.perf_counter()
            action()
            took.append(time.perf_counter() - started)
        return took

    return sample


def calls_with(arguments: Iterator[T], action: Callable[[T], object]) -> Sampler:
    """Time each call, every one with another argument, which is made before the clock runs."""

    def sample(count: int) -> list[float]:
        took = []
        for argument in list(islice(arguments, count)):
            started = time.perf_counter()
            action(argument)
            took.append(time.perf_counter() - started)
        return took

    return sample


def many_calls(action: Callable[[], object]) -> Sampler:
    """Time all calls together: for what takes microseconds, and for costs that fall due only now and then."""

    def sample(count: int) -> list[float]:
        started = time.perf_counter()
        for _ in range(count):
            action()
        return [(time.perf_counter() - started) / count]

    return sample
