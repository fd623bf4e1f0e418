"""protect: the agent does not change its own hooks, settings and policy, continuous integration,
nor Hookline's own files.

By tools that write, delete or patch files, and by shell commands. Names are protected whether the
file is there or not, in any spelling, through links of both kinds. What it cannot see is on its
page in the documentation.
"""

from __future__ import annotations

import os

from hookline.kit.files.protected_files import Protected
from hookline.kit.findings import ASK, DENY, PLAINLY, Finding, answer
from hookline.kit.kit_row import Entry, Kit
from hookline.kit.kit_settings import Option, Settings
from hookline.kit.project import roots_of, usable_path
from hookline.sdk.answer import Answer
from hookline.sdk.event_types import BeforeShellExecution, Hooks, PreToolUse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

#: Tools of agents that change no file by themselves; shell commands are looked at in
#: beforeShellExecution.
READING_TOOLS = frozenset(
    "shell bash read readfile grep glob ls list search semsearch codebasesearch task webfetch "
    "websearch todowrite "
    "readlints askquestion switchmode".split()
)
#: A tool of an MCP server whose name begins so changes nothing.
READING_MCP = (
    "read", "get", "list", "search", "find", "view", "show", "stat", "describe", "fetch", "query",
    "directory_tree", "lookup",
)  # fmt: skip
#: Arguments that hold the text of a file: protected names in them mean nothing.
CONTENTS = frozenset(
    "content contents file_text text new_string old_string new_str old_str code_edit edits "
    "insert_text body "
    "new_source".split()
)
#: Names of tools that may change a file, in the spellings that agents use.
MATCHER = (
    "[Ww]rite|[Ee]dit|[Dd]elete|[Rr]eplace|[Pp]atch|[Nn]otebook|[Cc]reate|[Mm]ove|[Rr]ename"
    "|[Ii]nsert|[Aa]ppend|[Ff]ile|^MCP:"
)
#: So many arguments of a call are followed through links.
_MOST_PATHS = 2000
_INSTEAD = "Leave it as it is and tell the user what you would change there."
_PATCH_FILE = (
    "*** Update File: ",
    "*** Add File: ",
    "*** Delete File: ",
    "*** Move to: ",
    "+++ ",
    "--- ",
)


def build(hook: Hooks, settings: Settings) -> None:
    def protected_by(event: BeforeShellExecution | PreToolUse) -> Protected:
        return Protected(roots_of(event), ci=settings.ci, also=settings.also, allow=settings.allow)

    def use(event: PreToolUse) -> Answer | None:
        tool = event.tool_name if isinstance(event.tool_name, str) else ""
        if is_reading(tool):
            return None
        paths = list(dict.fromkeys(paths_in(event.arguments)))
        removes = tool.casefold().startswith("delete")
        return answer(
            event, "protect", edits(paths, folder_of(event), protected_by(event), removes)
        )

    def run(event: BeforeShellExecution) -> Answer | None:
        command = event.command
        if not isinstance(command, str) or not command.strip():
            return None
        return answer(
            event,
            "protect",
            shell_findings(event, command, protected_by(event), settings.unknown == "ask"),
        )

    hook.preToolUse(use)
    hook.beforeShellExecution(run)


def shell_findings(
    event: BeforeShellExecution, command: str, protected: Protected, ask: bool
) -> Iterator[Finding]:
    """What a command does to protected files; what cannot be read could do anything."""
    from hookline.kit.files.protect_shell import Command

    reading = event.read_command()
    yield from Command(command, reading, folder_of(event), protected).findings()
    if reading.unknown and ask:
        yield Finding(
            ASK,
            f"nobody can tell whether this changes protected files: {reading.unknown[0]}.",
            PLAINLY,
        )


def folder_of(event: BeforeShellExecution | PreToolUse) -> str:
    """The folder relative paths are seen from."""
    cwd, roots = usable_path(event.cwd), roots_of(event)
    return os.path.join(next(iter(roots), os.getcwd()), cwd)


def is_reading(tool: str) -> bool:
    """Whether a tool changes no file, by its name."""
    name = tool.casefold()
    if name.startswith("mcp:"):
        return name.removeprefix("mcp:").rpartition("__")[2].startswith(READING_MCP)
    return name.replace("_", "") in READING_TOOLS


def paths_in(value: object, name: str = "", depth: int = 0) -> Iterator[str]:
    """Every text in the arguments of a tool that may be a path, and the files that a patch in them
    names.
    """
    if isinstance(value, str):
        if name.casefold() not in CONTENTS:
            yield from patched_files(value) if "\n" in value else (value.removeprefix("file://"),)
    elif depth < 20 and isinstance(value, dict):
        for key, item in value.items():
            yield from paths_in(item, str(key), depth + 1)
    elif depth < 20 and isinstance(value, list):
        for item in value:
            yield from paths_in(item, name, depth + 1)


def patched_files(text: str) -> Iterator[str]:
    """The files that a patch changes, in the form of git and in that of agents."""
    if "*** " not in text and "+++ " not in text:
        return
    for line in text.split("\n"):
        for start in _PATCH_FILE:
            if line.startswith(start):
                path = line[len(start) :].split("\t")[0].strip()
                yield path
                yield path.removeprefix("a/").removeprefix("b/")


def edits(paths: list[str], base: str, protected: Protected, removes: bool) -> Iterator[Finding]:
    """The protected ones among the paths a tool is given. Of very many texts most are none: there
    names must do.
    """
    name = protected.mentioned("\n".join(paths[_MOST_PATHS:]))
    if name:
        yield Finding(
            DENY, f"{name} is among the files of this call, and agents may not change it.", _INSTEAD
        )
    for text in paths[:_MOST_PATHS]:
        path = usable_path(text)
        if not path or len(path) > 4096:
            continue
        full = os.path.join(base, os.path.expanduser(path))
        what = protected.why(full) or (protected.holds(full) if removes else "")
        if what:
            yield Finding(DENY, f"{path} belongs to {what}, which agents may not change.", _INSTEAD)


KIT = Kit(
    "protect",
    "Keeps the agent from changing hooks.json, hook scripts, CI, its own policy and Hookline's own "
    "files.",
    build=build,
    options=(
        Option(
            "also",
            "words",
            (),
            "More to protect: infra/ (a folder), deploy.sh or a/b.yml (ends of paths), /abs, ~/x",
        ),
        Option(
            "allow", "words", (), "Exceptions that the agent may change, such as .cursor/mcp.json"
        ),
        Option("ci", "flag", True, "Protect the files of continuous integration"),
        Option(
            "unknown",
            "choice",
            "ask",
            "What to do with a command that cannot be understood",
            choices=("ask", "pass"),
        ),
    ),
    entries=(
        Entry("preToolUse", MATCHER, fail_closed=True),
        Entry("beforeShellExecution", fail_closed=True),
    ),
    needs=("tree_sitter_bash",),
)
