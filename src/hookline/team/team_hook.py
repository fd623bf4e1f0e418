"""One hook of a team, as seed 002 has it, with the options of hooks.json; and the files of a machine.

    team hooks ──managed_files──▶ hooks.json, hooks/NAME …      one set for each operating system

Pure. What a machine gets holds only the hooks that are active and meant for its system.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from hookline import strict_json
from hookline.config.locate import Place
from hookline.config.parse import parse
from hookline.spec.sources import SOURCES

#: `sys.platform` → the name that seed 002's `operating_systems` has for it.
SYSTEMS = {"linux": "Linux", "darwin": "Macintosh", "win32": "Windows"}
CONFIG = "hooks.json"
SCRIPTS = "hooks/"
MOST_HOOKS = 10_000
LONGEST_SCRIPT = 4 * 1024 * 1024
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,63}")
_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
)


class TeamHook(NamedTuple):
    """One hook. `options` are those of hooks.json: matcher, timeout, failClosed, loop_limit."""

    step: str
    script_name: str
    content: bytes
    systems: tuple[str, ...] = ()  # names of SYSTEMS; none: every one
    active: bool = True
    options: Mapping[str, Any] = {}

    def is_for(self, system: str) -> bool:
        """Whether a machine of this system gets it; `system` is a name of SYSTEMS."""
        return self.active and (not self.systems or system in self.systems)


def managed_files(hooks: Iterable[TeamHook], system: str) -> dict[str, bytes]:
    """What a machine of this system writes to its managed folder: path → content."""
    meant = [hook for hook in hooks if hook.is_for(system)]
    steps: dict[str, list[dict[str, Any]]] = {}
    for hook in meant:
        steps.setdefault(hook.step, []).append(entry_of(hook))
    config = {"version": 1, "hooks": steps}
    return {
        CONFIG: (strict_json.dumps(config, indent=2) + "\n").encode(),
        **{SCRIPTS + hook.script_name: hook.content for hook in meant},
    }


def entry_of(hook: TeamHook) -> dict[str, Any]:
    """The hook as an entry of hooks.json. Team hooks run in the folder of their scripts."""
    return {"command": f"./{hook.script_name}", **hook.options}


def problems_of(hooks: Sequence[TeamHook]) -> list[str]:
    """Why these hooks cannot be published; empty when they can."""
    problems = [problem for hook in hooks for problem in _own_problems(hook)]
    problems += _clashes(hooks)
    if len(hooks) > MOST_HOOKS:
        problems.append(f"there are {len(hooks)} hooks; a team may have {MOST_HOOKS}")
    if not problems:
        problems += _config_problems(hooks)
    return problems


def name_problem(name: str) -> str | None:
    """Why a script cannot have this name, on any of the systems."""
    if not _NAME.fullmatch(name):
        return (
            f"{name[:80]!r} cannot be the name of a script: "
            "use up to 64 letters, digits, '.', '_' and '-', beginning with a letter or digit"
        )
    if name.split(".")[0].lower() in _DEVICES or name.endswith("."):
        return f"{name!r} cannot be the name of a script: on Windows it is no file name"
    return None


def _own_problems(hook: TeamHook) -> Iterator[str]:
    if problem := name_problem(hook.script_name):
        yield problem
    if len(hook.content) > LONGEST_SCRIPT:
        yield f"{hook.script_name} is {len(hook.content)} bytes long; a script may have {LONGEST_SCRIPT}"
    for system in hook.systems:
        if system not in SYSTEMS.values():
            yield f"{hook.script_name}: there is no system {system!r}; write {', '.join(SYSTEMS.values())}"


def _clashes(hooks: Iterable[TeamHook]) -> Iterator[str]:
    """Names that are one file on a system which does not tell large from small letters."""
    contents: dict[str, set[tuple[str, bytes]]] = {}
    for hook in hooks:
        contents.setdefault(hook.script_name.lower(), set()).add((hook.script_name, hook.content))
    for name, versions in contents.items():
        if len(versions) > 1:
            yield f"{name} stands for {len(versions)} different scripts; one name is one file"


def _config_problems(hooks: Sequence[TeamHook]) -> Iterator[str]:
    """What `hookline check` calls an error in the file that machines would get."""
    place = Place(SOURCES["team"], CONFIG, "", SCRIPTS)
    everywhere = [hook._replace(systems=(), active=True) for hook in hooks]
    text = managed_files(everywhere, "Linux")[CONFIG].decode()
    errors = [problem for problem in parse(text, place).problems if problem.severity == "error"]
    for (problem, remedy), count in Counter((e.problem, e.remedy) for e in errors).items():
        again = f" ({count} times)" if count > 1 else ""
        yield f"{problem}{again}; {remedy}"
