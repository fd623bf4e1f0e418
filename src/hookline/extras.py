"""What needs packages that `pip install hookline` does not bring: the extra that brings them, and one
sentence for when they are not there.

    with needed("reading SQL"):
        import sqlglot

Every late import of such a package stands in a `with` like this, so that its absence is the same line
wherever it comes up: what was to be done, which package it needs, and the command that installs it into
the environment that is running.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType

#: What is done with such packages → the extra of pyproject.toml that brings them, and the packages.
FEATURES = {
    "reading shell commands": ("kit", ("tree_sitter", "tree_sitter_bash")),
    "reading SQL": ("kit", ("sqlglot",)),
    "reading YAML": ("kit", ("yaml",)),
    "the page": ("ui", ("jinja2", "starlette", "uvicorn")),
    "a model judge": ("llm", ("httpx2",)),
    "team hooks": (
        "team",
        (
            "aiosqlite",
            "alembic",
            "asyncpg",
            "greenlet",
            "httpx2",
            "securesystemslib",
            "sqlalchemy",
            "starlette",
            "tuf",
            "uvicorn",
        ),
    ),
}


class MissingExtra(ImportError):
    """A package of an extra is not installed; the text says so, and what to do."""

    def __init__(self, feature: str, package: str) -> None:
        self.problem = problem(feature, package)
        self.remedy = f"Run: {remedy(extra_of(package))}"
        super().__init__(f"{self.problem} {self.remedy}", name=package)


class needed:
    """`with needed(feature):` around imports; raises `MissingExtra` where a package of it is not there."""

    __slots__ = ("feature",)

    def __init__(self, feature: str) -> None:
        self.feature = feature

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if isinstance(error, ImportError) and error.name:
            package = error.name.partition(".")[0]
            if package in FEATURES[self.feature][1]:
                raise MissingExtra(self.feature, package) from error


def sentence(feature: str, package: str) -> str:
    """`Reading SQL needs sqlglot, which is not installed. Run: …`"""
    return str(MissingExtra(feature, package))


def problem(feature: str, package: str) -> str:
    """The same without the command."""
    return f"{feature[0].upper()}{feature[1:]} needs {package}, which is not installed."


def extra_of(package: str) -> str:
    """The extra that brings a package; empty where none does."""
    return next((extra for extra, packages in FEATURES.values() if package in packages), "")


def missing(packages: Iterable[str]) -> list[str]:
    """Those of the packages that are not installed. Nothing is imported."""
    from importlib.util import find_spec

    return [package for package in packages if find_spec(package) is None]


def remedy(extra: str) -> str:
    """The command that installs the extra into the environment that is running, for a shell."""
    import shlex

    return shlex.join(install_command(extra))


def install_command(extra: str) -> list[str]:
    """The same as words."""
    return command_in(sys.prefix, sys.executable, extra, already=_extras_present())


def command_in(
    prefix: str, executable: str, extra: str, *, already: Iterable[str] = ()
) -> list[str]:
    """What installs an extra into the environment at `prefix`, by the tool that made it: pipx, uv, or pip.

    `already`: extras that are there and that a tool would drop if they were not named again.
    """
    import os

    if os.path.exists(os.path.join(prefix, "pipx_metadata.json")):
        return ["pipx", "inject", os.path.basename(prefix), *_requirements(extra)]
    if os.path.exists(os.path.join(prefix, "uv-receipt.toml")):
        return ["uv", "tool", "install", _with_extras({extra, *already})]
    if _made_by_uv(prefix):
        return ["uv", "pip", "install", "--python", executable, _with_extras({extra})]
    return [executable, "-m", "pip", "install", _with_extras({extra})]


def _made_by_uv(prefix: str) -> bool:
    """Such an environment has no pip of its own."""
    import os

    try:
        with open(os.path.join(prefix, "pyvenv.cfg"), encoding="utf-8") as file:
            return any(line.partition("=")[0].strip() == "uv" for line in file)
    except OSError:
        return False


def _requirements(extra: str) -> list[str]:
    """What the extra requires, as this installation says: pipx adds packages, and no extras."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        lines = requires("hookline") or []
    except PackageNotFoundError:
        lines = []
    marked = [line.partition(";") for line in lines]
    wanted = (f"extra == '{extra}'", f'extra == "{extra}"')
    own = [requirement.strip() for requirement, _, marker in marked if marker.strip() in wanted]
    return own or [_with_extras({extra})]


def _with_extras(extras: set[str]) -> str:
    """`hookline[kit,ui]`."""
    names = ",".join(sorted(filter(None, extras)))
    return f"hookline[{names}]" if names else "hookline"


def _extras_present() -> set[str]:
    extras: dict[str, list[str]] = {}
    for extra, packages in FEATURES.values():
        extras.setdefault(extra, []).extend(packages)
    return {extra for extra, packages in extras.items() if not missing(packages)}
