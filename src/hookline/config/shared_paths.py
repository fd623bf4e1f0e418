"""A command of a file that is checked in → the paths in it that only one machine has.

Whoever clones the project gets the entry and not the path: the hook fails at every event there, and
with `failClosed` it blocks. Standard folders such as `/usr/bin` are on every machine, and what an
organisation installs in `/opt` may be, so only homes, environments and the workspace itself count.
Pure; the command comes from a workspace nobody trusts yet, so only its beginning is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hookline.config.lint import Suspicion
from hookline.config.locate import Place
from hookline.config.name_hints import quoted

_LONGEST = 8192
_REST = r"[^\s\"'`;|&()<>$:,]*"
#: Not behind a letter, a variable or another part of a path; nor a default, as in `${X:-/home/…}`.
_BEGINS = r"(?<![\w$}~/.*@-])"
_HOME = re.compile(rf"{_BEGINS}(?:/(?:home|Users|mnt/[a-z]/Users)/[^/\s\"'$*{{]+|/root)/{_REST}")
#: Python and Node environments, wherever they are.
_ENVIRONMENT = re.compile(
    rf"{_BEGINS}(?:/[\w.+-]+)+/(?:\.?venv|virtualenvs|pipx|\.pyenv|\.nvm|\.asdf|\w*conda3?)/{_REST}"
)
_OWN_FOLDER = re.compile(rf"{_BEGINS}(?:/[\w.+-]+)+/hookline(?=['\"]?\s+hook\s)")
_OWN_HOOK = re.compile(r"(?<![\w-])hookline['\"]?\s+hook\s+(?P<name>[a-z-]+)")
_IN_PROJECT = re.compile(r"/(\.(?:cursor|claude)/.+)")


def machine_paths(command: str, place: Place) -> Iterator[Suspicion]:
    """The first path of one machine, in a file that is shared."""
    if not place.source.shared:
        return
    command = command[:_LONGEST]
    found = (
        _inside(command, place.root)
        or _OWN_FOLDER.search(command)
        or _HOME.search(command)
        or _ENVIRONMENT.search(command)
    )
    if found:
        problem = f"{quoted(found[0])} is a path of one machine, and the file is shared"
        yield Suspicion("machine-path", found[0], problem, _remedy(command, found[0], place))


def _inside(command: str, root: str) -> re.Match[str] | None:
    """A path below the workspace root, as this machine has it."""
    if len(root) < 2:
        return None
    return re.search(rf"{_BEGINS}{re.escape(root.rstrip('/'))}/{_REST}", command)


def _remedy(command: str, path: str, place: Place) -> str:
    own = _OWN_HOOK.search(command)
    if own:
        return f"run: hookline add {own['name']} --project"
    above = place.root.rstrip("/") + "/"
    folder = _IN_PROJECT.search(path)
    if not path.startswith(above) and not folder:
        return "put it into the project and write its path from the root, or a name that is on the PATH"
    name = path.removeprefix(above) if path.startswith(above) or not folder else folder[1]
    if place.source.dialect == "claude":
        return f"write $CLAUDE_PROJECT_DIR/{name}"
    return f"write {name}: project hooks run from the project root"
