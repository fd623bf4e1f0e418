"""web.views.problems: a problem belongs to the entry it stands in, however the file is laid out."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from hookline.config.load import Loader
from hookline.config.reading import MOST_PROBLEMS
from hookline.web.views.problems import Placed
from hookline.web.world import every_hook

BAD = {"command": "true", "timeout": "soon"}


def placed(home: Path, name: str, document: Any, indent: int | None) -> list[tuple[str, int, list[str]]]:
    """Every entry of the file: its event, its number, and the codes of its problems."""
    path = home / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=indent))
    hooks = Loader([str(home / "ws")], environ={"HOME": str(home)}, probing=True).current("")
    found = Placed(hooks)
    return sorted((hook.event, hook.number, [one.code for one in found.of(hook)]) for hook in every_hook(hooks))


@pytest.mark.parametrize("indent", [None, 0, 2], ids=["on one line", "a line for each value", "indented"])
def test_the_entries_of_a_hooks_json(tmp_path: Path, indent: int | None) -> None:
    hooks = {"stop": [{"command": "true"}, BAD, {"command": "false"}], "sessionEnd": [BAD], "stopp": [{"command": "true"}]}
    assert placed(tmp_path, ".cursor/hooks.json", {"version": 1, "hooks": hooks}, indent) == [
        ("sessionEnd", 1, ["bad-timeout"]), ("stop", 1, []), ("stop", 2, ["bad-timeout"]), ("stop", 3, []),
        ("stopp", 1, ["unknown-event"]),
    ]  # fmt: skip


@pytest.mark.parametrize("indent", [None, 2], ids=["on one line", "indented"])
def test_the_entries_of_claude_s_settings(tmp_path: Path, indent: int | None) -> None:
    entries = [{"type": "command", "command": "true"}, {"type": "command", "command": "x", "timeout": "soon"}]
    found = placed(tmp_path, ".claude/settings.json", {"hooks": {"Stop": [{"hooks": entries}]}}, indent)
    assert [codes for _, _, codes in found] == [[], ["bad-timeout"]]


def test_a_file_of_many_entries_takes_no_time(tmp_path: Path) -> None:
    """Ten times the entries, each with a problem, take about ten times as long, and not a hundred times."""

    def took(number: int) -> float:
        path = tmp_path / f"{number}/.cursor/hooks.json"
        path.parent.mkdir(parents=True)
        entries = [{**BAD, "command": f"echo {index}"} for index in range(number)]
        path.write_text(json.dumps({"version": 1, "hooks": {"stop": entries}}, indent=1))
        hooks = Loader([str(tmp_path / "ws")], environ={"HOME": str(path.parents[1])}, probing=True).current("")
        times = []
        for _ in range(7):
            began = time.perf_counter()
            found = Placed(hooks)
            assert sum(len(found.of(hook)) for hook in every_hook(hooks)) >= min(number, MOST_PROBLEMS)
            times.append(time.perf_counter() - began)
        return min(times)

    assert took(5000) < 40 * took(500)
