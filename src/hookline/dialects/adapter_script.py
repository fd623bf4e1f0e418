"""The adapter as one file, and hooks as the command lines that run it.

Goes in: a hook and the dialect of the file it is written to. Comes out: a command line, from which
the same hook can be read again, and the text of the script. Rule data stands in the command line as
one quoted JSON argument, never as shell text.
"""

from __future__ import annotations

import json
import os
import re
import shlex
from typing import Any

from hookline.config.converted_hooks import adapter_argument
from hookline.dialects.conversion import CURSOR, DialectHook
from hookline.spec.dialect_words import CURSOR_FIELDS, CURSOR_TOOL_OF
from hookline.spec.dialects import DIALECT_SPECS
from hookline.spec.events import EVENTS, EventSpec
from hookline.spec.inputs import Field
from hookline.spec.outputs import CONTEXT, ENV

CURSOR_ADAPTER = ".cursor/hooks/hookline_adapter.py"
#: Imports that the joined script has no use for.
_OURS = re.compile(r"^from (?:hookline\.\S+|__future__) import (?:\([^)]*\)|.*)\n", re.MULTILINE)
_MODULES = ("tools", "payload", "meant", "child", "answer", "telling", "loops", "run")
#: Columns of a hook that say what it is; the others say where it was found.
_CARRIED = DialectHook._fields[: DialectHook._fields.index("pointer")]
_DEFAULTS = DialectHook._field_defaults
_TYPES: dict[str, Any] = {
    "string": "",
    "number": 0,
    "boolean": False,
    "object": {},
    "string[]": [],
    "object[]": [],
}


def wrap(hook: DialectHook, host: str, at: str) -> str:
    """The command line that runs this hook at one of the host's events."""
    said = {key: value for key, value in zip(hook._fields, hook, strict=True) if key in _CARRIED}
    said = {key: value for key, value in said.items() if key in ("event", "command", "timeout_s", "speaks", "loop_limit")
            or value != _DEFAULTS.get(key)}  # fmt: skip
    said["timeout"] = said.pop("timeout_s")
    path = _script_path(host)
    line = f"python3 -I -S {path} {shlex.quote(json.dumps({'at': at, **said}))}"
    if not hook.fail_closed or EVENTS[hook.event].gate is None:
        return f"test -f {path} && {line}"  # python3 without its script ends with 2, which would be a refusal
    # Without python3 nothing could refuse: a shell does it then. Cursor's own failClosed needs no
    # help.
    return line if host == CURSOR else f"{line} || exit 2"


def unwrap(command: str) -> DialectHook | None:
    """The hook in such a command line; None when it is another command."""
    said = adapter_argument(command)
    if said is None:
        return None
    try:
        said["timeout_s"] = said.pop("timeout")
        hook = DialectHook(**{key: value for key, value in said.items() if key in _CARRIED})
    except (KeyError, TypeError):
        return None
    return hook if _sound(hook) else None


def _sound(hook: DialectHook) -> bool:
    """Whether an argument someone may have edited still is a hook."""
    texts = (hook.event, hook.command, hook.type, hook.speaks, hook.native_event)
    maybe = (hook.matcher or "", hook.model or "", hook.native_matcher or "")
    if not all(isinstance(text, str) for text in (*texts, *maybe)) or not isinstance(
        hook.fail_closed, bool
    ):
        return False
    limit = 0 if hook.loop_limit is None else hook.loop_limit
    numbers = all(
        isinstance(one, int | float) and 0 <= one < 1e9
        for one in (hook.timeout_s, hook.number, limit)
    )
    known = hook.speaks == CURSOR or hook.native_event in getattr(
        DIALECT_SPECS.get(hook.speaks), "natives", ()
    )
    return numbers and hook.timeout_s > 0 and hook.event in EVENTS and known


def is_wrapped(command: object) -> bool:
    """Whether Hookline wrote this command."""
    return isinstance(command, str) and unwrap(command) is not None


def adapter_path(host: str) -> str:
    """Where the script is written, from the project's root."""
    return CURSOR_ADAPTER if host == CURSOR else DIALECT_SPECS[host].adapter


def _script_path(host: str) -> str:
    path = adapter_path(host)
    root = "" if host == CURSOR else DIALECT_SPECS[host].root
    if not root:
        return path
    if root.startswith("${"):  # a plugin's own folder
        path = path.split("/hookline/", 1)[1]
    return f'"{root}"/{path}'


def personal_path(host: str, text: str) -> str:
    """The text of a configuration with the script looked for in the home of its person instead of
    the project.
    """
    here, there = (
        json.dumps(path)[1:-1] for path in (_script_path(host), f'"$HOME"/{adapter_path(host)}')
    )
    return text.replace(here, there)


def adapter_text(host: str, spoken: set[str], *, personal: bool = False) -> str:
    """The script for one host, with the rows of the dialects its hooks speak; `personal`: it lies
    in no project.
    """
    names = sorted({host, CURSOR, *spoken})
    table = {
        "host": host,
        "levels": 0 if personal else _levels(host),
        "dialects": {name: dialect_row(name) for name in names},
    }
    folder = os.path.join(os.path.dirname(__file__), "adapter")
    parts = [_source(os.path.join(folder, module + ".py")) for module in _MODULES]
    head = "#!/usr/bin/env python3\n# Written by `hookline convert` to run other hooks. Do not edit; convert again.\n"
    rows = f"TABLE = json.loads({json.dumps(table, sort_keys=True)!r})\n"
    return (
        head
        + "from __future__ import annotations\n\n"
        + "\n\n".join(parts)
        + f"\n\n{rows}sys.exit(main(sys.argv[1:], TABLE))\n"
    )


def _levels(host: str) -> int:
    """How far above the script the project is; 0 where it lies in a plugin's folder and not in a project."""
    in_plugin = host != CURSOR and DIALECT_SPECS[host].root.startswith("${")
    return 0 if in_plugin else len(adapter_path(host).split("/"))


def _source(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return _OURS.sub("", text).strip() + "\n"


def dialect_row(name: str) -> dict[str, Any]:
    """What the adapter has to know of a dialect."""
    if name == CURSOR:
        return _cursor_row()
    row = DIALECT_SPECS[name]
    return {
        "name": name, "fields": row.fields, "tools": {ours: list(theirs) for ours, theirs in row.tools.items()},
        "mcp": row.mcp, "matching": row.matching, "exact": row.exact, "style": row.style, "says": sorted(row.says),
        "variable": row.variable, "keys": row.keys, "own_tools": sorted(row.own_tools),
        "events": {native.name: {"cursor": native.cursor, "kind": native.kind, "tool": native.tool}
                   for native in row.natives.values()},
    }  # fmt: skip


def _cursor_row() -> dict[str, Any]:
    rows = {name: _cursor_event(event) for name, event in EVENTS.items()}
    return {
        "name": CURSOR, "fields": CURSOR_FIELDS, "tools": {}, "mcp": "", "matching": "regex", "exact": "", "style": CURSOR,
        "says": [], "variable": "CURSOR_PROJECT_DIR", "keys": {}, "own_tools": [], "rows": rows,
        "events": {name: {"cursor": name, "kind": row["kind"], "tool": row["tool"]} for name, row in rows.items()},
    }  # fmt: skip


def _cursor_event(event: EventSpec) -> dict[str, Any]:
    mcp = event.subject is not None and event.subject[0] == "mcp"
    fields = [
        field
        for field in (*event.base, *event.fields)
        if not (mcp and field.name in ("command", "url"))
    ]
    return {
        "fields": {field.name: [field.type, _default(field)] for field in fields}, "subject": event.subject,
        "gate": event.gate, "permissions": list(event.permissions), "outputs": [output.name for output in event.outputs],
        "kind": _kind(event), "tool": CURSOR_TOOL_OF.get(event.name, ""),
    }  # fmt: skip


def _default(field: Field) -> Any:
    return field.words[0] if field.words else _TYPES.get(field.type)


def _kind(event: EventSpec) -> str:
    if event.gate:
        return "tool" if event.gate == "permission" else "prompt"
    if event.loops:
        return "turn"
    if CONTEXT in event.outputs:
        return "start" if ENV in event.outputs else "result"
    return "other"
