"""Hooks that a person switched off, kept in `switches.json` of the state folder; no file of
anybody's hooks is changed.

Goes in: a hook. Comes out: whether it is switched off, and since when. A hook is known by what it
is (`Hook.key`), not by its line, so it stays off when the file is edited around it, and runs again
when its command or matcher becomes another. A store that others could have written is not believed:
then everything runs. Sources that may not be switched off never are.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from typing import Any

from hookline.atomic import locked, replace_file
from hookline.config.disk import read_bytes
from hookline.config.trust_store import distrusted
from hookline.errors import UsageError
from hookline.model import Hook, HookKey
from hookline.spec.sources import SOURCES

FILE_NAME = "switches.json"
_VERSION = 1
_MAX_STORE_BYTES = 16 * 1024 * 1024


class SwitchStore:
    """What is switched off, by hook, with the moment since when."""

    def __init__(self, folder: str, *, now: Callable[[], float] = time.time) -> None:
        self.folder = folder
        self.path = os.path.join(folder, FILE_NAME)
        self._now = now

    def off(self) -> dict[HookKey, float]:
        """Everything that is switched off now. Nothing, when there is no store, or none to be believed."""
        try:
            found, folder = os.lstat(self.path), os.stat(self.folder)
            if distrusted(self.path, found) or distrusted(self.folder, folder):
                return {}
            return _read(self.path)
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return {}

    def switch(self, hook: Hook, *, off: bool) -> bool:
        """Switch a hook off or on; False when it was so already."""
        if not may_switch(hook):
            raise UsageError(
                f"{hook.title} is not yours to switch off: {hook.source} hooks always run"
            )
        try:
            os.makedirs(self.folder, mode=0o700, exist_ok=True)
            with locked(os.path.join(self.folder, "switches.lock")):
                return self._switch_locked(hook, off)
        except OSError as error:
            why = error.strerror or error
            raise UsageError(
                f"{self.path} cannot be written: {why}; set HOOKLINE_STATE to a folder of yours"
            ) from None

    def _switch_locked(self, hook: Hook, off: bool) -> bool:
        if os.path.lexists(self.path):
            for path, found in (
                (self.path, os.lstat(self.path)),
                (self.folder, os.stat(self.folder)),
            ):
                if wrong := distrusted(path, found):
                    raise UsageError(wrong)
        kept = self.off()
        if (hook.key in kept) == off:
            return False
        if off:
            kept[hook.key] = self._now()
        else:
            del kept[hook.key]
        replace_file(self.path, _written(kept))
        return True


def may_switch(hook: Hook) -> bool:
    """Whether a person may switch this hook off."""
    return SOURCES[hook.source].switchable


def _read(path: str) -> dict[HookKey, float]:
    kept: Any = json.loads(read_bytes(path, _MAX_STORE_BYTES) or b"")
    if kept["version"] != _VERSION:
        raise ValueError("another version")
    found = {HookKey(**one["hook"]): float(one["at"]) for one in kept["off"]}
    return {
        key: at
        for key, at in found.items()
        if key.source in SOURCES and SOURCES[key.source].switchable
    }


def _written(kept: Mapping[HookKey, float]) -> bytes:
    off = [{"hook": key._asdict(), "at": at} for key, at in kept.items()]
    return json.dumps({"version": _VERSION, "off": off}, indent=1).encode() + b"\n"
