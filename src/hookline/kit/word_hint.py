"""Did you mean: a word nobody knows → the known one it is nearest to, or all there are. Asked when
something is wrong.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def hint(word: str, known: Iterable[str], alike: float = 0.6) -> str:
    """`did you mean stop?`, or all there are. `alike`: how much two words must be, from 0 to 1."""
    import difflib

    by_bare = {_bare(name): name for name in known}
    near = difflib.get_close_matches(_bare(word), by_bare, 1, alike)
    return (
        f"did you mean {by_bare[near[0]]}?"
        if near
        else f"there are: {', '.join(by_bare.values()) or 'none'}"
    )


def _bare(word: str) -> str:
    """`send-to-gh` and `sendToGh` are the same word."""
    return word.replace("_", "").replace("-", "").lower()
