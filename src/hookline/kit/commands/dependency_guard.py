"""dependency-guard: looks at what the agent installs: names that imitate popular packages, packages
nobody allowed, versions that are not pinned, and what comes from elsewhere than the registry.

Names are compared with lists that come along; no registry is asked. Requirement files of the
workspace are read.
"""

from __future__ import annotations

import os
import posixpath

from hookline.kit.commands.command_syntax import texts_of, written_in
from hookline.kit.commands.foreign_sources import brought_in
from hookline.kit.commands.imitations import imitated
from hookline.kit.commands.installs import ELSEWHERE, LOCAL, UNKNOWN, install_of, required_by
from hookline.kit.commands.path_kinds import Here
from hookline.kit.commands.popular_packages import FOREIGN
from hookline.kit.commands.registries import is_usual, set_in
from hookline.kit.commands.unchecked import switched_off
from hookline.kit.findings import ASK, DENY, PLAINLY, Finding, cannot_tell, guard_shell, shown
from hookline.kit.kit_row import Entry, Kit
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
_COULD_BE = ("pip install", "npm install", "uv add", "cargo install", "gem install")
_ARCHIVES = (
    ".whl", ".gz", ".tgz", ".zip", ".gem", ".crate", ".egg", ".deb", ".rpm", ".apk", ".zst", ".xz",
    ".msi", ".snap", ".flatpak", ".pkg", ".dmg", ".nupkg", ".vsix",
)  # fmt: skip
_RELEASED = "Install a released version by its name."


def build(hook: Hooks, settings: Settings) -> None:
    def judge(event: ShellCommand) -> Iterator[Finding]:
        reading = event.read_command()
        here = Here(event.cwd, event.workspace_roots, ())
        texts = texts_of(event.shell_command, reading)
        written = {posixpath.normpath(path) for text in texts for path in written_in(text)}
        written |= {posixpath.normpath(path) for path in reading.files}
        for call in reading.calls:
            here.follow(call)
            install = install_of(call)
            if install is not None:
                yield from _of_install(call, install, here, written, settings)
        for what in set_in(reading, settings.registries):
            yield Finding(ASK, what, "Use the usual one.")
        for what in brought_in(reading):
            yield Finding(ASK, what, _RELEASED)
        for what in switched_off(reading):
            yield Finding(ASK, what, "Leave the check on.")
        yield from cannot_tell(reading, _COULD_BE)

    guard_shell(hook, "dependency-guard", judge)


def _of_install(
    call: Call, install: Install, here: Here, written: set[str], settings: Settings
) -> Iterator[Finding]:
    if not all(is_usual(registry, settings.registries) for registry in install.registries):
        what = f"`{shown(call.words)}` installs from elsewhere than the usual registry."
        yield Finding(ASK, what, "Use the usual one.")
    for package in install.packages:
        yield from _of_package(package, here, install.runs, settings)
    for path in install.files:
        if _is_seen(path, here, written):
            yield from _of_file(path or "", here, install.runs, settings)
        else:
            what = f"the requirements in {shown([path or 'a computed file'])} cannot be seen here."
            yield Finding(ASK, what, PLAINLY)


def _of_file(path: str, here: Here, runs: bool, settings: Settings) -> Iterator[Finding]:
    """The packages that a file of requirements names."""
    whole = os.path.join(here.cwd or "", path)
    if not os.path.lexists(whole):
        return  # nothing of this command's making, or the guard would not look: it fails
    for number, package in enumerate(required_by(whole)):
        if number >= MOST_PACKAGES:
            what = f"{shown([path])} names too many packages to look at each."
            yield Finding(ASK, what, PLAINLY)
            return
        yield from _of_package(package, here, runs, settings)


def _is_seen(path: str | None, here: Here, written: set[str]) -> bool:
    """Whether a file of requirements is one of the workspace, and not of this command's making."""
    if path is None or "://" in path or here.cwd is None:
        return False
    return _is_inside(here.full(path), here) and posixpath.normpath(path) not in written


def _is_inside(whole: str | None, here: Here) -> bool:
    return any((whole or "").startswith(f"{here.full(root)}/") for root in here.roots)


def _of_package(package: Package, here: Here, runs: bool, settings: Settings) -> Iterator[Finding]:
    text = shown([package.text])
    if package.source == UNKNOWN:
        yield Finding(ASK, f"it is unclear what is installed: {text}.", PLAINLY)
    elif package.source == ELSEWHERE:
        yield Finding(ASK, f"{text} does not come from the registry.", _RELEASED)
    elif package.source == LOCAL:
        if package.ecosystem == "system" or not _is_own_project(package.text, here):
            what = f"{text} is installed from a file or folder outside the project."
            yield Finding(ASK, what, _RELEASED)
    else:
        yield from _of_name(package, text, runs, settings)


def _of_name(package: Package, text: str, runs: bool, settings: Settings) -> Iterator[Finding]:
    """A package of the registry."""
    name = shown([package.name])
    allowed = _is_allowed(package, settings.allow)
    meant = None if allowed else imitated(package.ecosystem, package.name or "")
    if meant is not None:
        instead = f"Install {meant} if that is what you mean; if not, ask the user to allow it."
        yield Finding(settings.decision, f"{name} looks like {meant} and is not.", instead)
    elif not allowed and package.name in FOREIGN.get(package.ecosystem, {}):
        elsewhere = FOREIGN[package.ecosystem][package.name or ""]
        yield Finding(settings.decision, f"{name} is {elsewhere}.", "Look for its name here.")
    elif settings.others != PASS and not runs and not allowed:
        what = f"{name} is not among the allowed packages."
        yield Finding(settings.others, what, "Use what is there already.")
    elif settings.pinned and not runs and not package.pinned:
        what = f"{text} names no exact version."
        yield Finding(settings.decision, what, "Name one, such as name==1.2.3.")


def _is_own_project(path: str, here: Here) -> bool:
    """The workspace's own project may be installed, and a folder beside it; what lies elsewhere, and
    archives, may not without asking.
    """
    plain = path.partition("[")[0]
    for start in ("file:", "link:", "portal:", "workspace:"):
        plain = plain.removeprefix(start)
    folder = plain or "."
    whole = here.full(folder)
    if whole is None or folder.endswith(_ARCHIVES):
        return False
    roots = list(filter(None, map(here.full, here.roots)))
    is_inside = any(whole == root or whole.startswith(root + "/") for root in roots)
    return is_inside or posixpath.dirname(whole) in {posixpath.dirname(root) for root in roots}


def _is_allowed(package: Package, allow: tuple[str, ...]) -> bool:
    name = package.name or ""
    names = (name, f"{package.ecosystem}:{name}")
    return any(_covers(pattern.lower(), names) for pattern in allow)


def _covers(pattern: str, names: tuple[str, str]) -> bool:
    if pattern.endswith("*"):
        return any(name.startswith(pattern[:-1]) for name in names)
    return pattern in names


KIT = Kit(
    "dependency-guard",
    "Stops installs of packages that imitate popular ones, are not allowed or not pinned; asks "
    "about those from elsewhere.",
    build=build,
    options=(
        Option("allow", "words", (), "Packages that are fine: requests, npm:left-pad, @scope/*"),
        Option(
            "registries",
            "words",
            (),
            "Hosts of registries that are fine: pypi.example.org, or *.example.org",
        ),
        Option(
            "others",
            "choice",
            PASS,
            "What to do about packages that are not in allow",
            (PASS, ASK, DENY),
        ),
        Option(
            "pinned",
            "flag",
            False,
            "Require an exact version of everything that is installed by name",
        ),
        Option(
            "decision",
            "choice",
            DENY,
            "What to do about imitations and missing versions",
            (DENY, ASK),
        ),
    ),
    entries=(
        Entry("beforeShellExecution", fail_closed=True),
        Entry("preToolUse", "^Shell$", fail_closed=True),
    ),
    needs=("tree_sitter_bash",),
)
