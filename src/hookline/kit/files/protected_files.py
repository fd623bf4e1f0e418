"""What the agent may not change: by name wherever it stands, there or not; and by place on this
machine.

A path is compared without regard to case and Unicode form, as written and with its links followed;
a file with several hard links also by its identity. Names: a tuple of the last parts of a path,
`**` for everything below.
"""

from __future__ import annotations

import os
import stat
import sys
from fnmatch import fnmatchcase

from hookline.kit.project import is_inside, usable_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

HOOKS, CI = "the agent's hooks and settings", "continuous integration"
OWN, ALSO = "Hookline's own files", "what you protect"

#: The last parts of a path → what it belongs to.
NAMES = {
    (".cursor", "*.json"): HOOKS,
    (".cursor", "hooks", "**"): HOOKS,
    (".cursor", "managed", "**"): HOOKS,
    (".claude", "settings*.json"): HOOKS,
    (".claude", "hooks", "**"): HOOKS,
    (".git", "hooks", "**"): HOOKS,
    (".github", "workflows", "**"): CI,
    (".github", "actions", "**"): CI,
    (".gitea", "workflows", "**"): CI,
    (".forgejo", "workflows", "**"): CI,
    (".gitlab-ci.yml",): CI,
    (".gitlab-ci.yaml",): CI,
    (".gitlab", "ci", "**"): CI,
    (".circleci", "**"): CI,
    (".buildkite", "**"): CI,
    (".woodpecker", "**"): CI,
    (".woodpecker.y*ml",): CI,
    (".teamcity", "**"): CI,
    (".azure-pipelines", "**"): CI,
    ("azure-pipelines.y*ml",): CI,
    ("bitbucket-pipelines.yml",): CI,
    (".travis.yml",): CI,
    (".drone.y*ml",): CI,
    (".cirrus.yml",): CI,
    ("appveyor.yml",): CI,
    (".appveyor.yml",): CI,
    ("jenkinsfile",): CI,
    ("cloudbuild.y*ml",): CI,
}
_MOST_FILES = 5000
#: Names that code and patches mention in a form of their own.
_ALWAYS_MENTIONED = ("hooks.json", ".cursor/mcp.json", ".claude/settings")


def key(path: str) -> str:
    """A path as it is compared."""
    import unicodedata

    return unicodedata.normalize("NFC", path).casefold()


def parts_of(path: str) -> tuple[str, ...]:
    return tuple(part for part in key(path).split("/") if part)


class Protected:
    """What is protected in a workspace. `also` and `allow` are the person's additions and
    exceptions.
    """

    def __init__(
        self,
        roots: Sequence[str],
        *,
        ci: bool = True,
        also: Sequence[str] = (),
        allow: Sequence[str] = (),
    ) -> None:
        self.roots = list(roots)
        self.names = {name: what for name, what in NAMES.items() if ci or what != CI}
        self.names |= {_as_name(one): ALSO for one in also if not _is_place(one)}
        self._allowed = [_as_name(one) for one in allow]
        #: Files and folders of this machine, with all that is in them.
        self.places = self._places([one for one in also if _is_place(one)])

    def why(self, path: str) -> str:
        """What a path belongs to; empty when it is not protected."""
        for form in _forms(path):
            found = self._by_text(form)
            if found:
                return found
        return self._by_identity(path)

    def _by_text(self, path: str) -> str:
        parts, text = parts_of(path), key(path)
        if any(_ends_with(parts, name) for name in self._allowed):
            return ""
        by_name = (what for name, what in self.names.items() if _ends_with(parts, name))
        by_place = (what for place, what in self.places.items() if _is_at(text, place))
        return next(by_name, "") or next(by_place, "")

    def _by_identity(self, path: str) -> str:
        """A hard link has no other path to follow: only the file itself tells."""
        found = _stat(path)
        if found is None or not stat.S_ISREG(found.st_mode) or found.st_nlink < 2:
            return ""
        for other in self.files():
            same = _stat(other)
            if same is not None and os.path.samestat(same, found):
                return self._by_text(other)
        return ""

    def files(self) -> list[str]:
        """The protected files that are there: of the workspace by their names, and those at the
        places.
        """
        deep, flat = self._folders()
        paths: list[str] = []
        for folder in (*flat, *deep, *self.places):
            paths += _below(folder, folder not in flat, _MOST_FILES - len(paths))
        return [path for path in paths if self._by_text(path)]

    def _folders(self) -> tuple[list[str], set[str]]:
        """The workspace's folders in which protected names are: with all below them, and alone."""
        deep, flat = [], set()
        for root in self.roots:
            for name in self.names:
                folder = os.path.join(root, *name[:-1])
                if name[-1] == "**":
                    deep.append(folder)
                else:
                    flat.add(folder)
        return deep, flat

    def named_folder(self, path: str) -> str:
        """What a folder of this name is there to hold, such as `.cursor` or `.github`; empty when
        nothing protected.
        """
        for form in _forms(path):
            parts = parts_of(form)
            holding = (what for name, what in self.names.items() if _begins(parts, name))
            what = next(holding, "")
            if what:
                return what
        return ""

    def holds(self, path: str) -> str:
        """What is lost when a folder is removed or moved; empty when nothing protected can be in
        it.
        """
        folders = [key(form).rstrip("/") for form in _forms(path)]
        inside = (
            what
            for place, what in self.places.items()
            if any(is_inside(place, folder) for folder in folders)
        )
        return self.named_folder(path) or next(inside, "")

    def base_names(self) -> set[str]:
        """Names of single files, for patterns that are tried on names."""
        names = {name[-1] for name in self.names if "*" not in name[-1]}
        return names | {place.rpartition("/")[2] for place in self.places}

    def mentioned(self, text: str) -> str:
        """A protected name that stands in a text, such as code or a patch; empty when there is
        none.
        """
        folded = key(text)
        names = (*_ALWAYS_MENTIONED, *filter(None, map(_literal, self.names)), *self.places)
        return next((name for name in names if len(name) > 4 and name in folded), "")

    def _places(self, also: Sequence[str]) -> dict[str, str]:
        places: dict[str, str] = {}
        added = [(os.path.expanduser(path), ALSO) for path in also]
        for path, what in (*_machine(self.roots), *added):
            for form in _forms(path):
                places.setdefault(key(form), what)
        return {place: what for place, what in places.items() if len(place) > 1}


def _literal(name: tuple[str, ...]) -> str:
    """A name as it stands in a text; empty when it has wildcards."""
    text = "/".join(name).removesuffix("/**").removesuffix("**")
    return "" if "*" in text else text


def _is_at(text: str, place: str) -> bool:
    return text == place or is_inside(text, place)


def _begins(parts: tuple[str, ...], name: tuple[str, ...]) -> bool:
    """Whether a folder ends as a protected name begins."""
    return any(parts[-count:] == name[:count] for count in range(1, len(name)))


def _stat(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except (OSError, ValueError):
        return None


def _is_place(text: str) -> bool:
    return text.startswith(("/", "~"))


def _as_name(text: str) -> tuple[str, ...]:
    """`infra/` and `infra/**` are everything below, `*.tf` is a name, `a/b.yml` the end of a
    path.
    """
    parts = parts_of(text.removeprefix("./"))
    return (*parts, "**") if text.endswith("/") else parts


def _forms(path: str) -> list[str]:
    """A path as written, with its links followed, and with those of its folder only."""
    if not usable_path(path):
        return []
    plain = os.path.abspath(path)
    real = os.path.realpath(plain)
    beside = os.path.join(os.path.realpath(os.path.dirname(plain)), os.path.basename(plain))
    return list(dict.fromkeys((plain, real, beside)))


def _ends_with(parts: tuple[str, ...], name: tuple[str, ...]) -> bool:
    """Whether a path ends so; with `**` whether it is that folder, or anywhere in it."""
    if name[-1:] == ("**",):
        fixed = name[:-1]
        return any(
            _same(parts[at : at + len(fixed)], fixed) for at in range(len(parts) - len(fixed) + 1)
        )
    return len(parts) >= len(name) and _same(parts[len(parts) - len(name) :], name)


def _same(parts: tuple[str, ...], name: tuple[str, ...]) -> bool:
    return all(fnmatchcase(part, one) for part, one in zip(parts, name, strict=True))


def _below(folder: str, deep: bool, most: int) -> list[str]:
    """The files in a folder, and with `deep` in all folders below; no more than so many."""
    if os.path.isfile(folder):
        return [folder]
    found: list[str] = []
    for inner, folders, names in os.walk(folder):
        found += [os.path.join(inner, name) for name in names]
        if not deep or len(found) >= most:
            folders.clear()
    return found[: max(most, 0)]


def _machine(roots: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Hooks of every source, the scripts they run, and what Hookline itself keeps and is."""
    import hookline
    from hookline.config.locate import locate, state_folder

    for place in locate(sys.platform, os.environ, roots):
        yield place.path, HOOKS
        if place.source.name == "enterprise":
            yield os.path.dirname(place.path), HOOKS
        for script in _scripts(place.path, place.cwd):
            yield script, HOOKS
    state = state_folder(sys.platform, os.environ)
    yield state, OWN
    for name in ("trust.json", "journal.db"):  # by name too, for a word that is known only in part
        yield os.path.join(state, name), OWN
    yield os.path.dirname(os.path.abspath(hookline.__file__)), OWN
    yield os.path.join(os.path.dirname(os.path.abspath(sys.executable)), "hookline"), OWN


def _scripts(config: str, cwd: str) -> Iterator[str]:
    """The files that the commands of a hooks.json name, as far as that can be told."""
    from hookline.kit.kit_command import kit_name
    from hookline.kit.state_files import read_json

    try:
        commands = list(_commands(read_json(config).get("hooks")))
    except RecursionError:
        return  # no such file is read by anybody
    for command in commands:
        yield from _files_in(command, cwd) if kit_name(command) is None else _own_file(command, cwd)


def _own_file(command: str, cwd: str) -> Iterator[str]:
    """The file that a ready-made hook writes; its other options name files that others use."""
    from hookline.kit.kit_command import settings_in

    for setting in settings_in(command):
        if setting.startswith("file="):
            yield os.path.join(cwd, setting.removeprefix("file="))


def _files_in(command: str, cwd: str) -> Iterator[str]:
    from hookline.config.fingerprint import named_files

    yield from named_files([command], cwd, os.path.expanduser("~"))
    for word in command.replace('"', " ").replace("'", " ").split():
        path = os.path.expanduser(word)
        if os.path.isabs(path) and os.path.isfile(path):
            yield path


def _commands(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("command"), str):
            yield value["command"]
        for item in value.values():
            yield from _commands(item)
    elif isinstance(value, list):
        for item in value:
            yield from _commands(item)
