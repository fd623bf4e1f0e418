"""The pytest plugin: the fixture `hooks`, and every `*.cases.toml` collected as tests.

    def test_pushing_is_for_people(hooks):
        assert hooks.shell("git push").denied

pytest loads it into every run of every project on the machine, so it imports the engine when a hook
is run and not before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from hookline.cases.nouns import Case, CaseFile, CaseProblem, Result
    from hookline.cases.stage import Bench
    from hookline.cases.workspace_hooks import Hooks

__all__ = ["hookline_workspace", "hooks"]

_ENDING = ".cases.toml"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The settings of `[tool.pytest.ini_options]`."""
    parser.addini(
        "hookline_workspace",
        "Workspace whose hooks are tested, from the root folder; the root folder when absent.",
    )
    parser.addini(
        "hookline_sources",
        "Only hooks of these sources count, such as project; all when absent.",
        type="args",
    )


@pytest.fixture
def hookline_workspace(pytestconfig: pytest.Config) -> Path:
    """The workspace whose hooks are tested; override it to test another."""
    return _workspace(pytestconfig)


@pytest.fixture
def hooks(
    hookline_workspace: Path, pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Hooks]:
    """The hooks of the workspace: `hooks.shell("git push").denied`. Each test has a conversation of
    its own.
    """
    from hookline.cases.workspace_hooks import Hooks

    bench = _bench(hookline_workspace, pytestconfig)
    yield Hooks(bench, str(tmp_path_factory.mktemp("hookline-state")))
    bench.close()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """pytest does not look into hidden folders by itself: `.cursor/hooks` of the root folder is
    where cases are.
    """
    cursor = config.rootpath / ".cursor"
    if collection_path == cursor and (cursor / "hooks").is_dir():
        ignored = [config.invocation_params.dir / path for path in config.getoption("ignore") or ()]
        return None if cursor in ignored else False
    if collection_path.parent == cursor:
        return None if collection_path.name == "hooks" else True
    return None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> CasesFile | None:
    """A case file is a file of tests."""
    if not file_path.name.endswith(_ENDING):
        return None
    return CasesFile.from_parent(parent, path=file_path)


class CasesFile(pytest.File):
    """One `*.cases.toml`: an item for each case, and one for each thing that is wrong with the file."""

    def collect(self) -> Iterable[pytest.Item]:
        """Read the file."""
        from hookline.cases.case_file import read

        file = read(self.path.read_bytes(), str(self.path))
        for case in file.cases:
            yield CaseItem.from_parent(self, name=case.name, file=file, case=case)
        for number, problem in enumerate(file.problems, 1):
            yield ProblemItem.from_parent(self, name=f"problem {number}", problem=problem)


class CaseFailed(Exception):
    """A case that did not pass."""

    def __init__(self, result: Result) -> None:
        super().__init__(result.case.name)
        self.result = result


class CaseItem(pytest.Item):
    """One case."""

    def __init__(self, *, file: CaseFile, case: Case, **more: Any) -> None:
        super().__init__(**more)
        self.file, self.case = file, case

    def runtest(self) -> None:
        """Run it, with real processes."""
        from hookline.cases.case_run import run_case

        bench = _bench(_workspace(self.config), self.config)
        try:
            result = run_case(self.file, self.case, bench)
        finally:
            bench.close()
        if not result.passed:
            raise CaseFailed(result)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *more: Any) -> Any:
        """What differs, without a traceback of ours."""
        if not isinstance(excinfo.value, CaseFailed):
            return super().repr_failure(excinfo, *more)
        from hookline.cases.report import details

        lines = [f"{self.file.about}: {self.case.event}"]
        lines += [_labelled(label, text) for label, text in details(excinfo.value.result)]
        return "\n".join(lines)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the case is, and its name."""
        return self.path, self.case.line - 1, self.name


class ProblemItem(pytest.Item):
    """Something wrong with a case file."""

    def __init__(self, *, problem: CaseProblem, **more: Any) -> None:
        super().__init__(**more)
        self.problem = problem

    def runtest(self) -> None:
        """Say it."""
        pytest.fail(str(self.problem), pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it is."""
        return self.path, self.problem.line - 1, self.name


def _labelled(label: str, text: str) -> str:
    return f"  {label.ljust(12)}" + text.replace("\n", "\n" + " " * 14)


def _workspace(config: pytest.Config) -> Path:
    return config.rootpath / str(config.getini("hookline_workspace") or "")


def _bench(workspace: Path, config: pytest.Config) -> Bench:
    from hookline.cases.case_run import bench_for

    return bench_for(str(workspace), sources=config.getini("hookline_sources"))
