"""What trust of one workspace folder is about, looked at as often as somebody asks: its configuration
files, the files that their commands name, and every program in `.cursor/` and `.claude/`; where a
command is not understood, every program of the workspace.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from hookline.config import disk as files
from hookline.config.fingerprint import Surroundings, files_named
from hookline.config.program_files import ProgramFolder
from hookline.config.sourcefile import SourceFile
from hookline.model import WatchedFile

#: Folders whose programs are always part of it: hooks are kept there, and call each other.
HOOK_FOLDERS = (".cursor", ".claude")
#: But not these: Claude Code keeps whole copies of the repository here while it works.
_COPIES = (".claude/worktrees",)


EVERYTHING, NOT_COVERED = "everything", "not covered"


class Remark(NamedTuple):
    """What a person should know before trusting: of `kind` EVERYTHING a command that is not
    understood, of NOT_COVERED what no trust covers.
    """

    kind: str
    what: str
    why: str = ""

    def __str__(self) -> str:
        if self.kind == NOT_COVERED:
            return f"Not covered: {self.what}"
        reason = f"because this command cannot be followed ({self.why})"
        return f"Covers every program of the workspace, {reason}: {self.what}"


class Looked(NamedTuple):
    """All of it at one moment: the configuration as it is in force, and the other files.

    `at_start`: by command, the files that must still hold what they held when it is started.
    """

    configs: tuple[WatchedFile, ...]
    files: tuple[WatchedFile, ...] = ()
    at_start: Mapping[str, tuple[WatchedFile, ...]] = {}

    @property
    def everything(self) -> tuple[WatchedFile, ...]:
        """What trust is given for."""
        return self.configs + self.files


class TrustScope:
    """What trust of a root is about, for the configuration files that are in force."""

    def __init__(
        self, root: str, sources: Sequence[SourceFile], surroundings: Surroundings
    ) -> None:
        self._commands = files_named(_commands(sources), root, surroundings)
        self._configs = tuple(self._config(source) for source in sources)
        self._config_paths = {config.path for config in self._configs}
        self._named: dict[str, WatchedFile] = {}
        names = (*HOOK_FOLDERS, *self._commands.searched)
        self._folders = [ProgramFolder(root, name, without=_COPIES) for name in names]
        if self._commands.unclear:
            self._folders = [ProgramFolder(root)]

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What a person should know of the commands before trusting them."""
        unclear = (
            Remark(EVERYTHING, command, ", and ".join(reasons))
            for command, reasons in self._commands.unclear.items()
        )
        outside = (Remark(NOT_COVERED, what) for what in self._commands.uncovered)
        return (*unclear, *outside)

    def _config(self, source: SourceFile) -> WatchedFile:
        """The file as it is in force, which need not be as it is on disk."""
        digest = files.sha256(source.good or b"") if self._commands.whole else files.TOO_MUCH
        return WatchedFile(source.place.path, None, digest)

    def look(self, now_s: float) -> Looked:
        """Look at everything anew; what stat proves unchanged is not read again."""
        if not self._commands.whole:
            return Looked(self._configs)
        allowance = files.Allowance()
        self._named = {path: self._watched(path, now_s, allowance) for path in self._commands.paths}
        programs = {
            program.path: program
            for folder in self._folders
            for program in folder.look(now_s, allowance)
            if program.path not in self._config_paths
        }
        at_start = {
            command: tuple(self._at_start(command, programs))
            for command in self._commands.by_command
        }
        scripts = self._commands.scripts
        named = {
            path: file for path, file in self._named.items() if _is_there(file) or path in scripts
        }
        return Looked(self._configs, tuple({**named, **programs}.values()), at_start)

    def _at_start(self, command: str, programs: Mapping[str, WatchedFile]) -> Iterable[WatchedFile]:
        """What a command names; where it is not understood, every program."""
        named = {path: self._named[path] for path in self._commands.by_command[command]}
        if command in self._commands.unclear:
            named.update(programs)
        return filter(_is_there, named.values())

    def _watched(self, path: str, now_s: float, allowance: files.Allowance) -> WatchedFile:
        before = self._named.get(path)
        if before is None:
            return files.watch(path, now_s, allowance)
        return files.refreshed(before, now_s, allowance)


def _commands(sources: Iterable[SourceFile]) -> Iterable[str]:
    hooks = (hook for source in sources for hook in source.in_force.hooks)
    return dict.fromkeys(hook.command for hook in hooks if hook.type == "command")


def _is_there(file: WatchedFile) -> bool:
    """Whether there is something to trust: most words of a command are no files, or only folders."""
    return file.sha256 not in (None, files.FOLDER)
