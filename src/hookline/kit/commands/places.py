"""Where a path of a command leads: all of the workspace, outside it, somebody's work, or what can
be made again.

It looks at names only, never at the disk. `Here` follows `cd` from call to call.
"""

from __future__ import annotations

import os
import posixpath

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
_HOME = "/~"  # stands for the home folder, whatever it is
#: What the machine lives on, and the keys of a person.
_VITAL = (
    "/etc", "/usr", "/bin", "/sbin", "/lib", "/lib64", "/boot", "/var/lib", "/sys", "/System", "/Library", f"{_HOME}/.ssh",
    f"{_HOME}/.gnupg", f"{_HOME}/.aws", f"{_HOME}/.kube",
)  # fmt: skip
#: Programs that print names of files which are somebody's; `mktemp` prints one that is nobody's.
_NAMES_FILES = frozenset("pwd realpath readlink dirname ls find fd stat git".split())


class Here:
    """The folder a command runs in, as far as the command line says. `made`: names of what can be
    made again.
    """

    def __init__(self, cwd: object, roots: object, made: Iterable[str]) -> None:
        given = (
            [root for root in roots if isinstance(root, str) and root]
            if isinstance(roots, list)
            else []
        )
        self.roots = [posixpath.normpath(root) for root in given]
        first = cwd if isinstance(cwd, str) and cwd else self.roots[0] if self.roots else ""
        self.cwd: str | None = posixpath.normpath(first) if first else "/?/workspace"
        self.roots = self.roots or [self.cwd or ""]
        self.made = frozenset(made)
        self._home = posixpath.normpath(os.path.expanduser("~"))
        self._printed: set[str | None] = set()

    def follow(self, call: Call) -> None:
        """A program runs: `cd` changes the folder, and others print names that later words may hold."""
        self._printed.add(call.program)
        if call.program in ("cd", "pushd", "chdir") and call.code is None:
            target = call.plain()[0] if call.plain() else "~"
            whole = None if target in (None, "-") else self.full(target or ".")
            self.cwd = whole

    def full(self, path: str) -> str | None:
        """The path from the root of the disk; None when it is not known where it begins."""
        if path == "~" or path.startswith("~/"):
            path = _HOME + path[1:]
        elif path.startswith("~"):
            path = f"/home/{path[1:]}"
        elif not path.startswith("/"):
            if self.cwd is None:
                return None
            path = posixpath.join(self.cwd, path)
        whole = "/" + posixpath.normpath(path).lstrip("/")
        return (
            _HOME + whole[len(self._home) :]
            if self._within(whole, self._home) and self._home != "/"
            else whole
        )

    def kind(self, word: Any, *, below: bool = False) -> str:
        """Where a word leads that names something to be deleted or changed; `below`: something in
        it, not itself.
        """
        if word.text is not None:
            return (
                MADE
                if not word.text
                else self._of_path(posixpath.join(word.text, "x") if below else word.text)
            )
        if any(hole.choices for hole in word.holes) and len(word.pieces) == 1:
            return worst([self._of_path(choice) for hole in word.holes for choice in hole.choices])
        if all(hole.file_name for hole in word.holes):
            return self._of_pattern(word)
        return UNKNOWN

    def is_vital(self, path: str) -> bool:
        """Whether a single file there is one that the machine, or a person's access to others, hangs on."""
        whole = self.full(path)
        inside = whole is None or any(
            self._within(whole, root) for root in map(self._rooted, self.roots)
        )
        return not inside and any(self._within(whole or "", folder) for folder in _VITAL)

    def _of_pattern(self, word: Any) -> str:
        """A word with `*` in it, or the name of a file that a program printed."""
        if word.quoted or "mktemp" in self._printed:
            temporary = (
                "mktemp" in self._printed and not self._printed & _NAMES_FILES and word.quoted
            )
            return MADE if temporary else UNKNOWN
        before, after = str(word.start), word.known_text[len(word.start) :].strip()
        folder, _, begun = before.rpartition("/")
        if before.startswith("/") and not folder:
            return ALL if not begun else OUTSIDE
        if not begun.strip(".") and not after.strip("./ "):
            return self._contents(folder or ".")
        if self.made & {*after.split("/"), begun + after}:
            kind = self._of_path(posixpath.join(folder, "x"))
            return MADE if kind == KEPT else kind
        kind = self._of_path(posixpath.join(folder, f"{begun}x") if folder else f"{begun}x")
        return MADE if kind == KEPT and "." in after else kind

    def _contents(self, folder: str) -> str:
        kind = self._of_path(folder)
        return MADE if kind == OUTSIDE and self.full(folder) in _TEMPORARY else kind

    def _of_path(self, path: str) -> str:
        whole = self.full(path)
        if whole is None:
            return (
                MADE
                if self.made & set(path.split("/")) and ".." not in path.split("/")
                else UNKNOWN
            )
        if whole in ("/", _HOME) or any(
            self._within(root, whole) for root in [*map(self._rooted, self.roots), _HOME]
        ):
            return ALL
        parts = whole.split("/")
        if ".git" in parts:
            return HISTORY if parts[-1] in (".git", "objects", "refs", "logs") else KEPT
        inside = next(
            (root for root in map(self._rooted, self.roots) if self._within(whole, root)), None
        )
        if inside is None:
            return MADE if self._is_temporary(whole) else OUTSIDE
        return MADE if self.made & set(whole[len(inside) :].split("/")) else KEPT

    def _is_temporary(self, whole: str) -> bool:
        """Below a folder for temporary files, and not beside a workspace that is itself below one."""
        beside = [posixpath.dirname(self._rooted(root)) for root in self.roots]
        return any(whole.startswith(folder + "/") for folder in _TEMPORARY) and not any(
            self._within(whole, folder) for folder in beside if folder not in ("/", *_TEMPORARY)
        )

    def _rooted(self, root: str) -> str:
        return self.full(root) or root

    @staticmethod
    def _within(path: str, folder: str) -> bool:
        return path == folder or path.startswith(folder.rstrip("/") + "/")


def worst(kinds: Iterable[str]) -> str:
    """The most dangerous of several."""
    order = (ALL, OUTSIDE, HISTORY, UNKNOWN, KEPT, MADE)
    return min(kinds, key=order.index, default=MADE)
