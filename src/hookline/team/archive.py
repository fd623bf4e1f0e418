"""The files of one machine as one archive: the same files make the same bytes, and no archive, however
it was made, can make the reader grow without bound or write where it should not.
"""

from __future__ import annotations

import gzip
import io
import tarfile
import zlib
from collections.abc import Mapping

from hookline.errors import Unreadable
from hookline.team.team_hook import CONFIG, LONGEST_SCRIPT, MOST_HOOKS, SCRIPTS, name_problem

MOST_BYTES = 256 * 1024 * 1024


def pack(files: Mapping[str, bytes]) -> bytes:
    """A tar of the files, compressed. No time, no owner: a digest of it is a digest of the files."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for path in sorted(files):
            member = tarfile.TarInfo(path)
            member.size = len(files[path])
            member.mode = 0o755 if path.startswith(SCRIPTS) else 0o644
            tar.addfile(member, io.BytesIO(files[path]))
    return gzip.compress(packed.getvalue(), mtime=0)


def unpack(data: bytes) -> dict[str, bytes]:
    """The files of an archive; raises `Unreadable` where it holds anything but hooks.json and scripts."""
    try:
        with tarfile.open(fileobj=io.BytesIO(_decompressed(data)), mode="r:") as tar:
            files = _files_of(tar)
    except (tarfile.TarError, ValueError, OverflowError) as error:
        raise Unreadable(f"the archive is not a tar file: {error}") from None
    if CONFIG not in files:
        raise Unreadable(f"the archive has no {CONFIG}")
    return files


def _decompressed(data: bytes) -> bytes:
    """At most MOST_BYTES, however much a few bytes would grow into."""
    reader = zlib.decompressobj(wbits=31)
    try:
        plain = reader.decompress(data, MOST_BYTES + 1)
    except zlib.error as error:
        raise Unreadable(f"the archive is not compressed with gzip: {error}") from None
    if len(plain) > MOST_BYTES:
        raise Unreadable(f"the archive is longer than {MOST_BYTES} bytes")
    if not reader.eof:
        raise Unreadable("the archive is cut off")
    return plain


def _files_of(tar: tarfile.TarFile) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for member in tar:
        if len(files) > MOST_HOOKS:
            raise Unreadable(f"the archive holds more than {MOST_HOOKS} files")
        problem = _member_problem(member, files)
        if problem:
            raise Unreadable(f"the archive holds {member.name[:80]!r}: {problem}")
        content = tar.extractfile(member)
        files[member.name] = content.read() if content else b""
    return files


def _member_problem(member: tarfile.TarInfo, files: Mapping[str, bytes]) -> str | None:
    if not member.isreg():
        return "it is no regular file"
    if member.name in files:
        return "it is there twice"
    if member.size > LONGEST_SCRIPT:
        return f"it is longer than {LONGEST_SCRIPT} bytes"
    if member.name == CONFIG:
        return None
    if not member.name.startswith(SCRIPTS):
        return f"only {CONFIG} and {SCRIPTS} belong there"
    return name_problem(member.name.removeprefix(SCRIPTS))
