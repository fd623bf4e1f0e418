"""Did you mean: a word nobody knows → the known one that is spelled most like it.

Asked only when something is wrong already, so `difflib` is imported late.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

#: A longer word is no slip of the pen, and comparing it would take its time.
_LONGEST = 64
#: Words that were looked up already: a file can repeat one mistake ten thousand times.
_remembered: dict[tuple[str, tuple[str, ...], float], str | None] = {}
_MOST_REMEMBERED = 256


def nearest(word: str, known: Iterable[str], alike: float = 0.6) -> str | None:
    """The known word that was probably meant; None when nothing is near.

    Case, `_` and `-` do not count. `alike`: how similar two words must be, from 0 to 1.
    """
    asked = (word, tuple(known), alike)
    if asked not in _remembered:
        if len(_remembered) >= _MOST_REMEMBERED:
            _remembered.clear()
        _remembered[asked] = _nearest(*asked)
    return _remembered[asked]


def _nearest(word: str, known: tuple[str, ...], alike: float) -> str | None:
    bare, by_bare = _bare(word), {_bare(name): name for name in reversed(known)}
    if bare in by_bare:
        return by_bare[bare]
    if len(word) > _LONGEST:
        return None
    from difflib import get_close_matches

    matches = get_close_matches(bare, by_bare, n=1, cutoff=alike)
    return by_bare[matches[0]] if matches else None


def hint(word: str, known: Iterable[str], alike: float = 0.6) -> str:
    """`did you mean stop?`, or all there are: the end of a sentence."""
    names = tuple(known)
    meant = nearest(word, names, alike)
    return f"did you mean {meant}?" if meant else f"there are: {', '.join(names) or 'none'}"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """` Did you mean 'fire'?`, or nothing: a sentence of its own."""
    meant = nearest(word, known)
    return f" Did you mean {meant!r}?" if meant else ""


def _bare(word: str) -> str:
    """`pre_tool-use` and `PreToolUse` are the same word."""
    return word.replace("_", "").replace("-", "").lower()
