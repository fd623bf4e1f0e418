"""A2 and A3: after trust, no script may be exchanged unseen: real files, real processes, the program itself."""

from __future__ import annotations

import mmap
import os
import subprocess
import sys
import time
from typing import Any

import pytest

SHELL = "beforeShellExecution"
HOOKLINE = os.path.join(os.path.dirname(sys.executable), "hookline")
DENIES, EVIL = "#!/bin/sh\nexit 2\n", '#!/bin/sh\ntouch "$CURSOR_PROJECT_DIR/PWNED"\n'


def fault(number: str, fault: str, right: str) -> pytest.MarkDecorator:
    return pytest.mark.fault(number, fault, right)


def script(machine: Any, name: str, text: str = DENIES, mode: int = 0o755) -> None:
    path = machine.ws / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)


def hookline(machine: Any, *arguments: str) -> Any:
    return subprocess.run(
        [HOOKLINE, *arguments], cwd=machine.ws, env=machine.environ, stdin=subprocess.DEVNULL, capture_output=True,
        text=True, timeout=60, check=False,
    )  # fmt: skip


@fault(
    "A2",
    "a trusted hook calls a helper beside it, and the helper is exchanged, or a new one appears",
    "trust covers every program in `.cursor/` and `.claude/`; data that hooks write there is none",
)
@pytest.mark.parametrize("name", [".cursor/hooks/lib.sh", ".claude/hooks/helper", ".cursor/new.py"])
def test_helpers_beside_hooks(machine: Any, name: str) -> None:
    machine.configure("project", {SHELL: [{"command": ".cursor/hooks/g.sh"}]})
    script(machine, ".cursor/hooks/g.sh", "#!/bin/sh\necho seen >> .cursor/seen.log; echo {} > .cursor/s.json; exit 2\n")
    if "new" not in name:
        script(machine, name)
    machine.trust()
    host = machine.host()
    assert [host.fire(SHELL, command="ls")["blocked"] for _ in range(3)] == [True] * 3
    script(machine, name, EVIL)
    after = host.fire(SHELL, command="ls")
    assert (after["hooks"], name in after["skipped"][0]["reason"]) == ([], True)


@fault(
    "A2",
    "a repository puts 100,000 files and a script of 10 GB into `.cursor/`, before or after it was trusted",
    "trusting, firing and listing answer at once: it is not trusted, because there is too much to look at",
)
@pytest.mark.parametrize("trusted_before", [True, False], ids=["trusted before", "never trusted"])
def test_a_crowded_folder(machine: Any, trusted_before: bool) -> None:
    machine.configure("enterprise", {SHELL: [{"command": "exit 2"}]})
    machine.configure("project", {SHELL: [{"command": ".cursor/hooks/g.sh"}]})
    script(machine, ".cursor/hooks/g.sh")
    if trusted_before:
        machine.trust()
    crowd = machine.ws / ".cursor" / "crowd"
    crowd.mkdir()
    for number in range(100_000):
        os.close(os.open(f"{crowd}/{number}", os.O_CREAT | os.O_WRONLY))
    with (machine.ws / ".cursor" / "big.sh").open("wb") as file:
        file.truncate(10 * 2**30)
    began_s = time.monotonic()
    host = machine.host()
    answers = [host.fire(SHELL, command="ls") for _ in range(3)]
    assert {(one["blocked"], len(one["hooks"]), len(one["skipped"])) for one in answers} == {(True, 1, 1)}
    given = hookline(machine, "trust", "--yes")
    assert (given.returncode, "holds more files than are looked at" in given.stderr) == (64, True)
    assert hookline(machine, "list").returncode == 0
    assert hookline(machine, "trust", "--show").returncode == 0
    assert time.monotonic() - began_s < 20


#: Spellings of `tools/g.txt`, as an attacker with a cloned repository would write them.
SPELLINGS = {
    "a name with signs in quotes": ("'tools/R&D;{$x}.sh'", "tools/R&D;{$x}.sh"),
    "cd -P": ("cd -P tools && ./g.txt", ""),
    "one cd after another": ("cd tools; cd in; cd ..; ./g.txt", ""),
    "an option that changes the folder": ("env --chdir=tools ./g.txt", ""),
    "a variable cut short": ('"${CURSOR_PROJECT_DIR%/}/tools/g.txt"', ""),
    "a link, and back": ("l/../g.txt", "k/g.txt"),
    "continued on the next line": ("tools/\\\ng.txt", ""),
    "another name of the folder": ("sh /proc/self/cwd/tools/g.txt", ""),
    "standard input": ("sh < tools/g.txt", ""),
    "found through PATH": ("PATH=tools:$PATH g.txt", ""),
    "computed": ("sh $(echo tools/g).txt", ""),
    "in another language": ('python3 -c \'import os; os.execl("tools/g" + ".txt", "g")\'', ""),
}


@fault(
    "A2",
    "a command names its script in a way that a reader of commands does not follow, and the script is exchanged after trust",
    "commands are read with the shell's grammar; where anything is not understood, every program of the workspace is covered",
)
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_an_exchanged_script(machine: Any, spelling: str) -> None:
    command, other = SPELLINGS[spelling]
    name = other or "tools/g.txt"
    machine.configure("project", {SHELL: [{"command": command}]})
    script(machine, name)
    for folder in ("tools/in", "k/in"):
        (machine.ws / folder).mkdir(parents=True, exist_ok=True)
    (machine.ws / "l").symlink_to("k/in")
    machine.trust()
    host = machine.host()
    assert host.fire(SHELL, command="ls")["blocked"]
    (machine.ws / "README.md").write_text("new")
    assert host.fire(SHELL, command="ls")["blocked"]
    script(machine, name, EVIL)
    after = host.fire(SHELL, command="ls")
    assert (after["hooks"], os.path.basename(name) in after["skipped"][0]["reason"]) == ([], True)
    assert not (machine.ws / "PWNED").exists()


@fault(
    "A3",
    "a trusted script is changed through a writable mapping, which its stat does not show, while a host runs",
    "what a command names is hashed again at the moment of its start",
)
@pytest.mark.parametrize("command", ["sh .cursor/hooks/g.sh", "sh < .cursor/hooks/g.sh"])
def test_a_script_changed_in_memory(machine: Any, command: str) -> None:
    machine.configure("project", {SHELL: [{"command": command, "failClosed": True}]})
    script(machine, ".cursor/hooks/g.sh", DENIES.ljust(len(EVIL)))
    machine.trust()
    host = machine.host()
    assert host.fire(SHELL, command="ls")["blocked"]
    path = machine.ws / ".cursor/hooks/g.sh"
    with path.open("r+b") as file, mmap.mmap(file.fileno(), 0) as memory:
        memory[:] = memory[:]  # from here on its pages are writable, and its times stay what they are
        time.sleep(0.1)
        assert host.fire(SHELL, command="ls")["blocked"]
        before = path.stat()
        memory[:] = EVIL.encode()
        assert path.stat().st_mtime_ns == before.st_mtime_ns
        after = host.fire(SHELL, command="ls")
        assert "not trusted any more" in (after["hooks"] or after["skipped"])[0].get("failure", "not trusted any more")
    assert not (machine.ws / "PWNED").exists()


@fault(
    "A3",
    "a link on the way to a trusted script is turned to another folder while a host runs",
    "what the path leads to at the moment of the start is compared, by content",
)
def test_a_link_that_is_turned(machine: Any) -> None:
    machine.configure("project", {SHELL: [{"command": "tools/link/g.sh"}]})
    script(machine, "a/g.sh")
    script(machine, "b/g.sh", EVIL)
    link = machine.ws / "tools" / "link"
    link.parent.mkdir()
    link.symlink_to("../a")
    machine.trust()
    host = machine.host()
    assert host.fire(SHELL, command="ls")["blocked"]
    link.unlink()
    link.symlink_to("../b")
    assert host.fire(SHELL, command="ls")["hooks"] == []
    assert not (machine.ws / "PWNED").exists()
