"""code-scan: the scanner looks at what was edited, and the agent goes on until it is clean."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from hookline.errors import NotDone
from hookline.kit.catalogue import load
from hookline.kit.kit_process import functions_of

#: Says 1 and the place for each file with "bad" in it.
SCANNER = """#!/bin/sh
echo "$@" >> "$(dirname "$0")/calls"
code=0
for file do case "$file" in -*) continue;; esac
  if grep -n bad "$file" /dev/null; then code=1; fi
done
exit $code
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOOKLINE_STATE", str(tmp_path / "state"))
    root = tmp_path / "shop"
    (root / "src").mkdir(parents=True)
    program(tmp_path / "bin" / "scan", SCANNER)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    return root


def program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def fire(root: Path, event: str, *settings: str, **data: Any) -> str:
    functions, hooks = functions_of(load("code-scan"), settings)
    data = {"workspace_roots": [str(root)], "conversation_id": "c1", **data}
    said = functions[event](hooks.classes[event](data))
    return "" if said is None else str(said.fields["followup_message"])


def edit(root: Path, name: str, text: str) -> None:
    path = root / name
    path.write_text(text)
    fire(root, "afterFileEdit", file_path=str(path))


def stop(root: Path, *settings: str, **data: Any) -> str:
    return fire(root, "stop", *(settings or ("command=scan",)), **{"status": "completed", "loop_count": 0, **data})


def test_the_agent_goes_on_until_it_is_clean(root: Path) -> None:
    edit(root, "src/a.py", "fine\nbad\n")
    edit(root, "-b.py", "fine\n")
    expected = (
        "code-scan: the scanner has findings in files you edited. Fix the code, do not silence the rules:\n\n"
        "```\n./src/a.py:2:bad\n```"
    )
    assert stop(root) == expected
    assert stop(root, loop_count=1) == expected
    edit(root, "src/a.py", "fine\n")
    assert stop(root, loop_count=2) == ""
    assert stop(root) == ""
    assert (root.parent / "bin" / "calls").read_text() == "./src/a.py ./-b.py\n" * 3


@pytest.mark.parametrize(
    ("settings", "data"),
    [
        pytest.param(["command=scan"], {"loop_count": 3}, id="three follow-ups are enough"),
        pytest.param(["command=scan", "rounds=0"], {}, id="none is wanted"),
        pytest.param(["command=scan"], {"status": "aborted"}, id="a person stopped it"),
        pytest.param(["command=scan"], {"workspace_roots": []}, id="no workspace"),
        pytest.param(["command=scan"], {"conversation_id": "c2"}, id="another conversation"),
    ],
)
def test_it_may_stop(root: Path, monkeypatch: pytest.MonkeyPatch, settings: list[str], data: dict[str, Any]) -> None:
    monkeypatch.delenv("CURSOR_PROJECT_DIR", raising=False)
    edit(root, "a.py", "bad")
    assert stop(root, *settings, **data) == ""


def test_giving_up_is_told(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(root, "a.py", "bad")
    stop(root, loop_count=3)
    assert "code-scan: findings remain after 3 follow-ups" in capsys.readouterr().err


def test_files_that_are_gone_or_elsewhere_are_not_scanned(root: Path) -> None:
    edit(root, "a.py", "bad")
    (root / "a.py").unlink()
    fire(root, "afterFileEdit", file_path="/etc/passwd")
    assert stop(root) == ""
    assert not (root.parent / "bin" / "calls").exists()


def test_only_some_lines_are_told(root: Path) -> None:
    edit(root, "a.py", "bad\n" * 50)
    assert stop(root, "command=scan", "lines=2").count("bad\n") == 2


def test_very_many_files_are_scanned_in_parts(root: Path) -> None:
    for number in range(201):
        edit(root, f"{number}.py", "bad" if number in (0, 200) else "")
    assert "./0.py:1:bad\n./200.py:1:bad" in stop(root)
    assert len((root.parent / "bin" / "calls").read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("body", "setting", "why"),
    [
        pytest.param("echo broken; exit 2", "command=scan", "scan failed with exit code 2: broken", id="it breaks"),
        pytest.param("sleep 60", "seconds=0.3", "scan did not end within 0.3 s", id="it never ends"),
        pytest.param("", "command=no-such-scanner", "'no-such-scanner' was not found. Install it", id="it is not there"),
        pytest.param("", "command= ", "was not found", id="it has no name"),
        pytest.param("", "command=scan 'x", "cannot be split into words", id="it has a quote too few"),
    ],
)
def test_a_scanner_that_cannot_be_used_is_a_failure_of_the_hook(root: Path, body: str, setting: str, why: str) -> None:
    program(root.parent / "bin" / "scan", f"#!/bin/sh\n{body}\n")
    edit(root, "a.py", "bad")
    with pytest.raises(NotDone, match=why):
        stop(root, "command=scan", setting)


def test_a_scanner_that_prints_nothing(root: Path) -> None:
    program(root.parent / "bin" / "scan", "#!/bin/sh\nexit 1\n")
    edit(root, "a.py", "bad")
    assert "(it printed nothing)" in stop(root)


def test_without_a_scanner_it_says_so(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(root, "a.py", "bad")
    assert stop(root, "rounds=3") == ""
    assert "code-scan: no scanner was found" in capsys.readouterr().err


def test_ruff_is_found_and_looks_for_what_is_dangerous(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{os.path.dirname(sys.executable)}:/usr/bin:/bin")
    edit(root, "a.py", "import subprocess\n\nsubprocess.call('ls', shell=True)\n")
    edit(root, "a.txt", "shell=True")
    text = stop(root, "rounds=3")
    assert "a.py:3:1: S60" in text
    edit(root, "a.py", "print('fine')\n")
    assert stop(root, "rounds=3") == ""


def test_semgrep_is_taken_where_the_project_has_rules(root: Path) -> None:
    program(root / ".venv" / "bin" / "semgrep", '#!/bin/sh\necho "$@"; exit 1\n')
    (root / ".semgrep.yml").write_text("rules: []")
    edit(root, "a.py", "x")
    words = "scan --error --quiet --metrics=off --disable-version-check --config .semgrep.yml ./a.py"
    assert words in stop(root, "rounds=3")
    assert words in stop(root, "command=semgrep")


def test_options_of_ones_own_are_left_alone(root: Path) -> None:
    program(root.parent / "bin" / "semgrep", '#!/bin/sh\necho "$@"; exit 1\n')
    edit(root, "a.py", "x")
    assert "```\n--config p/ci ./a.py\n```" in stop(root, "command=semgrep --config p/ci")
