"""One row of a table of addresses: `asgi` serves it and `openapi` describes it, so neither can drift
from the other.

A row with a template is a page at its path, and the same dict as JSON under `/api`. A row with a
body is a POST below `/api`; with a template too, its dict can also be had as a piece of a page
(`Accept: text/html`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

Params = Mapping[str, Any]


class Param(NamedTuple):
    """One parameter of an address. `kind`: text, number, flag (`1`), or word, which must be one of
    `words`.
    """

    name: str
    about: str
    kind: str = "text"
    words: tuple[str, ...] = ()
    in_path: bool = False


class Route(NamedTuple):
    """One address. `call` makes the dict of `shape` from what the server is about, the parameters
    and the body.
    """

    path: str
    about: str
    shape: type
    call: Callable[[Any, Params, Mapping[str, Any]], Any]
    params: tuple[Param, ...] = ()
    template: str | None = None
    body: type | None = None

    @property
    def method(self) -> str:
        """POST where something is sent."""
        return "GET" if self.body is None else "POST"

    @property
    def pattern(self) -> str:
        """The path as starlette matches it. An id that is text may have slashes in it."""
        free = any(param.in_path and param.kind == "text" for param in self.params)
        if free and self.path.endswith("{id}"):
            return self.path.replace("{id}", "{id:path}")
        return self.path
