"""doctor.checkup: everything together, on a machine of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hookline.config.load import Loader
from hookline.config.trust_store import TrustStore
from hookline.doctor.checkup import Checkup, Machine, desktop_path, examine_all
from hookline.engine.match import complaint

NOW = 1_800_000_000.0


class World:
    """A home, a workspace and a state folder."""

    def __init__(self, folder: Path) -> None:
        self.home, self.ws, self.state = folder / "home", folder / "ws", folder / "state"
        for one in (self.home, self.ws):
            one.mkdir()

    def hooks(self, folder: Path, hooks: dict[str, Any]) -> None:
        path = folder / ".cursor/hooks.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps({"version": 1, "hooks": hooks}, indent=1))

    def examine(self, **more: Any) -> Checkup:
        environ = {"HOME": str(self.home), "PATH": "/usr/bin:/bin"}
        store = TrustStore(str(self.state), roots=[str(self.ws)])
        loader = Loader(
            [str(self.ws)], environ=environ, trust=store, switches=str(self.state), valid_matcher=complaint, probing=True,
            enterprise_config=str(self.home / "none.json"),
        )  # fmt: skip
        machine = Machine([str(self.ws)], str(self.state / "journal.db"), "/usr/bin:/bin", environ, "linux", lambda: NOW)
        return examine_all(loader.current(""), machine, **more)


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path.resolve())


def test_a_machine_without_hooks_is_fine(world: World) -> None:
    assert world.examine(canary=True) == Checkup((), (), "/usr/bin:/bin", None, 0)


def test_a_hook_that_works(world: World) -> None:
    world.hooks(world.home, {"stop": [{"command": "sh -c true"}]})
    checkup = world.examine()
    (row,) = checkup.examined
    assert (checkup.is_fine, checkup.findings, row.state, row.tried) == (True, (), "fine", None)
    assert row.start_ms is not None
    shown = checkup.as_dict()
    assert (shown["fine"], shown["journal"]) == (True, {"begins_at": None, "events": 0})
    assert shown["hooks"][0] | {"start_ms": 0} == {
        "source": "user", "event": "stop", "command": "sh -c true", "where": f"{world.home}/.cursor/hooks.json:5",
        "state": "fine", "start_ms": 0, "last_ran_at": None, "median_ms": None, "canary": None, "reason": None,
    }  # fmt: skip


def test_a_hook_that_was_switched_off_is_not_expected_to_run(world: World) -> None:
    from hookline.config.switches import SwitchStore

    world.hooks(world.home, {"stop": [{"command": "sh -c true"}]})
    (row,) = world.examine().examined
    SwitchStore(str(world.state)).switch(row.hook, off=True)
    checkup = world.examine()
    assert ([one.state for one in checkup.examined], checkup.findings) == (["switched off"], ())


def test_states_follow_the_findings_and_the_gravest_comes_first(world: World) -> None:
    world.hooks(world.home, {"stop": [
        {"command": "sh -c true", "timeout": 5000}, {"command": "no-such-program x"}, {"command": ["a"]}, {"command": "./gone.sh"},
    ]})  # fmt: skip
    world.hooks(world.ws, {"stop": [{"command": "sh -c true"}]})
    checkup = world.examine()
    assert [(row.hook.source, row.state) for row in checkup.examined] == [
        ("project", "not trusted"), ("user", "doubtful"), ("user", "broken"), ("user", "broken"), ("user", "set aside"),
    ]  # fmt: skip
    assert [(one.severity, one.code) for one in checkup.findings] == [
        ("error", "argv-command"), ("error", "no-script"), ("error", "no-program"),
        ("warning", "milliseconds"), ("warning", "not-trusted"), ("warning", "fires-twice"),
    ]  # fmt: skip
    assert not checkup.is_fine


def test_verdicts_of_canaries_are_findings_unless_alive(world: World) -> None:
    world.hooks(world.home, {"stop": [{"command": "sh -c true"}]})
    checkup = world.examine(canary=True)
    assert [(row.tried.verdict if row.tried else None) for row in checkup.examined] == ["unknown"]
    assert [(one.code, one.severity) for one in checkup.findings] == [("unknown", "note")]
    assert checkup.as_dict()["hooks"][0]["canary"] == "unknown"


def test_the_path_of_a_desktop_application() -> None:
    assert desktop_path("linux") == "/usr/local/bin:/usr/bin:/bin"
    assert desktop_path("win32") == "/bin:/usr/bin"
