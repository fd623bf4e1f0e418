"""From the hooks of a catalogue to a release that machines fetch: the plan first, then all of it at once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from securesystemslib.signer import CryptoSigner

from hookline.errors import NotDone
from hookline.team import archive, signing
from hookline.team.team_hook import SYSTEMS, TeamHook, managed_files, problems_of
from hookline.team.team_store import Release, Team, TeamStore, content_digest


class Change(NamedTuple):
    """What becomes different for one hook: `added`, `removed`, or `changed` and in which respects."""

    kind: str
    step: str
    script_name: str
    respects: tuple[str, ...] = ()


def archive_name(system: str) -> str:
    """The target that machines of a system fetch; `system` is a name of SYSTEMS."""
    return f"hooks-{system}.tar.gz"


def changes_between(before: Iterable[TeamHook], after: Iterable[TeamHook]) -> list[Change]:
    """The plan: what a release of `after` would change. Hooks are told apart by event and script."""
    old, new = _by_identity(before), _by_identity(after)
    changes = [Change("removed", *key[:2]) for key in old if key not in new]
    for key, hook in new.items():
        if key not in old:
            changes.append(Change("added", *key[:2]))
        elif respects := tuple(_differences(old[key], hook)):
            changes.append(Change("changed", *key[:2], respects))
    return changes


def _by_identity(hooks: Iterable[TeamHook]) -> dict[tuple[str, str, int], TeamHook]:
    """A script may stand at one event several times: the number tells them apart."""
    identified: dict[tuple[str, str, int], TeamHook] = {}
    for hook in hooks:
        number = 0
        while (hook.step, hook.script_name, number) in identified:
            number += 1
        identified[hook.step, hook.script_name, number] = hook
    return identified


def _differences(old: TeamHook, new: TeamHook) -> Iterator[str]:
    if old.content != new.content:
        yield f"content {content_digest(old)[:8]} → {content_digest(new)[:8]}"
    if set(old.systems) != set(new.systems):
        yield f"systems {_systems(old)} → {_systems(new)}"
    if old.active != new.active:
        yield "active" if new.active else "no longer active"
    for option in sorted({*old.options, *new.options}):
        if old.options.get(option) != new.options.get(option):
            yield f"{option} {old.options.get(option)!r} → {new.options.get(option)!r}"


def _systems(hook: TeamHook) -> str:
    return ", ".join(hook.systems) or "every one"


def check(hooks: Sequence[TeamHook]) -> None:
    """Raises `NotDone` with every reason why the hooks cannot be published."""
    problems = problems_of(hooks)
    if problems:
        raise NotDone(
            "these hooks cannot be published:\n" + "\n".join(f"  {problem}" for problem in problems)
        )


async def publish(
    store: TeamStore,
    team: Team,
    hooks: Sequence[TeamHook],
    signers: Sequence[CryptoSigner],
    *,
    author: str,
    note: str,
) -> Release:
    """A new release of the team: checked, packed for each system, signed, stored."""
    check(hooks)
    now = datetime.now(UTC)
    previous = await store.newest_release(team)
    release = Release(previous.number + 1 if previous else 1, author, note, now, tuple(hooks))
    packed = {
        archive_name(system): archive.pack(managed_files(hooks, system))
        for system in SYSTEMS.values()
    }
    files = await store.files_of(team)
    new = signing.release(files, packed, signers, now)
    online = signing.key_from_pem(team.online_key, None)
    new.update(signing.renewed({**files, **new}, online, now))
    await store.add_release(team, release, new, stored_names(packed))
    return release


async def renew(store: TeamStore, team: Team, now: datetime) -> bool:
    """Say again that the newest release is current, where the last word ends soon; whether it did."""
    files = await store.files_of(team)
    left = signing.expires_at(files["timestamp.json"]) - now
    if left > signing.LASTS["timestamp"] / 2:
        return False
    online = signing.key_from_pem(team.online_key, None)
    await store.put_files(team, signing.renewed(files, online, now), tell=False)
    return True


def stored_names(packed: Mapping[str, bytes]) -> dict[str, bytes]:
    """Archives by the name under which a TUF client asks for them: their digest is part of it."""
    return {f"{hashlib.sha256(data).hexdigest()}.{name}": data for name, data in packed.items()}
