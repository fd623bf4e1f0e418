"""The keys of a team's people, each a file with a passphrase: who holds `targets.pem` can hand out hooks, who
holds `root.pem` decides who may.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from securesystemslib.signer import CryptoSigner

from hookline.errors import NotDone
from hookline.team.signing import key_from_pem, key_to_pem, new_key

ROOT, TARGETS = "root.pem", "targets.pem"


class PeoplesKeys(NamedTuple):
    """What `hookline team create` makes for people; the server has a key of its own."""

    root: CryptoSigner
    targets: CryptoSigner


def make_keys(folder: str, passphrase: str | None) -> PeoplesKeys:
    """New keys, written to a folder that has none yet."""
    keys = PeoplesKeys(new_key(), new_key())
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        for name, key in ((ROOT, keys.root), (TARGETS, keys.targets)):
            path = os.path.join(folder, name)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(descriptor, "wb") as file:
                file.write(key_to_pem(key, passphrase))
    except FileExistsError:
        raise NotDone(
            f"{path} is there already, and a key is never written over: choose another --keys folder"
        ) from None
    except OSError as error:
        raise NotDone(f"{folder} cannot be written: {error.strerror}") from None
    return keys


def read_key(folder: str, name: str, passphrase: str | None) -> CryptoSigner:
    """One key of the folder."""
    path = os.path.join(folder, name)
    try:
        with open(path, "rb") as file:
            pem = file.read(65536)
    except OSError as error:
        raise NotDone(
            f"{path}: {error.strerror}; --keys names the folder of the team's keys"
        ) from None
    try:
        return key_from_pem(pem, passphrase)
    except NotDone as error:
        raise NotDone(f"{path}: {error}") from None
