"""Files as they are on disk: their signatures, their bytes, their hashes. The only place in
`config` that opens one.

Nothing here waits: a pipe or device is never read, and no more than a limit is. What cannot be read
is a value that says why; only what is not there is None.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from typing import NamedTuple

from hookline.config.reading import Probed
from hookline.model import Signature, WatchedFile

MAX_BYTES = 4 * 1024 * 1024
#: So much of a script is looked at.
MAX_SCRIPT_BYTES = 128 * 1024
#: A file changed so recently may change again without its stat telling.
YOUNG_S = 0.050
#: What stands for the hash of something that has none.
FOLDER, UNREADABLE = "folder", "unreadable"
TOO_LARGE = "too large"  # beyond what may be hashed at one time
TOO_MUCH = "too much"  # a configuration whose commands cannot be followed to their end
TOO_MANY = "too many"  # a folder with more files below it than may be looked at
#: So much is hashed at one time, over all files of a workspace, and for so long: what a repository
#: brings must not hold anybody up.
MAX_HASHED_BYTES = 128 * 1024 * 1024
MAX_HASHING_S = 1.5
#: So many files are looked at for programs, over all folders of a workspace.
MAX_LISTED = 20_000

_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOCTTY", 0)
)
#: A name that is too long is one no file can have: words of a command are looked up too.
_ABSENT = (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG)
_CHUNK_BYTES = 1024 * 1024
#: So many files between two looks at the clock.
_FILES_AT_A_TIME = 64
_ATTEMPTS = 3
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class Contents(NamedTuple):
    """A file that was read. `signature` is None when a later change could look the same."""

    text: str
    data: bytes
    signature: Signature | None
    identity: tuple[int, int]  # device and inode


class Unreadable(NamedTuple):
    """Why a file cannot be read: a code of `codes`, the problem, the remedy, and the place where it shows."""

    code: str
    problem: str
    remedy: str
    line: int = 1
    column: int = 1


class Allowance:
    """How much may still be listed and hashed, over all files of a workspace."""

    __slots__ = ("left_bytes", "left_files", "spent", "until")

    def __init__(self) -> None:
        self.left_bytes = MAX_HASHED_BYTES
        self.left_files = MAX_LISTED
        self.until = time.monotonic() + MAX_HASHING_S
        self.spent = False  # more files were listed, or it took longer, than is allowed

    def spend(self, size: int) -> bool:
        """Whether so many bytes more are within it."""
        self.left_bytes -= size
        return self.left_bytes >= 0 and time.monotonic() < self.until

    def take_file(self) -> bool:
        """Whether one more file may be looked at."""
        self.left_files -= 1
        in_time = self.left_files % _FILES_AT_A_TIME or time.monotonic() < self.until
        self.spent = self.spent or self.left_files < 0 or not in_time
        return not self.spent


def signature(found: os.stat_result) -> Signature:
    """What of a stat tells two versions of a file apart."""
    return Signature(found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def read_config(path: str, now_s: float) -> Contents | Unreadable | None:
    """A configuration file, read without waiting; None when there is none."""
    try:
        descriptor = os.open(path, _FLAGS)
    except OSError as error:
        if error.errno not in _ABSENT:
            return _refused(path, error)
        return _leads_nowhere(path) if os.path.islink(path) else None
    try:
        return _read_open(descriptor, path, now_s)
    except OSError as error:
        return _refused(path, error)
    finally:
        os.close(descriptor)


def _refused(path: str, error: OSError) -> Unreadable:
    if error.errno == errno.EACCES:
        return Unreadable("unreadable", "permission to read it is denied", f"run: chmod u+r {path}")
    return Unreadable(
        "unreadable", f"it cannot be read: {os.strerror(error.errno or 0)}", f"see: ls -l {path}"
    )


def _leads_nowhere(path: str) -> Unreadable:
    """Somebody means hooks to be here, so this is not the same as no file."""
    return Unreadable(
        "unreadable",
        f"it is a link to {os.readlink(path)}, which is not there",
        f"see: ls -l {path}",
    )


def _read_open(descriptor: int, path: str, now_s: float) -> Contents | Unreadable:
    before = os.fstat(descriptor)
    if not stat.S_ISREG(before.st_mode):
        return Unreadable(
            "not-a-file",
            f"it is {_kind(before.st_mode)}, not a file",
            f"replace it by a file: {path}",
        )
    data = _read_up_to(descriptor, MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        return Unreadable(
            "too-large", f"it is larger than {MAX_BYTES // 1024 // 1024} MiB", "split or shorten it"
        )
    after = signature(os.fstat(descriptor))
    settled = signature(before) == after and not is_young(after, now_s)
    return _decoded(data, after if settled else None, (before.st_dev, before.st_ino))


def _read_up_to(descriptor: int, limit: int) -> bytes:
    pieces: list[bytes] = []
    while limit > 0 and (piece := os.read(descriptor, min(limit, _CHUNK_BYTES))):
        pieces.append(piece)
        limit -= len(piece)
    return b"".join(pieces)


def read_bytes(path: str, limit: int) -> bytes | None:
    """All bytes of a file; None when it is none, cannot be read, or is longer than the limit."""
    try:
        descriptor = os.open(path, _FLAGS)
    except OSError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        data = _read_up_to(descriptor, limit + 1)
    except OSError:
        return None
    finally:
        os.close(descriptor)
    return data if len(data) <= limit else None


def read_file(path: str) -> bytes:
    """All bytes of a regular file. OSError when there is none, or when it is something else: a pipe
    or device is never waited for.
    """
    descriptor = os.open(path, _FLAGS)
    try:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, f"it is {_kind(mode)}, not a file", path)
        with open(descriptor, "rb", closefd=False) as file:
            return file.read()
    finally:
        os.close(descriptor)


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a pipe" if stat.S_ISFIFO(mode) else "a device or socket"


def is_young(found: Signature, now_s: float) -> bool:
    """The change time counts: unlike the modification time, nobody can set it back."""
    return now_s - found.ctime_ns / 1e9 < YOUNG_S


def _decoded(
    data: bytes, signature: Signature | None, identity: tuple[int, int]
) -> Contents | Unreadable:
    try:
        if not (data.startswith(_UTF_16) or b"\0" in data[:2]):
            return Contents(data.decode("utf-8"), data, signature, identity)
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8")) + 1
        return Unreadable(
            "not-utf-8",
            f"byte {data[error.start]:#04x} is not UTF-8",
            "save it as UTF-8",
            line,
            column,
        )
    return Unreadable("utf-16", "it is UTF-16 text", "save it as UTF-8")


def watch(path: str, now_s: float, allowance: Allowance | None = None) -> WatchedFile:
    """A file as it is now: hashed, with the signature it has while it holds that content."""
    allowance = allowance or Allowance()
    for _ in range(_ATTEMPTS):
        watched, settled = _watch_once(path, now_s, allowance)
        if settled:
            break
    return watched


def _watch_once(path: str, now_s: float, allowance: Allowance) -> tuple[WatchedFile, bool]:
    """The file, and whether it held still while it was hashed."""
    try:
        descriptor = os.open(path, _FLAGS)
    except OSError as error:
        return WatchedFile(path, None, None if error.errno in _ABSENT else UNREADABLE), True
    try:
        before = os.fstat(descriptor)
        if not stat.S_ISREG(before.st_mode):
            kind = FOLDER if stat.S_ISDIR(before.st_mode) else UNREADABLE
            return WatchedFile(path, None, kind), True
        digest = _sha256(descriptor, before.st_size, allowance)
        after = signature(os.fstat(descriptor))
    except OSError:
        return WatchedFile(path, None, UNREADABLE), True
    finally:
        os.close(descriptor)
    settled = signature(before) == after
    certain = settled and digest not in (UNREADABLE, TOO_LARGE) and not is_young(after, now_s)
    return WatchedFile(path, after if certain else None, digest), settled


def _sha256(descriptor: int, size: int, allowance: Allowance) -> str:
    """The hash, or what stands for it: a file of no size that has content is the kernel's, and may
    have no end.
    """
    import hashlib

    if size > allowance.left_bytes:
        return TOO_LARGE
    if size == 0:
        return UNREADABLE if os.read(descriptor, 1) else hashlib.sha256().hexdigest()
    digest = hashlib.sha256()
    while piece := os.read(descriptor, _CHUNK_BYTES):
        if not allowance.spend(len(piece)):
            return TOO_LARGE
        digest.update(piece)
    return digest.hexdigest()


def sha256(data: bytes) -> str:
    """The hash of bytes that were read already."""
    import hashlib

    return hashlib.sha256(data).hexdigest()


def unchanged(watched: WatchedFile) -> bool:
    """Whether a file still holds what it held. Never by stat alone: whoever has a file in memory can
    change it there, and a link on the way to it can be turned.
    """
    if watched.signature is not None and _size(watched.path) != watched.signature.size:
        return False
    return watch(watched.path, 0.0).sha256 == watched.sha256


def _size(path: str) -> int | None:
    try:
        return os.stat(path).st_size
    except OSError:
        return None


def begins_a_script(path: str) -> bool:
    """Whether a file begins with `#!`."""
    try:
        descriptor = os.open(path, _FLAGS)
    except OSError:
        return False
    try:
        return os.read(descriptor, 2) == b"#!"
    except OSError:
        return False
    finally:
        os.close(descriptor)


def refreshed(
    watched: WatchedFile, now_s: float, allowance: Allowance | None = None
) -> WatchedFile:
    """The same record where stat proves nothing changed, else the file as it is now."""
    try:
        found = os.stat(watched.path)
    except OSError as error:
        if watched.sha256 is None and error.errno in _ABSENT:
            return watched
    else:
        if watched.signature == signature(found):
            return watched
    return watch(watched.path, now_s, allowance)


def probe(path: str) -> Probed | None:
    """What `check` wants to know of a script; None when there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    is_file = stat.S_ISREG(found.st_mode)
    text = _beginning(path) if is_file else b""
    first_line = text.partition(b"\n")[0]
    crlf = first_line.startswith(b"#!") and first_line.endswith(b"\r")
    return Probed(is_file, os.access(path, os.X_OK), crlf, text.decode("utf-8", "replace"))


def _beginning(path: str) -> bytes:
    """As much of a file as is looked at in a script; nothing where it cannot be read."""
    try:
        descriptor = os.open(path, _FLAGS)
    except OSError:
        return b""
    with open(descriptor, "rb") as file:
        return file.read(MAX_SCRIPT_BYTES)
