"""The doctor, in a thread of his own: he starts interpreters and reads the whole journal, which no
page waits for.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple, cast

from hookline.doctor.checkup import Checkup, Machine, desktop_path, examine_all
from hookline.model import Hook
from hookline.web.views.health_shapes import CheckupRow, FindingRow
from hookline.web.world import World, hook_id

#: For how long a checkup is as good as a new one.
GOOD_FOR_S = 60.0
_PATIENCE_S = 1.5


class _Made(NamedTuple):
    at: float
    checkup: Checkup


class Checkups:
    """The latest checkup, and a new one when it is too old."""

    def __init__(self, world: World, examine: Callable[[World], Checkup] | None = None) -> None:
        self._world, self._examine = world, examine or examined
        self._lock = threading.Lock()
        self._made: _Made | None = None
        self._done: threading.Event | None = None  # of the checkup under way

    def row(self, wait_s: float = _PATIENCE_S) -> CheckupRow:
        """What the doctor says; he is given a moment when he has something to look at."""
        done = self._begin()
        if done is not None:
            done.wait(wait_s)
        return _row(self._made, done is None or done.is_set())

    def last_runs(self) -> dict[str, float]:
        """When hooks last ran, by id, as far back as the journal goes; nothing before the first
        checkup.

        The doctor knows runs by source, event and command: of hooks that share those he cannot say
        which of them ran.
        """
        made = self._made
        rows = made.checkup.examined if made else ()
        sharing = Counter(_known_by(one.hook) for one in rows)
        alone = [one for one in rows if sharing[_known_by(one.hook)] == 1]
        return {hook_id(one.hook): one.last_at for one in alone if one.last_at is not None}

    def _begin(self) -> threading.Event | None:
        """Send for the doctor unless he was here a moment ago; None when what he said still holds."""
        with self._lock:
            if self._done is not None and not self._done.is_set():
                return self._done
            if self._made is not None and 0 <= self._world.now() - self._made.at < GOOD_FOR_S:
                return None
            self._done = threading.Event()
            threading.Thread(
                target=self._work, args=(self._done,), name="hookline-doctor", daemon=True
            ).start()
            return self._done

    def _work(self, done: threading.Event) -> None:
        try:
            self._made = _Made(self._world.now(), self._examine(self._world))
        finally:
            done.set()


def _known_by(hook: Hook) -> tuple[str, str, str]:
    return hook.source, hook.event, hook.command


def examined(world: World) -> Checkup:
    """The doctor's own work, without running any hook."""
    machine = Machine(
        world.roots,
        world.journal,
        desktop_path(world.platform),
        world.environ,
        world.platform,
        world.now,
    )
    return examine_all(world.hooks(), machine)


def _row(made: _Made | None, done: bool) -> CheckupRow:
    if made is None:
        return {"done": False, "at": None, "fine": False, "findings": []}
    return {
        "done": done,
        "at": made.at,
        "fine": made.checkup.is_fine,
        "findings": [cast(FindingRow, finding.as_dict()) for finding in made.checkup.findings],
    }
