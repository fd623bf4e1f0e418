"""An invitation: the address of a server, a token, and which keys the team signs with, in one text.

https://hooks.example.com/#TOKEN.DIGEST        DIGEST: of the team's first root, so that nobody between
                                               server and machine can show other keys
"""

from __future__ import annotations

import re
from typing import NamedTuple

from hookline.errors import UsageError

_DIGEST = re.compile(r"[0-9a-f]{64}")


class Invitation(NamedTuple):
    """What `hookline team invite` prints and `hookline team enroll` takes."""

    url: str
    token: str
    root_digest: str

    def __str__(self) -> str:
        return f"{self.url}/#{self.token}.{self.root_digest}"


def read_invitation(text: str) -> Invitation:
    """The parts of an invitation; raises `UsageError`."""
    url, _, rest = text.strip().partition("/#")
    token, _, digest = rest.rpartition(".")
    if not url or not token or not _DIGEST.fullmatch(digest):
        raise UsageError(
            "this is not an invitation; paste the whole line that `hookline team invite` printed"
        )
    return Invitation(url, token, digest)
