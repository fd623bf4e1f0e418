"""The table of programs."""

from hookline.shell.programs import PROGRAMS


def test_every_program_stands_in_one_row() -> None:
    assert len(PROGRAMS) > 80
    assert all(callable(function) and function.__doc__ for function in PROGRAMS.values())
