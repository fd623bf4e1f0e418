"""Text that is too long for where it is shown → its beginning (or its end), with a mark where
something is missing. Lengths include the mark.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def shorten(text: str, limit: int, mark: str = "…") -> str:
    """The text, at most `limit` characters long with the mark at its end."""
    return text if len(text) <= limit else text[: max(limit - len(mark), 0)] + mark


def one_line(text: str, limit: int) -> str:
    """The text on one line, each run of white space a single blank, and at most `limit` characters."""
    # No more than is needed is looked at: the text may be megabytes.
    return shorten(" ".join(text[: limit * 4].split()), limit)


def last_lines(lines: Sequence[str], most: int) -> list[str]:
    """The last lines, under a line that says how many stood above: an error explains itself at its
    end.
    """
    left_out = len(lines) - most
    if left_out <= 0:
        return list(lines)
    return [f"… ({left_out} {'line' if left_out == 1 else 'lines'} above)", *lines[-most:]]
