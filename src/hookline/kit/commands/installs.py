"""What a package manager is told to install: names, versions, sources. Reads requirement files,
nothing else.
"""

from __future__ import annotations

import os
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hookline.shell import Call

REGISTRY, ELSEWHERE, LOCAL, UNKNOWN = "registry", "elsewhere", "local", "unknown"
LONGEST_BYTES = 1024 * 1024
_DEEPEST = 5
_PYPI_NAME = re.compile(
    r"(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*(?P<rest>.*)\Z", re.DOTALL
)
_NPM_NAME = re.compile(r"(?P<name>(?:@[\w.~-]+/)?[\w.~-]+)(?:@(?P<version>.*))?\Z", re.DOTALL)
_EXACT = re.compile(r"v?\d+\.\d+\.\d+(?:[-+][\w.+-]*)?\Z")
_EXACT_GEM = re.compile(r"\d+(?:\.\w+)*\Z")
_ADDRESS = re.compile(
    r"(?:git|hg|svn|bzr)\+|[a-z][a-z0-9+.-]*://|git@|github:|gitlab:|bitbucket:|gist:", re.I
)
_ARCHIVE = (".whl", ".tar.gz", ".tgz", ".zip", ".tar.bz2", ".gem", ".crate", ".egg")


class Package:
    """One thing to be installed. `name` is None when it is computed; `source` is one of the words above."""

    __slots__ = ("ecosystem", "name", "pinned", "source", "text")

    def __init__(
        self, ecosystem: str, text: str, name: str | None, source: str, pinned: bool = False
    ) -> None:
        self.ecosystem, self.text, self.name, self.source, self.pinned = (
            ecosystem,
            text,
            name,
            source,
            pinned,
        )

    def __repr__(self) -> str:
        return f"{self.ecosystem}:{self.name or self.text} ({self.source}{', pinned' if self.pinned else ''})"


class Install:
    """A command that installs: packages, requirement files (None: computed), options that change
    where from; `runs`: it only fetches a program to run it.
    """

    __slots__ = ("bends", "files", "packages", "runs")

    def __init__(
        self, packages: list[Package], files: list[str | None], bends: bool, runs: bool
    ) -> None:
        self.packages, self.files, self.bends, self.runs = packages, files, bends, runs


class Manager:
    """How a package manager is told: its ecosystem, its sub-commands, and its options with values."""

    __slots__ = ("bends", "ecosystem", "files", "runs", "starts", "values", "versions")

    def __init__(
        self,
        ecosystem: str,
        starts: str,
        values: str = "",
        files: str = "",
        bends: str = "",
        versions: str = "",
        runs: str = "",
    ) -> None:
        self.ecosystem, self.values = ecosystem, values.split()
        self.starts = [tuple(start.split()) for start in starts.split(",") if start]
        self.runs = [tuple(start.split()) for start in runs.split(",") if start]
        self.files, self.bends, self.versions = (
            tuple(files.split()),
            tuple(bends.split()),
            tuple(versions.split()),
        )


_PIP_VALUES = (
    "-c --constraint -t --target --prefix --root --python-version --platform --implementation --abi --cache-dir "
    "--log --timeout --retries --proxy --cert -r --requirement -e --editable -i --index-url --extra-index-url -f "
    "--find-links --trusted-host --upgrade-strategy --no-binary --only-binary --python -p --group --extra --tag "
    "--branch --rev --with --from --package --index --default-index"
)
_PIP_BENDS = "-i --index-url --extra-index-url -f --find-links --index --default-index --trusted-host --git --source"
_NPM_VALUES = "--prefix -C --dir -w --workspace --registry --filter -F --cwd --tag --loglevel --cache --omit --include -p --package"
_CARGO_VALUES = (
    "--features -F --rename --package -p --manifest-path --registry --index --git --branch --tag --rev --path "
    "--vers --version --root --profile --target -j --jobs"
)
_BUNDLE_VALUES = "-v --version -g --group -s --source --git --github --path"
MANAGERS: dict[str, Manager] = {
    "pip": Manager("pypi", "install,download,wheel", _PIP_VALUES, "-r --requirement", _PIP_BENDS),
    "uv": Manager("pypi", "pip install,add,tool install", _PIP_VALUES, "-r --requirements", _PIP_BENDS, runs="tool run,run"),
    "uvx": Manager("pypi", "", "--from --with --python -p", runs=","),
    "pipx": Manager("pypi", "install,inject", "--python --spec -i --index-url --pip-args", "", "-i --index-url", runs="run"),
    "poetry": Manager("pypi", "add", "-G --group -E --extras --source --python", bends="--source"),
    "pdm": Manager("pypi", "add", "-G --group -p --project"),
    "pipenv": Manager("pypi", "install", "-r --requirements -i --index --python", "-r --requirements", "-i --index"),
    "npm": Manager("npm", "install,i,add,in,ins,isntall", _NPM_VALUES, bends="--registry", runs="exec,x,create,init"),
    "yarn": Manager("npm", "add,global add", _NPM_VALUES, bends="--registry", runs="dlx,create"),
    "pnpm": Manager("npm", "add,install,i", _NPM_VALUES, bends="--registry", runs="dlx,create"),
    "bun": Manager("npm", "add,install,i,a", _NPM_VALUES, bends="--registry", runs="x,create"),
    "deno": Manager("npm", "add,install,i"),
    "npx": Manager("npm", "", _NPM_VALUES + " -c --call", bends="--registry", runs=","),
    "bunx": Manager("npm", "", _NPM_VALUES, runs=","),
    "cargo": Manager("crates", "add,install,binstall", _CARGO_VALUES, "", "--git --index --registry", "--vers --version"),
    "gem": Manager("gems", "install,i", "-v --version -s --source -i -n", "", "-s --source", "-v --version"),
    "bundle": Manager("gems", "add", _BUNDLE_VALUES, "", "-s --source --git --github", "-v --version"),
    "go": Manager("go", "get,install", "-C -mod -modfile -tags -ldflags"),
}  # fmt: skip
MANAGERS.update(pip3=MANAGERS["pip"], bundler=MANAGERS["bundle"], pnpx=MANAGERS["npx"])


def install_of(call: Call) -> Install | None:
    """What a call installs; None when it installs nothing."""
    call = _as_pip(call)
    manager = MANAGERS.get(re.sub(r"(?<=pip)[\d.]+\Z", "", call.program or ""))
    if manager is None or call.code is not None:
        return None
    words = call.plain(*manager.values)
    for starts, runs in ((manager.starts, False), (manager.runs or [], True)):
        for start in starts:
            if words[: len(start)] == start:
                names = (
                    () if start == ("run",) and call.program == "uv" else words[len(start) :]
                )  # a script, not a package
                return _install(call, manager, names, runs)
    if not manager.starts and words:
        return _install(call, manager, words[:1], True)
    return None


def _as_pip(call: Call) -> Call:
    """`python3 -m pip install x` → `pip install x`."""
    texts = call.texts
    if (call.program or "").startswith(("python", "pypy")) and "-m" in texts[:4]:
        at = texts.index("-m") + 1
        if texts[at : at + 1] and texts[at] in MANAGERS:
            return call._replace(words=call.words[at:])
    return call


def _install(call: Call, manager: Manager, words: tuple[str | None, ...], runs: bool) -> Install:
    if runs:
        words = call.options("-p", "--package", "--from", "--with") or words[:1]
    exact = _EXACT_GEM if manager.ecosystem == "gems" else _EXACT
    pinned = any(
        value is not None and exact.match(value.lstrip("="))
        for value in call.options(*manager.versions)
    )
    packages = [_package(manager.ecosystem, word, pinned) for word in words]
    if manager.ecosystem == "pypi":
        packages += [_package("pypi", word, False) for word in call.options("-e", "--editable")]
    if manager.ecosystem in ("crates", "gems"):
        packages += [
            _package(manager.ecosystem, path and f"./{path}", False)
            for path in call.options("--path")
        ]
    return Install(
        packages, list(call.options(*manager.files)), bool(call.options(*manager.bends)), runs
    )


def _package(ecosystem: str, word: str | None, pinned: bool) -> Package:
    if word is None:
        return Package(ecosystem, "…", None, UNKNOWN)
    text = word.strip()
    if ecosystem == "npm":
        text = text.rpartition("@npm:")[2].removeprefix("npm:").removeprefix("jsr:")
    at_address = re.match(r"[\w.@/\[\]-]+\s*@\s*(.*)", text)
    if _ADDRESS.match(text) or (at_address and _ADDRESS.match(at_address[1])):
        return Package(ecosystem, text, None, ELSEWHERE)
    if text.startswith((".", "/", "~", "file:", "link:")) or text.lower().endswith(_ARCHIVE):
        return Package(ecosystem, text, None, LOCAL)
    return _BY_NAME[ecosystem](text, pinned)


def _pypi(text: str, pinned: bool) -> Package:
    found = _PYPI_NAME.match(text)
    if found is None:
        return Package("pypi", text, None, UNKNOWN)
    rest = found["rest"].partition(";")[0].strip()
    exact = (
        re.fullmatch(r"===?\s*[\w.!+-]+", rest) is not None
        or re.fullmatch(r"@\s*[\d][\w.]*", rest) is not None
    )
    return Package("pypi", text, re.sub(r"[-_.]+", "-", found["name"]).lower(), REGISTRY, exact)


def _npm(text: str, pinned: bool) -> Package:
    found = _NPM_NAME.match(text)
    if found is None:  # owner/repository is a repository on GitHub
        return Package("npm", text, None, ELSEWHERE if "/" in text else UNKNOWN)
    return Package(
        "npm",
        text,
        found["name"].lower(),
        REGISTRY,
        _EXACT.match(found["version"] or "") is not None,
    )


def _crate(text: str, pinned: bool) -> Package:
    name, _, version = text.partition("@")
    return Package(
        "crates",
        text,
        name.lower(),
        REGISTRY,
        pinned or _EXACT.match(version.lstrip("=")) is not None,
    )


def _gem(text: str, pinned: bool) -> Package:
    name, _, version = text.partition(":")
    return Package(
        "gems", text, name.lower(), REGISTRY, pinned or _EXACT_GEM.match(version) is not None
    )


def _go(text: str, pinned: bool) -> Package:
    name, _, version = text.partition("@")
    if "." not in name.partition("/")[0]:
        return Package("go", text, None, LOCAL)
    return Package("go", text, name, REGISTRY, _EXACT.match(version) is not None)


_BY_NAME = {"pypi": _pypi, "npm": _npm, "crates": _crate, "gems": _gem, "go": _go}


def required_by(path: str, depth: int = 0) -> Iterator[Package]:
    """The packages a requirements file names, and those it refers to; one that cannot be read is a
    package nobody knows.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(LONGEST_BYTES + 1)
    except (OSError, ValueError):
        data = None
    if data is None or len(data) > LONGEST_BYTES or depth > _DEEPEST:
        yield Package("pypi", os.path.basename(path), None, UNKNOWN)
        return
    for line in data.decode("utf-8", "replace").replace("\\\n", " ").splitlines():
        yield from _of_line(re.sub(r"(?:^|\s)#.*", "", line).strip(), path, depth)


def _of_line(line: str, path: str, depth: int) -> Iterator[Package]:
    option, _, rest = (
        line.replace("=", " ", 1).partition(" ") if line.startswith("--") else line.partition(" ")
    )
    if option in ("-r", "--requirement") or (line.startswith("-r") and len(option) > 2):
        name = rest.strip() or option[2:]
        yield from required_by(os.path.join(os.path.dirname(path), name), depth + 1)
    elif option in ("-e", "--editable"):
        yield _package("pypi", rest, False)
    elif option in ("-i", "--index-url", "--extra-index-url", "-f", "--find-links"):
        yield Package("pypi", line, None, ELSEWHERE)
    elif line and not line.startswith("-"):
        yield _package("pypi", re.split(r"\s--", line)[0], False)
