"""What an attack on the finished engine found, A1 to A9: played once more, against the program itself."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import time
from typing import Any

import pytest

SHELL = "beforeShellExecution"
HOOKLINE = os.path.join(os.path.dirname(sys.executable), "hookline")


def fault(number: str, fault: str, right: str) -> pytest.MarkDecorator:
    return pytest.mark.fault(number, fault, right)


def hookline(machine: Any, *arguments: str, environ: dict[str, str] | None = None, **more: Any) -> Any:
    """The program, run in the workspace without a terminal."""
    settings = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.run(
        [HOOKLINE, *arguments], cwd=machine.ws, env={**machine.environ, **(environ or {})}, text=True, timeout=60,
        check=False, **settings,
    )  # fmt: skip


def endless_file(machine: Any) -> str:
    (machine.ws / "x.sh").symlink_to("/proc/self/pagemap")
    return "sh ./x.sh"


def sparse_script(machine: Any) -> str:
    with (machine.ws / "big.sh").open("wb") as file:
        file.truncate(10 * 2**30)
    return "sh ./big.sh"


def long_command(machine: Any) -> str:
    return "".join(f"cd a{n};" for n in range(8)) + " ".join(f"{n}.sh" for n in range(12_000))


@fault(
    "A1",
    "an untrusted clone stops every event, the enterprise's gate too: its hook names an endless or a huge file, or is 80 KB long",
    "a folder nobody trusted is not fingerprinted; of a trusted one so many bytes, files and words are looked at, "
    "for so long: beyond that it is not trusted any more, with the reason",
)
@pytest.mark.parametrize("attack", [endless_file, sparse_script, long_command])
def test_a_repository_holds_nobody_up(machine: Any, attack: Any) -> None:
    machine.configure("enterprise", {SHELL: [{"command": "exit 2"}]})
    machine.configure("project", {SHELL: [{"command": "true"}]})
    machine.trust()
    trusted = machine.host()
    assert trusted.fire(SHELL, command="ls")["hooks"][1]["source"] == "project"
    machine.configure("project", {SHELL: [{"command": attack(machine)}]})
    began_s = time.monotonic()
    again = trusted.fire(SHELL, command="ls")
    assert (again["blocked"], len(again["hooks"]), len(again["skipped"])) == (True, 1, 1)
    assert again["skipped"][0]["reason"].startswith("not trusted any more: ")
    assert hookline(machine, "trust", "--yes").returncode == 64
    assert hookline(machine, "trust", "--revoke").returncode == 0
    untrusted = machine.host()
    assert untrusted.fire(SHELL, command="ls")["blocked"]
    assert hookline(machine, "list").returncode == 0
    assert time.monotonic() - began_s < 10


@fault(
    "A9",
    "an agent edits a hook and approves it itself: `hookline trust </dev/null`",
    "without a terminal it needs `--yes`; in an agent's shell nothing is trusted or revoked, with the reason",
)
def test_an_agent_cannot_give_trust(machine: Any) -> None:
    machine.configure("project", {SHELL: [{"command": "exit 2"}]})
    unasked = hookline(machine, "trust")
    assert (unasked.returncode, "there is no terminal to ask on" in unasked.stderr) == (1, True)
    agent = hookline(machine, "trust", "--yes", environ={"CLAUDECODE": "1"})
    assert (agent.returncode, "Claude Code is calling" in agent.stderr) == (1, True)
    assert not machine.fire_once().blocked
    assert hookline(machine, "trust", "--yes").returncode == 0
    assert hookline(machine, "trust", "--revoke", environ={"GEMINI_CLI": "1"}).returncode == 1
    assert machine.fire_once().blocked


@fault(
    "A4",
    "a project's sessionStart sets MAKEFILES, and the enterprise's guard calls make: the project's code decides",
    "session variables reach the same and lower sources under their names; a higher source gets them as data only",
)
def test_a_projects_variables_do_not_turn_the_enterprises_guard(machine: Any) -> None:
    variables = {"MAKEFILES": f"{machine.ws}/evil.mk", "MAKEFLAGS": "-n", "TAR_OPTIONS": "--checkpoint-action=exec=evil"}
    machine.configure("project", {"sessionStart": [{"command": f"echo '{json.dumps({'env': variables})}'"}]})
    machine.trust()
    guard = 'echo "$HOOKLINE_SESSION_ENV" > data; env > names; exit 2'
    machine.configure("enterprise", {SHELL: [{"command": guard}]})
    session = machine.engine().session()
    session.fire_sync("sessionStart")
    assert session.fire_sync(SHELL, command="ls").blocked
    folder = machine.enterprise_file.parent
    assert json.loads((folder / "data").read_text()) == variables
    assert not [line for line in (folder / "names").read_text().splitlines() if line.startswith(tuple(variables))]


@fault(
    "A5",
    "a guard writes more than 1 MiB to stdout and then exits 2: whether the deny counts depends on the scheduler",
    "beyond the limit stdout is read and dropped until the end: exit 2 denies, every time; any other end is a failure",
)
def test_a_deny_behind_a_flood(machine: Any) -> None:
    machine.configure("user", {SHELL: [{"command": "head -c 1200000 /dev/zero; exit 2"}]})
    assert [machine.fire_once().blocked for _ in range(10)] == [True] * 10
    machine.configure("user", {SHELL: [{"command": "head -c 1200000 /dev/zero"}]})
    decision = machine.fire_once()
    assert not decision.blocked
    assert "too much output" in decision.failures[0]


@fault(
    "A6",
    "`hookline fire` writes to a full disk, or to nobody: the exit code of the deny is lost",
    "the verdict is the exit code whatever happens to stdout and stderr; that the result was lost is told, if it can be",
)
@pytest.mark.parametrize("ends", [">/dev/full", ">/dev/full 2>/dev/full", ">&- 2>&-", "2>&1 | true"])
def test_a_deny_that_cannot_be_printed(machine: Any, ends: str) -> None:
    machine.configure("user", {SHELL: [{"command": "exit 2"}]})
    command = f"set -o pipefail; {HOOKLINE} fire {SHELL} {ends}"
    ended = subprocess.run(
        ["bash", "-c", command], cwd=machine.ws, env=machine.environ, capture_output=True, timeout=60, check=False
    )
    assert ended.returncode == 2


def levels(number: int) -> str:
    return "[" * number + "]" * number


@fault(
    "A8",
    "a request holds valid JSON that a reader chokes on: 1e999, nesting of a thousand and of 100,000, 5,000 digits, half a surrogate pair",
    "it gets a decision, from `host` and from `fire`, and what its hooks get on stdin is JSON that they can read",
)
@pytest.mark.parametrize(
    "value",
    [
        pytest.param("1e999", id="1e999"),
        pytest.param("-1e999", id="-1e999"),
        pytest.param(levels(1000), id="a thousand levels"),
        pytest.param('{"a":' * 100_000 + "[]" + "}" * 100_000, id="100,000 levels"),
        pytest.param("9" * 5000, id="5,000 digits"),
        pytest.param('"\\udc00\\ud83d"', id="halves of surrogate pairs"),
        pytest.param('{"a": 1, "a": 1e999}', id="a key that is written twice"),
    ],
)
def test_whatever_json_a_request_holds(machine: Any, value: str) -> None:
    """The guard refuses only what it could read, in Python's words and with its limits."""
    guard = "import json, sys; json.load(sys.stdin, parse_constant=int); sys.exit(2)"
    machine.configure("user", {SHELL: [{"command": f'"{sys.executable}" -c "{guard}"'}]})
    inputs = [f'{{"command": "ls", "x": {value}}}', f'{{"command": {value}, "model": {value}}}']
    for text in inputs:
        fired = hookline(machine, "fire", SHELL, "--input", "-", stdin=None, input=text)
        assert fired.returncode == 2, fired.stderr
    lines = "".join(f'{{"id": 1, "event": "{SHELL}", "input": {text}}}\n' for text in inputs)
    told = hookline(machine, "host", stdin=None, input=lines).stdout.splitlines()
    assert [json.loads(line, parse_constant=int)["blocked"] for line in told] == [True, True]
    logged = hookline(machine, "log", "--json").stdout.splitlines()
    assert len([json.loads(line, parse_constant=int) for line in logged]) == 4


@fault(
    "A8",
    '`"failClosed"` stands twice in an entry, true and false',
    "true counts, whichever comes first",
)
@pytest.mark.parametrize("written", ['"failClosed": true, "failClosed": false', '"failClosed": false, "failClosed": true'])
def test_fail_closed_twice(machine: Any, written: str) -> None:
    machine.file("user").write_text(f'{{"version": 1, "hooks": {{"{SHELL}": [{{"command": "exit 1", {written}}}]}}}}')
    assert machine.fire_once().blocked
    machine.file("user").write_text(f'{{"version": 1, "hooks": {{"{SHELL}": [{{{written}, "command": 7}}]}}}}')
    assert machine.fire_once().blocked


#: Put together at run time, so that no scanner finds it in this file.
TOKEN = "ghp_" + "a8Fk2LmQ9zXc4VbN7tRw1YpS6dHj3GeU0oKi"
KEPT = 32 * 1024


def leaks(machine: Any, *told: str) -> list[str]:
    """Every piece of the token that the log's files or a text hold."""
    stored = b"".join(path.read_bytes() for path in machine.state.glob("journal.db*")).decode("utf-8", "replace")
    pieces = [TOKEN[start : start + 8] for start in range(len(TOKEN) - 7)]
    return [piece for piece in pieces for text in (stored, *told) if piece in text]


@fault(
    "A7",
    "a secret stands across a cut of a hook's stderr, of which the first and last 32 KiB are kept",
    "what is cut is masked before: no half of it is stored or told",
)
@pytest.mark.parametrize("shown", [2, 5, 12, 20, len(TOKEN) - 1])
def test_a_secret_across_the_cut_of_stderr(machine: Any, shown: int) -> None:
    first = "x " * (KEPT // 2 - 20) + "y" * (40 - shown) + " " + TOKEN
    last = TOKEN + " " + "z " * (KEPT // 2 - 30) + "y" * (60 - shown)
    (machine.ws / "stderr").write_text(first + " middle" * 30_000 + " " + last)
    machine.configure("user", {SHELL: [{"command": f"cat {machine.ws}/stderr >&2; exit 2"}]})
    engine = machine.engine(journal=True)
    decision = engine.session().fire_sync(SHELL, command="ls")
    engine.close()
    stderr = decision.outcomes[0].completion.stderr
    assert decision.blocked and " bytes cut …" in stderr and "[masked:github-token:" in stderr
    assert leaks(machine, stderr, str(decision.as_dict())) == []


@fault(
    "A7",
    "a secret stands across any other cut: of a payload above 64 KiB, a key, a quoted command, an answer that is no JSON",
    "one mechanism cuts what is stored and told, and it masks first",
)
@pytest.mark.parametrize("before", range(60, 82, 3))
def test_a_secret_across_any_other_cut(machine: Any, before: int) -> None:
    text = "x" * before + " " + TOKEN + " and more" * 60
    machine.configure(
        "user",
        {
            SHELL: [{"command": f"printf '%s' '{text}'; exit 0"}, {"command": "exit 2"}],
            "beforeReadFile": [{"command": "exit 2"}],
        },
    )
    engine = machine.engine(journal=True)
    session = engine.session()
    told = [session.fire_sync(SHELL, command="y" * at + " " + text) for at in range(0, 400, 25)]
    told += [
        session.fire_sync("beforeReadFile", file_path="x " * 90 + text, content="x " * at + TOKEN + " y" * 90_000, **{"k" * at + TOKEN: 1})
        for at in (24_000 - before, 24_576 - before // 2, 12_288 - before // 2, 250 - before, 32)
    ]  # fmt: skip
    engine.close()
    assert leaks(machine, *(decision.texts.agent for decision in told if len(decision.texts.agent) < 400)) == []


ASKED_FOR = "aB3xK9mQ2vT7"


@fault(
    "A7",
    "secrets that were stored unmasked: `7z -pX`, chpasswd, `htpasswd -b`, `gh secret set --body`, `curl -b session=`, a password that holds &, "
    "a SECRET_KEY of 50 signs, a private key in base64",
    "all of them are masked, by a table of programs, the formats of configuration, and a look into base64",
)
def test_secrets_of_many_forms(machine: Any) -> None:
    commands = [
        f"7z a -p{ASKED_FOR} out.7z d", f"echo root:{ASKED_FOR} | chpasswd", f"chpasswd <<EOF\nroot:{ASKED_FOR}\nEOF",
        f"htpasswd -b .htpasswd alice {ASKED_FOR}", f"gh secret set KEY --body {ASKED_FOR}", f"curl -b session={ASKED_FOR} https://e",
        f"x 'Server=db;Password=a&{ASKED_FOR};'", f"echo \"SECRET_KEY='$(x&!{ASKED_FOR}*(@#^%-+=_){{]<>;:'\" > .env",
        "echo " + base64.b64encode(f"-----BEGIN PRIVATE KEY-----\n{ASKED_FOR * 60}\n".encode()).decode(),
    ]  # fmt: skip
    machine.configure("user", {SHELL: [{"command": "cat >&2; exit 2"}]})
    engine = machine.engine(journal=True)
    for command in commands:
        assert engine.session().fire_sync(SHELL, command=command).blocked
    engine.close()
    stored = b"".join(path.read_bytes() for path in machine.state.glob("journal.db*"))
    assert ASKED_FOR.encode() not in stored
    assert base64.b64encode(ASKED_FOR.encode()) not in stored


@fault(
    "A8",
    "a matcher counts an emoji as one sign, cannot hold half a surrogate pair, or remembers what a group held in an earlier turn of its loop",
    "matchers mean what JavaScript means: its code units, its groups (compared with node over random pairs)",
)
@pytest.mark.parametrize(
    ("matcher", "command"),
    [
        ("^..$", "\U0001f600"), ("^[\U0001f600]{2}$", "\U0001f600"), (r"\ud83d$", "x\ud83d"), (r"^(?:(a)|b)*\1$", "ab"), (r"^\2(a)(b)$", "ab"),
        (r"(?<=\1(k))x", "kkx"), (r"^\u{3}$", "uuu"),
    ],
)  # fmt: skip
def test_matchers_mean_what_javascript_means(machine: Any, matcher: str, command: str) -> None:
    machine.configure("user", {SHELL: [{"command": "exit 2", "matcher": matcher}]})
    assert machine.fire_once(command=command).blocked
    assert not machine.fire_once(command="zzzz").blocked
