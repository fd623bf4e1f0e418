"""The signed repository of a team (TUF): who may sign what, and a new set of signed files for each release.

    root, targets          keys of people: offline, or in a file with a passphrase
    snapshot, timestamp    a key of the server: it says "this is the newest" again and again

Whoever takes over the server has the second key only: he can neither add a hook nor change one, and what
he stops from being renewed expires. Pure: files are bytes, time is an argument.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from cryptography.hazmat.primitives import serialization
from securesystemslib.signer import CryptoSigner
from tuf.api.metadata import (
    Metadata,
    MetaFile,
    Root,
    Signed,
    Snapshot,
    TargetFile,
    Targets,
    Timestamp,
)
from tuf.api.serialization.json import JSONSerializer

from hookline.errors import NotDone

#: How long each role's word counts before it has to be renewed.
LASTS = {
    Root.type: timedelta(days=365),
    Targets.type: timedelta(days=365),
    Snapshot.type: timedelta(days=7),
    Timestamp.type: timedelta(days=1),
}
PEOPLE = (Root.type, Targets.type)
SERVER = (Snapshot.type, Timestamp.type)
_JSON = JSONSerializer()

#: The files of one repository: "3.root.json", "12.targets.json", "timestamp.json" → bytes.
Files = Mapping[str, bytes]


class Keys(NamedTuple):
    """Who signs each role."""

    root: Sequence[CryptoSigner]
    targets: Sequence[CryptoSigner]
    online: CryptoSigner

    def of(self, role: str) -> Sequence[CryptoSigner]:
        """The signers of one role."""
        return {Root.type: self.root, Targets.type: self.targets}.get(role, (self.online,))


def new_key() -> CryptoSigner:
    """A new Ed25519 key."""
    return CryptoSigner.generate_ed25519()


def key_to_pem(key: CryptoSigner, passphrase: str | None) -> bytes:
    """The private key as text, encrypted where there is a passphrase."""
    private: Any = serialization.load_pem_private_key(key.private_bytes, None)
    encryption = (
        serialization.BestAvailableEncryption(passphrase.encode())
        if passphrase
        else serialization.NoEncryption()
    )
    return bytes(
        private.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, encryption
        )
    )


def key_from_pem(pem: bytes, passphrase: str | None) -> CryptoSigner:
    """The key of a file; raises `NotDone` where the passphrase does not open it."""
    try:
        private: Any = serialization.load_pem_private_key(
            pem, passphrase.encode() if passphrase else None
        )
    except (ValueError, TypeError):
        raise NotDone("the passphrase does not open this key, or the file is no key") from None
    return CryptoSigner(private)


def new_repository(keys: Keys, threshold: int, now: datetime) -> dict[str, bytes]:
    """The first files of a team: its root, which every machine pins, and a release of nothing."""
    root = Root(version=1, expires=now + LASTS[Root.type], consistent_snapshot=True)
    for role in (*PEOPLE, *SERVER):
        for signer in keys.of(role):
            root.add_key(signer.public_key, role)
    root.roles[Root.type].threshold = min(threshold, len(keys.root))
    root.roles[Targets.type].threshold = 1
    files = {"1.root.json": _signed(root, keys.root)}
    targets = Targets(version=1, expires=now + LASTS[Targets.type])
    files["1.targets.json"] = _signed(targets, keys.targets)
    return {**files, **renewed(files, keys.online, now)}


def release(
    files: Files, archives: Mapping[str, bytes], signers: Sequence[CryptoSigner], now: datetime
) -> dict[str, bytes]:
    """A new `targets` file that names these archives and no others; `renewed` adds the server's part."""
    version = newest_version(files, Targets.type) + 1
    targets = Targets(version=version, expires=now + LASTS[Targets.type])
    for name, content in archives.items():
        targets.targets[name] = TargetFile.from_data(name, content, ["sha256"])
    return {f"{version}.targets.json": _signed(targets, signers)}


def renewed(files: Files, online: CryptoSigner, now: datetime) -> dict[str, bytes]:
    """New `snapshot` and `timestamp` over the newest targets: the server's word that this is current."""
    snapshot_version = newest_version(files, Snapshot.type) + 1
    targets = newest_version(files, Targets.type)
    snapshot = Snapshot(
        version=snapshot_version,
        expires=now + LASTS[Snapshot.type],
        meta={"targets.json": MetaFile(targets)},
    )
    timestamp = Timestamp(
        version=_timestamp_version(files) + 1,
        expires=now + LASTS[Timestamp.type],
        snapshot_meta=MetaFile(snapshot_version),
    )
    return {
        f"{snapshot_version}.snapshot.json": _signed(snapshot, [online]),
        "timestamp.json": _signed(timestamp, [online]),
    }


def rotated(
    files: Files, old: Sequence[CryptoSigner], keys: Keys, threshold: int, now: datetime
) -> dict[str, bytes]:
    """A new root that names these keys, signed by the old keys of root and by the new ones."""
    version = newest_version(files, Root.type) + 1
    root = Root(version=version, expires=now + LASTS[Root.type], consistent_snapshot=True)
    for role in (*PEOPLE, *SERVER):
        for signer in keys.of(role):
            root.add_key(signer.public_key, role)
    root.roles[Root.type].threshold = min(threshold, len(keys.root))
    signers = {signer.public_key.keyid: signer for signer in (*old, *keys.root)}
    return {f"{version}.root.json": _signed(root, list(signers.values()))}


def expires_at(data: bytes) -> datetime:
    """When a file's word ends."""
    when: datetime = Metadata.from_bytes(data).signed.expires
    return when


def newest_version(files: Files, role: str) -> int:
    """The highest version of a role among the files; 0 where there is none."""
    ending = f".{role}.json"
    return max(
        (int(name.removesuffix(ending)) for name in files if name.endswith(ending)), default=0
    )


def _timestamp_version(files: Files) -> int:
    data = files.get("timestamp.json")
    return int(Metadata.from_bytes(data).signed.version) if data else 0


def _signed(body: Signed, signers: Sequence[CryptoSigner]) -> bytes:
    metadata: Metadata[Any] = Metadata(body)
    for signer in signers:
        metadata.sign(signer, append=True)
    return metadata.to_bytes(_JSON)
