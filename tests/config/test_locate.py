"""config.locate: the places of three systems, tested on one."""

import os
import sys

import pytest

from hookline.config.locate import Place, config_folder, home_folder, locate, managed_folder, state_folder, team_ids
from hookline.spec.sources import SOURCES

LINUX = {"HOME": "/home/ann"}
MAC = {"HOME": "/Users/ann"}
WINDOWS = {"USERPROFILE": "C:\\Users\\ann", "PROGRAMDATA": "D:\\Shared", "LOCALAPPDATA": "C:\\Users\\ann\\AppData\\Local"}


def listed(places: tuple[Place, ...]) -> list[tuple[str, str, str]]:
    return [(place.source.name, place.path, place.cwd) for place in places]


@pytest.mark.parametrize(
    ("platform", "environ", "root", "expected"),
    [
        pytest.param(
            "linux", LINUX, "/w",
            [
                ("enterprise", "/etc/cursor/hooks.json", "/etc/cursor"),
                ("team", "/home/ann/.cursor/managed/team_7/hooks.json", "/home/ann/.cursor/managed/team_7/hooks"),
                ("project", "/w/.cursor/hooks.json", "/w"),
                ("user", "/home/ann/.cursor/hooks.json", "/home/ann/.cursor"),
                ("claude-local", "/w/.claude/settings.local.json", "/w"),
                ("claude-project", "/w/.claude/settings.json", "/w"),
                ("claude-user", "/home/ann/.claude/settings.json", "/w"),
            ],
            id="Linux",
        ),
        pytest.param(
            "darwin", MAC, "/w",
            [
                ("enterprise", "/Library/Application Support/Cursor/hooks.json", "/Library/Application Support/Cursor"),
                ("team", "/Users/ann/.cursor/managed/team_7/hooks.json", "/Users/ann/.cursor/managed/team_7/hooks"),
                ("project", "/w/.cursor/hooks.json", "/w"),
                ("user", "/Users/ann/.cursor/hooks.json", "/Users/ann/.cursor"),
                ("claude-local", "/w/.claude/settings.local.json", "/w"),
                ("claude-project", "/w/.claude/settings.json", "/w"),
                ("claude-user", "/Users/ann/.claude/settings.json", "/w"),
            ],
            id="macOS",
        ),
        pytest.param(
            "win32", WINDOWS, "C:\\w",
            [
                ("enterprise", "D:\\Shared\\Cursor\\hooks.json", "D:\\Shared\\Cursor"),
                (
                    "team",
                    "C:\\Users\\ann\\.cursor\\managed\\team_7\\hooks.json",
                    "C:\\Users\\ann\\.cursor\\managed\\team_7\\hooks",
                ),
                ("project", "C:\\w\\.cursor\\hooks.json", "C:\\w"),
                ("user", "C:\\Users\\ann\\.cursor\\hooks.json", "C:\\Users\\ann\\.cursor"),
                ("claude-local", "C:\\w\\.claude\\settings.local.json", "C:\\w"),
                ("claude-project", "C:\\w\\.claude\\settings.json", "C:\\w"),
                ("claude-user", "C:\\Users\\ann\\.claude\\settings.json", "C:\\w"),
            ],
            id="Windows",
        ),
    ],
)  # fmt: skip
def test_every_place(platform: str, environ: dict[str, str], root: str, expected: list[tuple[str, str, str]]) -> None:
    places = locate(platform, environ, [root], teams=["7"])
    assert listed(places) == expected
    assert {place.root for place in places} == {root}


def test_windows_without_programdata_uses_the_usual_folder() -> None:
    (enterprise, *_) = locate("win32", {}, [])
    assert enterprise.path == "C:\\ProgramData\\Cursor\\hooks.json"


def test_an_unknown_platform_is_taken_for_linux() -> None:
    assert locate("freebsd14", LINUX, ["/w"]) == locate("linux", LINUX, ["/w"])


def test_each_root_has_its_project_hooks_and_runs_them_from_there() -> None:
    places = locate("linux", LINUX, ["/a", "/b"], claude=False)
    assert [(place.source.name, place.root, place.cwd) for place in places] == [
        ("enterprise", "/a", "/etc/cursor"),
        ("project", "/a", "/a"),
        ("project", "/b", "/b"),
        ("user", "/a", "/home/ann/.cursor"),
    ]


def test_teams_stand_in_the_order_given() -> None:
    places = locate("linux", LINUX, [], teams=["2", "10"])
    assert [place.path for place in places if place.source.name == "team"] == [
        "/home/ann/.cursor/managed/team_2/hooks.json",
        "/home/ann/.cursor/managed/team_10/hooks.json",
    ]


def test_claude_is_left_out_on_request() -> None:
    assert [place.source.name for place in locate("linux", LINUX, ["/w"], claude=False)] == ["enterprise", "project", "user"]


def test_the_enterprise_file_can_be_another_one() -> None:
    (enterprise, *_) = locate("linux", LINUX, ["/w"], enterprise_config="/opt/acme/hooks.json")
    assert enterprise == Place(SOURCES["enterprise"], "/opt/acme/hooks.json", "/w", "/opt/acme")


def test_without_a_root_claude_hooks_of_the_user_run_from_home() -> None:
    places = locate("linux", LINUX, [])
    assert listed(places)[-1] == ("claude-user", "/home/ann/.claude/settings.json", "/home/ann")
    assert not any(place.source.needs_trust for place in places)


def test_without_a_home_there_are_no_files_of_the_user() -> None:
    places = locate("win32", {}, ["C:\\w"], teams=["7"])
    assert [place.source.name for place in places] == ["enterprise", "project", "claude-local", "claude-project"]


def test_when_home_is_the_workspace_a_file_counts_once_as_the_users() -> None:
    places = locate("linux", LINUX, ["/home/ann"])
    assert [place.source.name for place in places] == ["enterprise", "user", "claude-local", "claude-user"]


def test_a_root_of_slash_makes_no_double_slash() -> None:
    paths = [place.path for place in locate("linux", {"HOME": "/"}, ["/x/"])]
    assert "/.cursor/hooks.json" in paths
    assert "/x/.cursor/hooks.json" in paths


@pytest.mark.parametrize(
    ("platform", "environ", "home"),
    [
        pytest.param("linux", {"HOME": "/h"}, "/h", id="HOME"),
        pytest.param("win32", {"USERPROFILE": "C:\\u", "HOME": "/h"}, "C:\\u", id="USERPROFILE on Windows"),
        pytest.param("win32", {}, "", id="nothing on Windows"),
    ],
)
def test_home(platform: str, environ: dict[str, str], home: str) -> None:
    assert home_folder(platform, environ) == home


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no password database")
@pytest.mark.parametrize("environ", [{}, {"HOME": ""}, {"HOME": "relative"}])
def test_home_without_home_is_that_of_the_password_database(environ: dict[str, str]) -> None:
    import pwd

    assert home_folder("linux", environ) == pwd.getpwuid(os.getuid()).pw_dir


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no numbers for users")
def test_a_user_nobody_knows_has_no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 4_123_456_789)
    assert home_folder("linux", {}) == ""


@pytest.mark.parametrize(
    ("platform", "environ", "folder"),
    [
        pytest.param("linux", LINUX, "/home/ann/.cursor/managed", id="Linux"),
        pytest.param("win32", WINDOWS, "C:\\Users\\ann\\.cursor\\managed", id="Windows"),
        pytest.param("win32", {}, "", id="no home"),
    ],
)
def test_managed_folder(platform: str, environ: dict[str, str], folder: str) -> None:
    assert managed_folder(platform, environ) == folder


@pytest.mark.parametrize(
    ("names", "ids"),
    [
        pytest.param(["team_10", "team_9"], ("9", "10"), id="numbers by value"),
        pytest.param(["team_b", "team_a", "team_1"], ("1", "a", "b"), id="numbers before words"),
        pytest.param(["team_", "teams", "other", ".DS_Store"], (), id="other folders are none"),
        pytest.param(["team_" + "9" * 5000, "team_²"], ("9" * 5000, "²"), id="odd digits are text"),
    ],
)
def test_team_ids(names: list[str], ids: tuple[str, ...]) -> None:
    assert team_ids(names) == ids


@pytest.mark.parametrize(
    ("platform", "environ", "folder"),
    [
        pytest.param("linux", LINUX, "/home/ann/.local/state/hookline", id="Linux"),
        pytest.param("linux", {**LINUX, "XDG_STATE_HOME": "/s"}, "/s/hookline", id="XDG_STATE_HOME"),
        pytest.param(
            "linux", {**LINUX, "XDG_STATE_HOME": "s"}, "/home/ann/.local/state/hookline", id="a relative one is ignored"
        ),
        pytest.param("darwin", MAC, "/Users/ann/Library/Application Support/hookline", id="macOS"),
        pytest.param("win32", WINDOWS, "C:\\Users\\ann\\AppData\\Local\\hookline", id="Windows"),
        pytest.param("win32", {"USERPROFILE": "C:\\u"}, "C:\\u\\AppData\\Local\\hookline", id="without LOCALAPPDATA"),
        pytest.param("linux", {**LINUX, "HOOKLINE_STATE": "/mine"}, "/mine", id="moved by HOOKLINE_STATE"),
        pytest.param("win32", {"HOOKLINE_STATE": "C:\\mine"}, "C:\\mine", id="moved on Windows"),
        pytest.param("linux", {**LINUX, "HOOKLINE_STATE": "mine"}, os.path.abspath("mine"), id="moved to a relative path"),
    ],
)
def test_state_folder(platform: str, environ: dict[str, str], folder: str) -> None:
    assert state_folder(platform, environ) == folder


@pytest.mark.skipif(sys.platform != "linux", reason="compares the Linux row")
def test_the_state_folder_is_the_one_of_platformdirs(monkeypatch: pytest.MonkeyPatch) -> None:
    platformdirs = pytest.importorskip("platformdirs")
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    assert state_folder("linux", LINUX) == platformdirs.user_state_dir("hookline", appauthor=False)


@pytest.mark.parametrize(
    ("platform", "environ", "folder"),
    [
        pytest.param("linux", LINUX, "/home/ann/.config/hookline", id="Linux"),
        pytest.param("linux", {**LINUX, "XDG_CONFIG_HOME": "/c"}, "/c/hookline", id="XDG_CONFIG_HOME"),
        pytest.param(
            "linux", {**LINUX, "XDG_CONFIG_HOME": "c"}, "/home/ann/.config/hookline", id="a relative one is ignored"
        ),
        pytest.param("linux", {**LINUX, "HOOKLINE_STATE": "/mine"}, "/home/ann/.config/hookline", id="state moved"),
        pytest.param("darwin", MAC, "/Users/ann/Library/Application Support/hookline", id="macOS"),
        pytest.param("win32", WINDOWS, "C:\\Users\\ann\\AppData\\Local\\hookline", id="Windows"),
        pytest.param("win32", {"USERPROFILE": "C:\\u"}, "C:\\u\\AppData\\Local\\hookline", id="without LOCALAPPDATA"),
        pytest.param("win32", {}, "", id="no home on Windows"),
    ],
)
def test_config_folder(platform: str, environ: dict[str, str], folder: str) -> None:
    assert config_folder(platform, environ) == folder


def test_without_a_home_there_is_no_config_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hookline.config.locate._home_by_password_database", lambda: "")
    assert config_folder("linux", {}) == ""


@pytest.mark.skipif(sys.platform != "linux", reason="compares the Linux row")
def test_the_config_folder_is_the_one_of_platformdirs(monkeypatch: pytest.MonkeyPatch) -> None:
    platformdirs = pytest.importorskip("platformdirs")
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    assert config_folder("linux", LINUX) == platformdirs.user_config_dir("hookline", appauthor=False)
