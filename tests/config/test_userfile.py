"""config.userfile: the user's own settings file, and which variables hold a judge's key."""

import os
from pathlib import Path

import pytest
from pytest import param

from hookline.config.userfile import LIMIT_BYTES, key_variables, read_user_file, user_file
from hookline.errors import UsageError


def test_where_it_is() -> None:
    assert user_file("linux", {"HOME": "/home/ann"}) == "/home/ann/.config/hookline/hookline.toml"
    assert user_file("win32", {}) == ""


def test_its_bytes(tmp_path: Path) -> None:
    file = tmp_path / "hookline.toml"
    assert read_user_file(str(file)) is None
    assert read_user_file(str(file / "below")) is None
    file.write_text("[judge]\n")
    assert read_user_file(str(file)) == b"[judge]\n"


def others_can_write(file: Path) -> None:
    file.write_text("[judge]\n")
    file.chmod(0o666)


def others_can_read_a_key(file: Path) -> None:
    file.write_text('[judge]\n key = "secret"\n')
    file.chmod(0o644)


def too_large(file: Path) -> None:
    file.write_bytes(b"#" * (LIMIT_BYTES + 1))


def a_pipe(file: Path) -> None:
    os.mkfifo(file)


def a_folder(file: Path) -> None:
    file.mkdir()


def a_link_to_itself(file: Path) -> None:
    file.symlink_to(file.name)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        param(
            others_can_write,
            "others can write to {file}, so it does not count; run: chmod 600 {file}",
            id="others can write to it",
        ),
        param(
            others_can_read_a_key,
            "{file} holds a key and others can read it; run: chmod 600 {file}",
            id="others can read a key",
        ),
        param(too_large, "{file} is larger than 64 KiB; keep settings only in it", id="too large"),
        param(
            a_pipe, "{file} is not a regular file; write settings there, or remove it", id="a pipe, which would never end"
        ),
        param(a_link_to_itself, "{file} cannot be read: Too many levels of symbolic links", id="a link to itself"),
        param(a_folder, "{file} is not a regular file; write settings there, or remove it", id="a folder"),
    ],
)
def test_what_is_refused(make: object, text: str, tmp_path: Path) -> None:
    file = tmp_path / "hookline.toml"
    make(file)  # type: ignore[operator]
    with pytest.raises(UsageError) as caught:
        read_user_file(str(file))
    assert str(caught.value) == text.format(file=file) and "secret" not in str(caught.value)


def test_a_system_without_owners_has_nobody_to_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "hookline.toml"
    others_can_write(file)
    monkeypatch.delattr(os, "getuid")
    assert read_user_file(str(file)) == b"[judge]\n"


def test_a_key_that_only_you_can_read_is_fine(tmp_path: Path) -> None:
    file = tmp_path / "hookline.toml"
    others_can_read_a_key(file)
    file.chmod(0o600)
    assert read_user_file(str(file)) == b'[judge]\n key = "secret"\n'


@pytest.mark.parametrize(
    ("environ", "data", "found"),
    [
        param({}, None, {"HOOKLINE_JUDGE_KEY"}, id="ours, always"),
        param(
            {"OPENAI_API_KEY": "x"},
            None,
            {"HOOKLINE_JUDGE_KEY"},
            id="a vendor's belongs to hooks while nobody chose the vendor",
        ),
        param(
            {"HOOKLINE_JUDGE_SHAPE": "anthropic"},
            None,
            {"HOOKLINE_JUDGE_KEY", "ANTHROPIC_API_KEY"},
            id="a shape in the environment",
        ),
        param(
            {"HOOKLINE_JUDGE_SHAPE": "gemini"},
            None,
            {"HOOKLINE_JUDGE_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"},
            id="a shape with two",
        ),
        param({}, b'[judge]\nshape = "openai-chat"', {"HOOKLINE_JUDGE_KEY", "OPENAI_API_KEY"}, id="a shape in the file"),
        param({}, b'[judge]\nkey_env = "MY_KEY"', {"HOOKLINE_JUDGE_KEY", "MY_KEY"}, id="a variable named in the file"),
        param({}, b"\xff\x00 not TOML = [", {"HOOKLINE_JUDGE_KEY"}, id="a file nobody can read"),
    ],
)
def test_which_variables_hold_a_key(environ: dict[str, str], data: bytes | None, found: set[str]) -> None:
    assert key_variables(environ, data) == found
