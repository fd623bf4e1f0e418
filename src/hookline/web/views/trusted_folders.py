"""Trust of each workspace folder, with the difference to what was trusted, line by line. Reads
files; changes nothing.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator

from hookline.model import HookSet, TrustState
from hookline.web.views.hook_shapes import DifferenceRow, DiffLine, TrustRow
from hookline.web.world import World, fingerprint

_MOST_LINES = 400
_LONGEST_LINE = 1000
#: Beyond so many lines in one of two texts, comparing them would take longer than a person waits.
_MOST_COMPARED = 5000


def trust_rows(world: World, hooks: HookSet) -> list[TrustRow]:
    """One for each folder with hooks that need trust."""
    return [_row(world, state) for state in hooks.trust.values()]


def _row(world: World, state: TrustState) -> TrustRow:
    covered = world.covered(state.root)
    differences = [] if state.trusted else world.trust_store.difference(state.root, covered)
    return {
        "root": state.root,
        "trusted": state.trusted,
        "reason": state.reason or None,
        "changed": list(state.changed),
        "fingerprint": fingerprint(covered),
        "files": [os.path.relpath(file.path, state.root) for file in covered],
        "differences": [difference_row(*one) for one in differences],
        "remarks": world.trust_remarks(state.root),
    }


def difference_row(path: str, old: str | None, new: str | None) -> DifferenceRow:
    """How a file differs; all of it where it is new."""
    lines = list(_lines(old, new))
    state = "gone" if new is None else "new" if old is None else "changed"
    return {
        "path": path,
        "state": state,  # type: ignore[typeddict-item]
        "lines": lines[:_MOST_LINES],
        "cut": len(lines) > _MOST_LINES,
    }


def _lines(old: str | None, new: str | None) -> Iterator[DiffLine]:
    before, after = (old or "").splitlines(), (new or "").splitlines()
    if old is None or max(len(before), len(after)) > _MOST_COMPARED:
        for line in after:
            yield {"kind": "+", "text": line[:_LONGEST_LINE]}
        return
    for line in list(difflib.unified_diff(before, after, lineterm="", n=3))[2:]:
        kind, text = (line[:1], line[1:]) if line[:1] in "+- " else ("@", line)
        yield {"kind": kind, "text": text[:_LONGEST_LINE]}  # type: ignore[typeddict-item]
