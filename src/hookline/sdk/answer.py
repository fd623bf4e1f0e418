"""`Answer`: what a hook has to say, ready to be printed. Events make them; two can be joined with `|`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Answer:
    """The fields of an answer. None is left out; an empty text stays, because it may be a file's
    new content.
    """

    __slots__ = ("fields", "joined")

    def __init__(self, **fields: Any) -> None:
        self.fields: dict[str, Any] = {
            name: value for name, value in fields.items() if value is not None
        }
        #: The answers it was joined from.
        self.joined: tuple[Answer, ...] = ()

    def __or__(self, other: Answer) -> Answer:
        """Both answers; where both have a field, the second counts."""
        both = Answer(**{**self.fields, **other.fields})
        both.joined = (self, other)
        return both

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self.fields == other.fields

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.fields)))

    def __repr__(self) -> str:
        return f"Answer({', '.join(f'{name}={value!r}' for name, value in self.fields.items())})"

    @property
    def permission(self) -> str | None:
        """allow, deny or ask; None when it has no opinion."""
        if "continue" in self.fields:
            return "allow" if self.fields["continue"] else "deny"
        return self.fields.get("permission")
