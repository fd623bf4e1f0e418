"""SOURCES: who may configure hooks, highest first, where each keeps its file on each system, where
its hooks run.

`places` holds one template per platform (`linux`, `darwin`, `win32`); `{root}` is a workspace root,
`{home}` the user's home, `{programdata}` Windows' shared folder, `{team}` a team's id. Paths are
joined with `/` here; `config.locate` fills them in. `cwd`: `root` = the workspace root, `file` =
the folder of the file, `hooks` = the `hooks/` folder beside it. `cloud`: whether a cloud agent runs
it: `always`, `enterprise-plan` or `never`. `switchable`: whether the person at the machine may
switch single hooks off (`hookline ui`). `shared`: whether the file is checked in, and so read on
machines other than the one it was written on.
"""

from __future__ import annotations

from hookline.spec.row import Row


class SourceSpec(Row):
    """One source. The columns are described at the top of the module."""

    __slots__ = (
        "name",
        "places",
        "cwd",
        "dialect",
        "needs_trust",
        "cloud",
        "switchable",
        "shared",
        "about",
    )

    name: str
    places: dict[str, str]
    cwd: str
    dialect: str
    needs_trust: bool
    cloud: str
    switchable: bool
    shared: bool
    about: str

    def __init__(
        self, name: str, places: dict[str, str], *, cwd: str, about: str, dialect: str = "cursor",
        needs_trust: bool = False, cloud: str = "never", switchable: bool = True,
        shared: bool = False,
    ) -> None:  # fmt: skip
        self._set(
            name=name, places=places, cwd=cwd, dialect=dialect, needs_trust=needs_trust,
            cloud=cloud, switchable=switchable, shared=shared, about=about,
        )  # fmt: skip


def _everywhere(place: str) -> dict[str, str]:
    return {"linux": place, "darwin": place, "win32": place}


_ROWS = (
    SourceSpec(
        "enterprise",
        {
            "linux": "/etc/cursor/hooks.json",
            "darwin": "/Library/Application Support/Cursor/hooks.json",
            "win32": "{programdata}/Cursor/hooks.json",
        },
        cwd="file",
        cloud="enterprise-plan",
        switchable=False,
        about="Managed by the organisation, for the whole machine",
    ),
    SourceSpec(
        "team",
        _everywhere("{home}/.cursor/managed/team_{team}/hooks.json"),
        cwd="hooks",
        cloud="enterprise-plan",
        switchable=False,
        about="Handed out by a team server",
    ),
    SourceSpec(
        "project",
        _everywhere("{root}/.cursor/hooks.json"),
        cwd="root",
        needs_trust=True,
        cloud="always",
        shared=True,
        about="Checked in with the project",
    ),
    SourceSpec(
        "user",
        _everywhere("{home}/.cursor/hooks.json"),
        cwd="file",
        about="The user's own, for every project",
    ),
    SourceSpec(
        "claude-local",
        _everywhere("{root}/.claude/settings.local.json"),
        cwd="root",
        dialect="claude",
        needs_trust=True,
        about="Claude Code's settings of the project, not checked in",
    ),
    SourceSpec(
        "claude-project",
        _everywhere("{root}/.claude/settings.json"),
        cwd="root",
        dialect="claude",
        needs_trust=True,
        shared=True,
        about="Claude Code's settings of the project",
    ),
    SourceSpec(
        "claude-user",
        _everywhere("{home}/.claude/settings.json"),
        cwd="root",
        dialect="claude",
        about="Claude Code's settings of the user",
    ),
)

#: Every source by name, highest priority first.
SOURCES = {row.name: row for row in _ROWS}

#: The source below all others: what its hooks say overrules nobody.
LOWEST = _ROWS[-1]

#: Rank by name: 0 is the highest priority.
RANK = {name: rank for rank, name in enumerate(SOURCES)}
