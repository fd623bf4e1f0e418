"""Coverage of each module of spec, config and engine by its own test file alone, and of the three
packages together.

    python scripts/coverage_by_module.py [PACKAGE[.MODULE] ...]

Exits 1 when a module is below the floor, or has no test file of its own.
"""

import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PACKAGES = ("spec", "config", "engine")
FLOOR_PERCENT = 95.0


def modules(wanted: list[str]) -> list[tuple[str, str]]:
    """(package, module) of everything that is to be measured; `__init__` files hold no code."""
    found = [
        (package, name.removesuffix(".py"))
        for package in PACKAGES
        for name in sorted(os.listdir(os.path.join(ROOT, "src/hookline", package)))
        if name.endswith(".py") and name != "__init__.py"
    ]
    return [one for one in found if not wanted or one[0] in wanted or ".".join(one) in wanted]


def percent(package: str, module: str) -> float | None:
    """Line and branch coverage of a module by its own test file; None when there is no such file."""
    test = os.path.join("tests", package, f"test_{module}.py")
    if not os.path.exists(os.path.join(ROOT, test)):
        return None
    with tempfile.TemporaryDirectory() as box:
        environ = {**os.environ, "COVERAGE_FILE": os.path.join(box, "data")}
        source = f"src/hookline/{package}/{module}.py"
        measure = [sys.executable, "-m", "coverage", "run", "-m", "pytest", "-q", "-x", test]
        done = subprocess.run(
            measure, cwd=ROOT, env=environ, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            print(done.stdout[-2000:], file=sys.stderr)
            return 0.0
        for step in (
            ["combine", "-q"],
            ["json", "-q", f"--include={source}", "-o", os.path.join(box, "report")],
        ):
            subprocess.run(
                [sys.executable, "-m", "coverage", *step],
                cwd=ROOT,
                env=environ,
                capture_output=True,
                check=True,
            )
        with open(os.path.join(box, "report"), encoding="utf-8") as report:
            return float(json.load(report)["totals"]["percent_covered"])


def main() -> int:
    measured = modules(sys.argv[1:])
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        figures = list(pool.map(lambda one: percent(*one), measured))
    low = 0
    for (package, module), figure in zip(measured, figures, strict=True):
        enough = figure is not None and figure >= FLOOR_PERCENT
        low += not enough
        shown = "no test file" if figure is None else f"{figure:6.1f} %"
        print(
            f"{package + '.' + module:<24} {shown}{'' if enough else f'   below {FLOOR_PERCENT:g} %'}"
        )
    print(
        f"{len(measured) - low} of {len(measured)} modules reach {FLOOR_PERCENT:g} % from their own test file"
    )
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
