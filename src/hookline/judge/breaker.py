"""How a server fared → whether it is asked now. Pure.

After five failures in a row it is left alone for a minute; then one question is let through, and
its answer decides.
"""

from __future__ import annotations

from typing import NamedTuple

MOST_FAILURES = 5
PAUSE_S = 60.0


class Health(NamedTuple):
    """How a server fared: its failures since it last answered, when the last was, and its reason."""

    failures: int = 0
    at: float = 0.0
    reason: str = ""


def paused_s(health: Health, now: float) -> float:
    """How much longer it is left alone; 0 when it may be asked. A failure from the future is a
    clock that was set back.
    """
    if health.failures < MOST_FAILURES or health.at > now:
        return 0.0
    return max(health.at + PAUSE_S - now, 0.0)


def refusal(health: Health, now: float) -> str | None:
    """Why it is not asked now."""
    left_s = paused_s(health, now)
    if not left_s:
        return None
    return (
        f"is not asked for another {left_s:.0f} s, because it failed {health.failures} times in a row; "
        f"last: {health.reason} (to ask now: hookline judge forget)"
    )


def tried(health: Health, now: float) -> Health:
    """It is being asked after a pause: others wait for how that goes."""
    return health._replace(at=now) if health.failures >= MOST_FAILURES else health


def failed(health: Health, now: float, reason: str) -> Health:
    """It failed once more."""
    return Health(health.failures + 1, now, reason)
