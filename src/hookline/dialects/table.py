"""DIALECTS: one row for each tool whose hooks can be read and written.

read = DIALECTS["gemini"].read(text, ".gemini/settings.json")
written = DIALECTS["cursor"].write(read.hooks, existing_text)
"""

from __future__ import annotations

from functools import partial

from hookline.dialects.conversion import CURSOR, Dialect
from hookline.dialects.cursor import PATH, read_cursor, write_cursor
from hookline.dialects.dialect_reader import read_dialect
from hookline.dialects.dialect_writer import write_dialect
from hookline.spec.dialects import DIALECT_SPECS

#: Every dialect by name, Cursor's own first.
DIALECTS: dict[str, Dialect] = {
    CURSOR: Dialect(CURSOR, "Cursor", PATH, read_cursor, write_cursor),
    **{
        spec.name: Dialect(
            spec.name,
            spec.title,
            spec.path,
            partial(read_dialect, spec),
            partial(write_dialect, spec),
        )
        for spec in DIALECT_SPECS.values()
    },
}
