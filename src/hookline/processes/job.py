"""The seam between what runs and what waits: a `Job` is anything that ends with a `Completion`.

A process is one (`processes.child`), a judge's answer another. `processes.running` runs many of
them side by side.
"""

from __future__ import annotations

import selectors
from typing import TYPE_CHECKING, Protocol

from hookline.model import Completion

if TYPE_CHECKING:
    from hookline.processes.running import Watch

READ = selectors.EVENT_READ
WRITE = selectors.EVENT_WRITE
#: When a job tries again that found the system out of descriptors, processes or memory for the
#: moment.
RETRY_S = 0.010


class Job(Protocol):
    """One run. `advance` is called after `begin`, whenever a watched descriptor is ready and once
    `due` has passed.
    """

    completion: Completion | None  # set when it has ended; nothing is called after that
    due: float  # time.monotonic() at which it wants to be looked at if nothing happens; set in a call

    def begin(self, watch: Watch) -> None:
        """Start, as far as that is possible now."""
        ...

    def advance(self, now: float) -> None:
        """Do whatever can be done without waiting. Called too often it does nothing."""
        ...

    def postpone(self, lost_s: float) -> None:
        """Move every moment it waits for: so much time was lost through no fault of its own."""
        ...

    def cancel(self) -> None:
        """End now. `completion` may follow in a later `advance`, at most a second away."""
        ...
