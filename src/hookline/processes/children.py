"""What a process has only once about the processes it starts; its one owner is `Children`.

`Children.of_this_process()` is made when it is first asked for:

- `dying`: children that were killed and have not died yet. One that hangs in the kernel outlives
  its kill; whoever stops waiting for it leaves it here, and the next start reaps what has died
  since, so that no number is taken for ever.
- `sweeper`: where the process does nothing but run hooks (`fire`, `host`), it becomes the parent of
  its descendants' orphans, and what escapes from a hook is found and ended. Several runners share
  it; the last one that is closed ends it.

Signals are not handled here or anywhere in this package, and no descriptor outlives a run: there is
nothing else that two runners of one process could get in each other's way with.
"""

from __future__ import annotations

import os
import threading

from hookline.processes.reap import has_gone
from hookline.processes.stray import Sweeper, become_subreaper


class Children:
    """The children of this process. Make one yourself only in a test."""

    __slots__ = ("_lock", "_owner", "_sharing", "dying", "sweeper")

    def __init__(self, sweeper: Sweeper | None = None) -> None:
        self.dying: set[int] = set()
        self.sweeper = sweeper
        self._sharing = 0  # how many want the sweeper
        self._owner = os.getpid()
        self._lock = threading.Lock()

    @staticmethod
    def of_this_process() -> Children:
        """The one of this process. A forked child has none of its parent's children."""
        global _children
        if _children is None or _children._owner != os.getpid():
            _children = Children()
        return _children

    def sweep_from_now_on(self) -> None:
        """This process is ours: take in orphans, and end what escapes from a hook. Each call wants
        a `leave_off`.
        """
        with self._lock:
            self._sharing += 1
            if self.sweeper is None:
                become_subreaper()
                self.sweeper = Sweeper()

    def leave_off(self) -> None:
        """One of those that wanted a sweeper is done; with the last, whatever is left is ended."""
        with self._lock:
            self._sharing -= 1
            if self._sharing == 0 and self.sweeper is not None:
                self.sweeper.close()
                self.sweeper = None

    def bury(self) -> None:
        """Reap those that were left dying and have died since."""
        self.dying.difference_update([pid for pid in tuple(self.dying) if has_gone(pid)])


_children: Children | None = None
