"""The name of an extra in, its requirements out, one a line: for what is installed without its
dependencies.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def requirements(extra: str) -> list[str]:
    """The requirements of an extra of pyproject.toml."""
    found: list[str] = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ][extra]
    return found


if __name__ == "__main__":
    print("\n".join(requirements(sys.argv[1])))
