"""A command and a look at the files → whether the script it names is there and can be started.

The look is an argument (`Checks.probe`), so this is pure. It speaks only of what it is sure of: the
program of a plain command, or the script handed to an interpreter; anything cleverer is left to the
shell.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from itertools import dropwhile, takewhile

from hookline.config.command_words import Word, split
from hookline.config.lint import Suspicion
from hookline.config.locate import Place
from hookline.config.name_hints import quoted
from hookline.config.payload_words import Script, vain_words
from hookline.config.reading import Probed
from hookline.spec.events import EVENTS
from hookline.spec.sources import LOWEST

_INTERPRETERS = re.compile(
    r"(?:sh|bash|dash|zsh|ksh|python[0-9.]*|node|bun|deno|ruby|perl|php|tsx|ts-node|uv|pwsh|\.|source)\Z"
)
#: Options of interpreters after which no script follows.
_INLINE = re.compile(r"-\w*[cme]\Z|--eval\Z|--command\Z|--version\Z")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
_PROJECT_DIR = re.compile(r"\A\$\{?(?:CURSOR|CLAUDE)_PROJECT_DIR\}?(?=/)")
_UNKNOWN = re.compile(r"[$`*?\[~{]")
#: Where hooks of a source run, in words.
_RUN_FROM = {
    "root": "the project root",
    "file": "the folder of their file",
    "hooks": "the hooks/ folder beside their file",
}

Probe = Callable[[str], Probed | None]


def trouble(command: str, place: Place, probe: Probe) -> Iterator[Suspicion]:
    """What is wrong with the script a command names, if it plainly names one."""
    script, started = _script(command)
    path = _resolve(script, place.cwd, place.root)
    if path is None:
        return
    found = probe(path)
    if found is None or not found.is_file:
        yield _missing(script, place, probe, "is a folder" if found else "does not exist")
        return
    if started and not found.executable:
        yield Suspicion(
            "not-executable", script, f"{quoted(script)} is not executable", f"run: chmod +x {path}"
        )
    if started and found.crlf:
        problem = f"the first line of {quoted(script)} ends in CR LF"
        remedy = f"save it with Unix line ends: sed -i 's/\\r$//' {path}"
        yield Suspicion("crlf-script", script, problem, remedy)


def vain_hopes(command: str, event: str, place: Place, probe: Probe) -> Iterator[Suspicion]:
    """What a command, or the script it plainly names, waits for in vain in the payload it gets."""
    dialect = place.source.dialect
    yield from vain_words(Script("", command), event, dialect)
    name, _ = _script(command)
    path = _resolve(name, place.cwd, place.root)
    found = probe(path) if path else None
    if found is not None and found.is_file:
        yield from vain_words(Script(name, found.text), event, dialect)


def empty_allows(command: str, event: str, place: Place, probe: Probe) -> Iterator[Suspicion]:
    """A guard that answers whatever happens: a command, or the script it plainly names."""
    if EVENTS[event].gate is None or place.source is LOWEST:
        return
    name, _ = _script(command)
    path = _resolve(name, place.cwd, place.root)
    found = probe(path) if path else None
    text = found.text if found is not None and found.is_file else "" if name else command
    from hookline.config.always_answers import always_allows  # only `check` and `doctor` need it

    if always_allows(name, text):
        what = quoted(name) if name else "the command"
        problem = (
            f"{what} answers whatever happens, and says allow where it has nothing against it: "
            "that overrules every hook of a lower source"
        )
        remedy = "have it print nothing there, and exit 0"
        yield Suspicion("always-allows", name, problem, remedy)


def script_of(command: str, cwd: str, root: str) -> tuple[str | None, bool]:
    """The path of the script a command plainly names, and whether it is started itself rather than
    by an interpreter.
    """
    script, started = _script(command)
    return _resolve(script, cwd, root), started


def _script(command: str) -> tuple[str, bool]:
    """The script of the first simple command, and whether it is started itself rather than by an
    interpreter.
    """
    words = list(dropwhile(_leads, _simple_command(split(command))))
    if not words:
        return "", False
    program, *arguments = words
    if _INTERPRETERS.match(posixpath.basename(program)):
        return _read_by_interpreter(arguments), False
    return (program, True) if "/" in program else ("", False)


def _leads(word: str) -> bool:
    """Whether the program is yet to come after this word."""
    return word in ("exec", "command", "env") or _ASSIGNMENT.match(word) is not None


def _read_by_interpreter(arguments: list[str]) -> str:
    """The first argument that is no option, if it looks like a path; nothing where the program
    stands in the arguments themselves.
    """
    plain = takewhile(lambda argument: not _INLINE.match(argument), arguments)
    names = [name for name in plain if name != "run" and not name.startswith("-")]
    return names[0] if names and ("/" in names[0] or "." in names[0]) else ""


def _simple_command(words: list[Word]) -> list[str]:
    """The texts up to the first operator."""
    texts: list[str] = []
    for word in words:
        if word.after and texts:
            break
        texts.append(word.text)
    return texts


def _resolve(script: str, cwd: str, root: str) -> str | None:
    if not script:
        return None
    script = _PROJECT_DIR.sub(lambda match: root, script)
    return None if _UNKNOWN.search(script) else posixpath.normpath(posixpath.join(cwd, script))


def _missing(script: str, place: Place, probe: Probe, what: str) -> Suspicion:
    name, run_from = place.source.name, _RUN_FROM[place.source.cwd]
    if name == "user":
        run_from = "~/.cursor"
    for other in _other_bases(script):
        found = probe(posixpath.normpath(posixpath.join(place.cwd, other)))
        if found and found.is_file:
            problem = f"{quoted(script)} {what} seen from {place.cwd}"
            remedy = f"write {other}: {name} hooks run from {run_from}"
            return Suspicion("wrong-base", script, problem, remedy)
    problem = f"{quoted(script)} {what}"
    remedy = f"create it, or correct the path: {name} hooks run from {run_from}"
    return Suspicion("no-script", script, problem, remedy)


def _other_bases(script: str) -> list[str]:
    """The same script as seen from the other folders people think of."""
    if script.startswith("/"):
        return []
    bare = re.sub(r"\A(?:\.{1,2}/)+", "", script)
    inner = bare.removeprefix(".cursor/")
    return [f".cursor/{inner}", f"./{inner}", f".claude/{bare}"]
