"""team.catalogue_folder: a folder of a repository, read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hookline.errors import Unreadable
from hookline.team.catalogue_folder import read_catalogue
from hookline.team.team_hook import TeamHook

GUARD = "#!/bin/sh\nexit 2\n"
CONFIG = {"version": 1, "hooks": {"beforeShellExecution": [{"command": "./guard.sh", "matcher": "git push"}]}}


def a_folder(folder: Path, **files: str) -> str:
    texts = {
        "hooks.json": json.dumps(CONFIG),
        "hooks/guard.sh": GUARD,
        **{n.replace("__", "/").replace("_", "."): t for n, t in files.items()},
    }
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return str(folder)


def test_hooks_come_in_the_order_of_hooks_json_with_their_options(tmp_path: Path) -> None:
    expected = TeamHook("beforeShellExecution", "guard.sh", GUARD.encode(), options={"matcher": "git push"})
    assert read_catalogue(a_folder(tmp_path)) == [expected]


def test_team_toml_names_systems_and_what_is_not_active(tmp_path: Path) -> None:
    manifest = '[scripts."guard.sh"]\nsystems = ["Linux"]\nactive = false\n'
    (found,) = read_catalogue(a_folder(tmp_path, team_toml=manifest))
    assert (found.systems, found.active) == (("Linux",), False)


def an_entry(command: object) -> str:
    return json.dumps({"version": 1, "hooks": {"stop": [{"command": command}]}})


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        pytest.param({"hooks_json": "{"}, "is not JSON", id="hooks.json is not JSON"),
        pytest.param({"hooks_json": "[]"}, "not a JSON object", id="hooks.json is a list"),
        pytest.param({"hooks_json": "{}"}, 'no "hooks" object', id="hooks.json has no hooks"),
        pytest.param({"hooks_json": an_entry("npx guard")}, "does not run a script", id="a command that is no script"),
        pytest.param({"hooks_json": an_entry(7)}, "does not run a script", id="a command that is no text"),
        pytest.param({"hooks_json": an_entry("./../x.sh")}, "does not run a script", id="a script elsewhere"),
        pytest.param({"hooks_json": an_entry("./gone.sh")}, "No such file", id="a script that is not there"),
        pytest.param({"hooks__guard_sh": "exit 2"}, "does not begin with '#!'", id="a script nothing runs"),
        pytest.param({"team_toml": "["}, "is not TOML", id="team.toml is not TOML"),
        pytest.param({"team_toml": '[script."guard.sh"]\n'}, "'script' means nothing", id="a misspelt table"),
        pytest.param({"team_toml": '[scripts."guard.sh"]\nsystem = []\n'}, "Did you mean 'systems'", id="a misspelt key"),
        pytest.param({"team_toml": '[scripts."gard.sh"]\n'}, "Did you mean 'guard.sh'", id="a misspelt script"),
        pytest.param({"team_toml": '[scripts."guard.sh"]\nactive = 1\n'}, "true or false", id="active is a number"),
        pytest.param({"team_toml": '[scripts."guard.sh"]\nsystems = "Linux"\n'}, "a list of names", id="systems is a text"),
    ],
)  # fmt: skip
def test_a_folder_that_is_refused(files: dict[str, str], reason: str, tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=reason):
        read_catalogue(a_folder(tmp_path, **files))


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="No such file"):
        read_catalogue(str(tmp_path / "none"))
