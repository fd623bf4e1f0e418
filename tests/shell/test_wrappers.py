"""The rows of wrappers."""

import pytest

from hookline.shell import read
from hookline.shell.wrappers import PACKAGE_RUNNERS, SCRIPT_OPTIONS, SUBCOMMAND_WRAPPERS, WRAPPERS


@pytest.mark.parametrize(
    "name",
    sorted(WRAPPERS.keys() - {"{", "!", "do", "then", "else", "elif", "if", "while", "until", "su"} | PACKAGE_RUNNERS),
)
def test_every_wrapper_runs_what_it_is_given(name: str) -> None:
    row = WRAPPERS.get(name)
    words = ["x"] * (row.positionals if row else 0)
    assert str(read(" ".join([name, *words, "git", "push"])).runs("git push")) in ("yes", "unknown")
    assert str(read(" ".join([name, *words, "git", "status"])).runs("git push")) == "no"


@pytest.mark.parametrize(
    ("name", "sub"),
    [(name, sub) for name, rows in SUBCOMMAND_WRAPPERS.items() for sub, row in rows.items() if not isinstance(row, str)],
)
def test_every_sub_command_runs_what_it_is_given(name: str, sub: str) -> None:
    row = SUBCOMMAND_WRAPPERS[name][sub]
    words = [] if isinstance(row, str) else ["x"] * row.positionals
    assert str(read(" ".join([name, sub, *words, "--", "git", "push"])).runs("git push")) in ("yes", "unknown")


@pytest.mark.parametrize(
    ("name", "option"), [(name, option) for name, options in SCRIPT_OPTIONS.items() for option in options]
)
def test_every_option_with_a_command_line_is_read(name: str, option: str) -> None:
    command = f"{name} '{option}git push'" if option.endswith("=") else f"{name} {option} 'git push'"
    assert str(read(command).runs("git push")) == "yes"


def test_every_sub_command_that_leads_on_leads_somewhere() -> None:
    assert all(
        row in SUBCOMMAND_WRAPPERS for rows in SUBCOMMAND_WRAPPERS.values() for row in rows.values() if isinstance(row, str)
    )
