"""`check --fix`: files are fixed in place, shown, and trusted only if they were."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest

FAULTY = """{
  "hooks": {
    "stop": [
      {"command": "true"},
    ],
  }
}
"""
FIXED = """{
  "version": 1,
  "hooks": {
    "stop": [
      {"command": "true"}
    ]
  }
}
"""


def write(folder: Path, text: str, name: str = ".cursor/hooks.json") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_what_can_be_mended_is_mended_and_the_rest_is_shown(box: Any, call: Any) -> None:
    path = write(box.home, FAULTY.replace("true", "./gone.sh"))
    ended = call("check", "--fix")
    assert ended.code == 0
    assert path.read_text() == FIXED.replace("true", "./gone.sh")
    assert ended.out.startswith(
        "Fixed  ~/.cursor/hooks.json:4:31  trailing-comma: removes the comma\n"
        "Fixed  ~/.cursor/hooks.json:5:6  trailing-comma: removes the comma\n"
        'Fixed  ~/.cursor/hooks.json:2:3  missing-version: adds "version": 1\n'
        "\n"
        "warning[no-script]: './gone.sh' does not exist\n"
    )
    assert ended.out.endswith("1 warning in 1 file, 1 hook.\n")


def test_the_difference_is_shown_and_without_fix_nothing_is_written(box: Any, call: Any) -> None:
    path = write(box.home, FAULTY)
    ended = call("check", "--diff")
    assert ended.code == 1
    assert path.read_text() == FAULTY
    assert ended.out.split("\n\n")[0].splitlines() == [
        "Would fix  ~/.cursor/hooks.json:4:26  trailing-comma: removes the comma",
        "Would fix  ~/.cursor/hooks.json:5:6  trailing-comma: removes the comma",
        'Would fix  ~/.cursor/hooks.json:2:3  missing-version: adds "version": 1',
        "--- a/~/.cursor/hooks.json",
        "+++ b/~/.cursor/hooks.json",
        "@@ -1,7 +1,8 @@",
        " {",
        '+  "version": 1,',
        '   "hooks": {',
        '     "stop": [',
        '-      {"command": "true"},',
        "-    ],",
        '+      {"command": "true"}',
        "+    ]",
        "   }",
        " }",
    ]


def test_nothing_to_fix_is_said_with_what_could_be(box: Any, call: Any) -> None:
    path = write(box.home, FIXED)
    before = path.stat().st_mtime_ns
    assert call("check", "--fix").out.startswith("Nothing to fix. --fix can repair: trailing-comma, single-quotes, ")
    assert path.stat().st_mtime_ns == before


def test_json_says_what_was_mended(box: Any, call: Any) -> None:
    path = write(box.home, FAULTY)
    ended = call("check", "--fix", "--json")
    assert [(one["file"], one["code"], one["line"]) for one in ended.json["fixed"]] == [
        (str(path), "trailing-comma", 4), (str(path), "trailing-comma", 5), (str(path), "missing-version", 2),
    ]  # fmt: skip
    assert (ended.code, ended.json["problems"]) == (0, [])


def test_without_fix_json_does_not_speak_of_it(box: Any, call: Any) -> None:
    write(box.home, FAULTY)
    assert "fixed" not in call("check", "--json").json


@pytest.mark.parametrize("style", ["sarif", "github"])
def test_formats_for_programs_keep_stdout(box: Any, call: Any, style: str) -> None:
    write(box.home, FAULTY)
    ended = call("check", "--fix", "--format", style)
    assert "Fixed" not in ended.out
    assert "Fixed  ~/.cursor/hooks.json:4:26  trailing-comma" in ended.err


def test_a_file_that_is_named_is_mended_alone(box: Any, call: Any) -> None:
    named, other = write(box.ws, FAULTY, "x/hooks.json"), write(box.home, FAULTY)
    assert call("check", "--fix", "x/hooks.json").code == 0
    assert (named.read_text(), other.read_text()) == (FIXED, FAULTY)


def test_an_organisations_file_is_left_alone_unless_it_is_named(box: Any, call: Any) -> None:
    path = write(box.root, FAULTY, "etc/hooks.json")
    call("check", "--fix", "--enterprise-config", path)
    assert path.read_text() == FAULTY
    call("check", "--fix", path, "--enterprise-config", path)
    assert path.read_text() == FIXED


def test_claude_codes_settings_are_mended_as_what_they_are(box: Any, call: Any) -> None:
    path = write(box.ws, '{"hooks": {},}', ".claude/settings.json")
    call("check", "--fix")
    assert path.read_text() == '{"hooks": {}}'


def test_what_cannot_be_read_is_left_alone(box: Any, call: Any) -> None:
    path = write(box.home, "")
    path.write_bytes(b"\xff\xfe{,}")
    assert call("check", "--fix").code == 1
    assert path.read_bytes() == b"\xff\xfe{,}"


# scripts


def test_a_script_is_made_executable_for_those_who_may_read_it(box: Any, call: Any) -> None:
    script = box.script("home/.cursor/hooks/guard.sh", "exit 0")
    script.chmod(0o640)
    box.user_hooks({"stop": [{"command": "./hooks/guard.sh"}, {"command": "./hooks/guard.sh x"}]})
    ended = call("check", "--fix")
    assert ended.out.splitlines()[0] == "Fixed  ~/.cursor/hooks/guard.sh  not-executable: runs chmod +x"
    assert stat.S_IMODE(script.stat().st_mode) == 0o750
    assert ended.out.endswith("No problems in 1 file, 2 hooks.\n")


def test_what_is_no_script_lies_elsewhere_or_is_read_by_an_interpreter_stays_as_it_is(box: Any, call: Any) -> None:
    outside = box.script("outside.sh", "exit 0")
    data = box.script("home/.cursor/hooks/data", "")
    data.write_text("no first line of the kind")
    read = box.script("home/.cursor/hooks/read.sh", "exit 0")
    link = box.home / ".cursor/hooks/link.sh"
    link.symlink_to(outside)
    for one in (outside, data, read):
        one.chmod(0o644)
    commands = [str(outside), "./hooks/data", "sh hooks/read.sh", "./hooks/link.sh", "./hooks", "./hooks/gone.sh", "true"]
    box.user_hooks({"stop": [*({"command": command} for command in commands), {"type": "prompt", "prompt": "x"}]})
    call("check", "--fix")
    assert [stat.S_IMODE(one.stat().st_mode) for one in (outside, data, read)] == [0o644] * 3


# trust


def trusted(call: Any) -> bool:
    return all(one["trusted"] for one in call("list", "--json").json["trust"])


def test_a_workspace_that_was_trusted_stays_so(box: Any, call: Any) -> None:
    write(box.ws, '{"hooks": {"stop": [{"command": "true"}]}}')
    call("trust", "--yes")
    ended = call("check", "--fix")
    assert f"Trusted  {box.ws}  as before, with the fixed files\n" in ended.out.replace("~/", f"{box.home}/")
    assert trusted(call)


def test_one_that_was_not_is_not_trusted_by_mending_it(box: Any, call: Any) -> None:
    write(box.ws, '{"hooks": {"stop": [{"command": "true"}]}}')
    ended = call("check", "--fix")
    assert "Not trusted  " in ended.out
    assert f"hookline trust {box.ws}" in ended.out
    assert not trusted(call)


def test_a_file_nobody_could_read_before_was_not_trusted_either(box: Any, call: Any) -> None:
    write(box.ws, FAULTY)
    assert "its hooks were not trusted before" in call("check", "--fix").out
    assert not trusted(call)


def test_a_file_that_changed_since_it_was_trusted_is_not_trusted_by_mending_it(box: Any, call: Any) -> None:
    path = write(box.ws, json.dumps({"version": 1, "hooks": {"stop": [{"command": "true"}]}}))
    call("trust", "--yes")
    path.write_text('{"hooks": {"stop": [{"command": "rm -rf x"}]}}')
    call("check", "--fix")
    assert not trusted(call)


def test_a_workspace_without_hooks_needs_no_trust(box: Any, call: Any) -> None:
    write(box.ws, '{"hooks": {},}')
    assert "rusted" not in call("check", "--fix").out
