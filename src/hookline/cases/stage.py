"""A case → a world to run it in: a workspace, a state folder, the hooks that decide, and an engine
of its own.

Where a hook runs is what its place says, as for hooks.json: below `.cursor` of a folder that
folder, below `~/.cursor` that one, elsewhere the workspace. A case with files, and one of a
ready-made hook, gets a workspace that is thrown away, with a copy of `.cursor` and links to the
scripts its commands name. Nothing reaches the user's own journal, trust or state.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any, NamedTuple

from hookline.assembly import engine_of, hookset_of, without_keys
from hookline.cases.compare import filled
from hookline.cases.nouns import Case, CaseFile
from hookline.cases.workspace_files import put_file, text_of
from hookline.config.fingerprint import named_files
from hookline.config.locate import home_folder
from hookline.embed import Engine
from hookline.engine.engine import Session
from hookline.errors import NotDone, UsageError
from hookline.kit.catalogue import load
from hookline.kit.kit_command import command_for
from hookline.kit.kit_row import Entry as KitEntry
from hookline.kit.kit_settings import settings_of
from hookline.model import Hook, HookSet, Runner, Settings
from hookline.spec.entry_keys import DEFAULT_TIMEOUT_S
from hookline.spec.events import EVENTS
from hookline.spec.samples import sample_values

__all__ = ["Bench", "NotDone", "Stage"]

_CURSOR = ".cursor"


class Bench(NamedTuple):
    """What the cases of a run share. `sources`: of configured hooks only these count; empty is all."""

    workspace: str
    environ: Mapping[str, str]
    runner: Runner
    sources: tuple[str, ...] = ()
    enterprise_config: str | None = None
    claude: bool = True

    def close(self) -> None:
        """End whatever hooks left behind."""
        close = getattr(self.runner, "close", None)
        if close:
            close()


class Place(NamedTuple):
    """As what a file's hook runs: its source, the workspace it belongs to, and the folder it runs in."""

    source: str
    root: str
    cwd: str


def place_of(path: str, workspace: str, home: str) -> Place:
    """As what the hook of a case file runs, by where the file is."""
    folder = os.path.dirname(path)
    while os.path.basename(folder) not in (_CURSOR, ""):
        folder = os.path.dirname(folder)
    above = os.path.dirname(folder)
    if not os.path.basename(folder):
        return Place("project", workspace, workspace)
    return Place("user", workspace, folder) if above == home else Place("project", above, above)


class Stage:
    """One case's world, from `with` to the end of it."""

    def __init__(self, file: CaseFile, case: Case, bench: Bench) -> None:
        self.file, self.case, self.bench = file, case, bench
        self._box = ""
        #: The workspace the event happens in.
        self.workspace = ""
        self.session: Session
        self.input: dict[str, Any] = {}

    def __enter__(self) -> Stage:
        self._box = os.path.realpath(tempfile.mkdtemp(prefix="hookline-case-"))
        try:
            self._set()
        except BaseException:
            self._strike()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._strike()

    def files(self, names: Iterable[str]) -> dict[str, str | None]:
        """The files of the workspace as they are now; None is not there."""
        return {name: text_of(os.path.join(self.workspace, name)) for name in names}

    def _set(self) -> None:
        bench, case, spec = self.bench, self.case, EVENTS[self.case.event]
        place = place_of(self.file.path, bench.workspace, home_folder(sys.platform, bench.environ))
        self.workspace = place.root
        if case.files or self.file.kit:
            place = self._own_workspace(place)
        state = {"HOOKLINE_STATE": os.path.join(self._box, "state")}
        environ = {**without_keys(bench.environ), **state, **filled(case.env, self.workspace)}
        hooks = _timed(self._hooks(place, environ), case.timeout_s)
        settings = Settings((self.workspace,), trust_all=True, claude=bench.claude)
        engine = engine_of(hooks, settings, runner=bench.runner, environ=environ)
        self.session = engine.session()
        fields = filled(case.input, self.workspace)
        self.input = {**fields, **sample_values(spec, self.workspace, fields)}

    def _own_workspace(self, place: Place) -> Place:
        """A workspace that is thrown away, with the files of the case."""
        self.workspace = os.path.join(self._box, "workspace")
        os.mkdir(self.workspace)
        if not self.file.kit and place.source == "project":
            commands = [hook.command for hook in self._hooks(place, self.bench.environ).hooks]
            _copy_hooks(place.root, self.workspace, commands)
        for name, text in self.case.files.items():
            try:
                put_file(self.workspace, name, filled(text, self.workspace))
            except OSError as error:
                raise NotDone(str(error)) from None
        return place._replace(
            root=self.workspace, cwd=place.cwd if place.source == "user" else self.workspace
        )

    def _hooks(self, place: Place, environ: Mapping[str, str]) -> HookSet:
        if self.file.hook is not None:
            _check_script(self.file, place)
            return hookset_of([self._hook(place, self.file.hook)])
        if self.file.kit is not None:
            return hookset_of(self._kit_hooks(place, self.file.kit))
        loaded = Engine.load(
            place.root, trust=True, journal=False, environ=environ, claude=self.bench.claude,
            enterprise_config=self.bench.enterprise_config,
        )  # fmt: skip
        return of_sources(loaded.hookset(), self.bench.sources)

    def _hook(self, place: Place, command: str, **more: Any) -> Hook:
        values = {"number": 1, "timeout_s": DEFAULT_TIMEOUT_S["command"], **more}
        file = os.path.relpath(self.file.path, self.bench.workspace)
        shown = self.file.path if file.startswith("..") else file
        return Hook(
            place.source, self.case.event, file=shown, line=self.file.line, command=command,
            root=place.root, cwd=place.cwd, **values,
        )  # fmt: skip

    def _kit_hooks(self, place: Place, name: str) -> list[Hook]:
        """The entries of a ready-made hook for the event, as `hookline add` would write them."""
        kit, settings = load(name), [filled(text, self.workspace) for text in self.case.settings]
        try:
            settings_of(kit.options, settings)
        except UsageError as error:
            raise NotDone(f"settings of {name}: {error}") from None
        entries = [entry for entry in kit.entries if entry.event == self.case.event]
        if not entries:
            served = ", ".join(dict.fromkeys(entry.event for entry in kit.entries))
            raise NotDone(f"{name} does not serve {self.case.event}; it serves: {served}")
        command = command_for(name, settings)
        return [
            self._hook(place, command, number=number, **_options(entry))
            for number, entry in enumerate(entries, 1)
        ]

    def _strike(self) -> None:
        shutil.rmtree(self._box, ignore_errors=True)


def of_sources(hooks: HookSet, sources: tuple[str, ...]) -> HookSet:
    """The hooks of these sources; all when none is named."""
    if not sources:
        return hooks
    by_event = {
        event: tuple(hook for hook in listed if hook.source in sources)
        for event, listed in hooks.by_event.items()
    }
    aside = {
        event: tuple(entry for entry in entries if entry.hook.source in sources)
        for event, entries in hooks.set_aside.items()
    }
    return hooks._replace(by_event=by_event, set_aside=aside)


def _options(entry: KitEntry) -> dict[str, Any]:
    """What an entry of a ready-made hook says beyond its command."""
    options: dict[str, Any] = {
        "matcher": entry.matcher or None,
        "fail_closed": entry.fail_closed,
        "timeout_s": entry.timeout or DEFAULT_TIMEOUT_S["command"],
    }
    if entry.loop_limit is not None:
        options["loop_limit"] = entry.loop_limit
    return options


def _timed(hooks: HookSet, timeout_s: float | None) -> HookSet:
    if timeout_s is None:
        return hooks
    timed = {
        event: tuple(hook._replace(timeout_s=timeout_s) for hook in listed)
        for event, listed in hooks.by_event.items()
    }
    return hooks._replace(by_event=timed)


def _copy_hooks(root: str, workspace: str, commands: Iterable[str]) -> None:
    """What hooks need in another workspace: `.cursor` as a copy, for they may write there, and
    other scripts as links.
    """
    for name in (_CURSOR, ".claude"):
        if os.path.isdir(os.path.join(root, name)):
            shutil.copytree(os.path.join(root, name), os.path.join(workspace, name), symlinks=True)
    for path in named_files(commands, root):
        link = os.path.join(workspace, os.path.relpath(path, root))
        if os.path.exists(path) and not os.path.lexists(link):
            os.makedirs(os.path.dirname(link), exist_ok=True)
            os.symlink(path, link)


def _check_script(file: CaseFile, place: Place) -> None:
    """A script that stands beside its case file, named as if hooks ran there: the one mistake
    everybody makes.
    """
    try:
        script = shlex.split(file.hook or "")[0]
    except (ValueError, IndexError):
        return
    beside = os.path.join(os.path.dirname(file.path), script)
    if (
        os.path.isabs(script)
        or os.path.exists(os.path.join(place.cwd, script))
        or not os.path.isfile(beside)
    ):
        return
    right = os.path.relpath(beside, place.cwd)
    raise NotDone(
        f"hook {script!r} is looked for in {place.cwd}, where the hook runs; write {right!r}"
    )
