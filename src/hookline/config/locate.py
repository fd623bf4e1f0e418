"""Where each source keeps its file, and where Hookline keeps its own.

Goes in: the platform, the environment, the workspace roots, the teams found on disk. Comes out: the
places, highest priority first. It never touches a file, so the tables for three systems are tested
on one; the one thing it may ask the machine is the password database, when HOME does not say where
home is.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import NamedTuple

from hookline.spec.sources import SOURCES, SourceSpec

_TEAM_PREFIX = "team_"
_PROGRAMDATA = "C:\\ProgramData"


class Place(NamedTuple):
    """One file a source may have, the workspace root it belongs to, and the folder its hooks run in."""

    source: SourceSpec
    path: str
    root: str
    cwd: str
    main: bool = True  # in the first root, or in none


def locate(
    platform: str,
    environ: Mapping[str, str],
    roots: Sequence[str],
    *,
    teams: Iterable[str] = (),
    enterprise_config: str | None = None,
    claude: bool = True,
) -> tuple[Place, ...]:
    """Every place to look for hooks, in order of priority; several roots and teams in their own order."""
    home = home_folder(platform, environ)
    main_root = roots[0] if roots else ""
    names = {
        "home": home,
        "programdata": environ.get("PROGRAMDATA") or _PROGRAMDATA,
        "main_root": main_root,
    }
    places: list[Place] = []
    for source in SOURCES.values():
        if source.dialect == "claude" and not claude:
            continue
        if source.name == "enterprise" and enterprise_config is not None:
            places.append(_place(source, enterprise_config, {**names, "root": main_root}, platform))
            continue
        for values in _variants(source, names, roots, teams, main_root):
            places.append(_place(source, _fill(source, platform, values), values, platform))
    return _without_the_users_own(places)


def _variants(
    source: SourceSpec,
    names: Mapping[str, str],
    roots: Sequence[str],
    teams: Iterable[str],
    main_root: str,
) -> list[dict[str, str]]:
    """What to fill a source's template with: once for each root, once for each team, or once."""
    template = source.places["linux"]
    if "{home}" in template and not names["home"]:
        return []
    if "{root}" in template:
        return [{**names, "root": root} for root in roots]
    if "{team}" in template:
        return [{**names, "root": main_root, "team": team} for team in teams]
    return [{**names, "root": main_root}]


def _fill(source: SourceSpec, platform: str, values: Mapping[str, str]) -> str:
    template = source.places.get(platform, source.places["linux"])
    if platform == "win32":
        return template.replace("/", "\\").format(**values)
    # A root or home of "/" must not lead to "//.cursor".
    return template.format(**{name: value.rstrip("/") for name, value in values.items()})


def _place(source: SourceSpec, path: str, values: Mapping[str, str], platform: str) -> Place:
    paths = _paths(platform)
    folder: str = paths.dirname(path)
    folders = {
        "root": values["root"] or values["home"],
        "file": folder,
        "hooks": paths.join(folder, "hooks"),
    }
    return Place(
        source, path, values["root"], folders[source.cwd], values["root"] == values["main_root"]
    )


def _without_the_users_own(places: list[Place]) -> tuple[Place, ...]:
    """When HOME is the workspace, a project file is the user's own file: it counts once, as the user's."""
    own = {place.path for place in places if not place.source.needs_trust}
    return tuple(place for place in places if not (place.source.needs_trust and place.path in own))


def home_folder(platform: str, environ: Mapping[str, str]) -> str:
    """The user's home; empty when nothing says where it is."""
    if platform == "win32":
        return environ.get("USERPROFILE", "")
    home = environ.get("HOME", "")
    return home if posixpath.isabs(home) else _home_by_password_database()


def _home_by_password_database() -> str:
    try:
        import pwd

        return pwd.getpwuid(os.getuid()).pw_dir
    except (ImportError, KeyError):  # Windows; a container that runs as a number nobody has
        return ""


def managed_folder(platform: str, environ: Mapping[str, str]) -> str:
    """The folder that holds one folder for each team; empty without a home."""
    home = home_folder(platform, environ)
    team = SOURCES["team"]
    paths = _paths(platform)
    return (
        paths.dirname(paths.dirname(_fill(team, platform, {"home": home, "team": ""})))
        if home
        else ""
    )


def team_ids(folder_names: Iterable[str]) -> tuple[str, ...]:
    """The ids among the folder names, in order: numbers by value, then text."""
    ids = [name[len(_TEAM_PREFIX) :] for name in folder_names if name.startswith(_TEAM_PREFIX)]
    return tuple(sorted(filter(None, ids), key=_by_number_then_text))


def _by_number_then_text(team: str) -> tuple[bool, int, str]:
    is_number = team.isascii() and team.isdigit() and len(team) < 100
    return (not is_number, int(team) if is_number else 0, team)


def state_folder(platform: str, environ: Mapping[str, str]) -> str:
    """Where Hookline keeps its own files: what platformdirs' `user_state_dir` says, without its 13
    ms of start-up.
    """
    paths = _paths(platform)
    chosen = environ.get("HOOKLINE_STATE")
    if chosen:
        return chosen if paths.isabs(chosen) else os.path.abspath(chosen)
    home = home_folder(platform, environ)
    if platform == "win32":
        local = environ.get("LOCALAPPDATA") or paths.join(home, "AppData", "Local")
        return str(paths.join(local, "hookline"))
    state = environ.get("XDG_STATE_HOME", "")
    if not posixpath.isabs(state):
        state = posixpath.join(
            home, "Library/Application Support" if platform == "darwin" else ".local/state"
        )
    return posixpath.join(state, "hookline")


def config_folder(platform: str, environ: Mapping[str, str]) -> str:
    """Where the user keeps settings of Hookline: what platformdirs' `user_config_dir` says; empty
    without a home.
    """
    home = home_folder(platform, environ)
    if platform == "win32":
        local = environ.get("LOCALAPPDATA") or (
            home and _paths(platform).join(home, "AppData", "Local")
        )
        return str(_paths(platform).join(local, "hookline")) if local else ""
    config = environ.get("XDG_CONFIG_HOME", "")
    if not posixpath.isabs(config):
        if not home:
            return ""
        config = posixpath.join(
            home, "Library/Application Support" if platform == "darwin" else ".config"
        )
    return posixpath.join(config, "hookline")


def _paths(platform: str) -> ModuleType:
    """The path functions of a platform, which need not be the one we run on."""
    if platform == "win32":
        import ntpath

        return ntpath
    return posixpath
