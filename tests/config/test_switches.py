"""config.switches: hooks a person switched off, kept in our own state and never in anybody's file."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytest import param

from hookline.config.load import Loader
from hookline.config.switches import SwitchStore, may_switch
from hookline.errors import UsageError
from hookline.model import HookSet
from hookline.testing import a_hook

AT_S = 1_800_000_000.0


@pytest.fixture
def store(tmp_path: Path) -> SwitchStore:
    return SwitchStore(str(tmp_path / "state"), now=lambda: AT_S)


def test_at_first_nothing_is_switched_off(store: SwitchStore) -> None:
    assert store.off() == {}
    assert not os.path.exists(store.folder)


def test_what_is_switched_off_stays_off_also_in_another_process(store: SwitchStore) -> None:
    hook = a_hook(source="user", command="true", matcher="git")
    assert store.switch(hook, off=True)
    code = f"from hookline.config.switches import SwitchStore; print(list(SwitchStore({store.folder!r}).off().items()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == f"[({hook.key!r}, {AT_S})]\n"


def test_switching_twice_changes_nothing(store: SwitchStore) -> None:
    hook, other = a_hook(source="user", command="true"), a_hook(source="user", command="false")
    assert [store.switch(hook, off=off) for off in (True, True, False, False)] == [True, False, True, False]
    store.switch(other, off=True)
    assert store.off() == {other.key: AT_S}


@pytest.mark.parametrize(
    ("changed", "stays_off"),
    [
        param({"line": 99, "number": 7}, True, id="another line"),
        param({"timeout_s": 1.0, "fail_closed": True}, True, id="other options"),
        param({"command": "false"}, False, id="another command"),
        param({"matcher": "git"}, False, id="another matcher"),
        param({"file": "/elsewhere/hooks.json"}, False, id="another file"),
        param({"event": "stop"}, False, id="another event"),
    ],
)
def test_what_a_hook_is_known_by(store: SwitchStore, changed: dict[str, object], stays_off: bool) -> None:
    hook = a_hook(source="user", command="true")
    store.switch(hook, off=True)
    assert (hook._replace(**changed).key in store.off()) is stays_off  # type: ignore[arg-type]


@pytest.mark.parametrize("source", ["enterprise", "team"])
def test_what_the_organisation_hands_out_cannot_be_switched_off(store: SwitchStore, source: str) -> None:
    hook = a_hook(source=source)
    with pytest.raises(UsageError, match=f"is not yours to switch off: {source} hooks always run$"):
        store.switch(hook, off=True)
    assert (may_switch(hook), store.off()) == (False, {})


@pytest.mark.parametrize("source", ["enterprise", "team", "nobody"])
def test_a_store_that_says_so_all_the_same_is_not_obeyed(store: SwitchStore, source: str) -> None:
    store.switch(a_hook(source="user"), off=True)
    text = Path(store.path).read_text().replace('"user"', f'"{source}"')
    Path(store.path).write_text(text)
    assert store.off() == {}


@pytest.mark.parametrize(
    "text",
    [
        param("", id="empty"),
        param("{", id="half a file"),
        param("[]", id="a list"),
        param('{"version": 2, "off": []}', id="another version"),
        param('{"version": 1, "off": [{"hook": {"source": "user"}, "at": 1}]}', id="half a hook"),
        param('{"version": 1, "off": 5}', id="no list"),
        param("[" * 100_000, id="too deep"),
    ],
)
def test_a_damaged_store_switches_nothing_off_and_is_begun_anew(store: SwitchStore, text: str) -> None:
    hook = a_hook(source="user")
    store.switch(hook, off=True)
    Path(store.path).write_text(text)
    assert store.off() == {}
    store.switch(hook, off=True)
    assert store.off() == {hook.key: AT_S}


def test_a_store_that_everybody_can_write_is_not_believed(store: SwitchStore) -> None:
    hook = a_hook(source="user")
    store.switch(hook, off=True)
    os.chmod(store.path, 0o666)
    assert store.off() == {}
    with pytest.raises(UsageError, match="everybody can write to"):
        store.switch(hook, off=True)


def test_a_planted_link_is_neither_believed_nor_followed(store: SwitchStore, tmp_path: Path) -> None:
    hook = a_hook(source="user")
    store.switch(hook, off=True)
    os.rename(store.path, tmp_path / "elsewhere.json")
    os.symlink(tmp_path / "elsewhere.json", store.path)
    assert store.off() == {}
    with pytest.raises(UsageError, match="is a symbolic link"):
        store.switch(hook, off=False)


def test_a_store_that_cannot_be_written_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    with pytest.raises(UsageError, match="cannot be written: .*; set HOOKLINE_STATE to a folder of yours$"):
        SwitchStore(str(tmp_path / "state")).switch(a_hook(source="user"), off=True)


# the loader


def loaded(loader: Loader) -> HookSet:
    return loader.current("stop")


def test_the_loader_sees_a_switch_at_the_next_event(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / ".cursor").mkdir(parents=True)
    (home / ".cursor/hooks.json").write_text(json.dumps({"version": 1, "hooks": {"stop": [{"command": "true"}]}}))
    store = SwitchStore(str(tmp_path / "state"), now=lambda: AT_S)
    loader = Loader([str(tmp_path)], environ={"HOME": str(home)}, switches=store.folder)
    hook = loaded(loader).by_event["stop"][0]
    assert loaded(loader).off == {}
    store.switch(hook, off=True)
    assert loaded(loader).off == {hook.key: AT_S}
    store.switch(hook, off=False)
    assert loaded(loader).off == {}
    os.unlink(store.path)
    assert loaded(loader).off == {}


def test_without_a_state_folder_nothing_is_looked_at(tmp_path: Path) -> None:
    assert loaded(Loader([str(tmp_path)], environ={"HOME": str(tmp_path)})).off == {}


def test_nobody_pays_for_switches_that_are_not_there(tmp_path: Path) -> None:
    code = (
        "import sys; from hookline.config.load import Loader;"
        f"Loader([{str(tmp_path)!r}], environ={{'HOME': {str(tmp_path)!r}}}, switches={str(tmp_path)!r}).current('stop');"
        "print('hookline.config.switches' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "False\n"
