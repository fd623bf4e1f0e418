"""judge.store: verdicts, requests of the day and the health of servers, in a file of one's own or in memory."""

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from pytest import param

from hookline.judge import verdict_store as module
from hookline.judge.breaker import Health
from hookline.judge.verdict import Ruling
from hookline.judge.verdict_store import Kept, Store, day_of

KEPT = Kept(Ruling(False, "no"), "m", 100.0)


@pytest.fixture(params=["file", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return Store(str(tmp_path / "state/judge.db") if request.param == "file" else None)


def test_a_verdict_is_kept_for_its_time(store: Store) -> None:
    store.keep("k", KEPT, 0.0)
    assert (store.verdict("k", 100.0), store.verdict("k", 100.1), store.verdict("other", 0.0)) == (KEPT, None, None)
    assert (store.verdicts(0.0), store.verdicts(101.0)) == (1, 0)


def test_what_is_too_old_goes(store: Store) -> None:
    store.keep("old", KEPT, 0.0)
    store.keep("new", KEPT._replace(at=500.0), 400.0)
    assert (store.verdict("old", 0.0), store.verdicts(0.0)) == (None, 1)


def test_the_oldest_go_when_there_are_too_many(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_VERDICTS", 3)
    for number in range(5):
        store.keep(f"k{number}", KEPT._replace(at=float(number)), -1.0)
    assert [bool(store.verdict(f"k{number}", -1.0)) for number in range(5)] == [False, False, True, True, True]


def test_requests_are_counted_by_the_day(store: Store) -> None:
    assert [store.take_call("2026-11-18", 2) for _ in range(3)] == [True, True, False]
    assert store.calls("2026-11-18") == 2
    assert store.take_call("2026-11-19", 2)
    assert (store.calls("2026-11-18"), store.calls("2026-11-19")) == (0, 1)


def test_without_a_limit_they_are_counted_too(store: Store) -> None:
    assert all(store.take_call("2026-11-18", None) for _ in range(5))
    assert store.calls("2026-11-18") == 5


def test_how_a_server_fared(store: Store) -> None:
    assert store.health("s") == Health()
    store.set_health("s", Health(5, 7.0, "why"))
    assert (store.health("s"), store.health("t")) == (Health(5, 7.0, "why"), Health())
    store.set_health("s", Health())
    assert store.health("s") == Health()


def test_forgetting_leaves_the_count(store: Store) -> None:
    store.keep("k", KEPT, 0.0)
    store.set_health("s", Health(5, 7.0, "why"))
    store.take_call("2026-11-18", 9)
    store.forget()
    assert (store.verdict("k", 0.0), store.health("s"), store.calls("2026-11-18")) == (None, Health(), 1)


def test_it_is_for_you_alone_and_outlives_the_process(tmp_path: Path) -> None:
    path = tmp_path / "new/judge.db"
    Store(str(path)).keep("k", KEPT, 0.0)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert Store(str(path)).verdict("k", 0.0) == KEPT


def broken(path: Path) -> None:
    path.write_bytes(b"this is no database" * 100)


def linked(path: Path) -> None:
    path.symlink_to(path.parent / "elsewhere.db")


def folder(path: Path) -> None:
    path.mkdir()


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        param(broken, "file is not a database", id="damaged"),
        param(linked, "it is a symbolic link", id="a link"),
        param(folder, "unable to open", id="a folder"),
    ],
)
def test_a_file_that_cannot_be_used_is_done_without(spoil: object, why: str, tmp_path: Path) -> None:
    path = tmp_path / "judge.db"
    spoil(path)  # type: ignore[operator]
    store = Store(str(path))
    store.keep("k", KEPT, 0.0)
    assert store.verdict("k", 0.0) == KEPT
    assert [store.take_call("d", 1) for _ in range(2)] == [True, False]
    assert store.trouble and why in store.trouble and store.trouble.endswith("verdicts are kept for this process only")
    assert not (tmp_path / "elsewhere.db").exists()


def test_a_file_that_somebody_holds_is_done_without_for_the_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_WAIT_S", 0.05)
    path = str(tmp_path / "judge.db")
    Store(path).take_call("d", None)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    store = Store(path)
    assert store.take_call("d", 5) and "locked" in (store.trouble or "")
    other.execute("ROLLBACK")
    other.close()
    assert store.calls("d") == 1


TAKE_SIXTY = "import sys; from hookline.judge.verdict_store import Store; s = Store(sys.argv[1]); print(sum(s.take_call('d', 100) for _ in range(60)))"


def test_several_processes_share_one_budget(tmp_path: Path) -> None:
    command = [sys.executable, "-c", TAKE_SIXTY, str(tmp_path / "judge.db")]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert sum(int(process.communicate(timeout=60)[0]) for process in processes) == 100


def test_several_threads_share_one_store(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "judge.db"))
    threads = [threading.Thread(target=store.take_call, args=("d", None)) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert store.calls("d") == 20 and store.trouble is None


def test_the_day_is_that_of_greenwich(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "TZ", "Pacific/Kiritimati")
    assert day_of(0.0) == "1970-01-01"
