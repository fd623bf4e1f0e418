"""`Row`: an immutable record for the tables of this package, as cheap to import as a plain class."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Row:
    """Base of all table rows. Subclasses name their columns in `__slots__` and set them once, in
    `__init__`.
    """

    __slots__: tuple[str, ...] = ()

    def _set(self, **columns: Any) -> None:
        for name, value in columns.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} rows are fixed; {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def __hash__(self) -> int:
        return hash(tuple(str(getattr(self, name)) for name in self.__slots__))

    def __repr__(self) -> str:
        columns = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__name__}({columns})"
