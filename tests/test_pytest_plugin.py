"""The pytest plugin, used as its users use it: by pytest, in a process of its own, in a project of its own."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from pytest import param

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "guarded"
HOOKS = '{"version": 1, "hooks": {"beforeShellExecution": [{"command": ".cursor/hooks/guard.sh"}]}}'
GUARD = "#!/bin/sh\ncase $(cat) in *'git push'*) echo pushing >&2; exit 2;; *broken*) exit 1;; esac\n"
CASES = """hook = ".cursor/hooks/guard.sh"

[[case]]
name = "a push is denied"
event = "beforeShellExecution"
input = { command = "git push" }
expect = { permission = "deny" }
"""


class Ended(NamedTuple):
    code: int
    out: str

    @property
    def outcomes(self) -> dict[str, str]:
        """Test → PASSED, FAILED, ERROR."""
        found = re.findall(r"^(\S+?)::(.+?) (PASSED|FAILED|ERROR)\b", self.out, re.MULTILINE)
        return {f"{file}::{name}": outcome for file, name, outcome in found}


class Project:
    """A project with hooks, whose tests are run by pytest."""

    def __init__(self, folder: Path) -> None:
        self.root, self.home = folder / "project", folder / "home"
        self.home.mkdir()
        self.write(".cursor/hooks.json", HOOKS)
        self.write(".cursor/hooks/guard.sh", GUARD)
        self.write("pytest.ini", "[pytest]\n")

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755 if text.startswith("#!") else 0o644)

    def pytest(self, *options: str) -> Ended:
        return run_pytest(self.root, self.home, "-v", *options)


def run_pytest(root: Path, home: Path, *options: str) -> Ended:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "HOOKLINE", "COV"))}
    path = f"{Path(sys.executable).parent}:{kept['PATH']}"
    environ = {**kept, "HOME": str(home), "PATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options],
        cwd=root, env=environ, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    return Ended(done.returncode, done.stdout + done.stderr)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path.resolve())


def test_the_fixture_says_what_the_hooks_of_the_project_decide(project: Project) -> None:
    project.write("test_it.py", """
def test_denied(hooks):
    assert hooks.shell("git push").denied
    assert hooks.shell("ls").allowed

def test_a_failed_assertion_shows_why(hooks):
    assert hooks.shell("ls").denied

def test_a_broken_hook_approves_nothing(hooks):
    assert hooks.shell("broken").allowed
""")  # fmt: skip
    ended = project.pytest()
    assert ended.outcomes == {
        "test_it.py::test_denied": "PASSED",
        "test_it.py::test_a_failed_assertion_shows_why": "FAILED",
        "test_it.py::test_a_broken_hook_approves_nothing": "FAILED",
    }
    assert "<beforeShellExecution 'ls': no opinion, 1 hook ran; none had an opinion>.denied" in ended.out
    assert "failed: exited with code 1>.allowed" in ended.out


def test_nothing_of_the_users_is_touched(project: Project) -> None:
    project.write(".cursor/hooks/guard.sh", "#!/bin/sh\necho $HOOKLINE_STATE >&2\n")
    project.write("test_it.py", f"""
def test_state(hooks):
    state = hooks.shell("ls").stderr
    assert "hookline-state" in state and not state.startswith({str(project.home)!r})
""")  # fmt: skip
    assert project.pytest().code == 0
    assert list(project.home.iterdir()) == []


def test_each_test_has_a_conversation_of_its_own(project: Project) -> None:
    project.write(".cursor/hooks/guard.sh", '#!/bin/sh\ncat > /dev/null\necho \'{"followup_message": "go on"}\'\n')
    project.write(
        ".cursor/hooks.json", '{"version": 1, "hooks": {"stop": [{"command": ".cursor/hooks/guard.sh", "loop_limit": 1}]}}'
    )
    text = 'def test_{}(hooks):\n    assert [hooks.fire("stop", loop_count=None).followup for _ in range(2)] == ["go on", None]\n'
    project.write("test_it.py", text.format("a") + text.format("b"))
    assert set(project.pytest().outcomes.values()) == {"PASSED"}


@pytest.mark.parametrize(
    ("ini", "conftest"),
    [
        param("[pytest]\nhookline_workspace = inner\n", "", id="by a setting"),
        param("[pytest]\n", "import pytest\n@pytest.fixture\ndef hookline_workspace(pytestconfig):\n    return pytestconfig.rootpath / 'inner'\n", id="by a fixture"),
    ],
)  # fmt: skip
def test_another_workspace(project: Project, ini: str, conftest: str) -> None:
    project.write("pytest.ini", ini)
    project.write("conftest.py", conftest)
    project.write("inner/.cursor/hooks.json", '{"version": 1, "hooks": {"stop": [{"command": "pwd >&2"}]}}')
    project.write("test_it.py", 'def test_it(hooks):\n    assert hooks.stop().stderr.strip().endswith("/inner")\n')
    assert project.pytest("test_it.py").code == 0


def test_only_the_sources_that_are_named(project: Project) -> None:
    (project.home / ".cursor").mkdir()
    (project.home / ".cursor/hooks.json").write_text('{"version": 1, "hooks": {"stop": [{"command": "echo mine >&2"}]}}')
    project.write("test_it.py", 'def test_it(hooks):\n    assert hooks.stop().stderr == ""\n')
    assert project.pytest().code == 1
    project.write("pytest.ini", "[pytest]\nhookline_sources = project claude-project\n")
    assert project.pytest().code == 0


def test_case_files_are_tests_also_in_the_hidden_folder_of_hooks(project: Project) -> None:
    project.write(
        ".cursor/hooks/guard.cases.toml",
        CASES
        + CASES.partition("\n\n")[2].replace("a push is denied", "it is allowed").replace('"deny"', '"allow"')
        + "\n[[case]]\n",
    )
    project.write(".cursor/rules/test_not_ours.py", "def test_it():\n    assert False\n")
    project.write("more/other.cases.toml", CASES)
    ended = project.pytest()
    assert ended.outcomes == {
        ".cursor/hooks/guard.cases.toml::a push is denied": "PASSED",
        ".cursor/hooks/guard.cases.toml::it is allowed": "FAILED",
        ".cursor/hooks/guard.cases.toml::problem 1": "FAILED",
        ".cursor/hooks/guard.cases.toml::problem 2": "FAILED",
        "more/other.cases.toml::a push is denied": "PASSED",
    }
    shown = ended.out.partition("it is allowed ____")[2]
    assert shown.splitlines()[1:6] == [
        ".cursor/hooks/guard.sh: beforeShellExecution",
        "  expected    permission: allow",
        "  got         permission: deny",
        "  because     denied by project hook 1 of beforeShellExecution (.cursor/hooks/guard.cases.toml:1): exit code 2",
        "  stderr      pushing",
    ]
    assert "guard.cases.toml:14: a case has no name; say what it shows" in ended.out


@pytest.mark.parametrize(
    ("options", "collected"),
    [
        param([], True, id="by itself"),
        param([".cursor/hooks/guard.cases.toml"], True, id="by its name"),
        param(["-k", "push"], True, id="by a word"),
        param(["--ignore", ".cursor"], False, id="not when told to ignore it"),
        param(["-p", "no:hookline"], False, id="not without the plugin"),
    ],
)
def test_when_case_files_are_collected(project: Project, options: list[str], collected: bool) -> None:
    project.write(".cursor/hooks/guard.cases.toml", CASES)
    ended = project.pytest(*options)
    assert ended.outcomes == ({".cursor/hooks/guard.cases.toml::a push is denied": "PASSED"} if collected else {})


def test_a_bug_in_a_run_is_shown_as_it_is(project: Project) -> None:
    project.write(".cursor/hooks/guard.cases.toml", CASES)
    project.write("conftest.py", """
from hookline.cases import case_run as run
def broken(*arguments):
    raise ZeroDivisionError("a bug")
run.run_case = broken
""")  # fmt: skip
    ended = project.pytest()
    assert ended.code == 1
    assert "ZeroDivisionError: a bug" in ended.out


def test_the_example_project(tmp_path: Path) -> None:
    root = shutil.copytree(EXAMPLE, tmp_path / "guarded")
    ended = run_pytest(root, tmp_path, "-q")
    assert (ended.code, ended.out.splitlines()[-1].split(" in ")[0]) == (0, "15 passed"), ended.out
    environ = {**os.environ, "HOME": str(tmp_path), "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        [sys.executable, "-m", "hookline", "test"], cwd=root, env=environ, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, "7 cases in 2 files: 7 passed" in done.stdout) == (0, True)


def test_the_hooks_of_the_example_are_complete_hooks_by_themselves() -> None:
    done = subprocess.run(
        [sys.executable, ".cursor/hooks/guard.py"], input='{"hook_event_name": "beforeReadFile", "file_path": "/k.pem"}',
        cwd=EXAMPLE, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert ast.literal_eval(done.stdout) == {"permission": "deny", "user_message": "Credentials stay where they are."}


def test_the_plugin_costs_nothing_until_a_hook_is_run() -> None:
    program = "import pytest, sys\nbefore = set(sys.modules)\nimport hookline.pytest_plugin\nprint(sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert set(ast.literal_eval(done.stdout)) <= {"hookline", "hookline.pytest_plugin"}
