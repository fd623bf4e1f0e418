"""The files of all sources → one `HookSet`, kept fresh: asked at every event, it reads again only
what changed.

`Loader` is the `HookSource` of the engine. When nothing changed, asking costs one stat for each
file and gives the same object again. It never runs anything, and never decides trust itself: it
asks the `Trust` it was given.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hookline.config import disk as files
from hookline.config.codes import CODES
from hookline.config.locate import Place, home_folder, locate, managed_folder, team_ids
from hookline.config.reading import Checks
from hookline.config.sourcefile import UNSETTLED, Known, SourceFile, known, settled
from hookline.config.trust_store import never_trusted
from hookline.model import Hook, HookKey, HookSet, Problem, SetAside, Trust, TrustState, WatchedFile

if TYPE_CHECKING:
    from hookline.config.trust_scope import Looked, Remark, TrustScope

#: Where people put the file by mistake, seen from the folder of the right one.
_WRONG_PLACES = (
    ("hooks/hooks.json", "wrong-place", ""),
    ("hooks.jsonc", "jsonc-file", ", without comments"),
)


class Loader:
    """The hooks of all sources, as they are now."""

    def __init__(
        self,
        roots: Sequence[str],
        *,
        platform: str = sys.platform,
        environ: Mapping[str, str] = os.environ,
        enterprise_config: str | None = None,
        claude: bool = True,
        trust: Trust | None = None,
        switches: str | None = None,
        trust_all: bool = False,
        valid_matcher: Callable[[str], str | None] | None = None,
        probing: bool = False,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._roots = _distinct(roots)
        self._platform, self._environ = platform, environ
        self._enterprise = os.path.abspath(enterprise_config) if enterprise_config else None
        self._claude = claude
        self._trust, self._trust_all = trust, trust_all
        self._switches = os.path.join(switches, "switches.json") if switches else None
        self._checks = Checks(platform, valid_matcher, files.probe if probing else None)
        #: For files whose hooks may not run: their matchers are not compiled.
        self._unasked = self._checks._replace(valid_matcher=None)
        self._now = now
        self._managed = managed_folder(platform, environ)
        self._files: dict[tuple[str, str], SourceFile] = {}
        self._known: list[tuple[str, Known]] = [(self._managed, UNSETTLED)]
        self._off: dict[HookKey, float] = {}
        #: Roots with hooks that need trust, and the files these are in.
        self._needing: dict[str, list[SourceFile]] = {}
        #: What trust of them is about, and how it looked last, of those that somebody trusted or
        #: asked about.
        self._scopes: dict[str, TrustScope] = {}
        self._looked: dict[str, Looked] = {}
        self._unchecked: list[SourceFile] = []
        self._trust_events: frozenset[str] = frozenset()
        self._unsettled = (
            False  # something trusted has changed: every result says so until it is settled
        )
        self._hooks = HookSet({}, {})

    def current(self, event: str) -> HookSet:
        """The hooks in force now; the same object for as long as nothing changed."""
        stat = os.stat
        for path, before in self._known:
            try:
                found = stat(path)
            except OSError as error:
                if before != error.errno:
                    return self._reload()
            else:
                if before != (found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns):
                    return self._reload()
        if self._unsettled or event in self._trust_events:
            self._refresh_trust()
        return self._hooks

    def covered(self, root: str) -> tuple[WatchedFile, ...]:
        """Everything trust of a root is to be given for: its configuration files and what their
        commands name.
        """
        path = os.path.abspath(root)
        if self._trust_all or path not in self._needing:
            return ()
        return self._look_at(path).everything

    def _reload(self) -> HookSet:
        """Read what changed, and build another set if anything differs."""
        now_s = self._now()
        managed = settled(self._managed, now_s)
        old, self._files = self._files, self._located()
        changed = old.keys() != self._files.keys()
        for file in self._files.values():
            if file.known == UNSETTLED or file.known != known(file.place.path):
                changed |= file.refresh(self._checks_of(file.place), now_s)
        changed |= self._read_switches(now_s)
        self._known += [
            (self._managed, managed),
            *((file.place.path, file.known) for file in self._files.values()),
        ]
        if changed:
            self._needing, self._scopes, self._looked = self._find_needing(), {}, {}
            self._build()
        elif self._unsettled or self._trust_events:
            self._refresh_trust()
        return self._hooks

    def _checks_of(self, place: Place) -> Checks:
        """What a file is checked with. Of a folder that nobody ever trusted no matcher is compiled
        when an event is decided: that takes time, and none of its hooks may run.
        """
        if self._checks.probe is not None or self._trust is None or self._trust_all:
            return self._checks
        if place.source.needs_trust and not self._trust.knows(place.root):
            return self._unasked
        return self._checks

    def _read_switches(self, now_s: float) -> bool:
        """Read what is switched off; whether that changed. The store is the first of the files that
        are looked at.
        """
        if self._switches is None:
            self._known = []
            return False
        found = settled(self._switches, now_s)
        self._known = [(self._switches, found)]
        before, self._off = (
            self._off,
            _switched_off(self._switches) if isinstance(found, tuple) else {},
        )
        return before != self._off

    def _located(self) -> dict[tuple[str, str], SourceFile]:
        """The files to look at, in order of priority; those known already are kept."""
        places = every_place(
            self._platform, self._environ, self._roots, self._enterprise, claude=self._claude
        )
        keys = [(place.source.name, place.path) for place in places]
        return {
            key: self._files.get(key) or SourceFile(place)
            for key, place in zip(keys, places, strict=True)
        }

    def _find_needing(self) -> dict[str, list[SourceFile]]:
        """The roots that have hooks which need trust, each with its files."""
        needing: dict[str, list[SourceFile]] = {}
        for file in _counting(self._files.values()):
            if file.place.source.needs_trust and (file.in_force.hooks or file.in_force.set_aside):
                needing.setdefault(file.place.root, []).append(file)
        return needing

    def _look_at(self, root: str, *, again: bool = False) -> Looked:
        """What trust of a root is about, looked at when somebody asks."""
        if again or root not in self._looked:
            self._looked[root] = self._scope(root).look(self._now())
        return self._looked[root]

    def _scope(self, root: str) -> TrustScope:
        """Imported late: whoever needs no trust need not pay for reading commands."""
        if root in self._scopes:
            return self._scopes[root]
        from hookline.config.fingerprint import Surroundings
        from hookline.config.trust_scope import TrustScope

        home = home_folder(self._platform, self._environ)
        surroundings = Surroundings(home, self._roots[0], self._environ.get("PATH", ""))
        self._scopes[root] = TrustScope(root, self._needing[root], surroundings)
        return self._scopes[root]

    def remarks(self, root: str) -> tuple[Remark, ...]:
        """What a person should know before trusting a root: what is not understood, and what no trust
        covers.
        """
        path = os.path.abspath(root)
        return self._scope(path).remarks if path in self._needing else ()

    def _states(self) -> dict[str, TrustState]:
        """Trust of each root that needs it, and of trusted ones whose hooks are gone."""
        states = {root: self._state(root) for root in self._needing}
        return {**states, **self._bare_states()}

    def _bare_states(self) -> dict[str, TrustState]:
        if self._trust is None or self._trust_all:
            return {}
        bare = [root for root in self._roots if root not in self._needing]
        states = (self._trust.trusts(root, ()) for root in bare)
        return {state.root: state for state in states if state.changed}

    def _state(self, root: str) -> TrustState:
        """Trust of a root that needs it. Of a folder that nobody ever trusted nothing is looked at:
        it must not hold up the hooks of others.
        """
        if self._trust_all:
            return TrustState(root, True)
        if self._trust is None:
            return TrustState(root, False, never_trusted(root))
        if not self._trust.knows(root):
            return self._trust.trusts(root, ())
        looked = self._look_at(root)
        state = self._trust.trusts(root, looked.everything)
        return state._replace(watched=looked.at_start)

    def _refresh_trust(self) -> None:
        """Look again at the files trust is about, and ask again whether they are trusted."""
        self._check_what_is_trusted_now()
        for root in self._looked:
            self._look_at(root, again=True)
        states = self._states()
        if states != self._hooks.trust:
            self._build(states)

    def _check_what_is_trusted_now(self) -> None:
        """Files whose matchers were not compiled while nobody trusted them."""
        unasked = [file for file in self._unchecked if self._checks_of(file.place) is self._checks]
        for file in unasked:
            file.refresh(self._checks, self._now())
        if unasked:
            self._needing, self._scopes, self._looked = self._find_needing(), {}, {}
            self._build()

    def _build(self, states: Mapping[str, TrustState] | None = None) -> None:
        states = self._states() if states is None else states
        counting = _counting(self._files.values())
        hooks: dict[str, list[Hook]] = {}
        set_aside: dict[str, list[SetAside]] = {}
        problems: list[Problem] = []
        for file in counting:
            problems += file.problems
            for hook in file.in_force.hooks:
                hooks.setdefault(hook.event, []).append(hook)
            for aside in file.in_force.set_aside:
                set_aside.setdefault(aside.hook.event, []).append(_allowed_to_block(aside, states))
        if self._checks.probe is not None:
            problems += _misplaced(file.place for file in counting)
        by_event, aside_by_event = _frozen(hooks), _frozen(set_aside)
        self._hooks = HookSet(
            by_event, aside_by_event, tuple(problems), states, self._off, _twins(counting)
        )
        self._unchecked = [file for file in counting if file.checks is self._unasked]
        self._unsettled = any(state.changed for state in states.values())
        self._trust_events = frozenset() if self._trust_all else _needing_trust(self._hooks)


def _switched_off(path: str) -> dict[HookKey, float]:
    """Imported late: nearly nobody has anything switched off, and nobody else need pay for it."""
    from hookline.config.switches import SwitchStore

    return SwitchStore(os.path.dirname(path)).off()


def _twins(counting: Sequence[SourceFile]) -> Mapping[HookKey, Hook]:
    """Hooks of Claude's files that a Cursor hook stands for. Imported late: it takes a converted
    hook to have one.
    """
    if not any(b"hookline_adapter" in (file.good or b"") for file in counting):
        return {}
    from hookline.config.converted_hooks import converted_twins

    return converted_twins(hook for file in counting for hook in file.in_force.hooks)


def every_place(
    platform: str,
    environ: Mapping[str, str],
    roots: Sequence[str],
    enterprise_config: str | None = None,
    *,
    claude: bool = True,
) -> tuple[Place, ...]:
    """Every file a source may have, there or not, highest priority first; the teams are those that
    are on disk.
    """
    try:
        teams = team_ids(os.listdir(managed_folder(platform, environ)))
    except OSError:
        teams = ()
    return locate(
        platform, environ, roots, teams=teams, enterprise_config=enterprise_config, claude=claude
    )


def _counting(found: Iterable[SourceFile]) -> list[SourceFile]:
    """The files that count. A project file that is the very file of the user, by link or mount,
    counts as the user's.
    """
    found = list(found)
    own = {file.identity for file in found if not file.place.source.needs_trust} - {None}
    return [file for file in found if not (file.place.source.needs_trust and file.identity in own)]


def _allowed_to_block(aside: SetAside, states: Mapping[str, TrustState]) -> SetAside:
    """An entry of a workspace nobody trusts must not block anything; it is only reported."""
    hook = aside.hook
    return (
        aside if not hook.needs_trust or states[hook.root].trusted else aside._replace(blocks=False)
    )


def _needing_trust(hooks: HookSet) -> frozenset[str]:
    """The events at which some hook runs only in a trusted workspace."""
    entries = [*hooks.hooks]
    for asides in hooks.set_aside.values():
        entries += [aside.hook for aside in asides]
    return frozenset(hook.event for hook in entries if hook.needs_trust)


def _frozen(lists: Mapping[str, list[Any]]) -> dict[str, tuple[Any, ...]]:
    return {event: tuple(found) for event, found in lists.items()}


def _distinct(roots: Sequence[str]) -> tuple[str, ...]:
    """Each folder once, by the first of its names: two names of one folder hold one set of hooks."""
    named: dict[str, str] = {}
    for root in roots:
        named.setdefault(os.path.realpath(root), os.path.abspath(root))
    return tuple(named.values())


def _misplaced(places: Iterable[Place]) -> list[Problem]:
    """Files that look like hooks.json and stand where nobody reads them."""
    problems: list[Problem] = []
    for place in places:
        if place.source.name in ("project", "user"):
            problems += _misplaced_beside(place)
    return problems


def _misplaced_beside(place: Place) -> Iterator[Problem]:
    problem = "this file is never read, so its hooks never run"
    for name, code, how in _WRONG_PLACES:
        path = os.path.join(os.path.dirname(place.path), name)
        if os.path.isfile(path):
            spot, remedy = (path, 1, 1, 1, ""), f"move it to {place.path}{how}"
            yield Problem(code, CODES[code].severity, *spot, problem, remedy, place.source.name)
