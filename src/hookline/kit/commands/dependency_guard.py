"""dependency-guard: looks at what the agent installs: names that imitate popular packages, packages
nobody allowed, versions that are not pinned, and what comes from elsewhere than the registry.

Names are compared with lists that come along; no registry is asked. Requirement files of the
workspace are read.
"""

from __future__ import annotations

import os
import posixpath

from hookline.kit.commands.command_syntax import redirected, texts_of
from hookline.kit.commands.installs import ELSEWHERE, LOCAL, UNKNOWN, install_of, required_by
from hookline.kit.commands.places import Here
from hookline.kit.commands.popular import POPULAR
from hookline.kit.findings import ASK, DENY, PLAINLY, Finding, cannot_tell, guard_shell, shown
from hookline.kit.kit import Entry, Kit
from hookline.kit.kit_settings import Option, Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hookline.kit.commands.installs import Install, Package
    from hookline.kit.findings import ShellCommand
    from hookline.sdk.event_types import Hooks
    from hookline.shell import Call

PASS = "pass"
MOST_PACKAGES = 2000
#: Shorter names are too close to too many others.
_SHORTEST = 5
_COULD_BE = ("pip install", "npm install", "uv add", "cargo install", "gem install")
_LOOKALIKES = str.maketrans(
    {"0": "o", "1": "l", "3": "e", "5": "s", "-": "", "_": "", ".": "", "/": None}
)
_FOLDED = {
    ecosystem: {name.translate(_LOOKALIKES): name for name in names}
    for ecosystem, names in POPULAR.items()
}


def build(hook: Hooks, settings: Settings) -> None:
    def judge(event: ShellCommand) -> Iterator[Finding]:
        reading = event.read_command()
        here = Here(event.cwd, event.workspace_roots, ())
        written = {
            target
            for text in texts_of(event.shell_command, reading)
            for sign, target in redirected(text)
            if ">" in sign
        }
        for call in reading.calls:
            here.follow(call)
            install = install_of(call)
            if install is not None:
                yield from _of_install(call, install, here, written, settings)
        unknown = cannot_tell(reading, _COULD_BE)
        if unknown is not None:
            yield unknown

    guard_shell(hook, "dependency-guard", judge)


def _of_install(
    call: Call, install: Install, here: Here, written: set[str], settings: Settings
) -> Iterator[Finding]:
    if install.bends:
        what = f"`{shown(call.words)}` installs from elsewhere than the usual registry."
        yield Finding(ASK, what, "Use the usual one.")
    for package in (*install.packages, *_required(install, here, written)):
        found = (
            package
            if isinstance(package, Finding)
            else _of_package(package, here, install.runs, settings)
        )
        if found is not None:
            yield found


def _of_package(package: Package, here: Here, runs: bool, settings: Settings) -> Finding | None:
    text = shown([package.text])
    if package.source == UNKNOWN:
        return Finding(ASK, f"it cannot be told what is installed: {text}.", PLAINLY)
    if package.source == ELSEWHERE:
        return Finding(
            ASK,
            f"{text} does not come from the registry.",
            "Install a released version by its name.",
        )
    if package.source == LOCAL:
        return _local(text, package.text, here)
    found = None if _is_allowed(package, settings.allow) else _of_name(package, runs, settings)
    if found is None and settings.pinned and not package.pinned and not runs:
        return Finding(
            settings.decision, f"{text} names no exact version.", "Name one, such as name==1.2.3."
        )
    return found


def _of_name(package: Package, runs: bool, settings: Settings) -> Finding | None:
    """A name nobody allowed."""
    name = package.name or ""
    meant = imitated(package.ecosystem, name)
    if meant is not None:
        instead = f"Install {meant} if that is meant; else ask the person to allow it."
        return Finding(
            settings.decision, f"{shown([name])} looks like {meant} and is not.", instead
        )
    if settings.others != PASS and not runs:
        return Finding(
            settings.others,
            f"{shown([name])} is not among the allowed packages.",
            "Use what is there already.",
        )
    return None


def _local(text: str, path: str, here: Here) -> Finding | None:
    """The workspace's own project may be installed; what lies elsewhere, and archives, may not
    without asking.
    """
    folder = path.partition("[")[0].removeprefix("file:").removeprefix("link:") or "."
    whole = here.full(folder)
    inside = whole is not None and any(
        whole == root or whole.startswith(root + "/") for root in map(here.full, here.roots) if root
    )
    if inside and not folder.endswith((".whl", ".gz", ".tgz", ".zip", ".gem", ".crate", ".egg")):
        return None
    return Finding(
        ASK,
        f"{text} is installed from a file or folder outside the project.",
        "Install a released version by its name.",
    )


def _required(install: Install, here: Here, written: set[str]) -> Iterator[Package | Finding]:
    """What requirement files name."""
    for path in install.files:
        whole = None if path is None else here.full(path)
        inside = whole is not None and any(
            whole.startswith(f"{here.full(root)}/") for root in here.roots
        )
        if (
            path is None
            or not inside
            or here.cwd is None
            or posixpath.normpath(path) in map(posixpath.normpath, written)
        ):
            yield Finding(
                ASK,
                f"the requirements in {shown([path or 'a computed file'])} cannot be seen here.",
                PLAINLY,
            )
            continue
        for number, package in enumerate(required_by(os.path.join(here.cwd, path))):
            if number >= MOST_PACKAGES:
                yield Finding(
                    ASK, f"{shown([path])} names too many packages to look at each.", PLAINLY
                )
                break
            yield package


def _is_allowed(package: Package, allow: tuple[str, ...]) -> bool:
    name = package.name or ""
    names = (name, f"{package.ecosystem}:{name}")
    return any(
        one.lower() in names
        or (one.endswith("*") and any(n.startswith(one[:-1].lower()) for n in names))
        for one in allow
    )


def imitated(ecosystem: str, name: str) -> str | None:
    """The popular package whose name this one nearly is; None when it is one itself, or like none."""
    popular = POPULAR[ecosystem]
    if name in popular or len(name) < _SHORTEST:
        return None
    folded = _FOLDED[ecosystem].get(name.translate(_LOOKALIKES))
    if folded is not None and folded != name and len(folded) >= _SHORTEST:
        return (
            None
            if ecosystem == "crates" and folded.replace("-", "_") == name.replace("-", "_")
            else folded
        )
    near = (
        one
        for one in popular
        if abs(len(one) - len(name)) <= 1 and len(one) >= _SHORTEST and is_one_slip(name, one)
    )
    return min(near, default=None)


def is_one_slip(one: str, other: str) -> bool:
    """Whether one letter too many, too few or another, or two letters that changed places, make one
    name the other.
    """
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    one, other = one[start:], other[start:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    swapped = len(one) == 2 and one == other[::-1]
    return swapped or (len(one) <= 1 and len(other) <= 1)


KIT = Kit(
    "dependency-guard",
    "Stops installs of packages that imitate popular ones, are not allowed or not pinned; asks about those from elsewhere.",
    build=build,
    options=(
        Option("allow", "words", (), "Packages that are fine: requests, npm:left-pad, @scope/*"),
        Option(
            "others",
            "choice",
            PASS,
            "What is said about packages that are not in allow",
            (PASS, ASK, DENY),
        ),
        Option(
            "pinned", "flag", False, "Want an exact version of everything that is installed by name"
        ),
        Option(
            "decision",
            "choice",
            DENY,
            "What is said about imitations and missing versions",
            (DENY, ASK),
        ),
    ),
    entries=(
        Entry("beforeShellExecution", fail_closed=True),
        Entry("preToolUse", "^Shell$", fail_closed=True),
    ),
    needs=("tree_sitter_bash",),
)
