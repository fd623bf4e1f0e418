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

from hookline.codec.dialect_table import dialect_row
from hookline.config.converted_hooks import adapter_argument
from hookline.dialects.conversion import CURSOR, DialectHook
from hookline.spec.dialects import DIALECT_SPECS
from hookline.spec.events import EVENTS
from hookline.spec.inputs import PLACEHOLDERS

CURSOR_ADAPTER = ".cursor/hooks/hookline_adapter.py"
#: Imports that the joined script has no use for.
_OURS = re.compile(r"^from (?:hookline\.\S+|__future__) import (?:\([^)]*\)|.*)\n", re.MULTILINE)
#: What the script is made of, in the order in which one needs the other.
_MODULES = (
    "codec/json_object",
    "codec/foreign_answer",
    "codec/hook_answer",
    "codec/tool_words",
    "codec/native_payload",
    "codec/hook_choice",
    "codec/placeholders",
    "codec/native_reply",
    "dialects/adapter/timed_search",
    "dialects/adapter/hook_process",
    "dialects/adapter/loop_counts",
    "dialects/adapter/adapter_main",
)
#: Columns of a hook that say what it is; the others say where it was found.
_CARRIED = DialectHook._fields[: DialectHook._fields.index("pointer")]
_ALWAYS_CARRIED = ("event", "command", "timeout_s", "speaks", "loop_limit")
_DEFAULTS = DialectHook._field_defaults


def wrap(hook: DialectHook, host: str, at: str) -> str:
    """The command line that runs this hook at one of the host's events."""
    columns = {key: value for key, value in hook._asdict().items() if key in _CARRIED}
    said = {
        key: value
        for key, value in columns.items()
        if key in _ALWAYS_CARRIED or value != _DEFAULTS.get(key)
    }
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
        "placeholders": list(PLACEHOLDERS),
    }
    package = os.path.dirname(os.path.dirname(__file__))
    parts = [_source(os.path.join(package, *module.split("/")) + ".py") for module in _MODULES]
    head = (
        "#!/usr/bin/env python3\n"
        "# Written by `hookline convert` to run other hooks. Do not edit; convert again.\n"
    )
    rows = f"TABLE = json.loads({json.dumps(table)!r})\n"
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
