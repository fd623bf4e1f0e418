"""The two lists of shell commands, executed: does each really do, or really not do, what the list
says?

    python scripts/shell_truth.py [--only hidden|harmless]

Each command runs in a bubblewrap sandbox of its own: no network, the system read-only, everything
else a throw-away; with recording stand-ins for git, rm and curl, a repository with a remote, and a
folder to delete. Prints the entries whose truth differs and exits 1. Groups with `ran = false` are
left out. Needs Linux and `bwrap`; runs nothing without it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

CORPORA = Path(__file__).resolve().parent.parent / "tests/shell/corpora"
TARGETS = ("git push", "git reset --hard", "git clean -f", "rm -rf", "curl")
TIMEOUT_S = 10
_STAND_IN = """#!/bin/sh
case ${{0##*/}} in git-*) set -- "${{0##*/git-}}" "$@" ;; esac
{{ printf '%s' {name}; printf '\\037%s' "$@"; printf '\\036'; }} >> /record/log 2>/dev/null
{then}
"""
#: Where the stand-ins go, and what each does after it has recorded its words.
_STAND_INS = {
    "/usr/bin/git": ("git", 'exec /real/git "$@"'),
    "/usr/lib/git-core/git": ("git", 'exec /real/git "$@"'),
    "/usr/bin/rm": ("rm", 'exec /real/rm "$@"'),
    "/usr/bin/curl": ("curl", "exit 0"),
}
_FILES = (
    "a.txt",
    "b.txt",
    "data.txt",
    "data.csv",
    "Makefile",
    "package.json",
    "requirements.txt",
    "words",
    "known",
    "f",
)
_GIT_ENV = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/nonexistent",
    **{f"GIT_{who}_{what}": "x@x" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
}


class Entry(NamedTuple):
    """A command, and what it is said to do; no target: none of the five."""

    command: str
    target: str | None


def entries(name: str, techniques: tuple[str, ...] = ()) -> Iterator[Entry]:
    """The executable commands of one list; of some techniques only, by how their names begin."""
    for group in tomllib.loads((CORPORA / f"{name}.toml").read_text("utf-8"))["group"]:
        if group.get("ran", True) and group.get("technique", "").startswith(techniques or ""):
            yield from (Entry(command, group.get("target")) for command in group["commands"])


def wrong(entry: Entry, template: Path) -> str | None:
    """What the command did, when that is not what the list says."""
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        shutil.copytree(template, room, symlinks=True, dirs_exist_ok=True)
        _execute(entry.command, room)
        done = [target for target in TARGETS if _did(target, room)]
    if entry.target is None:
        return f"runs {', '.join(done)}" if done else None
    return None if entry.target in done else f"does not run {entry.target}"


def _execute(command: str, room: Path) -> None:
    read_only = [word for path in ("/usr", "/etc") for word in ("--ro-bind", path, path)]
    links = [
        word
        for name in ("bin", "lib", "lib64", "sbin")
        for word in ("--symlink", f"usr/{name}", f"/{name}")
    ]
    stand_ins = [
        word
        for number, path in enumerate(_STAND_INS)
        for word in ("--ro-bind", str(room / f"stand-in-{number}"), path)
    ]
    writable = [
        word for name in ("w", "record", "srv") for word in ("--bind", str(room / name), f"/{name}")
    ]
    argv = [
        "bwrap", *read_only, *links, *stand_ins, "--ro-bind", str(room / "real"), "/real",
        *writable, "--proc", "/proc",
        "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/root", "--tmpfs", "/var/tmp", "--chdir", "/w",
        "--unshare-all",
        "--unshare-user", "--uid", "1000",
        "--die-with-parent", "--new-session", "bash", "-c", command,
    ]  # fmt: skip
    environ = {
        **_GIT_ENV,
        "HOME": "/root",
        "PATH": "/usr/bin:/usr/sbin:/bin",
        "USER": "root",
        "GIT_TERMINAL_PROMPT": "0",
    }
    try:
        subprocess.run(
            argv,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TIMEOUT_S,
            env=environ,
            check=False,
        )
    except (subprocess.TimeoutExpired, ValueError):
        pass


def _did(target: str, room: Path) -> bool:
    """Whether the target ran, by its record or by its effect."""
    log = room / "record/log"
    records = log.read_text("utf-8", "replace").split("\036") if log.exists() else []
    return _effect(target, room) or any(
        _is(target, record.split("\037")) for record in records if record
    )


def _effect(target: str, room: Path) -> bool:
    if target == "git push":
        return (room / "w/remote.git/refs/heads").exists() and any(
            (room / "w/remote.git/refs/heads").iterdir()
        )
    if target == "git clean -f":
        return not (room / "w/untracked/file").exists() and (room / "w/.git").exists()
    return target == "rm -rf" and not (room / "srv/victim/deep/file").exists()


def _is(target: str, words: list[str]) -> bool:
    program, *rest = words
    wanted, *wanted_words = target.split()
    plain, letters, long = _sorted(rest)
    if program == "git":
        plain = ["push" if word == "send-pack" else word for word in plain]
        letters |= {"f"} if "clean.requireForce=false" in rest else set()
    first = [word for word in wanted_words if not word.startswith("-")]
    asked = [word for word in wanted_words if word.startswith("-")]
    return (
        program == wanted
        and plain[: len(first)] == first
        and all(_given(one, letters, long) for one in asked)
    )


def _sorted(rest: list[str]) -> tuple[list[str], set[str], list[str]]:
    """Words without git's settings; the letters of short options; long options."""
    plain: list[str] = []
    letters: set[str] = set()
    long: list[str] = []
    skip = False
    for word in rest:
        if skip:
            skip = False
        elif word in ("-C", "-c", "--git-dir", "--work-tree", "--namespace") and not plain:
            skip = True
        elif word.startswith("--"):
            long.append(word)
        elif word.startswith("-"):
            letters |= set(word[1:].lower())
        else:
            plain.append(word)
    return plain, letters, long


def _given(option: str, letters: set[str], long: list[str]) -> bool:
    """Whether an option stands among those given, in any spelling."""
    if option.startswith("--"):
        return any(len(word) > 3 and option.startswith(word) for word in long)
    names = {"r": "--recursive", "f": "--force"}
    return all(letter in letters or _given(names[letter], letters, long) for letter in option[1:])


def prepare(room: Path) -> None:
    """What every command finds: a repository with a remote, a folder to delete, stand-ins and the
    real programs.
    """
    for name in ("w", "record", "real", "srv/victim/deep"):
        (room / name).mkdir(parents=True)
    (room / "srv/victim/deep/file").write_text("precious\n")
    for number, (name, then) in enumerate(_STAND_INS.values()):
        path = room / f"stand-in-{number}"
        path.write_text(_STAND_IN.format(name=name, then=then))
        path.chmod(0o755)
    for name in ("git", "rm"):
        shutil.copy2(f"/usr/bin/{name}", room / "real" / name)
    _repository(room / "w")


def _repository(work: Path) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", *words], cwd=work, check=True, capture_output=True, env=_GIT_ENV)

    git("init", "-q", "-b", "main")
    for name in _FILES:
        (work / name).write_text(f"# {name}\n")
    git("add", ".")
    for number in range(3):
        (work / "f").write_text(f"{number}\n")
        git("commit", "-qam", f"commit {number}")
    git("init", "-q", "--bare", "remote.git")
    git("remote", "add", "origin", "/w/remote.git")
    git("config", "push.autoSetupRemote", "true")
    (work / "untracked").mkdir()
    (work / "untracked/file").write_text("not in git\n")
    (work / ".git/info/exclude").write_text("remote.git\n")


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Execute the lists of shell commands in a sandbox and compare."
    )
    parser.add_argument("--only", choices=("hidden", "harmless"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    if shutil.which("bwrap") is None:
        print(
            "shell_truth: bwrap is not installed: install bubblewrap, or leave the lists as they are",
            file=sys.stderr,
        )
        return 1
    todo = [entry for name in (options.only,) if name for entry in entries(name)] or [
        entry for name in ("hidden", "harmless") for entry in entries(name)
    ]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        prepare(Path(folder))
        results = list(pool.map(lambda entry: wrong(entry, Path(folder)), todo))
    for entry, problem in zip(todo, results, strict=True):
        if problem is not None:
            print(f"{problem}: {entry.command!r}")
    print(
        f"{len(todo)} commands, {sum(problem is not None for problem in results)} not as the lists say"
    )
    return 1 if any(results) else 0


if __name__ == "__main__":
    sys.exit(main())
