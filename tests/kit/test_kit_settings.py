"""kit.settings: `name=value` texts become values, and wrong ones are told."""

from typing import Any

import pytest

from hookline.errors import UsageError
from hookline.kit.kit_settings import Option, settings_of

OPTIONS = (
    Option("strict", "flag", False, "Be strict"),
    Option("hosts", "words", ("a", "b"), "Hosts"),
    Option("rounds", "number", 3, "How often"),
    Option("on_find", "choice", "deny", "What to do", ("deny", "redact")),
    Option("command", "text", "", "What to run"),
)


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("strict=on", "strict", True),
        ("strict=OFF", "strict", False),
        ("hosts=x.com, y.com,", "hosts", ("x.com", "y.com")),
        ("hosts=", "hosts", ()),
        ("rounds=5", "rounds", 5),
        ("rounds=0.5", "rounds", 0.5),
        ("on_find=redact", "on_find", "redact"),
        ("on-find=redact", "on_find", "redact"),
        ("command=a=b c", "command", "a=b c"),
    ],
)
def test_a_text_becomes_a_value(text: str, name: str, value: Any) -> None:
    assert getattr(settings_of(OPTIONS, [text]), name) == value


def test_what_is_not_given_is_its_default() -> None:
    settings = settings_of(OPTIONS)
    assert (settings.strict, settings.hosts, settings.rounds, settings.on_find) == (False, ("a", "b"), 3, "deny")
    assert repr(settings).startswith("Settings({'strict': False")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("strict=perhaps", "strict is 'perhaps': write on or off"),
        ("rounds=many", "rounds is 'many': write a number"),
        ("on_find=explode", "on_find is 'explode': write one of deny, redact"),
        ("colour=red", "there is no option 'colour'; there are: strict, hosts, rounds, on_find, command"),
        ("Onfind=redact", "there is no option 'Onfind'; did you mean on_find?"),
        ("strict", "'strict' is not name=value"),
    ],
)
def test_a_wrong_one_is_told_with_what_to_write(text: str, told: str) -> None:
    with pytest.raises(UsageError) as error:
        settings_of(OPTIONS, [text])
    assert str(error.value) == told


def test_an_option_that_does_not_exist_is_a_bug_that_shows() -> None:
    with pytest.raises(AttributeError, match="there is no option 'colour'"):
        _ = settings_of(OPTIONS).colour
