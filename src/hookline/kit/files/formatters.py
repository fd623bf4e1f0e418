"""Which formatter a project uses for a file, by the files in its folders, from the file's own up to
the workspace's root.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from hookline.kit.project import is_inside
from hookline.kit.state_files import read_json, read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_WEB = tuple(
    ".js .jsx .mjs .cjs .ts .tsx .mts .cts .json .jsonc .json5 .css .scss .less .html .vue .svelte "
    ".graphql .md .mdx "
    ".yaml .yml".split()
)
_BIOME = tuple(".js .jsx .mjs .cjs .ts .tsx .mts .cts .json .jsonc .css .graphql".split())
_DENO = tuple(".js .jsx .mjs .cjs .ts .tsx .mts .cts .json .jsonc .md".split())
_PYTHON = (".py", ".pyi")
_C = tuple(".c .cc .cpp .cxx .h .hh .hpp .hxx .m .mm .cu .cuh .proto".split())
_PRETTIER_FILES = (
    ".prettierrc", ".prettierrc.json", ".prettierrc.json5", ".prettierrc.yaml", ".prettierrc.yml",
    ".prettierrc.toml", ".prettierrc.js", ".prettierrc.cjs", ".prettierrc.mjs", ".prettierrc.ts",
    "prettier.config.js", "prettier.config.cjs", "prettier.config.mjs", "prettier.config.ts",
)  # fmt: skip


class Formatter(NamedTuple):
    """One formatter: for which endings, how it is called, and what in a folder says that the
    project uses it.
    """

    words: tuple[str, ...]
    endings: tuple[str, ...]
    used_in: Callable[[str], bool]


def find_formatter(path: str, root: str) -> list[str] | None:
    """The words to call it with; None when the project names none. A nearer folder counts before
    one above.
    """
    ending = os.path.splitext(path)[1].lower()
    possible = [formatter for formatter in FORMATTERS if ending in formatter.endings]
    for folder in _folders(path, root) if possible else ():
        for formatter in possible:
            if formatter.used_in(folder):
                return [*formatter.words, *_edition(formatter, folder)]
    return None


def _folders(path: str, root: str) -> Iterator[str]:
    folder = os.path.dirname(path)
    while folder == root or is_inside(folder, root):
        yield folder
        folder = os.path.dirname(folder)


def _has(*names: str) -> Callable[[str], bool]:
    return lambda folder: any(os.path.isfile(os.path.join(folder, name)) for name in names)


def _package(*packages: str, files: tuple[str, ...] = (), key: str = "") -> Callable[[str], bool]:
    """Whether package.json depends on it or holds its settings, or one of these files is there."""

    def used_in(folder: str) -> bool:
        if _has(*files)(folder):
            return True
        table = read_json(os.path.join(folder, "package.json"))
        groups = (table.get("dependencies"), table.get("devDependencies"))
        named = any(
            name in group for group in groups if isinstance(group, dict) for name in packages
        )
        return named or (bool(key) and key in table)

    return used_in


def _python(tool: str, *files: str) -> Callable[[str], bool]:
    """Whether pyproject.toml has a table for the tool, or one of these files is there."""
    return lambda folder: (
        _has(*files)(folder)
        or tool in _tables(os.path.join(folder, "pyproject.toml")).get("tool", {})
    )


def _tables(path: str) -> dict[str, dict[str, object]]:
    import tomllib

    try:
        found = tomllib.loads(read_text(path))
    except ValueError:
        return {}
    return {name: value for name, value in found.items() if isinstance(value, dict)}


def _edition(formatter: Formatter, folder: str) -> list[str]:
    """rustfmt alone takes a file for Rust of 2015; its project says otherwise."""
    if formatter.words[0] != "rustfmt":
        return []
    edition = _tables(os.path.join(folder, "Cargo.toml")).get("package", {}).get("edition")
    return ["--edition", edition if isinstance(edition, str) else "2021"]


FORMATTERS = (
    Formatter(
        ("biome", "format", "--write"), _BIOME,
        _package("@biomejs/biome", files=("biome.json", "biome.jsonc")),
    ),
    Formatter(
        ("prettier", "--log-level", "warn", "--ignore-unknown", "--write"), _WEB,
        _package("prettier", files=_PRETTIER_FILES, key="prettier"),
    ),
    Formatter(("deno", "fmt", "--quiet"), _DENO, _has("deno.json", "deno.jsonc")),
    Formatter(("black", "--quiet"), _PYTHON, _python("black")),
    Formatter(
        ("ruff", "format", "--quiet", "--force-exclude"), _PYTHON,
        _python("ruff", "ruff.toml", ".ruff.toml"),
    ),
    Formatter(("clang-format", "-i"), _C, _has(".clang-format", "_clang-format")),
    Formatter(("gofmt", "-w"), (".go",), _has("go.mod")),
    Formatter(("rustfmt",), (".rs",), _has("Cargo.toml")),
    Formatter(
        ("terraform", "fmt", "-list=false"), (".tf", ".tfvars"),
        _has(".terraform.lock.hcl", "main.tf"),
    ),
    Formatter(("dart", "format"), (".dart",), _has("pubspec.yaml")),
    Formatter(("zig", "fmt"), (".zig",), _has("build.zig")),
)  # fmt: skip
