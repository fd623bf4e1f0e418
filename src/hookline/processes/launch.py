"""A hook's command → what to start, and a failed start → the sentence that names it.

A provably plain command is executed directly, which saves a shell; anything else goes to `/bin/sh
-c`, word for word. Nothing is ever pasted into shell text. It looks at files only to explain a
failure, and starts nothing itself.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Mapping
from functools import lru_cache

from hookline.model import Invocation

#: Letters no shell reads anything into. `=` is plain too, except in the first word, where it
#: assigns.
_PLAIN = re.compile(r"[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+:,./= \t-]*\Z")
#: First words that mean something to a shell itself: reserved words and builtins of sh and its
#: common relatives.
_SHELL_WORDS = frozenset(
    "if then else elif fi do done case esac while until for in function select time coproc "
    ". : alias bg bind break builtin caller cd chdir command compgen complete continue declare dirs "
    "disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let "
    "local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt "
    "source suspend test times trap true type typeset ulimit umask unalias unset wait".split()
)
#: Complaints of interpreters that end with exit code 2 without the hook having decided anything.
_INTERPRETERS_OWN = (
    r"(?i)can't open file|cannot open|can't open perl script|syntax error|"
    r"unexpected EOF while looking for|unterminated quoted string|invalid option|illegal option|"
    r"unrecognized arguments|the following arguments are required|Missing file operand"
)
#: `sh: 1: ./x.sh: not found`, `bash: line 1: ./x.sh: No such file or directory`
_SHELLS_COMPLAINT = (
    r"(?m)^[^:\n]+: (?:line )?\d+: (?P<name>[^\n]+?): "
    r"(?:command )?(?:not found|No such file or directory|Permission denied|Is a directory)"
)
_NOT_EXECUTABLE, _NOT_FOUND = 126, 127
_FIRST_BYTES = 256


@lru_cache(maxsize=1024)
def argv_of(command: str) -> list[str] | None:
    """The arguments of a plain command; None when a shell has to read it. The list is shared: not
    to be changed.
    """
    if not _PLAIN.match(command):
        return None
    argv = command.split()
    return None if "=" in argv[0] or argv[0] in _SHELL_WORDS else argv


def shell_argv(command: str) -> list[str]:
    """The arguments that have a shell read the command, even one that begins with a dash."""
    return ["/bin/sh", "-c", "--", command]


def windows_command_line(command: str, payload_base64: str) -> str:
    """How PowerShell pipes a payload into a command, as Cursor 2.3 does it on Windows. Only text:
    nothing starts it yet.
    """
    decoded = f"[Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('{payload_base64}'))"
    return f"{decoded} | & {{ $input | {command} }}"


def is_script(program: str, invocation: Invocation) -> bool:
    """Whether a file the system cannot execute is text a shell can read. Told otherwise, some
    shells read binaries too.
    """
    path = _found(program, invocation)
    if path is None:
        return False
    try:
        with open(path, "rb") as file:
            return b"\0" not in file.read(_FIRST_BYTES)
    except OSError:
        return False


def launch_failure(
    error: OSError | ValueError | MemoryError, invocation: Invocation, argv: list[str]
) -> str:
    """Why a command could not be started, and what to do about it."""
    if isinstance(error, ValueError):
        return (
            "could not be started: its command or environment holds a NUL or text that has no "
            "bytes; remove it"
        )
    code = errno.ENOMEM if isinstance(error, MemoryError) else error.errno or 0
    if code == errno.E2BIG:
        return _too_big(invocation.env)
    folder = invocation.cwd
    if not os.path.isdir(folder):
        return f"not found: the folder {folder}, where it was to run"
    if code == errno.EACCES and isinstance(error, OSError) and error.filename == folder:
        return f"could not be started: this user has no permission to enter {folder}, its working folder"
    return _program_failure(code, argv[0], invocation)


def _program_failure(code: int, name: str, invocation: Invocation) -> str:
    """What is the matter with the program itself."""
    path = _found(name, invocation)
    if path is None:
        return f"not found: {name}{_where_it_is(name, invocation.cwd)}"
    if os.path.isdir(path):
        return f"not executable: {name} is a folder"
    if code in (errno.ENOENT, errno.ENOTDIR):
        return _bad_interpreter(name, path)
    if code in (errno.EACCES, errno.EPERM):
        return _not_allowed(name, path)
    if code == errno.ENOEXEC:
        return f"not executable: {name} is neither a script nor a program for this machine"
    return f"could not be started: {os.strerror(code)} ({errno.errorcode.get(code, code)})"


def launch_exit(code: int, stderr: str, command: str) -> str | None:
    """The exit codes by which a shell says that it could not start something; None for all others."""
    if code not in (_NOT_EXECUTABLE, _NOT_FOUND):
        return None
    complaint = re.search(_SHELLS_COMPLAINT, stderr)
    name = complaint["name"] if complaint else command
    return f"not found: {name}" if code == _NOT_FOUND else f"not executable: {name}"


def broken_hook(stderr: str) -> bool:
    """Whether stderr holds an interpreter's own complaint, which makes an exit code 2 probably
    nobody's decision.
    """
    return re.search(_INTERPRETERS_OWN, stderr) is not None


def _found(program: str, invocation: Invocation) -> str | None:
    """The file a program's name stands for, as the system looks for it."""
    if "/" in program:
        path = os.path.join(invocation.cwd, program)
        return path if os.path.lexists(path) else None
    for folder in os.get_exec_path(invocation.env):
        path = os.path.join(invocation.cwd, folder, program)
        if os.path.isfile(path):
            return path
    return None


def _where_it_is(name: str, cwd: str) -> str:
    """The nearest other places people mean, if the file is there."""
    inner = name.removeprefix("./")
    if name.startswith("/") or "/" not in name:
        return ""
    for other in (f".cursor/{inner}", inner.removeprefix(".cursor/")):
        if os.path.isfile(os.path.join(cwd, other)):
            return f"; it is at {other}: write that, because this hook runs in {cwd}"
    return f" in {cwd}"


def _bad_interpreter(name: str, path: str) -> str:
    if os.path.islink(path) and not os.path.exists(path):
        return f"not found: {name} is a link to {os.readlink(path)}, which does not exist"
    first = _first_line(path)
    if first.startswith(b"#!") and first.endswith(b"\r"):
        remedy = f"save it with Unix line ends: sed -i 's/\\r$//' {name}"
        return f"not found: the first line of {name} ends in CR LF; {remedy}"
    if first.startswith(b"#!"):
        interpreter = first[2:].strip().decode("utf-8", "replace")
        return f"not found: the interpreter {interpreter!r} that {name} names"
    return f"not found: what {name} needs to be started (its program loader is missing)"


def _not_allowed(name: str, path: str) -> str:
    if os.path.isfile(path) and not os.stat(path).st_mode & 0o111:
        from shlex import quote

        return f"not executable: {name}; run: chmod +x {quote(os.path.normpath(path))}"
    return (
        f"not executable: {name} may not be executed by this user, here; "
        "look at its folder's permissions and mount options"
    )


def _first_line(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.readline(_FIRST_BYTES).rstrip(b"\n")
    except OSError:
        return b""


def _too_big(env: Mapping[str, str]) -> str:
    name = max(env, key=lambda variable: len(env[variable]), default="")
    if len(env.get(name, "")) < 32 * 1024:
        return "could not be started: its command and environment are too big for the system"
    size = len(os.fsencode(env[name]))
    return (
        f"could not be started: the environment cannot hold {name} ({size:,} bytes); "
        "read it from stdin instead"
    )
