"""spec.sources: who may configure hooks, where, and what follows from it."""

import pytest

from hookline.spec.sources import RANK, SOURCES


def test_priority_from_the_highest_to_the_lowest() -> None:
    """DESIGN section 3, rule 2; DIALECTS A1."""
    assert [(rank, name) for name, rank in RANK.items()] == list(
        enumerate(["enterprise", "team", "project", "user", "claude-local", "claude-project", "claude-user"])
    )


@pytest.mark.parametrize(
    ("source", "linux", "darwin", "win32"),
    [
        pytest.param(
            "enterprise", "/etc/cursor/hooks.json", "/Library/Application Support/Cursor/hooks.json",
            "{programdata}/Cursor/hooks.json", id="enterprise: a system folder",
        ),
        pytest.param("team", *["{home}/.cursor/managed/team_{team}/hooks.json"] * 3, id="team: a managed folder for each id"),
        pytest.param("project", *["{root}/.cursor/hooks.json"] * 3, id="project: in the workspace"),
        pytest.param("user", *["{home}/.cursor/hooks.json"] * 3, id="user: in the home folder"),
        pytest.param("claude-local", *["{root}/.claude/settings.local.json"] * 3, id="claude-local: the settings not checked in"),
        pytest.param("claude-project", *["{root}/.claude/settings.json"] * 3, id="claude-project: the settings checked in"),
        pytest.param("claude-user", *["{home}/.claude/settings.json"] * 3, id="claude-user: the settings of the home folder"),
    ],
)  # fmt: skip
def test_places(source: str, linux: str, darwin: str, win32: str) -> None:
    assert SOURCES[source].places == {"linux": linux, "darwin": darwin, "win32": win32}


@pytest.mark.parametrize(
    ("source", "cwd", "dialect", "needs_trust", "cloud"),
    [
        pytest.param(
            "enterprise", "file", "cursor", False, "enterprise-plan", id="enterprise runs in the folder of its file"
        ),
        pytest.param(
            "team", "hooks", "cursor", False, "enterprise-plan", id="team runs in the hooks folder beside its file"
        ),
        pytest.param(
            "project", "root", "cursor", True, "always", id="project runs in the root, once trusted, in the cloud too"
        ),
        pytest.param("user", "file", "cursor", False, "never", id="user runs in ~/.cursor and never in the cloud"),
        pytest.param("claude-local", "root", "claude", True, "never", id="claude-local comes with the workspace: trust"),
        pytest.param("claude-project", "root", "claude", True, "never", id="claude-project comes with the workspace: trust"),
        pytest.param("claude-user", "root", "claude", False, "never", id="claude-user is the user's own: no trust"),
    ],
)
def test_rules(source: str, cwd: str, dialect: str, needs_trust: bool, cloud: str) -> None:
    """DESIGN section 3, rules 2, 17 and 22."""
    row = SOURCES[source]
    assert (row.cwd, row.dialect, row.needs_trust, row.cloud) == (cwd, dialect, needs_trust, cloud)


def test_every_source_says_what_it_is() -> None:
    assert [name for name, row in SOURCES.items() if not row.about or row.name != name] == []
