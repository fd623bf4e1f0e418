"""A missing extra is one line wherever it comes up, with the command that helps in the environment that is running."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest import param

from hookline.extras import FEATURES, MissingExtra, command_in, missing, needed, remedy, sentence

REPOSITORY = Path(__file__).resolve().parent.parent
SOURCE = REPOSITORY / "src" / "hookline"
EXTRAS = {extra for extra, _ in FEATURES.values()}
PACKAGES = {package for _, packages in FEATURES.values() for package in packages}
#: The one distribution whose package has another name.
_NAMES = {"pyyaml": "yaml"}


def packages_of(extra: str) -> set[str]:
    """The packages that an extra of pyproject.toml brings, by the name under which they are imported."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    names = [re.split(r"[\[<>=~! ]", line)[0] for line in project["optional-dependencies"][extra]]
    return {_NAMES.get(name, name.replace("-", "_")) for name in names}


@pytest.mark.parametrize("extra", sorted(EXTRAS))
def test_the_table_knows_every_package_of_an_extra(extra: str) -> None:
    assert {package for name, packages in FEATURES.values() if name == extra for package in packages} == packages_of(extra)


@pytest.mark.parametrize(
    ("files", "extra", "command"),
    [
        param({}, "kit", ["/p/bin/python", "-m", "pip", "install", "hookline[kit]"], id="pip"),
        param(
            {"pyvenv.cfg": "home = /usr/bin\nuv = 0.9.2\n"},
            "ui",
            ["uv", "pip", "install", "--python", "/p/bin/python", "hookline[ui]"],
            id="an environment that uv made has no pip",
        ),
        param({"pyvenv.cfg": "home = /usr/uv\n"}, "ui", ["/p/bin/python", "-m", "pip", "install", "hookline[ui]"], id="one that only mentions uv"),
        param({"uv-receipt.toml": ""}, "kit", ["uv", "tool", "install", "hookline[kit,llm]"], id="uv tool: what is there stays"),
        param({"pipx_metadata.json": "{}"}, "llm", ["pipx", "inject", "hookline", "httpx2>=2.16"], id="pipx adds packages"),
        param({}, "", ["/p/bin/python", "-m", "pip", "install", "hookline"], id="a package of no extra"),
    ],
)  # fmt: skip
def test_the_command_is_that_of_the_environment(
    files: dict[str, str], extra: str, command: list[str], tmp_path: Path
) -> None:
    prefix = tmp_path / "hookline"
    prefix.mkdir()
    for name, text in files.items():
        (prefix / name).write_text(text)
    assert command_in(str(prefix), "/p/bin/python", extra, already=["llm"]) == command


def test_the_command_can_be_pasted_into_a_shell() -> None:
    assert remedy("kit") == f"{sys.executable} -m pip install 'hookline[kit]'"


def test_a_missing_package_is_the_sentence() -> None:
    with pytest.raises(MissingExtra) as caught, needed("reading SQL"):
        raise ModuleNotFoundError("No module named 'sqlglot.tokens'", name="sqlglot.tokens")
    assert str(caught.value) == f"Reading SQL needs sqlglot, which is not installed. Run: {remedy('kit')}"
    assert caught.value.name == "sqlglot" and isinstance(caught.value, ImportError)


@pytest.mark.parametrize(
    "error", [param(ImportError("no", name="json"), id="another package"), param(ImportError("no"), id="one without a name"), param(KeyError("a"), id="another error")]
)  # fmt: skip
def test_what_is_not_of_the_extra_stays_what_it_is(error: Exception) -> None:
    with pytest.raises(type(error)) as caught, needed("reading SQL"):
        raise error
    assert caught.value is error


def test_what_is_missing_is_asked_without_importing() -> None:
    assert missing(["json", "no_such_package"]) == ["no_such_package"]


# every late import goes through it


def heavy_imports(tree: ast.AST, guarded: bool = False) -> Iterator[int]:
    """The lines of imports of such packages that stand in no `with needed(…)` and not under TYPE_CHECKING."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            if not guarded and any(name.partition(".")[0] in PACKAGES for name in names):
                yield node.lineno
        else:
            yield from heavy_imports(node, guarded or _guards(node))


def _guards(node: ast.AST) -> bool:
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    return isinstance(node, ast.With) and "needed(" in ast.unparse(node.items[0])


def test_every_import_of_a_package_of_an_extra_says_what_it_is_for() -> None:
    """The page and the team are imported as a whole, by `hookline ui` and `hookline team`."""
    sources = [path for path in SOURCE.rglob("*.py") if path.relative_to(SOURCE).parts[0] not in ("web", "http", "team")]
    found = {path.relative_to(SOURCE).as_posix(): list(heavy_imports(ast.parse(path.read_bytes()))) for path in sources}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_an_import_outside_is_noticed() -> None:
    assert list(heavy_imports(ast.parse("def a():\n    import yaml\nwith needed('x'):\n    import yaml"))) == [2]


# wherever it comes up


def run(folder: Path, package: str, code: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """A process in which the package cannot be imported."""
    script = f"import sys; sys.modules[{package!r}] = None\n{code}"
    environ = {"PATH": os.environ["PATH"], "HOME": str(folder), "HOOKLINE_STATE": str(folder / "state")}
    return subprocess.run(
        [sys.executable, "-c", script], input=stdin, capture_output=True, text=True, cwd=folder, env=environ, timeout=60
    )


def _event(name: str, **fields: object) -> str:
    return json.dumps({"hook_event_name": name, **fields})


_CALL = "from hookline.cli.main import main; sys.exit(main({!r}))"


@pytest.mark.parametrize(
    ("package", "feature", "arguments", "stdin", "before"),
    [
        param("starlette", "the page", ["ui"], "", "Error: ", id="hookline ui"),
        param("jinja2", "the page", ["ui"], "", "Error: ", id="a package of the page that is imported deep inside"),
        param(
            "tree_sitter_bash", "reading shell commands", ["hook", "git-guard"],
            _event("beforeShellExecution", command="git push", cwd="/"), "", id="a ready-made hook",
        ),
        param(
            "sqlglot", "reading SQL", ["hook", "sql-guard"],
            _event("beforeMCPExecution", tool_name="query", tool_input='{"sql": "drop table a"}', command="db"), "", id="another one",
        ),
    ],
)  # fmt: skip
def test_it_is_one_line(tmp_path: Path, package: str, feature: str, arguments: list[str], stdin: str, before: str) -> None:
    ended = run(tmp_path, package, _CALL.format(arguments), stdin)
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", f"{before}{sentence(feature, package)}\n")


def test_it_is_the_last_line_for_who_uses_the_library(tmp_path: Path) -> None:
    ended = run(tmp_path, "tree_sitter", "from hookline.shell import read; read('ls')")
    assert (
        ended.stderr.splitlines()[-1] == f"hookline.extras.MissingExtra: {sentence('reading shell commands', 'tree_sitter')}"
    )


def test_a_hook_of_somebody_else_keeps_its_traceback(tmp_path: Path) -> None:
    (tmp_path / "guard.py").write_text(
        "from hookline.sdk import hook\n@hook.beforeShellExecution\ndef guard(event):\n    import no_such_package\n"
    )
    ended = run(
        tmp_path,
        "sqlglot",
        "import runpy; runpy.run_path('guard.py', run_name='__main__')",
        _event("beforeShellExecution", command="ls"),
    )
    assert ended.stderr.splitlines()[-1] == "ModuleNotFoundError: No module named 'no_such_package'"
