"""config.shared_paths: the paths of one machine in a file that is checked in."""

from __future__ import annotations

import pytest

from hookline.config.locate import Place
from hookline.config.shared_paths import machine_paths
from hookline.spec.sources import SOURCES

ROOT = "/srv/shop"


def found(command: str, source: str = "project") -> list[tuple[str, str]]:
    place = Place(SOURCES[source], f"{ROOT}/.cursor/hooks.json", ROOT, ROOT)
    return [(one.found, one.remedy) for one in machine_paths(command, place)]


FROM_ROOT = ": project hooks run from the project root"
INTO_PROJECT = "put it into the project and write its path from the root, or a name that is on the PATH"


@pytest.mark.parametrize(
    ("command", "path", "remedy"),
    [
        pytest.param(
            "/srv/venv/bin/hookline hook git-guard --set a=b",
            "/srv/venv/bin/hookline",
            "run: hookline add git-guard --project",
            id="this installation",
        ),
        pytest.param(
            "PATH=/home/ana/x/bin:$PATH hookline hook pii",
            "/home/ana/x/bin",
            "run: hookline add pii --project",
            id="its folder on the PATH",
        ),
        pytest.param(f"{ROOT}/.cursor/hooks/a.sh", f"{ROOT}/.cursor/hooks/a.sh", f"write .cursor/hooks/a.sh{FROM_ROOT}", id="the workspace"),
        pytest.param("bash '/Users/ana/shop/.cursor/hooks/a.sh' x", "/Users/ana/shop/.cursor/hooks/a.sh", f"write .cursor/hooks/a.sh{FROM_ROOT}", id="somebody else's clone"),
        pytest.param("python3 /home/ana/bin/guard.py", "/home/ana/bin/guard.py", INTO_PROJECT, id="a home"),
        pytest.param("/root/guard", "/root/guard", INTO_PROJECT, id="root's home"),
        pytest.param("bash /mnt/c/Users/ana/guard.sh", "/mnt/c/Users/ana/guard.sh", INTO_PROJECT, id="a home of Windows, in WSL"),
        pytest.param("/srv/x/.venv/bin/python guard.py", "/srv/x/.venv/bin/python", INTO_PROJECT, id="a Python environment"),
        pytest.param("sh -c 'cat | tee /home/ana/log'", "/home/ana/log", INTO_PROJECT, id="inside a nested shell"),
    ],
)  # fmt: skip
def test_a_path_that_others_do_not_have(command: str, path: str, remedy: str) -> None:
    assert found(command) == [(path, remedy)]
    assert found(command, "user") == []
    assert found(command, "claude-local") == []


def test_claude_s_settings_have_their_own_word_for_the_root() -> None:
    path = f"{ROOT}/.claude/hooks/a.sh"
    assert found(path, "claude-project") == [(path, "write $CLAUDE_PROJECT_DIR/.claude/hooks/a.sh")]


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(".cursor/hooks/hookline-hook git-guard", id="the launcher"),
        pytest.param("/usr/bin/env python3 .cursor/hooks/a.py", id="a standard folder"),
        pytest.param("/opt/acme/bin/guard", id="what an organisation installs"),
        pytest.param("$CURSOR_PROJECT_DIR/.cursor/hooks/a.sh", id="a variable"),
        pytest.param("~/bin/guard; $HOME/bin/guard", id="everybody's own home"),
        pytest.param('"${GUARD:-/home/ana/guard}"', id="a default"),
        pytest.param("curl https://example.com/home/ana/x", id="an address"),
        pytest.param("grep -r /home/ .", id="all homes"),
        pytest.param("/home/$USER/bin/guard", id="a home by a variable"),
        pytest.param("docs/home/ana/x.sh", id="a folder of that name"),
        pytest.param("hookline hook git-guard", id="by the PATH"),
    ],
)
def test_what_everybody_has(command: str) -> None:
    assert found(command) == []
    assert found(command, "claude-project") == []


def test_a_long_command_keeps_nobody_busy() -> None:
    assert found("/a" * 200_000) == []
    assert found("/.venv" * 100_000 + "x") != [None]
