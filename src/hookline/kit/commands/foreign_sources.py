"""Ways to get code from elsewhere that name no package: installers inside the code of another language,
modules that are replaced, and files of registries that are edited in place.
"""

from __future__ import annotations

import re

from hookline.kit.findings import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hookline.shell import Call, Reading

#: Code that installs what no registry holds: R, Julia, Perl, Lisp, Lua, PowerShell.
_IN_CODE = re.compile(
    r"install_(?:github|gitlab|bitbucket|git|svn|url|local|version)\s*\("
    r"|\b(?:pak|pkg_install)\b[^;\n]{0,200}(?:github::|url::|git::|https?://|['\"][\w.-]+/[\w.-]+)"
    r"|Pkg\.(?:add|develop|clone)\s*\([^)]{0,200}(?:url\s*=|path\s*=|https?://|git@)"
    r"|Registry\.add\s*\([^)]{0,200}(?:https?://|url)"
    r"|install\.packages\s*\([^)]{0,200}(?:repos\s*=\s*NULL|https?://(?!cloud\.r-project\.org"
    r"|cran\.|packagemanager\.posit\.co|[\w.-]*\bcran\b))"
    r"|\b(?:CPAN::)?(?:Shell->)?install\s*\(?\s*['\"](?:https?|git)://"
    r"|options\s*\(\s*repos\s*=[^)]{0,200}https?://(?!cloud\.r-project\.org|cran\.)",
    re.I,
)
_LANGUAGES = frozenset("R Rscript julia perl littler r radian".split())
_ADDRESS = re.compile(
    r"(?:git|hg|svn|bzr)\+|(?:https?|git|ssh)://|git@|(?:github|gitlab|bitbucket|gist):", re.I
)
#: Calls that write into a project's file of packages: their words, and the option that holds what.
_SETS = {
    "npm": re.compile(
        r"(?:pkg|package) set (?:.* )?\S*(?:dependencies|overrides|resolutions)\S*=(?P<value>.+)",
        re.I,
    ),
    "pnpm": re.compile(r"pkg set (?:.* )?\S*(?:dependencies|overrides)\S*=(?P<value>.+)", re.I),
    "yarn": re.compile(r"set resolution \S+ (?P<value>.+)", re.I),
}
#: Programs that change a file where it lies, or put another in its place.
_EDITORS = frozenset(
    "sed gsed perl ruby cp mv install ln curl wget dd yq jq crudini augtool ed ex sponge".split()
)
_IN_PLACE = re.compile(r"-[a-zA-Z]*i\S*|--in-place\S*|-[a-zA-Z]*[oO]|--output\S*|of=\S+")
_ALWAYS_WRITES = frozenset("cp mv install ln dd crudini augtool ed ex sponge".split())
_SYSTEM_FILE = re.compile(
    r"(?:of=)?/etc/(?:apt/(?:sources\.list|apt\.conf|trusted\.gpg|keyrings/)|yum\.repos\.d|yum\.conf"
    r"|dnf/|zypp/repos\.d|zypp/zypp\.conf|apk/(?:repositories|keys)|pacman\.(?:conf|d/)|pip\.conf"
    r"|npmrc|gemrc|xbps\.d|opkg)"
)
_PACKAGE_FILE = re.compile(
    r"(?:^|/)(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-(?:lock|workspace)\.yaml"
    r"|poetry\.lock|uv\.lock|pdm\.lock|Pipfile(?:\.lock)?|pyproject\.toml|requirements[\w.-]*\.(?:txt|in)"
    r"|Gemfile(?:\.lock)?|Cargo\.(?:toml|lock)|go\.(?:mod|sum)|composer\.(?:json|lock)|pom\.xml"
    r"|settings\.xml|(?:build|settings)\.gradle(?:\.kts)?|gradle-wrapper\.properties|pubspec\.ya?ml"
    r"|mix\.exs|nuget\.config|\.npmrc|\.yarnrc(?:\.yml)?|pip\.(?:conf|ini)|\.condarc|\.gemrc"
    r"|bunfig\.toml|\.cargo/config(?:\.toml)?|uv\.toml)\Z",
    re.I,
)
_REGISTRY = re.compile(
    r"registry\.npmjs\.org|registry\.yarnpkg\.com|pypi\.org|files\.pythonhosted\.org|rubygems\.org"
    r"|crates\.io|proxy\.golang\.org|repo\.packagist\.org|api\.nuget\.org|repo1?\.maven"
    r"|services\.gradle\.org|pub\.dev|hex\.pm",
    re.I,
)
_HOST = re.compile(r"(?:https?:|git\+https?:)?\\?/?\\?/?(?:[\w-]+\.)+[a-z]{2,}\b", re.I)


def brought_in(reading: Reading) -> Iterator[str]:
    """What a command line brings in from elsewhere without naming a package, each as a sentence."""
    for call in reading.calls:
        text = shown(call.words)
        if call.code is not None:
            if _installs_in_code(call):
                yield f"`{text}` installs what does not come from the registry."
        elif _replaces(call):
            yield f"`{text}` has a package come from elsewhere."
        if _edits_sources(call):
            yield f"`{text}` changes where packages come from."


def _installs_in_code(call: Call) -> bool:
    is_language = (call.program or "") in _LANGUAGES
    return is_language and any(_IN_CODE.search(text or "") for text in call.texts[1:])


def _replaces(call: Call) -> bool:
    """`go mod edit -replace a=b`, `npm pkg set dependencies.a=https://…`."""
    if call.program == "go":
        replaced = call.options("-replace", "--replace")
        return any(map(_is_elsewhere, replaced))
    pattern = _SETS.get(call.program or "")
    found = pattern.match(" ".join(word or "$" for word in call.plain())) if pattern else None
    return found is not None and _ADDRESS.search(found["value"]) is not None


def _is_elsewhere(replacement: str | None) -> bool:
    """What stands behind `=`, unless it is a folder of the project."""
    target = (replacement or "=$").partition("=")[2]
    return not target.startswith(("./", "../")) and target not in (".", "..")


def _edits_sources(call: Call) -> bool:
    """`sed -i s/pypi.org/example.org/ uv.lock`; the files of the system whatever is changed in them."""
    program = call.program or ""
    texts = [text or "" for text in call.texts[1:]]
    writes = program in _ALWAYS_WRITES or any(map(_IN_PLACE.fullmatch, texts))
    if program not in _EDITORS or not writes:
        return False
    targets = texts[-1:] if program in ("cp", "mv", "install", "ln") else texts
    if any(map(_SYSTEM_FILE.match, targets)):
        return True
    script = " ".join(texts)
    names_file = any(map(_PACKAGE_FILE.search, texts))
    return (
        names_file and _REGISTRY.search(script) is not None and len(set(_HOST.findall(script))) > 1
    )
