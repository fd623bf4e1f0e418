"""Where hooks are looked for, and what is there: the files of all sources, read for a person to
look at.

`load` gives a `Loader` that also looks at the scripts, and the `TrustStore` it asks; `places` names
every file that was looked for, there or not. Runs nothing.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from hookline import assembly

if TYPE_CHECKING:
    from hookline.cli.shared_options import Place
    from hookline.config.load import Loader
    from hookline.config.locate import Place as FilePlace
    from hookline.config.trust_store import TrustStore
    from hookline.model import HookSet, TrustState


class Sources(NamedTuple):
    """The hooks as they are now, the loader that read them, and the store that says whether they may run."""

    hooks: HookSet
    loader: Loader
    store: TrustStore

    def trust_of(self, root: str) -> TrustState | None:
        """Whether the hooks of a workspace root may run; None when it has none that need trust."""
        return self.hooks.trust.get(root)


def load(
    roots: Sequence[str], *, enterprise_config: str | None = None, claude: bool = True
) -> Sources:
    """Read the files of all sources, and look at every script they name."""
    files = assembly.hook_files(
        roots,
        environ=os.environ,
        enterprise_config=enterprise_config,
        claude=claude,
        probing=True,
    )
    return Sources(files.loader.current(""), files.loader, files.trust)


def places(place: Place) -> tuple[FilePlace, ...]:
    """Every file a source may have, highest priority first."""
    return assembly.places(
        place.roots,
        environ=os.environ,
        enterprise_config=place.enterprise_config,
        claude=place.claude,
    )


def state() -> str:
    """The folder where Hookline keeps its own files."""
    return assembly.state_of(os.environ)


def journal_path() -> str:
    """The journal's file."""
    return assembly.journal_path(state())
