"""The one way to stdout: lines of styled spans and tables, plain when piped, with colours on a
terminal.

Every span is made safe here, so that no command can forget it. Rich is imported when colours are on
and not before. When the reader has gone (`| head`), the rest is dropped quietly and the command
keeps its exit code; when the output cannot be kept (a full disk), that is an error, except where
the exit code is a verdict.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from hookline import strict_json
from hookline.cli.faults import Unwritable
from hookline.cli.show.safe_text import safe, safe_lines

if TYPE_CHECKING:
    from rich.console import Console

#: A piece of a line: bare text, or text and the name of a style.
Span = str | tuple[str, str]
Cells = Sequence[Span]

STYLES = {
    "title": "bold",
    "name": "bold",
    "whole": "bold",
    "quiet": "dim",
    "good": "green",
    "bad": "bold red",
    "warn": "yellow",
    "place": "cyan",
    "pattern": "",
}
#: Wider lines of prose are hard to read.
_PROSE_COLUMNS = 100


def wants_color(choice: str, stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether to colour: as told by --color; `auto` is yes on a terminal unless NO_COLOR or a dumb
    terminal says no.
    """
    if choice != "auto":
        return choice == "always"
    return not environ.get("NO_COLOR") and environ.get("TERM") != "dumb" and stream.isatty()


class Screen:
    """Writes blocks to a stream. `gone` turns True when nobody reads any more; `verbose` asks for
    commands whole.
    """

    def __init__(self, color: bool = False, stream: TextIO | None = None) -> None:
        self._stream = sys.stdout if stream is None else stream
        self._console: Console | None = _console(self._stream) if color else None
        self.gone = False
        self.verbose = False
        #: The columns of the terminal; None: it is none, and nothing has to fit.
        self.width = _columns() if color or _is_terminal(self._stream) else None

    def say(self, *spans: Span, indent: int = 0) -> None:
        """One line."""
        pieces = [_split(span) for span in spans]
        if self._console is None:
            self._write((" " * indent + "".join(safe(text) for text, _ in pieces)).rstrip() + "\n")
        else:
            self._show(_rich_text([(" " * indent, ""), *pieces]))

    def text(self, text: str, *, indent: int = 0, style: str = "") -> None:
        """Text of several lines, each indented."""
        for line in safe_lines(text):
            self.say((line, style), indent=indent)

    def labelled(
        self, label: str, text: str, *, indent: int = 2, width: int = 12, style: str = ""
    ) -> None:
        """A label and its text; further lines of the text stand under the first."""
        first, *rest = safe_lines(text)
        label = label if label.endswith(" ") else f"{label} "
        self.say((label.ljust(width), "quiet"), (first, style), indent=indent)
        for line in rest:
            self.say((line, style), indent=indent + max(width, len(label)))

    def table(self, rows: Sequence[Cells], *, heads: Sequence[str] = (), indent: int = 2) -> None:
        """Rows in aligned columns, under their heads if there are any: within the width of a terminal, and
        whole where there is none.
        """
        from hookline.cli.show.table_layout import Cell, laid_out

        shown = [[Cell(safe(text), style) for text, style in map(_split, row)] for row in rows]
        width = None if self.width is None else max(self.width - indent, 1)
        for line in laid_out(shown, heads, width):
            self.say(*line, indent=indent)

    def markdown(self, text: str) -> None:
        """A page of our own: drawn where there are colours, else the Markdown as it is."""
        if self._console is None:
            self._write(text)
            return
        from hookline.cli.show.markdown_text import drawn, theme

        with self._console.use_theme(theme()):
            self._show(drawn(text), width=min(self._console.width, _PROSE_COLUMNS))

    def json(self, value: Any, *, lines: bool = False) -> None:
        """The value as JSON: indented, or on one line. ASCII only, so that it is safe on a terminal too."""
        self._write(strict_json.dumps(value, indent=None if lines else 2) + "\n")
        self.flush()

    def write(self, text: str) -> None:
        """Text as it is: for output that is safe already."""
        self._write(text)

    def flush(self) -> None:
        """Hand everything to the reader now."""
        if not self.gone:
            try:
                self._stream.flush()
            except OSError as error:
                self._give_up(error)

    def _show(self, block: Any, width: int | None = None) -> None:
        if self.gone or self._console is None:
            return
        with self._console.capture() as capture:
            self._console.print(block, soft_wrap=width is None, width=width)
        self._write(capture.get())

    def _write(self, text: str) -> None:
        if self.gone:
            return
        try:
            self._stream.write(text)
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        """Write no more. A reader that left is no error; everything else raises Unwritable."""
        self.gone = True
        silence(self._stream)
        if not isinstance(error, BrokenPipeError):
            raise Unwritable(error) from None


def remark(text: str) -> None:
    """A line on stderr, or nowhere: that stderr cannot be written must not change an exit code."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Point the stream at nothing, so that the interpreter's last flush does not complain of a
    reader that left.
    """
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # not a real file: nothing will be flushed into a pipe
        return


def _split(span: Span) -> tuple[str, str]:
    return (span, "") if isinstance(span, str) else span


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:  # closed
        return False


def _columns() -> int:
    """As the terminal says, or COLUMNS."""
    from shutil import get_terminal_size

    return get_terminal_size().columns


def _console(stream: TextIO) -> Console:
    from rich.console import Console

    return Console(file=stream, force_terminal=True, highlight=False, markup=False, emoji=False)


def _rich_text(pieces: Sequence[tuple[str, str]]) -> Any:
    from rich.text import Text

    return Text.assemble(*((safe(text), STYLES.get(style, "")) for text, style in pieces))
