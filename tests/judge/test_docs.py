"""docs/prompt-hooks.md says what the tables say: every setting, every shape, and the figures of the cost example."""

import re
import subprocess
import sys
from pathlib import Path

from hookline.judge.settings import SETTINGS
from hookline.spec.model_servers import SHAPES, VARIABLES

REPOSITORY = Path(__file__).resolve().parent.parent.parent
PAGE = (REPOSITORY / "docs/prompt-hooks.md").read_text(encoding="utf-8")


def rows_of(head: str) -> list[list[str]]:
    """The rows of the table that begins with this head."""
    table = PAGE.split(f"\n{head}")[1].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in table]


def test_every_setting_is_on_the_page() -> None:
    shown = [
        [f"`{one.name}`", "–" if one.default is None else f"`{str(one.default).lower()}`", one.about] for one in SETTINGS
    ]
    assert rows_of("| `[judge]` |") == shown


def test_every_shape_is_on_the_page() -> None:
    rows = {row[0].strip("`"): row for row in rows_of("| `shape` |")}
    assert list(rows) == list(SHAPES)
    for name, shape in SHAPES.items():
        assert rows[name][2] == f"`{shape.url}`"
        assert set(re.findall(r"`(\w+)`", rows[name][3])) == {shape.url_variable, *shape.key_variables}


def test_every_variable_is_on_the_page() -> None:
    assert [name for name in VARIABLES.values() if f"`{name}`" not in PAGE] == []


def test_the_cost_example_is_what_the_script_prints() -> None:
    command = re.search(r"`python (scripts/judge_cost.py [^`]*)`", PAGE)
    assert command
    done = subprocess.run([sys.executable, *command[1].split()], cwd=REPOSITORY, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout.count("|") > 20
    assert done.stdout in PAGE
