"""What the agent may not change: by name wherever it stands, there or not; and by place on this
machine.

A path is compared without regard to case and Unicode form, as written and with its links followed;
a file with several hard links also by its identity. Names: a tuple of the last parts of a path,
`**` for everything below.
"""

from __future__ import annotations

import os
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
        for name, what in self.names.items():
            if _ends_with(parts, name):
                return what
        return next(
            (
                what
                for place, what in self.places.items()
                if text == place or is_inside(text, place)
            ),
            "",
        )

    def _by_identity(self, path: str) -> str:
        """A hard link has no other path to follow: only the file itself tells."""
        import stat

        try:
            found = os.stat(path)
        except (OSError, ValueError):
            return ""
        if not stat.S_ISREG(found.st_mode) or found.st_nlink < 2:
            return ""
        for other in self.files():
            try:
                if os.path.samestat(os.stat(other), found):
                    return self._by_text(other)
            except OSError:
                continue
        return ""

    def files(self) -> list[str]:
        """The protected files that are there: of the workspace by their names, and those at the
        places.
        """
        found: list[str] = []
        folders = [
            os.path.join(root, *name[:-1])
            for root in self.roots
            for name in self.names
            if name[-1] == "**"
        ]
        single = {
            os.path.join(root, *name[:-1])
            for root in self.roots
            for name in self.names
            if name[-1] != "**"
        }
        for folder in (*single, *folders, *self.places):
            found += _below(folder, folder not in single, _MOST_FILES - len(found))
        return [path for path in found if self._by_text(path)]

    def named_folder(self, path: str) -> str:
        """What a folder of this name is there to hold, such as `.cursor` or `.github`; empty when
        nothing protected.
        """
        for form in _forms(path):
            parts = parts_of(form)
            for name, what in self.names.items():
                if any(parts[-count:] == name[:count] for count in range(1, len(name))):
                    return what
        return ""

    def holds(self, path: str) -> str:
        """What is lost when a folder is removed or moved; empty when nothing protected can be in
        it.
        """
        texts = [key(form).rstrip("/") for form in _forms(path)]
        inside = next(
            (
                what
                for place, what in self.places.items()
                if any(is_inside(place, text) for text in texts)
            ),
            "",
        )
        return self.named_folder(path) or inside

    def base_names(self) -> set[str]:
        """Names of single files, for patterns that are tried on names."""
        return {name[-1] for name in self.names if "*" not in name[-1]} | {
            place.rpartition("/")[2] for place in self.places
        }

    def mentioned(self, text: str) -> str:
        """A protected name that stands in a text, such as code or a patch; empty when there is
        none.
        """
        folded = key(text)
        literal = [
            "/".join(name).removesuffix("/**")
            for name in self.names
            if "*" not in "".join(name).removesuffix("**")
        ]
        for name in ("hooks.json", ".cursor/mcp.json", ".claude/settings", *literal, *self.places):
            if len(name) > 4 and name in folded:
                return name
        return ""

    def _places(self, also: Sequence[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for path, what in (
            *_machine(self.roots),
            *((os.path.expanduser(one), ALSO) for one in also),
        ):
            for form in _forms(path):
                found.setdefault(key(form), what)
        return {place: what for place, what in found.items() if len(place) > 1}


def _is_place(text: str) -> bool:
    return text.startswith(("/", "~"))


def _as_name(text: str) -> tuple[str, ...]:
    """`infra/` and `infra/**` are everything below, `*.tf` is a name, `a/b.yml` the end of a path."""
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
    yield (
        os.path.join(state, "trust.json"),
        OWN,
    )  # by name too, for a word that is known only in part
    yield os.path.join(state, "journal.db"), OWN
    yield os.path.dirname(os.path.abspath(hookline.__file__)), OWN
    yield os.path.join(os.path.dirname(os.path.abspath(sys.executable)), "hookline"), OWN


def _scripts(config: str, cwd: str) -> Iterator[str]:
    """The files that the commands of a hooks.json name, as far as that can be told."""
    from hookline.config.fingerprint import named_files
    from hookline.kit.command import kit_name, settings_in
    from hookline.kit.statefiles import read_json

    try:
        commands = list(_commands(read_json(config).get("hooks")))
    except RecursionError:
        return  # no such file is read by anybody
    for command in commands:
        if (
            kit_name(command) is not None
        ):  # its options name files that others use; only the one it writes is its own
            yield from (
                os.path.join(cwd, text[len("file=") :])
                for text in settings_in(command)
                if text.startswith("file=")
            )
            continue
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
