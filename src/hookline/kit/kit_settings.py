"""Options of a ready-made hook: rows, `name=value` texts in, `Settings` out.

Kinds: `flag` (on, off), `text`, `number`, `words` (a list, separated by commas), `choice` (one of a
few words).
"""

from __future__ import annotations

from hookline.errors import UsageError
from hookline.spec.row import Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

_FLAGS = {
    **dict.fromkeys(("on", "true", "yes", "1"), True),
    **dict.fromkeys(("off", "false", "no", "0"), False),
}


class Option(Row):
    """One option: its name, kind, default, what it does, and the words of a choice."""

    __slots__ = ("name", "kind", "default", "about", "choices")

    name: str
    kind: str
    default: Any
    about: str
    choices: tuple[str, ...]

    def __init__(
        self, name: str, kind: str, default: Any, about: str, choices: tuple[str, ...] = ()
    ) -> None:
        self._set(name=name, kind=kind, default=default, about=about, choices=choices)

    def parse(self, text: str) -> Any:
        """The value a text stands for; raises `UsageError`."""
        try:
            return _PARSERS[self.kind](self, text)
        except (KeyError, ValueError):
            what = _EXPECTED[self.kind] or f"one of {', '.join(self.choices)}"
            raise UsageError(f"{self.name} is {text!r}: write {what}") from None


def _number(option: Option, text: str) -> float:
    return float(text) if "." in text else int(text)


def _choice(option: Option, text: str) -> str:
    return option.choices[option.choices.index(text)]


def _words(option: Option, text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


#: Kind → how a text of it is read; ValueError and KeyError: it cannot be.
_PARSERS: dict[str, Callable[[Option, str], Any]] = {
    "flag": lambda option, text: _FLAGS[text.lower()],
    "text": lambda option, text: text,
    "number": _number,
    "words": _words,
    "choice": _choice,
}
#: Kind → what to write instead.
_EXPECTED = {"flag": "on or off", "number": "a number", "choice": ""}


class Settings:
    """The options' values as attributes."""

    def __init__(self, **values: Any) -> None:
        self._values = values

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["_values"][name]
        except KeyError:
            raise AttributeError(f"there is no option {name!r}") from None

    def __repr__(self) -> str:
        return f"Settings({self._values!r})"


def settings_of(options: Sequence[Option], texts: Iterable[str] = ()) -> Settings:
    """The values of all options, those that are not given at their defaults; raises
    `UsageError`.
    """
    by_name = {option.name: option for option in options}
    values: dict[str, Any] = {option.name: option.default for option in options}
    for text in texts:
        name, equals, value = text.partition("=")
        option = by_name.get(name.strip().replace("-", "_"))
        if not equals:
            raise UsageError(f"{text!r} is not name=value")
        if option is None:
            from hookline.near import hint

            raise UsageError(f"there is no option {name!r}; {hint(name, by_name)}")
        values[option.name] = option.parse(value)
    return Settings(**values)
