"""`Kit`: one ready-made hook as a row: what it is for, its options, its entries in hooks.json, and
what builds it.
"""

from __future__ import annotations

from hookline.spec.row import Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from hookline.kit.kit_settings import Option, Settings
    from hookline.sdk.event_types import Hooks

    Build = Callable[[Hooks, Settings], None]


class Entry(Row):
    """One entry in hooks.json: for which event, with which matcher, and whether a failure of it
    denies.
    """

    __slots__ = ("event", "matcher", "fail_closed", "timeout", "loop_limit")

    event: str
    matcher: str
    fail_closed: bool
    timeout: float | None
    loop_limit: int | None

    def __init__(
        self,
        event: str,
        matcher: str = "",
        *,
        fail_closed: bool = False,
        timeout: float | None = None,
        loop_limit: int | None = None,
    ) -> None:
        self._set(
            event=event,
            matcher=matcher,
            fail_closed=fail_closed,
            timeout=timeout,
            loop_limit=loop_limit,
        )


class Kit(Row):
    """A ready-made hook. `needs` names the packages it imports besides the standard library."""

    __slots__ = ("name", "about", "options", "entries", "build", "needs")

    name: str
    about: str
    options: tuple[Option, ...]
    entries: tuple[Entry, ...]
    build: Build
    needs: tuple[str, ...]

    def __init__(
        self,
        name: str,
        about: str,
        *,
        build: Build,
        entries: tuple[Entry, ...],
        options: tuple[Option, ...] = (),
        needs: tuple[str, ...] = (),
    ) -> None:
        self._set(
            name=name, about=about, options=options, entries=entries, build=build, needs=needs
        )
