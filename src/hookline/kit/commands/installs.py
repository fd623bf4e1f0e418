"""What a package manager is told to install: names, versions, sources. Reads requirement files,
nothing else.
"""

from __future__ import annotations

import os
import re

from hookline.kit.commands.registries import is_usual_channel

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
_EXACT_PYPI = re.compile(r"===?\s*[\w.!+-]+|@\s*[\d][\w.]*")
_CONDA_NAME = re.compile(r"(?P<name>[A-Za-z0-9_][\w.-]*)\s*(?P<rest>.*)\Z", re.DOTALL)
_EXACT_CONDA = re.compile(r"==?\s*\d[\w.]*(?:=[\w.*]+)?\Z")
_EXACT_GEM = re.compile(r"\d+(?:\.\w+)*\Z")
_ADDRESS = re.compile(
    r"(?:git|hg|svn|bzr)\+|[a-z][a-z0-9+.-]*://|git@|github:|gitlab:|bitbucket:|gist:", re.I
)
#: `pip3.12` is pip.
_PIP_VERSION = re.compile(r"(?<=pip)[\d.]+\Z")
_ARCHIVE = (
    ".whl", ".tar.gz", ".tgz", ".zip", ".tar.bz2", ".gem", ".crate", ".egg", ".deb", ".rpm", ".apk",
    ".pkg.tar.zst", ".pkg.tar.xz", ".msi", ".snap", ".flatpak", ".flatpakref", ".nupkg", ".conda",
    ".phar", ".jar", ".appimage", ".dmg", ".pkg", ".vsix", ".rock", ".tar.xz", ".tar.zst",
)  # fmt: skip


class Package:
    """One thing to be installed. `name` is None when it is computed; `source` is one of the words
    above.
    """

    __slots__ = ("ecosystem", "name", "pinned", "source", "text")

    def __init__(
        self, ecosystem: str, text: str, name: str | None, source: str, pinned: bool = False
    ) -> None:
        self.ecosystem, self.text, self.name = ecosystem, text, name
        self.source, self.pinned = source, pinned

    def __repr__(self) -> str:
        pinned = ", pinned" if self.pinned else ""
        return f"{self.ecosystem}:{self.name or self.text} ({self.source}{pinned})"


class Install:
    """A command that installs: packages, requirement files, and the registries that its options
    name (None: computed); `runs`: it only fetches a program to run it.
    """

    __slots__ = ("files", "packages", "registries", "runs")

    def __init__(
        self,
        packages: list[Package],
        files: list[str | None],
        registries: list[str | None],
        runs: bool,
    ) -> None:
        self.packages, self.files, self.registries, self.runs = packages, files, registries, runs


class Manager:
    """How a package manager is called: its ecosystem, its sub-commands (separated by commas; a
    blank: it needs none), and its options: those with values, with files, those that bend where
    from, with versions, and those one of which it needs.
    """

    __slots__ = ("bends", "ecosystem", "files", "needs", "runs", "starts", "values", "versions")

    def __init__(
        self,
        ecosystem: str,
        starts: str = "",
        values: str = "",
        *,
        files: str = "",
        bends: str = "",
        versions: str = "",
        runs: str = "",
        needs: str = "",
    ) -> None:
        self.ecosystem, self.values, self.needs = ecosystem, values.split(), needs.split()
        self.starts, self.runs = _subcommands(starts), _subcommands(runs)
        self.files, self.bends = tuple(files.split()), tuple(bends.split())
        self.versions = tuple(versions.split())


def _subcommands(text: str) -> list[tuple[str, ...]]:
    """`add,pip install` → the words of each."""
    return [tuple(words.split()) for words in text.split(",") if words]


_PIP_VALUES = (
    "-c --constraint -t --target --prefix --root --python-version --platform --implementation "
    "--abi --cache-dir --log --timeout --retries --proxy --cert -r --requirement -e --editable -i "
    "--index-url --extra-index-url -f --find-links --trusted-host --upgrade-strategy --no-binary "
    "--only-binary --python -p --group --extra --tag --branch --rev --with --from --package "
    "--index --default-index -d --dest --wheel-dir -w --allow-insecure-host"
)
_PIP_BENDS = (
    "-i --index-url --extra-index-url -f --find-links --index --default-index --trusted-host --git "
    "--source"
)
_NPM_VALUES = (
    "--prefix -C --dir -w --workspace --registry --filter -F --cwd --tag --loglevel --cache --omit "
    "--include -p --package"
)
_NPM_BENDS = "--registry"
_CARGO_VALUES = (
    "--features -F --rename --package -p --manifest-path --registry --index --git --branch --tag "
    "--rev --path --vers --version --root --profile --target -j --jobs"
)
_GEM_VALUES = "-v --version -s --source -i -n"
_BUNDLE_VALUES = "-v --version -g --group -s --source --git --github --path"
_VERSION = "-v --version"
_CONDA_VALUES = "-n --name -p --prefix -c --channel --file -f --solver --repodata-fn --subdir"
_DOTNET_VALUES = (
    "-v --version -s --source --add-source -f --framework --package-directory --tool-path "
    "--configfile --project"
)
_APT_VALUES = "-t -o -c --target-release --option --config-file -a --host-architecture"
_DNF_VALUES = (
    "--repo --repoid --enablerepo --disablerepo --setopt --releasever -x --exclude -c --config "
    "--repofrompath --installroot"
)
MANAGERS: dict[str, Manager] = {
    "pip": Manager(
        "pypi", "install,download,wheel", _PIP_VALUES,
        files="-r --requirement -c --constraint", bends=_PIP_BENDS,
    ),
    "uv": Manager(
        "pypi", "pip install,pip sync,add,tool install", _PIP_VALUES,
        files="-r --requirements -c --constraints --overrides", bends=_PIP_BENDS, runs="tool run,run",
    ),
    "uvx": Manager("pypi", values=_PIP_VALUES, bends=_PIP_BENDS),
    "pipx": Manager(
        "pypi", "install,inject", "--python --spec -i --index-url --pip-args",
        bends="-i --index-url", runs="run",
    ),
    "poetry": Manager("pypi", "add", "-G --group -E --extras --source --python", bends="--source"),
    "pdm": Manager("pypi", "add", "-G --group -p --project"),
    "pipenv": Manager(
        "pypi", "install", "-r --requirements -i --index --python --pypi-mirror",
        files="-r --requirements", bends="-i --index --pypi-mirror",
    ),
    "npm": Manager(
        "npm", "install,i,add,in,ins,isntall,ci,clean-install,update,up", _NPM_VALUES,
        bends=_NPM_BENDS, runs="exec,x,create,init",
    ),
    "yarn": Manager("npm", "add,global add", _NPM_VALUES, bends=_NPM_BENDS, runs="dlx,create"),
    "pnpm": Manager("npm", "add,install,i", _NPM_VALUES, bends=_NPM_BENDS, runs="dlx,create"),
    "bun": Manager("npm", "add,install,i,a", _NPM_VALUES, bends=_NPM_BENDS, runs="x,create"),
    "deno": Manager("npm", "add,install,i", "--allow-net -n --name --root"),
    "npx": Manager("npm", values=f"{_NPM_VALUES} -c --call", bends=_NPM_BENDS),
    "bunx": Manager("npm", values=_NPM_VALUES),
    "cargo": Manager(
        "crates", "add,install,binstall", _CARGO_VALUES,
        bends="--git --index --registry", versions="--vers --version",
    ),
    "gem": Manager(
        "gems", "install,i,specific_install", f"{_GEM_VALUES} -P --trust-policy",
        bends="-s --source", versions=_VERSION,
    ),
    "bundle": Manager(
        "gems", "add", _BUNDLE_VALUES, bends="-s --source --git --github", versions=_VERSION
    ),
    "go": Manager("go", "get,install", "-C -mod -modfile -tags -ldflags"),
    "conda": Manager(
        "conda", "install,create,update,upgrade", _CONDA_VALUES, files="--file",
        bends="-c --channel --repodata-fn",
    ),
    "composer": Manager(
        "composer", "require,global require", "-d --working-dir --repository --repository-url",
        bends="--repository --repository-url", runs="create-project",
    ),
    "dotnet": Manager(
        "nuget", "add package,package add,tool install,tool update", _DOTNET_VALUES,
        bends="-s --source --add-source", versions="-v --version", runs="tool exec",
    ),
    "nuget": Manager(
        "nuget", "install", "-Version -Source -OutputDirectory -Framework",
        bends="-Source", versions="-Version",
    ),
    "pixi": Manager("conda", "add,global install", f"{_CONDA_VALUES} --git", bends="-c --channel --git"),
    "apt": Manager("system", "install,reinstall,build-dep", _APT_VALUES),
    "dnf": Manager(
        "system", "install,localinstall,reinstall", _DNF_VALUES, bends="--repofrompath"
    ),
    "zypper": Manager(
        "system", "install,in", "-p --plus-repo -r --repo -t --type", bends="-p --plus-repo"
    ),
    "apk": Manager("system", "add", "-X --repository -t --virtual -p --root", bends="-X --repository"),
    "brew": Manager("system", "install,reinstall", "--appdir --fontdir --language"),
    "port": Manager("system", "install"),
    "snap": Manager("system", "install", "--channel --revision"),
    "flatpak": Manager("system", "install", "--from"),
    "choco": Manager("system", "install", "--version -s --source", bends="-s --source"),
    "winget": Manager(
        "system", "install,add", "-e --id -v -s --source -m --manifest",
        bends="-s --source -m --manifest",
    ),
    "scoop": Manager("system", "install", "-a --arch"),
    "pacman": Manager("system", " ", "--root -r --dbpath -b", needs="-S -U --sync --upgrade"),
    "dpkg": Manager("system", " ", "--root", needs="-i --install"),
    "rpm": Manager("system", " ", "--root --prefix", needs="-i -U -F --install --upgrade --freshen"),
    "gdebi": Manager("system", " "),
    "nix": Manager("system", "profile install,profile add", "-f --file --priority"),
    "nix-env": Manager("system", " ", "-f --file", bends="-f --file", needs="-i --install -iA"),
    "opam": Manager("system", "install,pin add,pin", "--switch --repositories", bends="--repositories"),
    "cabal": Manager("system", "install", "--constraint --package-env"),
    "nimble": Manager("system", "install"),
    "raco": Manager("system", "pkg install", "--catalog --source", bends="--catalog"),
    "mix": Manager("system", "archive.install,escript.install", "--sha512 --repo", bends="--repo"),
    "ansible-galaxy": Manager(
        "system", "install,role install,collection install", "-r -p -s --server --roles-path",
        bends="-s --server",
    ),
    "pecl": Manager("system", "install"),
    "xbps-install": Manager("system", " ", "-R --repository -r", bends="-R --repository"),
    "opkg": Manager("system", "install"),
    "pkg": Manager("system", "install,add", "-r --repository"),
    "cs": Manager("system", "install,launch,fetch", "-r --repository", bends="-r --repository"),
    "tlmgr": Manager("system", "install", "--repository --repo", bends="--repository --repo"),
    "install-package": Manager(
        "nuget", " ", "-Source -Version -RequiredVersion -ProviderName -ProjectName -Scope",
        bends="-Source", versions="-Version -RequiredVersion",
    ),
    "install-module": Manager(
        "nuget", " ", "-Repository -RequiredVersion -MinimumVersion -Scope -Name",
        versions="-RequiredVersion",
    ),
    "installer": Manager("system", " ", "-target", needs="-pkg"),
    "luarocks": Manager("system", "install", "--server --tree", bends="--server --only-server"),
    "cpanm": Manager("system", " ", "-l -L --mirror --from", bends="--mirror --from"),
    "dart": Manager(
        "pub", "pub add", "--git-url --git-ref --git-path --hosted-url --path --sdk",
        bends="--git-url --hosted-url",
    ),
    "easy_install": Manager(
        "pypi", " ", "-i --index-url -f --find-links -d", bends="-i --index-url -f --find-links"
    ),
}  # fmt: skip
MANAGERS.update(
    pip3=MANAGERS["pip"],
    bundler=MANAGERS["bundle"],
    pnpx=MANAGERS["npx"],
    mamba=MANAGERS["conda"],
    micromamba=MANAGERS["conda"],
    aptitude=MANAGERS["apt"],
    yum=MANAGERS["dnf"],
    microdnf=MANAGERS["dnf"],
    yay=MANAGERS["pacman"],
    paru=MANAGERS["pacman"],
    flutter=MANAGERS["dart"],
    coursier=MANAGERS["cs"],
    pear=MANAGERS["pecl"],
    cpan=MANAGERS["cpanm"],
    tdnf=MANAGERS["dnf"],
)
#: What a manager is told first where it installs what a project names, from where its options say.
_OF_A_PROJECT = frozenset(
    "sync lock pip install i ci restore update up upgrade fetch env create compile download".split()
)
MANAGERS["apt-get"] = MANAGERS["apt"]


def install_of(call: Call) -> Install | None:
    """What a call installs; None when it installs nothing."""
    program = _PIP_VERSION.sub("", call.program or "")
    manager = MANAGERS.get(program) or MANAGERS.get(program.lower())
    if manager is None or call.code is not None or not _is_meant(call, manager):
        return None
    call = _as_written(call)
    words = _without_project(call.program, call.plain(*manager.values))
    installed = _behind(manager.starts, words)
    if installed is not None:
        return _install(call, manager, installed, runs=False)
    run = words if not manager.starts else _behind(manager.runs, words)
    if run is None or words == ():
        registries = call.options(*manager.bends)
        is_project = registries and words[:1] and words[0] in _OF_A_PROJECT
        return Install([], [], list(registries), runs=True) if is_project else None
    runs_script = call.program == "uv" and words[:1] == ("run",)
    return _install(call, manager, () if runs_script else run, runs=True)


def _is_meant(call: Call, manager: Manager) -> bool:
    """Whether an option says that something is installed, where one must: `pacman -S`, not `-Q`."""
    asks_only = call.has("-q", "-Q", "--query", "-l", "-V")
    return not manager.needs or (call.has(*manager.needs) and not asks_only)


def _behind(
    starts: list[tuple[str, ...]], words: tuple[str | None, ...]
) -> tuple[str | None, ...] | None:
    """The words behind a sub-command; None when it is another."""
    for start in starts:
        if words[: len(start)] == start:
            return words[len(start) :]
    return None


def _as_written(call: Call) -> Call:
    """`fastapi[all]` is a package with an extra, though to a shell it could be a file's name."""
    from hookline.shell.word import known

    written = (word.as_written for word in call.words)
    pairs = zip(call.words, written, strict=True)
    return call._replace(words=tuple(word if text is None else known(text) for word, text in pairs))


def _without_project(program: str | None, words: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """`dotnet add app.csproj package x` → `add package x`."""
    names_project = program == "dotnet" and words[:1] == ("add",) and words[2:3] == ("package",)
    return (words[0], *words[2:]) if names_project else words


def _install(call: Call, manager: Manager, words: tuple[str | None, ...], runs: bool) -> Install:
    ecosystem = manager.ecosystem
    if runs:
        front = _up_to(call, words[:1])
        words = front.options("-p", "--package", "--from", "--with", "--spec") or words[:1]
    elif call.program in ("uv", "pipx"):
        words = (*words, *call.options("--from", "--with", "--spec"))
    versions = call.options(*manager.versions)
    pinned = any(_is_exact(version, ecosystem) for version in versions)
    packages = [_package(ecosystem, word, pinned) for word in words]
    if ecosystem == "pypi":
        packages += [_package("pypi", path, False) for path in call.options("-e", "--editable")]
    if ecosystem in ("crates", "gems"):
        paths = call.options("--path")
        packages += [_package(ecosystem, path and _as_path(path), False) for path in paths]
    files, registries = call.options(*manager.files), call.options(*manager.bends)
    return Install(packages, list(files), list(registries), runs)


def _up_to(call: Call, first: tuple[str | None, ...]) -> Call:
    """The call without what stands behind the program it runs, which is that program's."""
    at = call.texts.index(first[0]) if first and first[0] in call.texts else len(call.words)
    return call._replace(words=call.words[:at])


def _as_path(path: str) -> str:
    return path if path.startswith(("/", "~", ".")) else f"./{path}"


def _is_exact(version: str | None, ecosystem: str) -> bool:
    exact = _EXACT_GEM if ecosystem == "gems" else _EXACT
    return version is not None and exact.match(version.lstrip("=")) is not None


def _package(ecosystem: str, word: str | None, pinned: bool) -> Package:
    if word is None:
        return Package(ecosystem, "…", None, UNKNOWN)
    text = word.strip()
    if ecosystem == "npm":
        text = text.rpartition("@npm:")[2].removeprefix("npm:").removeprefix("jsr:")
    if _is_address(text):
        return Package(ecosystem, text, None, ELSEWHERE)
    if text.startswith((".", "/", "~", "file:", "link:")) or text.lower().endswith(_ARCHIVE):
        return Package(ecosystem, text, None, LOCAL)
    return _BY_NAME[ecosystem](text, pinned)


def _is_address(text: str) -> bool:
    """An address, alone or behind a name: `flask @ git+https://…`."""
    named = re.match(r"[\w.@/\[\]-]+\s*@\s*(.*)", text)
    return any(_ADDRESS.match(address) for address in (text, named[1] if named else ""))


def _pypi(text: str, pinned: bool) -> Package:
    found = _PYPI_NAME.match(text)
    if found is None:
        return Package("pypi", text, None, UNKNOWN)
    rest = found["rest"].partition(";")[0].strip()
    name = re.sub(r"[-_.]+", "-", found["name"]).lower()
    return Package("pypi", text, name, REGISTRY, _EXACT_PYPI.fullmatch(rest) is not None)


def _npm(text: str, pinned: bool) -> Package:
    found = _NPM_NAME.match(text)
    if found is None:  # owner/repository is a repository on GitHub
        return Package("npm", text, None, ELSEWHERE if "/" in text else UNKNOWN)
    pinned = _EXACT.match(found["version"] or "") is not None
    return Package("npm", text, found["name"].lower(), REGISTRY, pinned)


def _crate(text: str, pinned: bool) -> Package:
    name, _, version = text.partition("@")
    pinned = pinned or _is_exact(version, "crates")
    return Package("crates", text, name.lower(), REGISTRY, pinned)


def _gem(text: str, pinned: bool) -> Package:
    name, _, version = text.partition(":")
    pinned = pinned or _EXACT_GEM.match(version) is not None
    return Package("gems", text, name.lower(), REGISTRY, pinned)


def _go(text: str, pinned: bool) -> Package:
    name, _, version = text.partition("@")
    if "." not in name.partition("/")[0]:
        return Package("go", text, None, LOCAL)
    return Package("go", text, name, REGISTRY, _EXACT.match(version) is not None)


def _conda(text: str, pinned: bool) -> Package:
    channel, _, spec = text.rpartition("::")
    found = _CONDA_NAME.match(spec)
    if found is None or not is_usual_channel(channel or "defaults"):
        return Package("conda", text, None, ELSEWHERE if channel else UNKNOWN)
    pinned = _EXACT_CONDA.match(found["rest"]) is not None
    return Package("conda", text, found["name"].lower(), REGISTRY, pinned)


def _composer(text: str, pinned: bool) -> Package:
    name, _, version = text.partition(":")
    return Package("composer", text, name.lower(), REGISTRY, _EXACT.match(version) is not None)


def _nuget(text: str, pinned: bool) -> Package:
    name, _, version = text.partition("@")
    pinned = pinned or _EXACT.match(version) is not None
    return Package("nuget", text, name.lower(), REGISTRY, pinned)


#: Owners of formulas of brew beside its own that many use.
_USUAL_TAPS = frozenset(
    "homebrew hashicorp mongodb supabase stripe heroku oven-sh aws azure github goreleaser pulumi "
    "cloudflare google microsoft redis elastic planetscale turso-database anchore aquasecurity "
    "fluxcd argoproj jetify-com jesseduffield charmbracelet golangci-lint golangci dart-lang "
    "leoafarias snyk sass bufbuild confluentinc ngrok twilio localstack withgraphite nats-io "
    "tursodatabase ariga derailed dagger yugabyte minio shivammathur facebook wix".split()
)


def _system(text: str, pinned: bool) -> Package:
    """A package of the system; of brew, `owner/tap/name`."""
    owner, slash, rest = text.partition("/")
    if slash and rest.count("/") == 1 and owner not in _USUAL_TAPS:
        return Package("system", text, None, ELSEWHERE)
    name, _, version = re.sub(r"(?<=.)@", "=", text.rpartition("/")[2]).partition("=")
    return Package("system", text, name.lower(), REGISTRY, bool(version))


def _pub(text: str, pinned: bool) -> Package:
    if re.search(r"[\"'{\s](?:git|hosted|url)[\"']?\s*:", text):
        return Package("pub", text, None, ELSEWHERE)
    name, _, version = text.removeprefix("dev:").partition(":")
    return Package("pub", text, name.lower(), REGISTRY, _EXACT.match(version) is not None)


_BY_NAME = {
    "system": _system,
    "pub": _pub,
    "pypi": _pypi,
    "npm": _npm,
    "crates": _crate,
    "gems": _gem,
    "go": _go,
    "conda": _conda,
    "composer": _composer,
    "nuget": _nuget,
}


def required_by(path: str, depth: int = 0) -> Iterator[Package]:
    """The packages a requirements file names, and those it refers to; one that cannot be read is a
    package nobody knows.
    """
    data = _bytes(path) if depth <= _DEEPEST else None
    if data is None:
        yield Package("pypi", os.path.basename(path), None, UNKNOWN)
        return
    for line in data.decode("utf-8", "replace").replace("\\\n", " ").splitlines():
        yield from _of_line(re.sub(r"(?:^|\s)#.*", "", line).strip(), path, depth)


def _bytes(path: str) -> bytes | None:
    """What a file of ordinary size holds."""
    try:
        with open(path, "rb") as file:
            data = file.read(LONGEST_BYTES + 1)
    except (OSError, ValueError):
        return None
    return data if len(data) <= LONGEST_BYTES else None


def _of_line(line: str, path: str, depth: int) -> Iterator[Package]:
    if not line.startswith("-"):
        if line:
            yield _package("pypi", re.split(r"\s--", line)[0], False)
        return
    option, value = _option_of(line)
    if option in ("-r", "--requirement"):
        yield from required_by(os.path.join(os.path.dirname(path), value), depth + 1)
    elif option in ("-e", "--editable"):
        yield _package("pypi", value, False)
    elif option in ("-i", "--index-url", "--extra-index-url", "-f", "--find-links"):
        yield Package("pypi", line, None, ELSEWHERE)


def _option_of(line: str) -> tuple[str, str]:
    """`--index-url=x`, `-r x` and `-rx` → the option and its value."""
    separated = line.replace("=", " ", 1) if line.startswith("--") else line
    option, _, value = separated.partition(" ")
    if line.startswith("-r") and len(option) > 2:
        return "-r", value.strip() or option[2:]
    return option, value.strip() if option in ("-r", "--requirement") else value
