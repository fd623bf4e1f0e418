"""Whether a workspace's hooks were approved as they are now, and the store that remembers it.

Trust is given to a folder (by its real path) for a fingerprint: the hashes of its configuration
files and of every workspace file their commands name. One changed byte and it is not trusted any
more. The store is a file of the user's own, outside of every workspace; one that others could have
written is not believed. No file of a workspace is ever asked.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from hookline.atomic import locked, replace_file
from hookline.config.disk import (
    MAX_HASHED_BYTES,
    MAX_LISTED,
    TOO_LARGE,
    TOO_MANY,
    TOO_MUCH,
    UNREADABLE,
    Allowance,
    is_young,
    read_bytes,
    signature,
    watch,
)
from hookline.config.trusted_texts import Texts
from hookline.errors import UsageError
from hookline.model import Signature, TrustState, WatchedFile

_VERSION = 1
_MAX_STORE_BYTES = 64 * 1024 * 1024
#: A reason names so many changes; a repository can bring any number.
_MOST_PHRASES = 20
_MEBIBYTES = MAX_HASHED_BYTES // 1024 // 1024
#: What can be neither trusted nor compared: what is wrong with it, and the remedy.
_BEYOND = {
    UNREADABLE: ("cannot be read", "make it a readable file first"),
    TOO_LARGE: (
        f"is too large: at most {_MEBIBYTES} MiB of the files that hooks name are looked at",
        "leave large files out of the commands",
    ),
    TOO_MUCH: (
        "has commands that are too long, or name too many files, to be followed",
        "put such a command into a script and call that",
    ),
    TOO_MANY: (
        f"holds more files than are looked at for programs ({MAX_LISTED:,})",
        "move what is no program out of it, or write commands that name their script plainly",
    ),
}


class Given(NamedTuple):
    """Trust that was given: to which folder, when, and for which files with which hashes."""

    root: str
    at: float  # seconds since the epoch
    files: Mapping[str, str | None]  # by path relative to the root; None: it did not exist


class TrustStore:
    """The trust given so far, in `trust.json` of the state folder; implements `model.Trust`."""

    def __init__(
        self, folder: str, *, roots: Sequence[str] = (), now: Callable[[], float] = time.time
    ) -> None:
        self.folder = folder
        self.path = os.path.join(folder, "trust.json")
        self._roots = tuple(roots)
        self._now = now
        self._texts = Texts(os.path.join(folder, "trusted"))
        self._read: tuple[Signature | None, dict[str, Given], str] | None = None
        self._real: dict[str, str] = {}

    def trusts(self, root: str, files: Sequence[WatchedFile]) -> TrustState:
        """Whether the folder is trusted with these files as they are, and if not, why and what to
        do.

        A trusted file that is not among them any more, because its configuration was removed or
        emptied, counts too.
        """
        given, distrust = self._given(root)
        if distrust:
            reason = f"trust cannot be looked up: {distrust}"
            return TrustState(root, False, reason)
        entry = given.get(self._realpath(root))
        if entry is None:
            return TrustState(root, False, never_trusted(root))
        before = self._no_longer_named(entry, root, files)
        changed = tuple(
            phrase for file in (*before, *files) if (phrase := _difference(entry, root, file))
        )
        return TrustState(root, not changed, _any_more(root, entry, changed), changed)

    def knows(self, root: str) -> bool:
        """Whether trust was given to the folder, for whatever was in it then."""
        given, distrust = self._given(root)
        return not distrust and self._realpath(root) in given

    def _no_longer_named(
        self, entry: Given, root: str, files: Sequence[WatchedFile]
    ) -> tuple[WatchedFile, ...]:
        gone = entry.files.keys() - {_name(root, file.path) for file in files}
        allowance = Allowance()
        return tuple(
            watch(os.path.join(root, name), self._now(), allowance) for name in sorted(gone)
        )

    def give(self, root: str, files: Sequence[WatchedFile]) -> None:
        """Trust the folder for these files as they were when they were watched."""
        for file in files:
            if file.sha256 in _BEYOND:
                problem, remedy = _BEYOND[file.sha256]
                raise UsageError(f"{file.path} {problem}, so it cannot be trusted; {remedy}")
        kept = {_name(root, file.path): file.sha256 for file in files}
        self._change(root, Given(self._realpath(root), self._now(), kept), files)

    def take(self, root: str) -> bool:
        """Trust the folder no more; False when it was not trusted."""
        return self._change(root, None, ())

    def entries(self) -> list[Given]:
        """All trust given, in order of the folders."""
        return sorted(self._believed("").values())

    def difference(
        self, root: str, files: Sequence[WatchedFile]
    ) -> list[tuple[str, str | None, str | None]]:
        """What differs from what was trusted: path, old text, new text; None where there was or is
        no such file.
        """
        given, _ = self._given(root)
        entry = given.get(self._realpath(root), Given(root, 0, {}))
        return [
            (
                _name(root, file.path),
                self._texts.old(entry.files.get(_name(root, file.path))),
                self._texts.new(file),
            )
            for file in files
            if entry.files.get(_name(root, file.path)) != file.sha256
        ]

    def _change(self, root: str, entry: Given | None, files: Sequence[WatchedFile]) -> bool:
        """Put an entry in the place of the folder's old one; whether there was an old one."""
        try:
            self._believed(root)
            os.makedirs(self.folder, mode=0o700, exist_ok=True)
            with locked(os.path.join(self.folder, "trust.lock")):
                return self._change_locked(root, entry, files)
        except OSError as error:
            why = error.strerror or error
            if error.errno == errno.ENOTSUP:
                raise UsageError(
                    f"trust cannot be kept: {why}; use --trust for a single process"
                ) from None
            raise UsageError(
                f"the store {self.path} cannot be written: {why}; set HOOKLINE_STATE to a folder of yours"
            ) from None

    def _change_locked(self, root: str, entry: Given | None, files: Sequence[WatchedFile]) -> bool:
        given = dict(self._believed(root))
        old = given.pop(self._realpath(root), None)
        if entry is not None:
            given[entry.root] = entry
            self._texts.keep(files)
        replace_file(self.path, _written(given))
        self._texts.forget_all_but(sha for one in given.values() for sha in one.files.values())
        return old is not None

    def _believed(self, root: str) -> Mapping[str, Given]:
        """The entries, to be changed. What was damaged is begun anew; a store others can write is
        not touched.
        """
        given, distrust = self._given(root, or_damaged=True)
        if distrust:
            raise UsageError(distrust)
        return given

    def _given(self, root: str, or_damaged: bool = False) -> tuple[Mapping[str, Given], str]:
        """The entries, and the reason not to believe them, if there is one. A damaged store may be
        begun anew.
        """
        for workspace in (*self._roots, root):
            if workspace and _is_inside(self._realpath(self.folder), self._realpath(workspace)):
                return (
                    {},
                    f"the store {self.path} lies inside the workspace {workspace}; move it by HOOKLINE_STATE",
                )
        try:
            found, folder = os.lstat(self.path), os.stat(self.folder)
        except FileNotFoundError:
            return {}, ""
        except OSError as error:
            return {}, f"the store {self.path} cannot be read: {error.strerror}"
        distrust = distrusted(self.path, found) or distrusted(self.folder, folder)
        if distrust:
            return {}, distrust
        given, damage = self._parsed(found)
        return given, "" if or_damaged else damage

    def _parsed(self, found: os.stat_result) -> tuple[dict[str, Given], str]:
        """The store's entries, read again only when the file is another one."""
        seen = signature(found)
        if self._read is None or self._read[0] != seen:
            known = None if is_young(seen, self._now()) else seen
            try:
                self._read = (known, _read(self.path), "")
            except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
                damage = (
                    f"the store {self.path} is damaged; review your folders and trust them again"
                )
                self._read = (known, {}, damage)
        return self._read[1], self._read[2]

    def _realpath(self, path: str) -> str:
        if path not in self._real:
            self._real[path] = os.path.realpath(path)
        return self._real[path]


def never_trusted(root: str) -> str:
    """The sentence for a folder nobody has trusted."""
    return (
        "project hooks need a trusted workspace: review them with `hookline list`, then run: "
        + _trust_command(root)
    )


def _any_more(root: str, entry: Given, changed: Sequence[str]) -> str:
    if not changed:
        return ""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(entry.at))
    it = "it" if len(changed) == 1 else "them"
    remedy = f"review {it}, then run: {_trust_command(root)}"
    named = changed[:_MOST_PHRASES]
    more = f" and {len(changed) - len(named)} more" if len(changed) > len(named) else ""
    return f"not trusted any more: {', '.join(named)}{more} since {when}; {remedy}"


def _trust_command(root: str) -> str:
    import shlex

    return f"hookline trust {shlex.quote(root)}"


def _difference(entry: Given, root: str, file: WatchedFile) -> str:
    """In a few words, how a file differs from what was trusted; empty when it does not."""
    name = _name(root, file.path)
    if file.sha256 in _BEYOND:
        return f"{name} {_BEYOND[file.sha256][0]}"
    if entry.files.get(name) == file.sha256:
        return ""  # also what is not there and never was
    if name not in entry.files:
        return f"{name} was added"
    if file.sha256 is None:
        return f"{name} was removed"
    return f"{name} was added" if entry.files[name] is None else f"{name} changed"


def _name(root: str, path: str) -> str:
    prefix = root.rstrip("/") + "/"
    return path[len(prefix) :] if path.startswith(prefix) else path


def _is_inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def distrusted(path: str, found: os.stat_result) -> str:
    """Why a store that looks like this is not believed; empty when it is."""
    if stat.S_ISLNK(found.st_mode):
        return f"the store {path} is a symbolic link; remove it"
    if found.st_uid not in (0, _own_id()):
        remedy = "remove it, or set HOOKLINE_STATE to a folder of your own"
        return f"the store {path} belongs to somebody else; {remedy}"
    if found.st_mode & stat.S_IWOTH:
        remedy = f"run: chmod o-w {path}, then trust your folders again"
        return f"everybody can write to the store {path}; {remedy}"
    return ""


def _own_id() -> int:
    return (
        os.geteuid() if hasattr(os, "geteuid") else 0
    )  # Windows has no such numbers, and stat says 0 there


def _read(path: str) -> dict[str, Given]:
    kept: Any = json.loads(read_bytes(path, _MAX_STORE_BYTES) or b"")
    if kept["version"] != _VERSION:
        raise ValueError("another version")
    return {root: _entry(root, entry) for root, entry in kept["roots"].items()}


def _entry(root: str, entry: Any) -> Given:
    files = dict(entry["files"])
    if not all(isinstance(sha, str | None) for sha in files.values()):
        raise TypeError("a hash is no text")
    return Given(root, float(entry["at"]), files)


def _written(given: Mapping[str, Given]) -> bytes:
    roots = {
        root: {"at": entry.at, "files": dict(entry.files)} for root, entry in sorted(given.items())
    }
    return (
        json.dumps({"version": _VERSION, "roots": roots}, indent=1, ensure_ascii=True).encode()
        + b"\n"
    )
