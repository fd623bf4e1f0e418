"""format: the project's own formatter, on what was edited, inside the workspace, in time."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hookline.errors import NotDone
from hookline.kit.catalogue import load
from hookline.kit.kit_process import functions_of

#: Puts its own name and options into the file it is given last.
FORMATTER = '#!/bin/sh\nfor last do :; done\necho "$(basename "$0") $*" > "$last"\n'


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOOKLINE_STATE", str(tmp_path / "state"))
    root = tmp_path / "shop"
    root.mkdir()
    for name in (
        "prettier",
        "biome",
        "deno",
        "black",
        "ruff",
        "clang-format",
        "gofmt",
        "rustfmt",
        "terraform",
        "dart",
        "zig",
        "own",
    ):
        program(tmp_path / "bin" / name, FORMATTER)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    return root


def program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def edit(root: Path, path: Any, *settings: str, event: str = "afterFileEdit", **data: Any) -> None:
    functions, hooks = functions_of(load("format"), settings)
    data = {"workspace_roots": [str(root)], "conversation_id": "c1", "file_path": path, **data}
    assert functions[event](hooks.classes[event](data)) is None


def formatted(root: Path, name: str, *settings: str, event: str = "afterFileEdit") -> str:
    """What became of a file, with its own path left out."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("as it was\n")
    edit(root, str(path), *settings, event=event)
    return path.read_text().strip().replace(f" {path}", "")


@pytest.mark.parametrize(
    ("files", "name", "expected"),
    [
        pytest.param({"package.json": '{"devDependencies": {"prettier": "3"}}'}, "a.ts", "prettier --log-level warn --ignore-unknown --write", id="prettier as a dependency"),
        pytest.param({"package.json": '{"prettier": {}}'}, "a.css", "prettier --log-level warn --ignore-unknown --write", id="prettier's settings in package.json"),
        pytest.param({".prettierrc": "{}"}, "src/deep/A.TSX", "prettier --log-level warn --ignore-unknown --write", id="prettier's own file, above"),
        pytest.param({"package.json": '{"dependencies": {"@biomejs/biome": "1"}}'}, "a.js", "biome format --write", id="biome as a dependency"),
        pytest.param({"biome.json": "{}"}, "a.json", "biome format --write", id="biome's own file"),
        pytest.param({"biome.json": "{}", ".prettierrc": ""}, "a.md", "prettier --log-level warn --ignore-unknown --write", id="prettier for what biome does not know"),
        pytest.param({"deno.json": "{}"}, "a.ts", "deno fmt --quiet", id="deno"),
        pytest.param({"pyproject.toml": "[tool.ruff]\n"}, "a.py", "ruff format --quiet --force-exclude", id="ruff"),
        pytest.param({".ruff.toml": ""}, "a.pyi", "ruff format --quiet --force-exclude", id="ruff's own file"),
        pytest.param({"pyproject.toml": "[tool.ruff.lint]\n[tool.black]\n"}, "a.py", "black --quiet", id="black, with ruff as a linter"),
        pytest.param({".clang-format": ""}, "a.cpp", "clang-format -i", id="clang-format"),
        pytest.param({"go.mod": ""}, "cmd/a.go", "gofmt -w", id="gofmt"),
        pytest.param({"Cargo.toml": '[package]\nedition = "2024"\n'}, "src/a.rs", "rustfmt --edition 2024", id="rustfmt, with the project's edition"),
        pytest.param({"Cargo.toml": "[workspace]\n"}, "src/a.rs", "rustfmt --edition 2021", id="rustfmt, without an edition"),
        pytest.param({"main.tf": ""}, "b.tf", "terraform fmt -list=false", id="terraform"),
        pytest.param({"pubspec.yaml": ""}, "a.dart", "dart format", id="dart"),
        pytest.param({"build.zig": ""}, "a.zig", "zig fmt", id="zig"),
        pytest.param({}, "a.py", "as it was", id="a project that names none"),
        pytest.param({"pyproject.toml": "[tool.mypy]\n"}, "a.py", "as it was", id="a project with other tools"),
        pytest.param({"pyproject.toml": "not toml ["}, "a.py", "as it was", id="a broken pyproject.toml"),
        pytest.param({"pyproject.toml": "tool = 5\n"}, "a.py", "as it was", id="an odd pyproject.toml"),
        pytest.param({"package.json": "["}, "a.ts", "as it was", id="a broken package.json"),
        pytest.param({"package.json": '{"devDependencies": 5}'}, "a.ts", "as it was", id="an odd package.json"),
        pytest.param({".prettierrc": ""}, "a.bin", "as it was", id="a kind of file that nobody formats"),
        pytest.param({".prettierrc": ""}, "node_modules/x/a.js", "as it was", id="somebody else's file"),
        pytest.param({".prettierrc": "", "sub/biome.json": "{}"}, "sub/a.js", "biome format --write", id="the nearer settings count"),
    ],
)  # fmt: skip
def test_the_formatter_of_the_project(root: Path, files: dict[str, str], name: str, expected: str) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    assert formatted(root, name) == expected


def test_edits_by_tab_are_formatted_too(root: Path) -> None:
    (root / "go.mod").write_text("")
    assert formatted(root, "a.go", event="afterTabFileEdit") == "gofmt -w"


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        pytest.param("own --fast", "own --fast", id="the file is put last"),
        pytest.param("own -c 'a b' {file}", "own -c a b", id="words and a place for the file"),
        pytest.param("own --path={file} {file}", "own --path={path}", id="a place inside a word"),
    ],
)
def test_a_command_of_ones_own(root: Path, command: str, expected: str) -> None:
    (root / "go.mod").write_text("")
    assert formatted(root, "a; touch x.go", f"command={command}") == expected.format(path=root / "a; touch x.go")
    assert not (root / "x.go").exists()


def test_what_the_project_brings_along_comes_first(root: Path) -> None:
    (root / ".prettierrc").write_text("")
    program(root / "node_modules" / ".bin" / "prettier", FORMATTER.replace("$(basename", "local $(basename"))
    assert formatted(root, "src/a.ts").startswith("local prettier")
    assert formatted(root, "src/a.ts", "local=off").startswith("prettier")


@pytest.mark.parametrize(
    "path", [None, 5, "", "\0", "{root}", "{root}/missing.py", "{root}/../outside.py", "{root}/link.py"]
)
def test_nothing_else_is_touched(root: Path, path: Any) -> None:
    outside = root.parent / "outside.py"
    outside.write_text("as it was")
    (root / "link.py").symlink_to(outside)
    (root / "ruff.toml").write_text("")
    edit(root, path.replace("{root}", str(root)) if isinstance(path, str) else path)
    assert outside.read_text() == "as it was"


def test_without_a_workspace_nothing_is_touched(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CURSOR_PROJECT_DIR", raising=False)
    (root / "a.py").write_text("as it was")
    edit(root, str(root / "a.py"), "command=own", workspace_roots=[])
    assert (root / "a.py").read_text() == "as it was"


def test_a_missing_formatter_is_told_once_in_a_conversation(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "go.mod").write_text("")
    (root / "a.go").write_text("as it was")
    (root.parent / "bin" / "gofmt").unlink()
    for conversation in ("c1", "c1", "c2"):
        edit(root, str(root / "a.go"), conversation_id=conversation)
    message = "format: gofmt is not installed, so edits are not formatted. Install it, or set command=.\n"
    assert capsys.readouterr().err == message * 2
    assert (root / "a.go").read_text() == "as it was"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        pytest.param("echo 'line 3: no'; exit 2", "own failed with exit code 2 on", id="it fails"),
        pytest.param("sleep 60", "own did not end within 0.3 s and was stopped.", id="it never ends"),
    ],
)
def test_a_formatter_in_trouble_is_told(root: Path, capsys: pytest.CaptureFixture[str], body: str, said: str) -> None:
    program(root.parent / "bin" / "own", f"#!/bin/sh\n{body}\n")
    assert formatted(root, "a.x", "command=own", "seconds=0.3" if "sleep" in body else "seconds=30") == "as it was"
    assert said in capsys.readouterr().err


def test_a_program_that_is_none_is_a_failure_of_the_hook(root: Path) -> None:
    program(root.parent / "bin" / "own", "#!/nowhere\n")
    with pytest.raises(NotDone, match="own cannot be run: No such file or directory."):
        formatted(root, "a.x", "command=own")


def test_ten_megabytes_and_no_text_go_through(root: Path) -> None:
    (root / "a.x").write_bytes(b"\xff\0" * 5_000_000)
    edit(root, str(root / "a.x"), "command=wc -c", edits=[{"old_string": "\ufffd" * 5_000_000, "new_string": None}])


def test_ruff_itself_as_a_process(root: Path) -> None:
    (root / "ruff.toml").write_text("")
    (root / "a.py").write_text("x = {  'a':1 }\n")
    payload = {"hook_event_name": "afterFileEdit", "file_path": str(root / "a.py"), "workspace_roots": [str(root)]}
    environ = {**os.environ, "HOOKLINE": "1", "PATH": f"{os.path.dirname(sys.executable)}:/usr/bin:/bin"}
    done = subprocess.run(
        [sys.executable, "-m", "hookline", "hook", "format"], input=json.dumps(payload), capture_output=True, text=True,
        env=environ, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "{}\n", "")
    assert (root / "a.py").read_text() == 'x = {"a": 1}\n'
