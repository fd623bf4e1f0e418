"""Where a page looks: the hooks of all sources as they are now, the journal, and our own state.

`World` is what every view is given; it reads and runs nothing else. Safe for threads.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from hookline import assembly
from hookline.config.switches import SwitchStore
from hookline.journal.journal_reader import Reader
from hookline.model import Hook, HookSet, WatchedFile

if TYPE_CHECKING:
    from hookline.config.locate import Place
    from hookline.embed import Engine

View = TypeVar("View")
Details = ParamSpec("Details")
_ID_DIGITS = 16


class World:
    """One machine and workspace, seen from a page."""

    def __init__(
        self,
        roots: Sequence[str],
        *,
        environ: Mapping[str, str],
        platform: str = sys.platform,
        enterprise_config: str | None = None,
        claude: bool = True,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.roots = tuple(os.path.abspath(root) for root in roots)
        self.environ, self.platform, self.now = dict(environ), platform, now
        self.enterprise_config = os.path.abspath(enterprise_config) if enterprise_config else None
        self.claude = claude
        files = assembly.hook_files(
            self.roots,
            environ=self.environ,
            platform=platform,
            enterprise_config=self.enterprise_config,
            claude=claude,
            probing=True,
            now=now,
        )
        self._loader, self.trust_store, self.state = files
        self.journal = assembly.journal_path(self.state)
        self.switches = SwitchStore(self.state, now=now)
        self._lock = threading.Lock()

    def hooks(self) -> HookSet:
        """Everything configured now; trust is looked up afresh."""
        with self._lock:
            found = self._loader.current("")
            asking = (hook.event for hook in every_hook(found) if hook.needs_trust)
            return self._loader.current(next(asking, ""))

    def covered(self, root: str) -> tuple[WatchedFile, ...]:
        """The files that trust of a root is about, as they are now."""
        self.hooks()
        with self._lock:
            return self._loader.covered(root)

    def trust_remarks(self, root: str) -> list[str]:
        """What a person should know of the commands of a root before trusting it."""
        with self._lock:
            return list(map(str, self._loader.remarks(root)))

    def look(
        self,
        view: Callable[Concatenate[World, Reader, Details], View],
        *args: Details.args,
        **details: Details.kwargs,
    ) -> View:
        """A view of this moment: whatever it asks the journal is answered over one connection, as of
        one moment.
        """
        with Reader(self.journal) as journal:
            return view(self, journal, *args, **details)

    def places(self) -> tuple[Place, ...]:
        """Every file a source may have, highest priority first."""
        return assembly.places(
            self.roots,
            environ=self.environ,
            platform=self.platform,
            enterprise_config=self.enterprise_config,
            claude=self.claude,
        )

    def engine(self, *, journal: bool = True) -> Engine:
        """An engine of one's own, to fire with; whoever asks closes it."""
        from hookline.embed import Engine

        main, *others = self.roots
        return Engine.load(
            main,
            workspaces=tuple(others),
            enterprise_config=self.enterprise_config,
            claude=self.claude,
            journal=journal,
            environ=self.environ,
        )


def every_hook(hooks: HookSet) -> list[Hook]:
    """All that can be named by an id: what runs, and what was set aside."""
    return [*hooks.hooks, *(aside.hook for found in hooks.set_aside.values() for aside in found)]


def hook_id(hook: Hook) -> str:
    """A short name for a hook, for addresses; the same for as long as the hook is the same."""
    return hashlib.sha256(json.dumps(hook.key).encode()).hexdigest()[:_ID_DIGITS]


def fingerprint(files: Sequence[WatchedFile]) -> str:
    """One text for all files that trust is about: what was shown is what is trusted."""
    return hashlib.sha256(
        json.dumps([(file.path, file.sha256) for file in files]).encode()
    ).hexdigest()
