"""What hooks that do not match cost: CPU of one event, by how many are configured.

    python scripts/plan_cost.py

CPU time of this process, the smallest of many events: nothing is started. Hooks are made in memory,
the journal is off.
"""

from __future__ import annotations

import sys
import time

from hookline.testing import a_hook, engine_with

EVENT = "beforeShellExecution"
_SIZES = (1, 1_000, 10_000)
_EVENTS = 60


def cost_ms(hooks: int) -> float:
    """CPU of one event at which none of so many hooks matches."""
    configured = [
        a_hook(
            EVENT,
            "user",
            command=f"./guard-{number}.sh",
            number=number + 1,
            matcher=rf"rm -rf /srv/app{number}\b",
        )
        for number in range(hooks)
    ]
    session = engine_with(configured).session("conversation")
    smallest = float("inf")
    for number in range(_EVENTS):
        started = time.process_time()
        session.fire_sync(EVENT, command=f"git commit --message 'typical {number}'", cwd="/srv")
        if number:  # the first compiles the matchers
            smallest = min(smallest, time.process_time() - started)
    return smallest * 1000


def main() -> int:
    """Print a line for each size."""
    for hooks in _SIZES:
        print(f"{hooks:>6,} hooks that do not match: {cost_ms(hooks):7.3f} ms of CPU per event")
    return 0


if __name__ == "__main__":
    sys.exit(main())
