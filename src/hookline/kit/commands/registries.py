"""Another registry than the usual one, by an option, a variable, a setting or a file of settings.

Hosts are compared by name; nothing is asked of any registry.
"""

from __future__ import annotations

import re

from hookline.kit.findings import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hookline.shell import Call, Reading

#: The hosts that package managers use by themselves.
_USUAL_HOSTS = frozenset(
    "pypi.org pypi.python.org files.pythonhosted.org registry.npmjs.org registry.yarnpkg.com "
    "npm.jsr.io jsr.io proxy.golang.org sum.golang.org crates.io index.crates.io static.crates.io "
    "rubygems.org index.rubygems.org api.nuget.org www.nuget.org repo.packagist.org packagist.org "
    "conda.anaconda.org repo.anaconda.com deb.debian.org security.debian.org archive.ubuntu.com "
    "security.ubuntu.com ports.ubuntu.com dl-cdn.alpinelinux.org download.docker.com "
    "dl.fedoraproject.org mirrors.fedoraproject.org dl.flathub.org flathub.org "
    "community.chocolatey.org packages.microsoft.com deb.nodesource.com apt.postgresql.org "
    "apt.kubernetes.io pkgs.k8s.io packages.cloud.google.com dl.google.com cli.github.com "
    "apt.releases.hashicorp.com rpm.releases.hashicorp.com luarocks.org pub.dev nvidia.github.io "
    "developer.download.nvidia.com download.pytorch.org packages.redis.io".split()
)
#: Parts of Ubuntu, and sources of winget, that are there from the start.
_USUAL_PARTS = frozenset("universe multiverse restricted main winget msstore flathub".split())
#: Values that name no registry: GOPROXY=direct.
_NO_REGISTRY = frozenset(("", "direct", "off"))
_CHANNELS = frozenset(
    "defaults main r msys2 anaconda conda-forge bioconda pytorch nvidia rapidsai huggingface "
    "nodefaults".split()
)
_SECURE_HOST = re.compile(r"(?:sparse\+)?https://(?P<host>[A-Za-z0-9.-]+)(?::443)?(?:/|\Z)")
_VARIABLE = re.compile(
    r"PIP_(?:INDEX_URL|EXTRA_INDEX_URL|INDEX|FIND_LINKS|TRUSTED_HOST)"
    r"|UV_(?:INDEX|INDEX_URL|EXTRA_INDEX_URL|DEFAULT_INDEX|FIND_LINKS|INSECURE_HOST)"
    r"|PDM_PYPI_URL|PIPENV_PYPI_MIRROR|POETRY_REPOSITORIES_\w+_URL|POETRY_SOURCE_\w+"
    r"|(?:COREPACK_)?NPM_(?:CONFIG_)?REGISTRY|YARN_REGISTRY|YARN_NPM_REGISTRY_SERVER"
    r"|BUN_CONFIG_REGISTRY|JSR_URL|GOPROXY|GOINSECURE"
    r"|CARGO_REGISTR\w+_(?:INDEX|DEFAULT)|CARGO_SOURCE_\w+"
    r"|PIP_CONSTRAINT|PIP_REQUIREMENT|UV_PYTHON_INSTALL_MIRROR|HOMEBREW_\w*(?:DOMAIN|GIT_REMOTE)"
    r"|RUSTUP_(?:DIST_SERVER|UPDATE_ROOT)|PUB_HOSTED_URL|FLUTTER_STORAGE_BASE_URL|JULIA_PKG_SERVER"
    r"|HEX_(?:MIRROR|CDN|API_URL|REPOS_KEY)|RENV_CONFIG_REPOS_OVERRIDE|GEM_SOURCE|RUBYGEMS_HOST"
    r"|CPAN_MIRROR|RESTORESOURCES|NUGET_SOURCE|SWIFTLY_MIRROR"
    r"|\w*_(?:DOWNLOAD_HOST|DOWNLOAD_BASE_URL|BINARY_SITE|BINARY_HOST|DIST_MIRROR|ORG_MIRROR)"
    r"|(?:NPM_CONFIG_)?\w*_MIRROR(?:_URL)?"
    r"|CONDA_(?:DEFAULT_)?CHANNELS|CONDA_CHANNEL_ALIAS|COMPOSER_REPO_PACKAGIST|BUNDLE_MIRROR__\w+",
    re.I,
)
#: GOSUMDB=off and GOFLAGS=-insecure leave the registry and stop checking what comes from it.
_UNCHECKED = {"GOSUMDB": re.compile(r"off\Z"), "GOFLAGS": re.compile(r".*-insecure", re.DOTALL)}
_TAPS = frozenset(("homebrew/", "hashicorp/", "mongodb/", "supabase/", "aws/", "azure/", "github/"))
_NODE = r"(?:(?:config |c )?set) (?:.*[\s:.])?(?:registry|npmRegistryServer)[ =](?P<value>.+)"
_CONDA = r"config (?:channels|default_channels|channel_alias) (?P<value>.+)"
#: How a program is told of another registry for all that comes later: its words without options.
_SETTINGS: dict[str, str] = {
    **dict.fromkeys(("npm", "pnpm", "yarn", "bun"), _NODE),
    **dict.fromkeys(("conda", "mamba", "micromamba"), _CONDA),
    "pip": r"config set \S*\b(?:(?:extra-)?index-url|find-links|trusted-host) (?P<value>.+)",
    "poetry": r"(?:source add \S+|config repositories\.\S+) (?P<value>.+)",
    "pdm": r"config pypi\.(?:\S+\.)?url (?P<value>.+)",
    "go": r"env (?:GOPROXY|GOINSECURE|GOSUMDB)=(?P<value>.*)",
    "gem": r"sources? (?P<value>.+)",
    "bundle": r"config (?:set )?mirror\.\S+ (?P<value>.+)",
    "composer": r"(?:global )?config (?:repositories|repository|repos?)\.\S+ "
    r"(?:(?:vcs|git|composer|package|artifact) )?(?P<value>.+)",
    "dotnet": r"nuget (?:add|update) source (?P<value>\S+)",
    "nuget": r"sources? (?:add|update) (?P<value>.*)",
}
_SETTINGS.update(
    dict.fromkeys(("add-apt-repository", "apt-add-repository"), r"(?P<value>.+)"),
    brew=r"tap (?P<value>\S+ \S+|(?!" + "|".join(sorted(_TAPS)) + r")[^/]+/\S+)",
    flatpak=r"remote-add (?:\S+ )?(?P<value>\S+)",
    choco=r"sources? add",
    winget=r"source add",
    scoop=r"bucket add \S+ (?P<value>\S+)",
    zypper=r"(?:addrepo|ar) (?P<value>\S+)",
    rpm=r"(?P<value>https?://\S+)",
    asdf=r"plugin(?:-| )add \S+ (?P<value>\S+)",
    opam=r"repo(?:sitory)? (?:add|set-url) \S+ (?P<value>\S+)",
    conan=r"remote (?:add|update) \S+ (?P<value>\S+)",
    mix=r"hex\.(?:repo add|config mirror_url) (?:\S+ )?(?P<value>\S+)",
    luarocks=r"config \S*servers?\S* (?P<value>.+)",
    pkg=r"config (?:url|repos) (?P<value>.+)",
)
_SETTINGS["apt-key"] = r"(?:add|adv) ?(?P<value>.*)"
_SETTINGS["yum-config-manager"] = r"(?P<value>.+)"
_SETTINGS["dnf"] = _SETTINGS["yum"] = r"config-manager (?:addrepo )?(?P<value>.+)"
_SETTINGS["nix-channel"] = r"(?P<value>https?://\S+)"
_SETTINGS.update(pip3=_SETTINGS["pip"], bundler=_SETTINGS["bundle"])
#: Programs whose settings an option makes, which is left out of the words.
_BY_OPTION = {
    "yum-config-manager": ("--add-repo",), "rpm": ("--import",), "nix-channel": ("--add",),
    "dnf": ("--add-repo",), "yum": ("--add-repo",),
}  # fmt: skip
#: With these a setting is only shown or taken back.
_ONLY_TELLS = ("--remove", "--remove-key", "--get", "--show", "--unset", "-r", "-l", "--list")
_FILE = re.compile(
    r"(?:^|/)(?:\.npmrc|\.yarnrc(?:\.yml)?|pip\.(?:conf|ini)|\.condarc|uv\.toml|\.gemrc"
    r"|nuget\.config|bunfig\.toml|\.bundle/config|\.cargo/config(?:\.toml)?|\.config/uv/uv\.toml"
    r"|\.m2/settings\.xml|\.pypirc|\.pydistutils\.cfg|auth\.toml|\.Rprofile|\.cpanreporter/config\.ini)\Z",
    re.I,
)
#: Where a system keeps what it installs from.
_SYSTEM_FILE = re.compile(
    r"/etc/(?:apt/(?:sources\.list|apt\.conf|trusted\.gpg|keyrings/)|yum\.repos\.d/|yum\.conf|dnf/"
    r"|zypp/repos\.d/|apk/(?:repositories|keys/)|pacman\.(?:conf|d/))|/usr/share/keyrings/"
)
_IN_FILE = re.compile(
    r"(?:registry|registryserver|index[-_]url|find[-_]links|trusted[-_]host|default-channels"
    r"|channel_alias|replace-with|sources|packagesources|mirror[\w.]*|index)[\"']?\s*[:=\s]",
    re.I,
)
_ADDRESS = re.compile(r"\bhttps?://[^\s\"'<>,\])]+", re.I)


def is_usual(registry: str | None, allowed: Sequence[str] = ()) -> bool:
    """Whether a registry is one that managers use by themselves, or one that is allowed; several
    may stand in one text.
    """
    if registry is None:
        return False
    addresses = re.split(r"[,|\s]+", registry.strip())
    return all(_is_usual_address(address, allowed) for address in addresses)


def _is_usual_address(address: str, allowed: Sequence[str]) -> bool:
    if address in _NO_REGISTRY or address in _USUAL_PARTS or is_usual_channel(address):
        return True
    found = _SECURE_HOST.match(address)
    host = found["host"].lower() if found else ""
    return host in _USUAL_HOSTS or any(_covers(pattern, host or address) for pattern in allowed)


def is_usual_channel(name: str) -> bool:
    """Whether this is a channel of conda that many use."""
    return name.partition("/")[0] in _CHANNELS


def _covers(pattern: str, host: str) -> bool:
    return host == pattern or (pattern.startswith("*.") and host.endswith(pattern[1:]))


def set_in(reading: Reading, allowed: Sequence[str] = ()) -> Iterator[str]:
    """What a command line does to have packages come from elsewhere, now or later."""
    for name, word in reading.settings:
        if _bends(name, word.text, allowed):
            yield f"`{shown([f'{name}={word!r}'])}` has packages come from elsewhere."
    for call in reading.calls:
        if not is_usual(_set_by(call), allowed):
            yield f"`{shown(call.words)}` has packages come from elsewhere from now on."
    for path, content in reading.files.items():
        if _SYSTEM_FILE.match(path) and not _all_usual(content.known_text, allowed):
            yield f"{shown([path])} is written, which says where the system installs from."
        if _FILE.search(path) and _names_another(content.known_text, allowed):
            yield f"{shown([path])} is written, which says where packages come from."


def _bends(name: str, value: str | None, allowed: Sequence[str]) -> bool:
    """Whether a variable names another registry."""
    if name in _UNCHECKED:
        return value is not None and _UNCHECKED[name].match(value) is not None
    return _VARIABLE.fullmatch(name) is not None and not is_usual(value, allowed)


def _set_by(call: Call) -> str | None:
    """The registry that a call sets; empty when it sets none, None when it is computed."""
    pattern = _SETTINGS.get(call.program or "")
    if pattern is None or not _is_setting(call):
        return ""
    plain = call.plain("--location", "-L", "--priority", "--name", "-n")
    words = " ".join("$" if word is None else word for word in plain)
    found = re.match(pattern, words, re.I)
    return found.groupdict().get("value") if found else ""


def _is_setting(call: Call) -> bool:
    needed = _BY_OPTION.get(call.program or "", ())
    changes = frozenset(_ONLY_TELLS).isdisjoint(call.texts)
    return call.code is None and changes and (not needed or call.has(*needed))


def _all_usual(text: str, allowed: Sequence[str]) -> bool:
    """Whether a text names registries, all of them usual ones."""
    addresses = [address.replace("http://", "https://") for address in _ADDRESS.findall(text)]
    return bool(addresses) and all(is_usual(address, allowed) for address in addresses)


def _names_another(text: str, allowed: Sequence[str]) -> bool:
    """Whether a file of settings names a registry that is not a usual one."""
    addresses = _ADDRESS.findall(text)
    return _IN_FILE.search(text) is not None and not all(
        is_usual(address, allowed) for address in addresses
    )
