"""`hookline rule [CODE]`: the page of one rule of `hookline check`, or the list of all."""

from __future__ import annotations

from typing import Any

import click

from hookline.cli.commands.docs import shown_page
from hookline.cli.faults import FINE, Usage
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.shared_options import output_options
from hookline.cli.show.decision_text import SEVERITY_STYLES
from hookline.cli.show.safe_text import safe
from hookline.cli.show.terminal import Screen
from hookline.config.codes import CODES
from hookline.config.repair import REPAIRS
from hookline.near import did_you_mean


@click.command(
    cls=GroupedCommand,
    name="rule",
    epilog="\b\nExamples:\n  hookline rule\n  hookline rule not-executable",
)
@click.argument("code", required=False)
@output_options
def command(code: str | None, screen: Screen, as_json: bool, may_ask: bool) -> int:
    """Explain a rule of `hookline check`: what it finds, why it matters, and how to fix it.

    Without CODE, lists every rule.
    """
    if code is None:
        _list(screen, as_json)
        return FINE
    if code not in CODES:
        meant = did_you_mean(code, CODES).strip()
        raise Usage(
            f"There is no rule {safe(code)!r}.", remedy=meant or "To list them all: hookline rule"
        )
    page = shown_page(f"rules/{code}")
    if as_json:
        screen.json({**_as_dict(code), "page": page.text})
    else:
        screen.markdown(page.text)
    return FINE


def _list(screen: Screen, as_json: bool) -> None:
    if as_json:
        screen.json({"rules": [_as_dict(code) for code in CODES]})
        return
    rows = [
        (
            (code, "name"),
            (row.severity, SEVERITY_STYLES[row.severity]),
            "--fix" if code in REPAIRS else "",
            row.title,
        )
        for code, row in CODES.items()
    ]
    screen.table(rows, heads=("rule", "severity", "fixed by", "problem"), indent=0)


def _as_dict(code: str) -> dict[str, Any]:
    row = CODES[code]
    return {
        "code": code,
        "severity": row.severity,
        "title": row.title,
        "about": row.about,
        "fix": REPAIRS.get(code),
    }
