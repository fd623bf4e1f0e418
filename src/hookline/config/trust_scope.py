"""What trust of one workspace folder is about, looked at as often as somebody asks: its configuration
files, the files that their commands name, and every program in `.cursor/` and `.claude/`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hookline.config import disk as files
from hookline.config.fingerprint import files_named
from hookline.config.program_files import ProgramFolder
from hookline.config.sourcefile import SourceFile
from hookline.model import WatchedFile

#: Folders whose programs are always part of it: hooks are kept there, and call each other.
HOOK_FOLDERS = (".cursor", ".claude")
#: But not these: Claude Code keeps whole copies of the repository here while it works.
_COPIES = (".claude/worktrees",)


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

    def __init__(self, root: str, sources: Sequence[SourceFile], home: str) -> None:
        hooks = (hook for source in sources for hook in source.in_force.hooks)
        commands = dict.fromkeys(hook.command for hook in hooks if hook.type == "command")
        named = files_named(commands, root, home)
        self._is_whole, self._paths = named.whole, named.by_command
        self._configs = tuple(self._config(source) for source in sources)
        self._config_paths = {config.path for config in self._configs}
        self._named: dict[str, WatchedFile] = {}
        self._folders = [ProgramFolder(root, name, without=_COPIES) for name in HOOK_FOLDERS]

    def _config(self, source: SourceFile) -> WatchedFile:
        """The file as it is in force, which need not be as it is on disk."""
        digest = files.sha256(source.good or b"") if self._is_whole else files.TOO_MUCH
        return WatchedFile(source.place.path, None, digest)

    def look(self, now_s: float) -> Looked:
        """Look at everything anew; what stat proves unchanged is not read again."""
        if not self._is_whole:
            return Looked(self._configs)
        allowance = files.Allowance()
        paths = dict.fromkeys(path for named in self._paths.values() for path in named)
        self._named = {path: self._watched(path, now_s, allowance) for path in paths}
        at_start = {
            command: tuple(self._named[path] for path in named)
            for command, named in self._paths.items()
        }
        programs = {
            program.path: program
            for folder in self._folders
            for program in folder.look(now_s, allowance)
            if program.path not in self._config_paths
        }
        return Looked(self._configs, tuple({**self._named, **programs}.values()), at_start)

    def _watched(self, path: str, now_s: float, allowance: files.Allowance) -> WatchedFile:
        before = self._named.get(path)
        if before is None:
            return files.watch(path, now_s, allowance)
        return files.refreshed(before, now_s, allowance)
