"""The tables of names agree with each other."""

import pytest
from pytest import param

from hookline.shell.known_names import GIT_COMMANDS, GIT_SAME, GIT_USUAL, INERT, SHELLS, STARTUP_FILES
from hookline.shell.languages import INTERPRETERS
from hookline.shell.wrappers import PACKAGE_RUNNERS, SUBCOMMAND_WRAPPERS, WRAPPERS


def test_no_program_that_runs_others_is_said_to_do_nothing() -> None:
    assert not INERT & (WRAPPERS.keys() | SUBCOMMAND_WRAPPERS.keys() | PACKAGE_RUNNERS | SHELLS | INTERPRETERS.keys())


def test_git_has_each_word_once() -> None:
    assert not GIT_COMMANDS & GIT_USUAL
    assert GIT_SAME.keys() <= GIT_COMMANDS


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        param("/home/x/.bashrc", True, id="a profile"),
        param(".git/hooks/pre-push", True, id="a hook of git"),
        param(".husky/pre-commit", True, id="a hook of a helper"),
        param("/etc/cron.d/x", True, id="a table of times"),
        param("src/hooks/use.ts", False, id="a file in a folder of that name"),
        param("notes.profile.md", False, id="a name that only looks like it"),
    ],
)
def test_files_that_run_by_themselves(path: str, expected: bool) -> None:
    assert bool(STARTUP_FILES.search(path)) is expected
