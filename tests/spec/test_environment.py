"""spec.environment: the variables of the protocol, and which variables steer a program."""

import pytest

from hookline.spec.environment import PROTOCOL_VARIABLES, steers


def test_the_variables_and_which_are_always_set() -> None:
    """Seed 001, Environment Variables, and HOOKLINE (DESIGN section 3, rule 18)."""
    assert {name: always for name, _about, always in PROTOCOL_VARIABLES} == {
        "CURSOR_PROJECT_DIR": True,
        "CURSOR_VERSION": True,
        "CURSOR_USER_EMAIL": False,
        "CURSOR_TRANSCRIPT_PATH": False,
        "CURSOR_CODE_REMOTE": False,
        "CLAUDE_PROJECT_DIR": True,
        "HOOKLINE": True,
    }


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("PATH", id="where programs are found"),
        pytest.param("LD_PRELOAD", id="the loader of Linux"),
        pytest.param("DYLD_INSERT_LIBRARIES", id="the loader of macOS"),
        pytest.param("BASH_ENV", id="what bash reads first"),
        pytest.param("ENV", id="what sh reads first"),
        pytest.param("BASH_FUNC_ls%%", id="a function exported by bash"),
        pytest.param("IFS", id="how a shell splits words"),
        pytest.param("PYTHONPATH", id="what Python imports"),
        pytest.param("NODE_OPTIONS", id="what Node loads"),
        pytest.param("GIT_SSH_COMMAND", id="what git runs"),
        pytest.param("PERL5OPT", id="what Perl loads"),
        pytest.param("RUBYOPT", id="what Ruby loads"),
        pytest.param("HOME", id="where configuration is looked for"),
        pytest.param("HOOKLINE_STATE", id="our own settings"),
        pytest.param("path", id="the case of a name does not help"),
    ],
)
def test_what_steers(name: str) -> None:
    """DESIGN section 3, rule 24."""
    assert steers(name)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("TICKET", id="a plain name"),
        pytest.param("MY_PATH", id="a steering name at the end of another"),
        pytest.param("PATHS", id="a steering name at the beginning of another"),
        pytest.param("DIGIT_COUNT", id="a steering prefix inside another name"),
        pytest.param("AWS_REGION", id="a setting of a service"),
    ],
)
def test_what_does_not_steer(name: str) -> None:
    assert not steers(name)
