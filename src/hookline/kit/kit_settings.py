"""Options of a ready-made hook: rows, `name=value` texts in, `Settings` out.

Kinds: `flag` (on, off), `text`, `number`, `words` (a list, separated by commas), `choice` (one of a
few words).
"""

from __future__ import annotations

from hookline.errors import UsageError
from hookline.spec.row import Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

_FLAGS = {
    "on": True,
    "true": True,
    "yes": True,
    "1": True,
    "off": False,
    "false": False,
    "no": False,
    "0": False,
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
        if self.kind == "flag":
            if text.lower() not in _FLAGS:
                raise UsageError(f"{self.name} is {text!r}: write on or off")
            return _FLAGS[text.lower()]
        if self.kind == "number":
            try:
                return float(text) if "." in text else int(text)
            except ValueError:
                raise UsageError(f"{self.name} is {text!r}: write a number") from None
        if self.kind == "words":
            return tuple(word.strip() for word in text.split(",") if word.strip())
        if self.kind == "choice" and text not in self.choices:
            raise UsageError(f"{self.name} is {text!r}: write one of {', '.join(self.choices)}")
        return text


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
    """The values of all options, those that are not given at their defaults; raises `UsageError`."""
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
