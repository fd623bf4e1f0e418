"""Problems of files → the entry each stands in, by their place in the file. Pure."""

from __future__ import annotations

from bisect import bisect_right

from hookline.config.reading import point
from hookline.model import Hook, HookSet, Problem
from hookline.web.world import every_hook

Place = tuple[int, int]
#: How many names a pointer into an entry has at least, by dialect: /hooks/stop/0, and
#: /hooks/Stop/0/hooks/0.
_DEPTHS = {"cursor": 3, "claude": 5}


class Placed:
    """Which problems are those of which entry."""

    def __init__(self, hooks: HookSet) -> None:
        entries: dict[str, dict[Place, Hook]] = {}
        for hook in every_hook(hooks):
            entries.setdefault(hook.file, {})[hook.line, hook.column] = hook
        starts = {file: sorted(found) for file, found in entries.items()}
        self._of_entry: dict[tuple[str, Place], list[Problem]] = {}
        self._of_event: dict[tuple[str, str], list[Problem]] = {}
        for problem in hooks.problems:
            self._of_event.setdefault((problem.file, problem.pointer), []).append(problem)
            known = starts.get(problem.file, [])
            before = bisect_right(known, (problem.line, problem.column))
            if before and _is_inside(problem, entries[problem.file][known[before - 1]]):
                self._of_entry.setdefault((problem.file, known[before - 1]), []).append(problem)

    def of(self, hook: Hook) -> list[Problem]:
        """Those with its event as a whole, and those inside the entry."""
        whole = self._of_event.get((hook.file, point("/hooks", hook.event)), [])
        return [*whole, *self._of_entry.get((hook.file, (hook.line, hook.column)), [])]


def _is_inside(problem: Problem, hook: Hook) -> bool:
    return problem.pointer.count("/") >= _DEPTHS.get(hook.dialect, 3)
