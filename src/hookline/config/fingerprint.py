"""Commands → the workspace files they name, which trust is given for together with the configuration
file.

Where all words of a command are understood (`shell.footprint`), these are exactly the files its
words name. Where one is not, they are whatever is mentioned in any way; trust then covers every
program of the workspace too. It errs on the side of naming too many: a file that is watched for
nothing costs one stat, a script that is not watched can be replaced behind the user's back.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from hookline.shell.footprint import LONGEST_COMMAND, Footprint, Steps, footprint
from hookline.shell.named_paths import TooMuch

#: Bounds on what a repository can make us do; no command that people write comes near them.
MAX_COMMAND_CHARS = LONGEST_COMMAND
MAX_FILES = 20_000
#: Which names are taken for files that are not there yet; and what is only looked for in folders.
_ENTRIES = frozenset(("__main__.py", "index.js", "package.json"))
_CALLED_LIKE_A_FILE = re.compile(r"(?!-)(?=[^.]*[./])(?:[\w@+-][\w.@+-]*/)*[\w.@+-]+\.\w+\Z")


class Surroundings(NamedTuple):
    """What of a machine decides which files a command names."""

    home: str = ""
    project: str = ""  # the main workspace folder; the root itself where it is empty
    search_path: str = ""  # PATH


class Named(NamedTuple):
    """The files that each command names, and what else may run.

    `whole` is False where a bound was reached and there may be more. `unclear`: by command, why not
    all of it was understood. `uncovered`: what is run that no file of a command names.
    """

    by_command: Mapping[str, tuple[str, ...]]
    whole: bool = True
    unclear: Mapping[str, tuple[str, ...]] = {}
    uncovered: tuple[str, ...] = ()
    scripts: frozenset[str] = frozenset()  # what is run, there or not
    searched: tuple[str, ...] = ()  # folders of the workspace that code is looked for in

    @property
    def paths(self) -> tuple[str, ...]:
        """All of them, in order of appearance."""
        return tuple(dict.fromkeys(path for paths in self.by_command.values() for path in paths))


def named_files(commands: Iterable[str], root: str, home: str = "") -> tuple[str, ...]:
    """Every file inside the root that a command names, in order of appearance: those that are there,
    and those that are called like a file; where a bound is reached, those up to there.
    """
    paths = files_named(commands, root, Surroundings(home)).paths
    start = root.rstrip("/") + "/"
    return tuple(
        path for path in dict.fromkeys(map(os.path.normpath, paths)) if _is_meant(path, start)
    )


def _is_meant(path: str, start: str) -> bool:
    """Whether a path is a file of the workspace, or may become one."""
    return path.startswith(start) and (os.path.isfile(path) or _may_become(path[len(start) :]))


def _may_become(name: str) -> bool:
    """Whether a file may be meant that is not there yet, by the looks of its name."""
    folder, base = os.path.split(name)
    in_a_file = any("." in part[1:] for part in folder.split("/"))
    is_like_a_file = _CALLED_LIKE_A_FILE.match(name) is not None
    return is_like_a_file and not in_a_file and base not in _ENTRIES


def files_named(
    commands: Iterable[str], root: str, surroundings: Surroundings | None = None
) -> Named:
    """The same by command, with what is not understood."""
    surroundings = surroundings or Surroundings()
    inside = _Inside(root, surroundings.project or root)
    known, steps = _variables(root, surroundings), Steps()
    folders = _search_folders(root, surroundings.search_path, inside)
    found: dict[str, Footprint] = {}
    by_command: dict[str, tuple[str, ...]] = {}
    is_whole = True
    try:
        for command in dict.fromkeys(commands):
            read = footprint(command, root, known, steps)
            paths = [*read.paths, *_found_in(folders, read.programs)]
            if read.unclear:
                paths += _mentioned(command, root, surroundings.home)
            found[command], by_command[command] = read, inside.only(paths)
            if sum(map(len, by_command.values())) > MAX_FILES:
                raise TooMuch
    except TooMuch:
        is_whole = False
    return Named(
        by_command,
        is_whole,
        unclear={command: read.unclear for command, read in found.items() if read.unclear},
        uncovered=_each_once(read.uncovered for read in found.values()),
        scripts=frozenset(inside.only(_each_once(read.scripts for read in found.values()))),
        searched=inside.only(_each_once(read.searched for read in found.values())),
    )


def _each_once(parts: Iterable[Iterable[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(parts)))


def _found_in(folders: Iterable[str], names: Sequence[str]) -> list[str]:
    return [os.path.join(folder, name) for folder in folders for name in names]


def _variables(root: str, surroundings: Surroundings) -> dict[str, str]:
    project = surroundings.project or root
    known = {"CURSOR_PROJECT_DIR": project, "CLAUDE_PROJECT_DIR": project}
    return {**known, "HOME": surroundings.home} if surroundings.home else known


def _search_folders(root: str, search_path: str, inside: _Inside) -> list[str]:
    """The folders of PATH that are the workspace's; an empty one is the folder a hook runs in."""
    named = search_path.split(os.pathsep) if search_path else []
    folders = dict.fromkeys(os.path.join(root, folder).rstrip("/") for folder in named)
    return list(filter(inside.holds, folders))


class _Inside:
    """Which paths lead into the workspace, whatever they are called."""

    def __init__(self, root: str, main: str) -> None:
        self._root = root.rstrip("/") + "/"
        self._main = main.rstrip("/") + "/"  # of several folders, the one that variables name
        self._real = os.path.realpath(root).rstrip("/") + "/"
        self._identity = _identity(root)
        self._known: dict[str, bool] = {}

    def holds(self, path: str) -> bool:
        """Whether a path begins at the root by one of its names, or leads into it."""
        if any(_begins(f"{path}/", start) for start in (self._root, self._real, self._main)):
            return True
        folder = os.path.dirname(path)
        if folder not in self._known:
            self._known[folder] = self._leads_inside(path)
        return self._known[folder] or (os.path.realpath(path) + "/").startswith(self._real)

    def only(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Those of the paths that lead into the workspace, as they are shown, each once."""
        return tuple(filter(self.holds, dict.fromkeys(map(self.shown, paths))))

    def _leads_inside(self, path: str) -> bool:
        ancestors = [path]
        for start in (os.path.dirname(path), os.path.realpath(os.path.dirname(path))):
            while len(start) > 1 and start not in ancestors:
                ancestors.append(start)
                start = os.path.dirname(start)
        return any(_identity(one) == self._identity for one in ancestors[1:])

    def shown(self, path: str) -> str:
        """The path from the root's own name on, where it begins with another; `..` stays, because
        what it leads to depends on links.
        """
        path = _tidied(path)
        if self._real != self._root and path.startswith(self._real):
            return self._root + path[len(self._real) :]
        return path


def _begins(path: str, root: str) -> bool:
    return path.startswith(root) and not path.startswith("../", len(root))


def _tidied(path: str) -> str:
    return "/" + "/".join(part for part in path.split("/") if part not in ("", "."))


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _mentioned(command: str, root: str, home: str) -> list[str]:
    """Whatever a command that is not understood mentions in any way."""
    from hookline.config.mentioned_files import mentioned_files

    return mentioned_files(command, root, home)
