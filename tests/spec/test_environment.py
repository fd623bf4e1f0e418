"""spec.environment: the variables of the protocol."""

from hookline.spec.environment import PROTOCOL_VARIABLES


def test_the_variables_and_which_are_always_set() -> None:
    """Seed 001, Environment Variables, and ours (DESIGN section 3, rules 18 and 24)."""
    assert {name: always for name, _about, always in PROTOCOL_VARIABLES} == {
        "CURSOR_PROJECT_DIR": True,
        "CURSOR_VERSION": True,
        "CURSOR_USER_EMAIL": False,
        "CURSOR_TRANSCRIPT_PATH": False,
        "CURSOR_CODE_REMOTE": False,
        "CLAUDE_PROJECT_DIR": True,
        "HOOKLINE": True,
        "HOOKLINE_SESSION_ENV": False,
    }
