from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest import param

from hookline.cli.show.safe_text import (
    ago,
    cells,
    count,
    duration,
    safe,
    safe_lines,
    seconds,
    shell_path,
    short_path,
    short_paths,
)

# On a busy machine the first draw of text alone may take a second.
quickly = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        param("git push", "git push", id="ordinary text stays"),
        param("für 日本語 👍", "für 日本語 👍", id="letters of all kinds stay"),
        param("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m", id="escape sequences are written out"),
        param("\x9b31m", "\\x9b31m", id="the one-byte escape too"),
        param("a\rb", "a\\rb", id="a carriage return cannot hide what stands before it"),
        param("a\nb\tc", "a\\nb\\tc", id="line breaks and tabs are written out on one line"),
        param("\x00\x07\x7f", "\\x00\\x07\\x7f", id="control characters are written out"),
        param("user\u202egnp.exe", "user\\u202egnp.exe", id="bidi overrides are written out"),
        param("a\u200bb\u2066c\ufeff", "a\\u200bb\\u2066c\\ufeff", id="invisible characters are written out"),
        param("\U000e0041", "\\U000e0041", id="tag characters are written out"),
        param("\udce9", "\\udce9", id="bytes of file names that are no text are written out"),
        param("line\u2028end", "line\\u2028end", id="other line ends are written out"),
    ],
)
def test_safe(text: str, shown: str) -> None:
    assert safe(text) == shown


@quickly
@given(st.text(st.characters(codec=None)))
def test_nothing_a_terminal_obeys_is_left(text: str) -> None:
    shown = safe(text)
    assert not any(ord(letter) < 32 or 0x7F <= ord(letter) < 0xA0 for letter in shown)
    assert safe(shown) == shown
    shown.encode()


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        param("one\ntwo\n", ["one", "two"], id="the last line end makes no line"),
        param("one\r\ntwo", ["one", "two"], id="Windows line ends are line ends"),
        param("a\tb\x1b[K", ["a    b\\x1b[K"], id="tabs become spaces, escapes are written out"),
        param("", [""], id="nothing is one empty line"),
    ],
)
def test_safe_lines(text: str, lines: list[str]) -> None:
    assert safe_lines(text) == lines


@pytest.mark.parametrize(
    ("text", "width"),
    [param("abc", 3, id="ASCII"), param("日本", 4, id="wide letters"), param("e\u0301", 1, id="combining marks")],
)
def test_cells(text: str, width: int) -> None:
    assert cells(text) == width


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        param(count(1, "hook"), "1 hook", id="one"),
        param(count(0, "hook"), "0 hooks", id="none"),
        param(duration(0.42), "0.4 ms", id="below ten milliseconds with a fraction"),
        param(duration(19.2), "19 ms", id="milliseconds"),
        param(duration(1234), "1.2 s", id="seconds"),
        param(seconds(60.0), "60 s", id="a whole timeout"),
        param(seconds(0.5), "0.5 s", id="part of a second"),
    ],
)
def test_numbers(shown: str, text: str) -> None:
    assert shown == text


def test_paths_are_shown_as_one_would_type_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, here = tmp_path / "home", tmp_path / "home/shop"
    here.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(here)
    assert short_path(f"{here}/.cursor/hooks.json") == ".cursor/hooks.json"
    assert short_path(f"{home}/.cursor/hooks.json") == "~/.cursor/hooks.json"
    assert short_path("/etc/cursor/hooks.json") == "/etc/cursor/hooks.json"
    here.rmdir()
    assert short_path(f"{here}/x") == "~/shop/x"


@pytest.mark.parametrize(
    ("passed_s", "text"),
    [
        param(0.2, "just now", id="now"),
        param(-5, "just now", id="a clock that was set back"),
        param(59, "just now", id="less than a minute"),
        param(60, "1 min ago", id="a minute"),
        param(7300, "2 h ago", id="hours"),
        param(86_400, "1 day ago", id="a day"),
        param(3 * 86_400, "3 days ago", id="days"),
    ],
)
def test_ago(passed_s: float, text: str) -> None:
    assert ago(passed_s) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        param("denied by user hook 1 ({home}/.cursor/hooks.json:5)", "denied by user hook 1 (~/.cursor/hooks.json:5)", id="in parentheses"),
        param("run: chmod +x {home}/shop/a.sh", "run: chmod +x a.sh", id="below the current folder"),
        param("run: hookline trust {home}/shop", "run: hookline trust ~/shop", id="the current folder itself"),
        param("cat {home}/a, {home}/b; {home}", "cat ~/a, ~/b; ~", id="several"),
        param("hookline trust '{home}/my shop'", "hookline trust '{home}/my shop'", id="in quotes a shell would not expand it"),
        param("{home}y/a and /x{home}/a", "{home}y/a and /x{home}/a", id="a longer name, or the middle of another path"),
        param("/etc/cursor/hooks.json", "/etc/cursor/hooks.json", id="elsewhere"),
    ],
)  # fmt: skip
def test_paths_in_prose_have_the_form_of_paths_alone(
    text: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path.resolve() / "you"
    (home / "shop").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(home / "shop")
    assert short_paths(text.format(home=home)) == shown.format(home=home)


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        param("/home/you/shop", "~/shop", id="below home"),
        param("/home/you/my shop", "~/'my shop'", id="with a space: the tilde stays outside the quotes"),
        param("/srv/my shop", "'/srv/my shop'", id="elsewhere"),
        param("/home/you", "/home/you", id="home itself"),
    ],
)
def test_a_path_in_a_command_line(path: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/you")
    assert shell_path(path) == shown
