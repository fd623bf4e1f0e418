"""A value or text too large to keep → the same, masked and shortened, with a visible mark where
something is missing.

Strings are shortened before members are left out, so that what is kept of a large payload is still
a payload: valid JSON with its small fields whole. Nothing is cut before it is masked, see
`hookline.detect.clipping`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookline.detect import clip, mask

#: Characters of JSON or text kept of one payload, result, answer or stderr.
LIMIT = 64 * 1024
MARK = "…[cut]"
_LONGEST_KEY = 256
#: How long a string may be, tried in this order until the whole fits.
_LONGEST = (48 * 1024, 24 * 1024, 4 * 1024, 512, 64)


def fit_text(text: str, limit: int = LIMIT) -> str:
    """The text masked, and no longer than the limit and the mark."""
    masked = clip(text, limit, 0, MARK)
    return masked if len(masked) <= limit + len(MARK) else masked[:limit] + MARK


def fit(value: Any) -> Any:
    """The value masked, and small enough for its JSON to be about the limit."""
    for longest in _LONGEST:
        left = _Left(LIMIT)
        slim = _slim(value, longest, left)
        if left.characters > 0:
            break
    return mask(slim, lambda text: fit_text(text, longest))


class _Left:
    """How many characters may still be kept."""

    def __init__(self, characters: int) -> None:
        self.characters = characters

    def take(self, text: str, longest: int) -> None:
        # JSON in ASCII writes a character beyond it as six.
        self.characters -= min(len(text), longest) * (1 if text.isascii() else 6) + 4


def _slim(value: Any, longest: int, left: _Left) -> Any:
    if isinstance(value, Mapping):
        return _slim_mapping(value, longest, left)
    if isinstance(value, (list, tuple)):
        return _slim_list(value, longest, left)
    if value is None or isinstance(value, (bool, int, float)):
        left.characters -= 8
        return value
    text = str(value)
    left.take(text, longest)
    return text


def _slim_mapping(value: Mapping[Any, Any], longest: int, left: _Left) -> dict[str, Any]:
    slim: dict[str, Any] = {}
    for number, (key, item) in enumerate(value.items()):
        if left.characters <= 0:
            slim[MARK] = f"{len(value) - number} more"
            break
        name = clip(str(key), _LONGEST_KEY, 0, "")
        left.take(name, _LONGEST_KEY)
        slim[name] = _slim(item, longest, left)
    return slim


def _slim_list(value: list[Any] | tuple[Any, ...], longest: int, left: _Left) -> list[Any]:
    slim: list[Any] = []
    for number, item in enumerate(value):
        if left.characters <= 0:
            slim.append(f"{MARK} {len(value) - number} more")
            break
        slim.append(_slim(item, longest, left))
    return slim
