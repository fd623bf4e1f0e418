"""team.archive: the same files make the same bytes, and no archive writes where it should not."""

from __future__ import annotations

import gzip
import io
import tarfile
from collections.abc import Callable

import pytest

from hookline.errors import Unreadable
from hookline.team import archive

FILES = {"hooks.json": b"{}", "hooks/guard.sh": b"#!/bin/sh\n"}


def test_what_is_packed_is_unpacked() -> None:
    assert archive.unpack(archive.pack(FILES)) == FILES


def test_the_order_of_the_files_makes_no_difference() -> None:
    assert archive.pack(dict(reversed(FILES.items()))) == archive.pack(FILES)


def a_tar(*members: tarfile.TarInfo, content: bytes = b"x") -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for member in members:
            member.size = len(content) if member.isreg() else 0
            tar.addfile(member, io.BytesIO(content))
    return gzip.compress(packed.getvalue())


def a_link(name: str) -> tarfile.TarInfo:
    link = tarfile.TarInfo(name)
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    return link


def a_device(name: str) -> tarfile.TarInfo:
    device = tarfile.TarInfo(name)
    device.type = tarfile.CHRTYPE
    return device


@pytest.mark.fault(
    "6.6",
    "an archive with links, devices, paths that lead out, or without end",
    "refused whole; nothing of it is written",
)
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        pytest.param(lambda: a_tar(tarfile.TarInfo("../x")), "only hooks.json", id="a path that leads out"),
        pytest.param(lambda: a_tar(tarfile.TarInfo("/etc/passwd")), "only hooks.json", id="an absolute path"),
        pytest.param(lambda: a_tar(tarfile.TarInfo("hooks/../../x")), "cannot be the name", id="a path that leads out of hooks"),
        pytest.param(lambda: a_tar(tarfile.TarInfo("hooks/a/b")), "cannot be the name", id="a folder in hooks"),
        pytest.param(lambda: a_tar(a_link("hooks/x")), "no regular file", id="a link"),
        pytest.param(lambda: a_tar(a_device("hooks/x")), "no regular file", id="a device"),
        pytest.param(lambda: a_tar(tarfile.TarInfo("hooks.json"), tarfile.TarInfo("hooks.json")), "twice", id="a name twice"),
        pytest.param(lambda: a_tar(tarfile.TarInfo("hooks/x")), "no hooks.json", id="no hooks.json"),
        pytest.param(lambda: gzip.compress(bytes(archive.MOST_BYTES + 1)), "longer than", id="a bomb"),
        pytest.param(lambda: archive.pack(FILES)[:-9], "cut off", id="half of it"),
        pytest.param(lambda: b"PK\x03\x04", "not compressed", id="another format"),
        pytest.param(lambda: gzip.compress(b"text"), "not a tar|no hooks.json", id="no tar"),
        pytest.param(lambda: b"", "cut off|not compressed", id="nothing"),
    ],
)  # fmt: skip
def test_an_archive_that_is_refused(data: Callable[[], bytes], reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        archive.unpack(data())
