"""An input → a note for each field that seems to be a slip of the pen.

Agents send fields of their own, and they are passed on without a word. Only a name that is hardly
different from a field of the event that is missing is worth a note.
"""

from __future__ import annotations

from collections.abc import Iterable

from hookline.near import nearest
from hookline.spec.events import EventSpec

#: How alike two names must be, from 0 to 1.
_ALIKE = 0.8
#: So many unknown fields are looked at, so many are told: an input may have any number.
_MOST_LOOKED_AT, _MOST_TOLD, _LONGEST = 64, 5, 80


def misspelt_fields(spec: EventSpec, given: Iterable[object]) -> tuple[str, ...]:
    """One sentence for each field of this event that was probably meant; `given` are the names."""
    names = frozenset(given)
    unknown = sorted(name for name in names - spec.known if isinstance(name, str))
    meant = [(name, _meant(spec, name)) for name in unknown[:_MOST_LOOKED_AT]]
    return tuple([
        f"{spec.name} has no field {name[:_LONGEST]!r}; it is passed on as it is. Did you mean {field!r}?"
        for name, field in meant
        if field and field not in names
    ][:_MOST_TOLD])  # fmt: skip


def _meant(spec: EventSpec, name: str) -> str | None:
    """`model_id` is no slip of `model`: somebody has a second word for a second thing."""
    field = nearest(name, sorted(spec.known), _ALIKE)
    return None if field is None or name.startswith(field + "_") else field
