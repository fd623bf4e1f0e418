"""The rows of src/hookline/spec in, everything that is derived from them out, and the picture of a
decision.

    python scripts/generate.py            writes what has changed, removes what no row asks for
    python scripts/generate.py --check    writes nothing; exits 1 and names the stale files

Refuses, with exit code 1, when a row lacks a description or a sample. The output depends on the
source alone, never on the machine or the time.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from generators import completions
from generators.complete import gaps
from generators.dialects_page import dialects_page
from generators.events_page import events_page
from generators.faults_page import faults_page
from generators.fire_types import fire_types
from generators.hooks_json_page import hooks_json_page
from generators.kit_pages import kit_pages
from generators.picture import picture
from generators.rule_pages import rule_pages
from generators.sdk_events import sdk_events
from generators.sdk_inputs import sdk_inputs
from generators.walk_page import walk_page

from hookline.spec import prose
from hookline.spec.events import EVENTS
from hookline.spec.json_schemas import hooks_schema, input_schema, output_schema
from hookline.spec.samples import sample

REPOSITORY = Path(__file__).resolve().parent.parent
#: Folders in which every file is ours: one that is not generated any more is stale.
_OURS_ALONE = ("schemas", "completions", "docs/rules")


def generated() -> dict[str, str]:
    """Every generated file: its path in the repository, and its text."""
    return {
        "schemas/hooks.schema.json": _json(hooks_schema()),
        **{f"schemas/events/{name}.input.json": _json(input_schema(name)) for name in EVENTS},
        **{f"schemas/events/{name}.output.json": _json(output_schema(name)) for name in EVENTS},
        **{f"schemas/samples/{name}.json": _json(sample(name)) for name in EVENTS},
        "docs/events.md": events_page(),
        "docs/hooks-json.md": hooks_json_page(),
        "docs/faults.md": faults_page(),
        "docs/dialects.md": dialects_page(),
        "docs/walk.md": walk_page(),
        **rule_pages(),
        **kit_pages(),
        "docs/decision.svg": picture(),
        "src/hookline/engine/fire_types.py": fire_types(),
        "src/hookline/sdk/event_types.py": sdk_events(),
        "src/hookline/sdk/input_types.py": sdk_inputs(),
        "completions/hookline.bash": completions.bash(),
        "completions/hookline.zsh": completions.zsh(),
        "completions/hookline.fish": completions.fish(),
    }


def stale(root: Path, files: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The files under `root` that differ from what is generated, each with what is the matter."""
    for path, text in files.items():
        target = root / path
        if not target.is_file():
            yield path, "missing"
        elif target.read_bytes() != text.encode():
            yield path, "out of date"
    for folder in _OURS_ALONE:
        for target in sorted((root / folder).rglob("*")):
            path = target.relative_to(root).as_posix()
            if target.is_file() and path not in files:
                yield path, "generated from no row"


def write(root: Path, files: Mapping[str, str]) -> None:
    """Make the files under `root` as they should be."""
    for path, _matter in list(stale(root, files)):
        target = root / path
        if path in files:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(files[path].encode())
        else:
            target.unlink()


def main(arguments: Sequence[str]) -> int:
    """Write or check; 0 when everything is fresh."""
    options = _parser().parse_args(arguments)
    missing = gaps(EVENTS, prose.WHEN)
    if missing:
        print("Nothing is generated from rows with gaps:", *missing, sep="\n  ", file=sys.stderr)
        return 1
    files = generated()
    found = list(stale(options.root, files))
    for path, matter in found:
        print(f"{path}: {matter}")
    if not options.check:
        write(options.root, files)
    elif found:
        print("Run `python scripts/generate.py` and commit what it writes.", file=sys.stderr)
    return 1 if found and options.check else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description="Write everything that is derived from the rows of src/hookline/spec."
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing; exit 1 when a file is stale, and name it",
    )
    parser.add_argument(
        "--root",
        type=Path,
        default=REPOSITORY,
        help="the folder to write into; the repository by default",
    )
    return parser


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
