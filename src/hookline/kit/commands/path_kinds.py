"""Where a path of a command leads: all of the workspace, outside it, somebody's work, or what can
be made again.

It looks at names only, never at the disk. `Here` follows `cd` from call to call.
"""

from __future__ import annotations

import os
import posixpath
import re
from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from hookline.shell import Call

#: The whole workspace, the home folder, the root of the disk, or a folder above one of these.
ALL = "all"
#: Outside the workspace.
OUTSIDE = "outside"
#: The history of a repository.
HISTORY = "history"
#: In the workspace, and may be somebody's work.
KEPT = "kept"
#: Can be made again: builds, packages, caches, temporary files.
MADE = "made"
#: Computed: it may be any of these.
UNKNOWN = "unknown"

_TEMPORARY = ("/tmp", "/var/tmp", "/private/tmp", "/private/var/folders", "/dev/shm")
#: `C:/Users`, which WSL has at /mnt/c/Users.
_DRIVE = re.compile(r"([A-Za-z]):/")
_HOME = "/~"  # stands for the home folder, whatever it is
#: What the machine lives on, and the keys of a person.
_VITAL = (
    "/etc", "/usr", "/bin", "/sbin", "/lib", "/lib64", "/boot", "/var/lib", "/sys", "/System",
    "/Library", "/proc/sys", "/var/spool/cron", f"{_HOME}/.ssh", f"{_HOME}/.gnupg", f"{_HOME}/.aws",
    f"{_HOME}/.kube", f"{_HOME}/.azure", f"{_HOME}/.config/gcloud", f"{_HOME}/.config/gh",
    f"{_HOME}/.config/systemd", f"{_HOME}/.local/share/systemd", f"{_HOME}/.config/autostart",
    f"{_HOME}/.config/fish", f"{_HOME}/.config/environment.d", f"{_HOME}/.netrc",
    f"{_HOME}/.pgpass", f"{_HOME}/.git-credentials", f"{_HOME}/Library/LaunchAgents",
)  # fmt: skip
#: What a shell, or a desktop, runs or reads by itself when somebody logs in.
_READ_AT_LOGIN = re.compile(
    r"/(?:\.(?:bash(?:rc|_profile|_login|_logout|_aliases|_functions)|profile|z(?:shrc|shenv|profile"
    r"|login|logout)|k?shrc|t?cshrc|login|logout|x(?:initrc|session|profile|sessionrc)|inputrc"
    r"|pam_environment|gitconfig|vimrc|tmux\.conf|screenrc|bash_it)"
    r"|Microsoft\.PowerShell_profile\.ps1|profile\.ps1)"
)
#: The home folder, as a word that is not expanded spells it.
_HOME_VARIABLE = re.compile(r"\$(?:HOME\b|\{HOME\}|USERPROFILE\b)")
#: Names of files that a program has written and can write again.
_WRITTEN_BY_PROGRAMS = re.compile(
    r"(?:.*\.(?:py[co]|o|obj|a|lo|class|log|tmp|temp|bak|old|orig|rej|sw[pon]|cache|out|err|pid|lock"
    r"|gcda|gcno|gcov|profraw|profdata|tsbuildinfo|egg-info|egg|whl|tgz|gz|zip|map|min\.js|min\.css"
    r"|test|exe|dll|so|dylib|aux|toc|fls|fdb_latexmk|stackdump|dmp|core|heapsnapshot|trace|prof"
    r"|coverage|d\.ts)"
    r"|\.?(?:DS_Store|eslintcache|stylelintcache|coverage)|Thumbs\.db|.*~|#.*#|core\..*|tmp.*|temp.*"
    r"|__pycache__|coverage.*|junit.*|test-.*|.*-test-output.*|npm-debug.*|yarn-error.*)"
)
#: Files of a repository that hold what was committed, or say where it is.
_HISTORY_FILE = re.compile(
    r"/\.git/(?:HEAD|ORIG_HEAD|packed-refs|index|(?:refs|objects|logs|worktrees)/.*)\Z"
)
#: What is left of a repository's history without them is nothing.
_HISTORY_FOLDERS = (".git", "objects", "refs", "logs")
#: Programs that print names of files which are somebody's; `mktemp` prints one that is nobody's.
_NAMES_FILES = frozenset("pwd realpath readlink dirname ls find fd stat git".split())


class Here:
    """The folder a command runs in, as far as the command line says. `made`: names of what can be
    made again.
    """

    def __init__(self, cwd: object, roots: object, made: Iterable[str]) -> None:
        folders = [*map(posixpath.normpath, _texts(roots))]
        started_in = next(iter(_texts([cwd])), "") or next(iter(folders), "/?/workspace")
        self.cwd: str | None = posixpath.normpath(started_in)
        self.roots = folders or [self.cwd]
        self.made = frozenset(made)
        self._home = posixpath.normpath(os.path.expanduser("~"))
        self._printed: set[str | None] = set()

    def follow(self, call: Call) -> None:
        """A program runs: `cd` changes the folder, and others print names that later words may
        hold.
        """
        self._printed.add(call.program)
        if call.program in ("cd", "pushd", "chdir") and call.code is None:
            target = call.plain()[0] if call.plain() else "~"
            self.cwd = None if target in (None, "-") else self.full(target or ".")

    def full(self, path: str) -> str | None:
        """The path from the root of the disk; None when it is not known where it begins."""
        if path == "~" or path.startswith("~/"):
            path = _HOME + path[1:]
        elif path.startswith("~"):
            path = f"/home/{path[1:]}"
        elif drive := _DRIVE.match(path):
            path = f"/mnt/{drive[1].lower()}/{path[drive.end() :]}"
        elif not path.startswith("/"):
            if self.cwd is None:
                return None
            path = posixpath.join(self.cwd, path)
        whole = "/" + posixpath.normpath(path).lstrip("/")
        if self._home != "/" and _within(whole, self._home):
            return _HOME + whole[len(self._home) :]
        return whole

    def kind(self, word: Any, *, below: bool = False) -> str:
        """Where a word leads that names something to be deleted or changed; `below`: something in
        it, not itself.
        """
        if word.text == "":
            return MADE
        if word.text is not None:
            return self._of_path(posixpath.join(word.text, "x") if below else word.text)
        return self._of_holes(word)

    def _of_holes(self, word: Any) -> str:
        """A word that is computed, at least in part."""
        choices = [choice for hole in word.holes for choice in hole.choices]
        if choices and len(word.pieces) == 1:
            return worst(map(self._of_path, choices))
        if not all(hole.file_name for hole in word.holes):
            return UNKNOWN
        return self._of_printed(word) if self._is_printed(word) else self._of_pattern(word)

    def is_vital(self, path: str) -> bool:
        """Whether a single file there is one that the machine, or a person's access to others,
        depends on.
        """
        whole = self.full(_HOME_VARIABLE.sub("~", path, count=1))
        if whole is not None and _HISTORY_FILE.search(whole):
            return True
        if whole is None or self._root_of(whole) is not None:
            return False
        if whole == "/":
            return True
        in_home = _READ_AT_LOGIN.fullmatch(whole[whole.rfind("/") :]) is not None
        return in_home or any(_within(whole, folder) for folder in _VITAL)

    def _is_printed(self, word: Any) -> bool:
        """Whether the name may be one that a program has printed, and no wildcard."""
        return word.quoted or "mktemp" in self._printed

    def _of_printed(self, word: Any) -> str:
        if "mktemp" not in self._printed or not word.quoted:
            return UNKNOWN
        return MADE if self._printed.isdisjoint(_NAMES_FILES) else UNKNOWN

    def _of_pattern(self, word: Any) -> str:
        """A word with `*` in it."""
        before = str(word.start)
        after = word.known_text[len(before) :].strip()
        folder, _, begun = before.rpartition("/")
        if before.startswith("/") and not folder:
            return OUTSIDE if begun else ALL
        if not begun.strip(".") and not after.strip("./ "):
            return self._contents(folder or ".")
        if not self.made.isdisjoint((*after.split("/"), begun + after)):
            return _unless_kept(self._of_path(posixpath.join(folder, "x")))
        kind = self._of_path(posixpath.join(folder, f"{begun}x"))
        return _unless_kept(kind) if is_written_by_programs(f"{begun}x{after}") else kind

    def _contents(self, folder: str) -> str:
        kind = self._of_path(folder)
        return MADE if kind == OUTSIDE and self.full(folder) in _TEMPORARY else kind

    def _of_path(self, path: str) -> str:
        whole = self.full(path)
        if whole is None:
            return self._of_somewhere(path.split("/"))
        if whole in ("/", _HOME) or any(_within(root, whole) for root in [*self._roots(), _HOME]):
            return ALL
        parts = whole.split("/")
        if ".git" in parts:
            return HISTORY if parts[-1] in _HISTORY_FOLDERS else KEPT
        root = self._root_of(whole)
        if root is None:
            return MADE if self._is_temporary(whole) else OUTSIDE
        return MADE if self._is_made(whole[len(root) :].split("/")) else KEPT

    def _of_somewhere(self, parts: list[str]) -> str:
        """A path that begins nobody knows where."""
        return MADE if ".." not in parts and self._is_made(parts) else UNKNOWN

    def _is_made(self, parts: list[str]) -> bool:
        """Whether one of a path's names, or two that follow each other, is of what can be rebuilt."""
        return not self.made.isdisjoint((*parts, *map("/".join, pairwise(parts))))

    def _is_temporary(self, whole: str) -> bool:
        """Below a folder for temporary files, and not beside a workspace that is itself below
        one.
        """
        if not any(whole.startswith(folder + "/") for folder in _TEMPORARY):
            return False
        beside = {posixpath.dirname(root) for root in self._roots()} - {"/", *_TEMPORARY}
        return not any(_within(whole, folder) for folder in beside)

    def _roots(self) -> list[str]:
        """The workspace's folders from the root of the disk."""
        return [self.full(root) or root for root in self.roots]

    def _root_of(self, whole: str) -> str | None:
        """The workspace folder that a path is in; None when it is in none."""
        return next((root for root in self._roots() if _within(whole, root)), None)


def is_written_by_programs(path: str) -> bool:
    """Whether a file is one that a program writes, and can write again, by its name."""
    return _WRITTEN_BY_PROGRAMS.fullmatch(path.rpartition("/")[2]) is not None


def worst(kinds: Iterable[str]) -> str:
    """The most dangerous of several."""
    order = (ALL, OUTSIDE, HISTORY, UNKNOWN, KEPT, MADE)
    return min(kinds, key=order.index, default=MADE)


def _unless_kept(kind: str) -> str:
    """What is somebody's work elsewhere can be made again here."""
    return MADE if kind == KEPT else kind


def _within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _texts(values: object) -> list[str]:
    """The texts in a list that came from outside."""
    if not isinstance(values, list):
        return []
    return [value for value in values if isinstance(value, str) and value]
