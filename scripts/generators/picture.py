"""docs/decision.svg: what `hookline fire` shows for the sample workspace's `git push`, as a
picture.

The real hooks.json, plan, merge and renderer; only the process is a fake, so that the milliseconds
are the same each time.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path

from hookline.cli.show.decision_text import show_decision
from hookline.cli.show.terminal import Screen
from hookline.config.load import Loader
from hookline.engine.engine import Engine
from hookline.engine.match import complaint
from hookline.model import Settings
from hookline.testing import FakeRunner, exited

_SHOP = Path(__file__).resolve().parents[2] / "examples" / "shop"
_PROMPT = "$ hookline fire beforeShellExecution --set command='git push origin main'"
_COMPLAINT = "Pushing is for people (SHOP-42). Open a pull request instead.\n"
_INK = {
    "1": "font-weight:bold", "2": "fill:#8b949e", "31": "fill:#ff7b72", "32": "fill:#7ee787", "33": "fill:#e3b341",
    "36": "fill:#79c0ff",
}  # fmt: skip
_COLUMNS, _LETTER_PX, _LINE_PX, _MARGIN_PX = 112, 7.8, 19, 18


def picture() -> str:
    """The SVG text."""
    lines = [_PROMPT, "", *_shown().rstrip("\n").split("\n")]
    width, height = _COLUMNS * _LETTER_PX + 2 * _MARGIN_PX, len(lines) * _LINE_PX + 2 * _MARGIN_PX
    rows = "\n".join(_row(number, line) for number, line in enumerate(lines))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" viewBox="0 0 {width:.0f} {height}" '
        'role="img" aria-label="hookline fire shows which hook denied git push, and why">\n'
        f'<rect width="100%" height="100%" rx="8" fill="#0d1117"/>\n'
        '<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="13" fill="#e6edf3" '
        'xml:space="preserve">\n'
        f"{rows}\n</g>\n</svg>\n"
    )


def _shown() -> str:
    """What the command prints on a terminal."""
    environ = {"HOME": "/nowhere", "PATH": os.defpath}
    loader = Loader(
        [str(_SHOP)], environ=environ, claude=False, trust_all=True, valid_matcher=complaint,
        enterprise_config="/nowhere/hooks.json",  # whatever this machine has of its own is not in the picture
    )  # fmt: skip
    runner = FakeRunner(
        {".cursor/hooks/no-push.sh": exited(2, stderr=_COMPLAINT)._replace(duration_ms=1.6)}
    )
    engine = Engine(loader, Settings((str(_SHOP),), trust_all=True), runner=runner, environ=environ)
    decision = engine.session().fire_sync(
        "beforeShellExecution", command="git push origin main", cwd="/work/shop"
    )
    stream = io.StringIO()
    with _on_a_terminal():
        show_decision(Screen(color=True, stream=stream), decision)
    return stream.getvalue()


@contextmanager
def _on_a_terminal() -> Iterator[None]:
    """The same terminal for everybody, also where NO_COLOR or a dumb one is set: rich reads the
    environment.
    """
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(COLUMNS=str(_COLUMNS), TERM="xterm-256color")
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _row(number: int, line: str) -> str:
    y = _MARGIN_PX + (number + 1) * _LINE_PX - 5
    return f'<text x="{_MARGIN_PX}" y="{y}">{"".join(_spans(line))}</text>'


def _spans(line: str) -> Iterator[str]:
    """The line's pieces, each in its colours."""
    style = ""
    for piece in re.split(r"(\x1b\[[0-9;]*m)", line.rstrip()):
        if piece.startswith("\x1b["):
            style = ";".join(_INK[code] for code in piece[2:-1].split(";") if code in _INK)
        elif piece:
            yield f'<tspan style="{style}">{escape(piece)}</tspan>' if style else escape(piece)
