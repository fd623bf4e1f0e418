"""A command's text → what is suspicious about it: placeholders nobody fills, commands of another
system.

Pure: rows of patterns over one text. Whether the files it names exist is `scripts`' question. A
workspace nobody trusts is read too, so its text must not keep us busy: only the beginning of a
command is looked at, and repetitions are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from hookline.config.name_hints import quoted
from hookline.spec.inputs import PLACEHOLDERS


class Suspicion(NamedTuple):
    """One remark about a command: its code, the piece of text it is about, the problem and the remedy."""

    code: str
    found: str
    problem: str
    remedy: str


_LONGEST = 8192
#: So many of a kind are named; who has more knows by then.
_MOST = 10
_PLACEHOLDERS = (
    re.compile(r"\{\{\s*(?!(?:end|else|break|continue)\b)[A-Za-z_]\w*\s*\}\}"),
    re.compile(r"(?<!\w)__[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*__(?!\w)"),
    re.compile(
        r"(?<!<)<[\w./-]{0,40}"
        r"(?:path|file|dir|folder|root|home|project|workspace|script|user|name|repo|your)"
        r"[\w ./-]{0,40}>"
    ),
    re.compile(r"\$\{(?:env|config|input):\w+\}"),
)
_LOWER_VARIABLE = re.compile(r"\$\{([a-z]\w*)\}")
#: Lower-case names that real environments have.
_REAL_LOWER = re.compile(r"npm_|\w+_proxy\Z")
_PLUGIN_ROOT = re.compile(r"\$\{?(?:CURSOR|CLAUDE)_PLUGIN_ROOT\b(?!:?-)")
_WINDOWS = (
    re.compile(r"(?<![A-Za-z0-9_])[A-Za-z]:\\[^\s\"']*"),
    re.compile(
        r"%(?:USERPROFILE|APPDATA|LOCALAPPDATA|HOMEPATH|PROGRAMFILES|PROGRAMDATA|TEMP|COMSPEC|SYSTEMROOT)%"
    ),
    re.compile(r"\A\s*\"?(?:[^\s\"]*[\\/])?(?:powershell|cmd)(?:\.exe)?(?![^\s\"])"),
    re.compile(r"\A\s*(?:\"[^\"]*|[^\"\s]*)\.(?:ps1|cmd|bat)\"?(?!\S)"),
    re.compile(
        r"(?:(?<=\s)|\A)\.{0,2}[\w-]+\\[\w.\\-]+\.(?:ps1|cmd|bat|exe|py|js|mjs|cjs|ts|sh)\b"
    ),
)
#: Names people give to what hooks know by another one.
_MEANT_VARIABLES = {
    "file": "${file_path}", "filePath": "${file_path}", "filepath": "${file_path}", "path": "${file_path}",
    "cmd": "${command}", "workspaceFolder": "$CURSOR_PROJECT_DIR", "workspaceRoot": "$CURSOR_PROJECT_DIR",
    "projectRoot": "$CURSOR_PROJECT_DIR", "projectDir": "$CURSOR_PROJECT_DIR",
}  # fmt: skip


def suspicions(command: str, platform: str) -> Iterator[Suspicion]:
    """Everything suspicious about a command that is to run on a platform."""
    command = command[:_LONGEST]
    yield from islice(_placeholders(command), _MOST)
    yield from _variables(command)
    yield from _plugin_root(command)
    if platform != "win32":
        yield from _windows(command)


def _placeholders(command: str) -> Iterator[Suspicion]:
    for found in dict.fromkeys(
        match[0] for pattern in _PLACEHOLDERS for match in pattern.finditer(command)
    ):
        yield Suspicion(
            "placeholder", found, f"nothing fills in {quoted(found)}", "write what it stands for"
        )


def _variables(command: str) -> Iterator[Suspicion]:
    for name in islice(dict.fromkeys(_LOWER_VARIABLE.findall(command)), _MOST):
        if name in PLACEHOLDERS or _REAL_LOWER.match(name) or _is_set_by(command, name):
            continue
        meant = _MEANT_VARIABLES.get(name)
        remedy = f"write {meant}" if meant else "read the value from the JSON on standard input"
        yield Suspicion("placeholder", f"${{{name}}}", f"nothing fills in ${{{name}}}", remedy)


def _is_set_by(command: str, name: str) -> bool:
    return (
        re.search(
            rf"(?<![\w$]){name}=|\bfor\s+{name}\b|\bread\b[^;|&\n]{{0,200}}\b{name}\b", command
        )
        is not None
    )


def _plugin_root(command: str) -> Iterator[Suspicion]:
    found = _PLUGIN_ROOT.search(command)
    if found and not _is_set_by(command, found[0].strip("${")):
        name = found[0].strip("${")
        problem = f"{name} is set for the hooks of a plugin only, and empty here"
        remedy = "write the path, or ship the hook as a plugin"
        yield Suspicion("plugin-root", found[0], problem, remedy)


def _windows(command: str) -> Iterator[Suspicion]:
    for pattern in _WINDOWS:
        found = pattern.search(command)
        if found:
            text = found[0].strip(" \"'")
            problem = f"{quoted(text)} is for Windows and cannot run on this system"
            remedy = "write a command that runs here, such as a shell or Python script"
            yield Suspicion("windows-command", text, problem, remedy)
            return
