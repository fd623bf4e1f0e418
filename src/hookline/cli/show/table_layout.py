"""Rows of cells and a width → the lines of a table. Pure; nothing is ever broken inside a word.

Where everything fits, each column is as wide as its widest cell. Where it does not, columns become
narrower down to their longest word, and their cells go on below. Commands and places, which can be a
page long, are cut with an ellipsis: a command at the end of a word, a path at its beginning. Where
even the longest words do not fit side by side, each row becomes a block of `head  value` lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from hookline.cli.show.safe_text import cells

GAP = "  "
ELLIPSIS = "…"
#: Cells of these styles stand for something that can be looked up whole: a command, a
#: place in a file, a matcher.
_CUT = ("name", "place", "pattern")
#: So many lines a cell that can be cut may take.
_MOST_LINES = 3
#: A path in such a cell may take this part of the width, and loses its beginning beyond.
_PART = 3
_SHORTEST_PATH = 24
_NOTHING = ("", "–")


class Cell(NamedTuple):
    """Text, safe to show, and the name of its style."""

    text: str
    style: str = ""


Line = list[Cell]


def laid_out(rows: Sequence[Sequence[Cell]], heads: Sequence[str], width: int | None) -> list[Line]:
    """The lines of the table, each as pieces that stand side by side. `width`: None is endless."""
    table = [[Cell(head, "quiet") for head in heads], *rows] if heads else list(rows)
    natural = _natural_widths(table)
    if width is None or _fits(natural, width):
        return [_line(row, natural) for row in table]
    longest = max(width // _PART, _SHORTEST_PATH)
    short = [[_with_words(path_end, cell, longest) for cell in row] for row in table]
    least = [max(map(_longest_word, column), default=0) for column in _columns(short)]
    if not _fits(least, width):
        return list(_blocks(table[1:] if heads else table, heads, width))
    widths = _shared(least, natural, width - _gaps(least))
    lines = [line for row in short for line in _wrapped_row(row, widths)]
    used = _natural_widths(lines)
    return [_line(line, used) for line in lines]


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of at most this width; a word that is longer stands alone and whole."""
    lines: list[str] = [""]
    for piece, spaced in _pieces(text):
        joined = f"{lines[-1]} {piece}" if spaced and lines[-1] else lines[-1] + piece
        if lines[-1] and cells(joined) > width:
            lines.append(piece)
        else:
            lines[-1] = joined
    return lines


def cut(word: str, width: int) -> str:
    """One word that is too long for a line: a path at a separator, so that its end can be read; any other
    at its end.
    """
    word = path_end(word, width)
    if cells(word) <= width:
        return word
    while word and cells(word) >= width:
        word = word[:-1]
    return word + ELLIPSIS


def path_end(word: str, width: int) -> str:
    """As much of the end of a path as fits, from a separator on; the word as it is where none fits."""
    if cells(word) <= width:
        return word
    ends = (word[match.start() :] for match in re.finditer("/", word))
    return next((ELLIPSIS + end for end in ends if 1 + cells(end) <= width), word)


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """What may stand on a line of its own, and whether a space stands before it: words, and letters that
    are two columns wide, which have no spaces between them.
    """
    for word in text.split(" "):
        if word.isascii():
            yield word, True
            continue
        piece, spaced = "", True
        for letter in word:
            if (piece and cells(letter) == 2) or (piece and cells(piece[0]) == 2 and cells(letter)):
                yield piece, spaced
                piece, spaced = "", False
            piece += letter
        yield piece, spaced


def _with_words(shortened: Callable[[str, int], str], cell: Cell, width: int) -> Cell:
    """The cell with each of its words shortened, if it may be cut."""
    if cell.style not in _CUT:
        return cell
    return cell._replace(text=" ".join(shortened(word, width) for word in cell.text.split(" ")))


def _longest_word(cell: Cell) -> int:
    return max((cells(piece) for piece, _ in _pieces(cell.text)), default=0)


def _columns(table: Sequence[Sequence[Cell]]) -> list[list[Cell]]:
    number = max(map(len, table), default=0)
    return [[row[column] for row in table if column < len(row)] for column in range(number)]


def _natural_widths(table: Sequence[Sequence[Cell]]) -> list[int]:
    return [max(cells(cell.text) for cell in column) for column in _columns(table)]


def _gaps(widths: Sequence[int]) -> int:
    return len(GAP) * max(len(widths) - 1, 0)


def _fits(widths: Sequence[int], width: int) -> bool:
    return sum(widths) + _gaps(widths) <= width


def _shared(least: Sequence[int], natural: Sequence[int], room: int) -> list[int]:
    """The widths of columns: what is left over goes to those that want least first, in equal shares."""
    widths = list(least)
    spare = room - sum(least)
    wanting = sorted(range(len(least)), key=lambda column: natural[column] - least[column])
    for place, column in enumerate(wanting):
        share = spare // (len(wanting) - place)
        more = max(min(natural[column] - least[column], share), 0)
        widths[column] += more
        spare -= more
    return widths


def _line(row: Sequence[Cell], widths: Sequence[int]) -> Line:
    """The cells of a row side by side; the last is not filled up."""
    filled = [
        cell._replace(text=cell.text + " " * (width - cells(cell.text)) + GAP)
        for cell, width in zip(row[:-1], widths, strict=False)
    ]
    return [*filled, *row[-1:]]


def _wrapped_row(row: Sequence[Cell], widths: Sequence[int]) -> list[Sequence[Cell]]:
    """The row as the rows of lines it takes."""
    columns = [_cell_lines(cell, width) for cell, width in zip(row, widths, strict=False)]
    return [
        [
            cell._replace(text=lines[number] if number < len(lines) else "")
            for cell, lines in zip(row, columns, strict=True)
        ]
        for number in range(max(map(len, columns), default=0))
    ]


def _cell_lines(cell: Cell, width: int) -> list[str]:
    lines = wrapped(cell.text, width)
    if cell.style not in _CUT or len(lines) <= _MOST_LINES:
        return lines
    last = lines[_MOST_LINES - 1]
    while " " in last and cells(last) + 2 > width:
        last = last.rpartition(" ")[0]
    return [
        *lines[: _MOST_LINES - 1],
        f"{last} {ELLIPSIS}" if cells(last) + 2 <= width else ELLIPSIS,
    ]


def _blocks(rows: Sequence[Sequence[Cell]], heads: Sequence[str], width: int) -> Iterator[Line]:
    """Each row as lines of its own: under their heads, or where there are none, indented below the first."""
    label = max(map(cells, heads), default=0) + len(GAP) if heads else 0
    for number, row in enumerate(rows):
        if number:
            yield []
        for column, cell in enumerate(row):
            if cell.text.strip() in _NOTHING:
                continue
            head = heads[column] if column < len(heads) else ""
            before = head + " " * (label - cells(head)) if heads else GAP * bool(column)
            room = max(width - len(before), 1)
            for line in _cell_lines(_with_words(cut, cell, room), room):
                yield [Cell(before, "quiet"), cell._replace(text=line)]
                before = " " * len(before)
