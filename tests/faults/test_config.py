"""SECURITY 6.3: what can go wrong with a configuration file, beside real hooks that have to go on guarding."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest import param

SHELL = "beforeShellExecution"
HOOKLINE = os.path.join(os.path.dirname(sys.executable), "hookline")
LAST_GOOD = "the last good version stays in force, with its trust, and every result says what is wrong"


def fault(fault: str, right: str) -> pytest.MarkDecorator:
    return pytest.mark.fault("6.3", fault, right)


def denies(message: str, **more: Any) -> dict[str, Any]:
    return {"command": f"echo {message} >&2; exit 2", **more}


def a_config(*entries: dict[str, Any], event: str = SHELL) -> str:
    return json.dumps({"version": 1, "hooks": {event: list(entries)}}, indent=1)


def errors(decision: Any) -> list[tuple[str, bool]]:
    """The errors of a result, each with whether it says that an older version is in force."""
    return [(p.code, "version read before stays in force" in p.problem) for p in decision.problems if p.severity == "error"]


def replaced_by(*makers: Callable[[Path], object]) -> Callable[[Path], Iterator[None]]:
    """Puts one thing after the other in the place of the file."""

    def replace(path: Path) -> Iterator[None]:
        for make in makers:
            path.unlink()
            make(path)
            yield

    return replace


REFUSED = {
    "comment": (a_config(denies("new")).replace("{", "{ // mine", 1), "comment"),
    "trailing comma": (a_config(denies("new"))[:-1] + ",}", "trailing-comma"),
    "version 0": (a_config().replace("1", "0", 1), "bad-version"),
    'version "1"': (a_config().replace("1", '"1"', 1), "bad-version"),
}


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        param(lambda p: p.write_text(""), "empty-file", id="empty", marks=fault("the file is empty", LAST_GOOD)),
        param(
            replaced_by(os.mkfifo, lambda p: p.symlink_to("/dev/zero")), "not-a-file", id="a pipe or an endless device",
            marks=fault("a pipe or an endless device stands in its place", f"it is neither waited for nor read; {LAST_GOOD}"),
        ),
        param(replaced_by(Path.mkdir), "not-a-file", id="a folder", marks=fault("a folder stands in its place", LAST_GOOD)),
        param(
            lambda p: os.truncate(p, 100 * 1024 * 1024), "too-large", id="100 MB",
            marks=fault("the file has 100 MB", f"above 4 MiB it is refused; {LAST_GOOD}"),
        ),
        param(
            lambda p: p.write_text('{"version": 1, "hooks": ' + "[" * 100_000), "too-deep", id="nested 100,000 deep",
            marks=fault("its JSON is nested 100,000 deep", LAST_GOOD),
        ),
        param(
            lambda p: p.write_text(a_config(denies("new")), encoding="utf-16"), "utf-16", id="UTF-16",
            marks=fault("the file is UTF-16", LAST_GOOD),
        ),
        param(
            lambda p: p.write_bytes(a_config(denies("new")).replace("new", "é").encode("latin-1").replace(b"\\u00e9", b"\xe9")),
            "not-utf-8", id="not UTF-8", marks=fault("the file is not UTF-8", LAST_GOOD),
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_read_leaves_the_last_good_version(machine: Any, spoil: Callable[[Path], Any], code: str) -> None:
    path = machine.configure("project", {SHELL: [denies("no")]})
    machine.trust()
    session = machine.engine().session()
    assert session.fire_sync(SHELL, command="ls").agent_message == "no"

    spoiled = spoil(path)
    for _ in spoiled if isinstance(spoiled, Iterator) else range(3):
        decision = session.fire_sync(SHELL, command="ls")
        assert (decision.blocked, decision.agent_message, errors(decision)) == (True, "no", [(code, True)])


@fault("the file is half-written: every one of its beginnings in turn", LAST_GOOD)
def test_every_half_of_a_file(machine: Any) -> None:
    path = machine.configure("project", {SHELL: [denies("no")]})
    machine.trust()
    session = machine.engine().session()
    whole = path.read_bytes()
    assert session.fire_sync(SHELL, command="ls").agent_message == "no"

    said = set()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        decision = session.fire_sync(SHELL, command="ls")
        assert (decision.blocked, decision.agent_message, [says for _, says in errors(decision)]) == (True, "no", [True]), (
            length
        )
        said |= {code for code, _ in errors(decision)}
    assert said == {"empty-file", "half-written"}
    path.write_bytes(whole)
    assert session.fire_sync(SHELL, command="ls").problems == ()


@fault("the file is deleted", "its hooks are gone with the next event; those of other sources stay")
def test_deleted(machine: Any) -> None:
    path = machine.configure("project", {SHELL: [denies("project")]})
    machine.configure("user", {SHELL: [denies("user")]})
    machine.trust()
    session = machine.engine().session()
    assert session.fire_sync(SHELL, command="ls").agent_message == "project"

    path.unlink()
    decision = session.fire_sync(SHELL, command="ls")
    assert ([o.hook.source for o in decision.outcomes], decision.agent_message) == (["user"], "user")


@fault("the file is replaced by rename, again and again", "each event sees one whole version; none sees neither")
def test_renamed_over(machine: Any) -> None:
    path = machine.configure("user", {SHELL: [denies("one")]})
    session = machine.engine().session()
    over = threading.Event()

    def swap() -> None:
        number = 0
        while not over.is_set():
            number += 1
            fresh = path.with_suffix(".new")
            fresh.write_text(a_config(denies("two" if number % 2 else "one")))
            fresh.rename(path)
            time.sleep(0.001)

    thread = threading.Thread(target=swap)
    thread.start()
    try:
        seen = [
            (d.blocked, d.agent_message, errors(d)) for d in (session.fire_sync(SHELL, command="ls") for _ in range(150))
        ]
    finally:
        over.set()
        thread.join()
    assert {(True, "one"), (True, "two")} == {(blocked, message) for blocked, message, _ in seen}
    assert all(found == [] for _, _, found in seen)


@fault(
    "the file is a link out of the workspace, and the link is swapped",
    "trust is of what the link leads to: the new content does not run, and every result shows what changed",
)
def test_a_swapped_link(machine: Any) -> None:
    trace = machine.root / "trace"
    for name in ("good", "evil"):
        (machine.root / f"{name}.json").write_text(a_config({"command": f"echo {name} >> {trace}; exit 2"}))
    path = machine.file("project")
    path.symlink_to(machine.root / "good.json")
    machine.trust()
    session = machine.engine().session()
    assert session.fire_sync(SHELL, command="ls").blocked

    path.unlink()
    path.symlink_to(machine.root / "evil.json")
    decision = session.fire_sync(SHELL, command="ls")
    assert (trace.read_text(), decision.outcomes) == ("good\n", ())
    assert ".cursor/hooks.json changed" in decision.notes[0]


@fault("permission to read the file is taken away", LAST_GOOD)
def test_not_readable(machine: Any, without_privilege: list[str]) -> None:
    path = machine.configure("project", {SHELL: [denies("no")]})
    machine.trust()
    host = machine.host("--no-journal", before=without_privilege)
    assert host.fire(SHELL, command="ls")["response"]["agent_message"] == "no"

    path.chmod(0)
    result = host.fire(SHELL, command="ls")
    assert (result["blocked"], result["response"]["agent_message"]) == (True, "no")
    [problem] = result["problems"]
    assert problem["code"] == "unreadable"
    assert problem["problem"] == "permission to read it is denied; the version read before stays in force"
    assert problem["remedy"] == f"run: chmod u+r {path}"


@fault("permission to read the file comes and goes", "no event goes unguarded, and the problem is shown while it lasts")
def test_permission_flaps(machine: Any, without_privilege: list[str]) -> None:
    path = machine.configure("project", {SHELL: [denies("no")]})
    machine.trust()
    host = machine.host("--no-journal", before=without_privilege)
    assert host.fire(SHELL, command="ls")["blocked"]

    for turn in range(20):
        path.chmod(0 if turn % 2 else 0o644)
        result = host.fire(SHELL, command="ls")
        assert (result["blocked"], len(result["problems"])) == (True, turn % 2)


@fault("the file holds 10,000 hooks", "all of them load, and exactly those that match run")
def test_ten_thousand_hooks(machine: Any) -> None:
    entries = [{"command": "true", "matcher": f"^deploy {number}( |$)"} for number in range(9_999)]
    machine.configure("user", {SHELL: [*entries, denies("no", matcher="deploy")]})
    session = machine.engine().session()
    decision = session.fire_sync(SHELL, command="deploy 4711 now")
    assert [o.hook.number for o in decision.outcomes] == [4712, 10_000]
    assert (len(decision.skips), decision.blocked, decision.agent_message) == (9_998, True, "no")


@fault("the file begins with a byte order mark", "it is read as if it did not")
def test_byte_order_mark(machine: Any) -> None:
    machine.file("user").write_text(a_config(denies("no")), encoding="utf-8-sig")
    decision = machine.fire_once()
    assert (decision.agent_message, decision.problems) == ("no", ())


@fault("the file holds a comment, or a trailing comma", f"the file is refused and the place is named; {LAST_GOOD}")
def test_not_quite_json(machine: Any) -> None:
    path = machine.configure("project", {SHELL: [denies("no")]})
    machine.trust()
    session = machine.engine().session()
    for name, where in (("comment", (1, 3)), ("trailing comma", (10, 1))):
        session.fire_sync(SHELL, command="ls")
        text, code = REFUSED[name]
        path.write_text(text)
        decision = session.fire_sync(SHELL, command="ls")
        assert (decision.agent_message, errors(decision)) == ("no", [(code, True)])
        assert [(problem.line, problem.column) for problem in decision.problems] == [where]


@fault("an event is written twice", "the lists are joined and it is reported: no hook is lost to a repeated key")
def test_duplicate_keys(machine: Any) -> None:
    lists = [json.dumps(entries) for entries in ([denies("first")], [{"command": "true"}])]
    machine.file("user").write_text(f'{{"version": 1, "hooks": {{"{SHELL}": {lists[0]}, "{SHELL}": {lists[1]}}}}}')
    decision = machine.fire_once()
    assert ([o.hook.number for o in decision.outcomes], decision.agent_message) == ([1, 2], "first")
    assert [problem.code for problem in decision.problems] == ["duplicate-key"]


@fault("an event does not exist", "it is named with the event that was meant; the others run")
def test_unknown_event(machine: Any) -> None:
    machine.configure("user", {"beforeShellExecutions": [denies("never")], SHELL: [denies("no")]})
    decision = machine.fire_once()
    [problem] = decision.problems
    assert (decision.agent_message, problem.code) == ("no", "unknown-event")
    assert SHELL in problem.remedy


WRONG = [
    ({"timeout": -1}, "bad-timeout"),
    ({"timeout": 0}, "bad-timeout"),
    ({"timeout": "5"}, "bad-timeout"),
    ({"timeout": "HUGE"}, "bad-timeout"),  # 1e309 in the file: more than a float holds
    ({"timeout": None}, "bad-timeout"),
    ({"timeout": True}, "bad-timeout"),
    ({"command": 5}, "no-command"),
    ({"command": ["sh", "-c", "exit 2"]}, "argv-command"),
    ({"command": ""}, "no-command"),
    ({"command": "a\0b"}, "bad-text"),
    ({"matcher": {"tool": "Shell"}}, "bad-matcher"),
    ({"loop_limit": -1}, "bad-loop-limit"),
    ({"loop_limit": 1.5}, "bad-loop-limit"),
    ({"type": "script"}, "bad-type"),
    ({"failClosed": "no"}, "bad-fail-closed"),
]


@fault("values have the wrong type, or are out of range", "each such entry is set aside with its problem; the others run")
def test_wrong_types(machine: Any) -> None:
    entries = [{**denies(f"wrong{number}"), **wrong} for number, (wrong, _) in enumerate(WRONG)]
    machine.file("user").write_text(a_config(*entries, denies("no")).replace('"HUGE"', "1e309"))
    decision = machine.fire_once()
    assert ([o.hook.number for o in decision.outcomes], decision.agent_message) == ([len(WRONG) + 1], "no")
    assert [p.code for p in decision.problems if p.severity == "error"] == [code for _, code in WRONG]
    assert len(decision.skips) == len(WRONG)


@fault('version is 0, "1" or 2', f'0 and "1" refuse the file, so {LAST_GOOD}; 2 is read as 1 with a warning')
def test_versions(machine: Any) -> None:
    path = machine.configure("project", {SHELL: [denies("no")]})
    machine.trust()
    session = machine.engine().session()
    for name in ("version 0", 'version "1"'):
        session.fire_sync(SHELL, command="ls")
        path.write_text(REFUSED[name][0])
        decision = session.fire_sync(SHELL, command="ls")
        assert (decision.agent_message, errors(decision)) == ("no", [("bad-version", True)])
    path.write_text(a_config(denies("two")).replace("1", "2", 1))
    machine.trust()
    decision = session.fire_sync(SHELL, command="ls")
    assert (decision.agent_message, [p.code for p in decision.problems]) == ("two", ["unknown-version"])


@fault("one entry is bad beside good ones", "only it is set aside, and the result shows it as skipped with the reason")
def test_one_bad_entry(machine: Any) -> None:
    machine.configure("user", {SHELL: [{"command": "true"}, {"comand": "true"}, denies("no")]})
    decision = machine.fire_once()
    assert ([o.hook.number for o in decision.outcomes], decision.agent_message) == ([1, 3], "no")
    assert [(s.hook.number, s.reason.startswith("set aside: "), s.blocks) for s in decision.skips] == [(2, True, False)]


@fault(
    "a matcher is no regular expression",
    "the entry is set aside; when it says failClosed on a gate, it blocks that gate until it is fixed",
)
def test_invalid_matcher(machine: Any) -> None:
    path = machine.configure("user", {SHELL: [denies("never", matcher="git (push"), denies("no", matcher="rm")]})
    session = machine.engine().session()
    decision = session.fire_sync(SHELL, command="ls")
    assert (decision.blocked, [p.code for p in decision.problems]) == (False, ["invalid-matcher"])
    assert session.fire_sync(SHELL, command="rm x").agent_message == "no"

    path.write_text(a_config(denies("never", matcher="git (push", failClosed=True)))
    decision = session.fire_sync(SHELL, command="ls")
    assert (decision.blocked, decision.outcomes) == (True, ())
    assert "it says failClosed, so it blocks until it is fixed" in decision.because


HUGE_MATCHERS = [
    param("(?=x)a{99999999}", id="a count"),
    param("(?=x)a{0," + "9" * 5000 + "}", id="a count of 5,000 digits"),
    param("(?=x)((((a{1000}){1000}){1000}){1000})", id="counts in counts"),
    param("a?" * 100_000 + "b", id="200,000 characters"),
    param("(a)" * 50_000 + r"\1" * 100_000, id="back-references"),
    param("[]" * 100_000 + "[^]" * 100_000, id="classes"),
    param("(?!y)" + "x" * 3_000_000, id="3 MB"),
    param("(?=x)(?:" + "|".join(f"w{n}" for n in range(200_000)) + ")", id="200,000 words"),
    param("(" * 50_000 + "a" + ")" * 50_000, id="levels"),
]
#: Seconds for what takes a fraction of one, on a machine with other things to do.
AT_ONCE_S = 20


@fault(
    "a repository that nobody trusted brings matchers that take minutes and gigabytes to compile",
    "they are not compiled when an event is decided, and every other hook decides as before",
)
@pytest.mark.parametrize("source", ["project", "claude-project"])
def test_huge_matchers_of_a_folder_nobody_trusted(machine: Any, source: str) -> None:
    machine.configure("enterprise", {SHELL: [denies("no")]})
    entry = {"command": "true", "hooks": [{"type": "command", "command": "true"}]}
    event = SHELL if source == "project" else "PreToolUse"
    entries = [{**entry, "matcher": f"(?=x)a{{99999999}}{n}"} for n in range(1000)]
    machine.configure(source, {event: entries})
    began = time.monotonic()
    decision = machine.fire_once()
    assert (decision.agent_message, time.monotonic() - began < AT_ONCE_S) == ("no", True)


@fault(
    "a matcher takes minutes and gigabytes to compile: long, nested, with huge counts or many groups",
    "a matcher has bounds; beyond them it is not compiled, and its entry is set aside with a message and what to do",
)
@pytest.mark.parametrize("matcher", HUGE_MATCHERS)
def test_huge_matchers(machine: Any, matcher: str) -> None:
    began = time.monotonic()
    machine.configure("user", {SHELL: [denies("never", matcher=matcher), denies("no", matcher="rm")]})
    session = machine.engine().session()
    decision = session.fire_sync(SHELL, command="ls")
    assert (decision.blocked, [p.code for p in decision.problems]) == (False, ["invalid-matcher"])
    assert "is too large: it has " in decision.problems[0].problem
    assert session.fire_sync(SHELL, command="rm x").agent_message == "no"

    machine.configure("user", {SHELL: [denies("never", matcher=matcher, failClosed=True)]})
    decision = machine.fire_once()
    assert (decision.blocked, decision.outcomes) == (True, ())
    assert time.monotonic() - began < AT_ONCE_S


@fault(
    "a file has 20,000 matchers with look-around",
    "the second engine gets as many as it compiles in half a second; the rest are set aside, and `check` says so",
)
def test_many_matchers_of_the_second_engine(machine: Any) -> None:
    entries = [{"command": f"true {n}", "matcher": f"(?!x)l{n}"} for n in range(20_000)]
    machine.configure("project", {"stop": entries})
    began = time.monotonic()
    run = subprocess.run(
        [HOOKLINE, "check", "--json", "--workspace", str(machine.ws)], env=machine.environ, capture_output=True, check=False
    )
    assert (run.returncode, time.monotonic() - began < AT_ONCE_S * 2) == (1, True)
    assert b"are all that one file may have" in run.stdout


MANY = 50_000


@fault(
    "a repository has 50,000 mistakes in one file",
    "a hundred are listed and the rest counted; nothing is looked up for those, and answers stay small",
)
@pytest.mark.parametrize(
    "text",
    [
        param(json.dumps({"version": 1, "hooks": {f"e{n}": [] for n in range(MANY)}}), id="events nobody knows"),
        param(json.dumps({"version": 1, "hooks": {SHELL: [0] * MANY}}), id="entries that are none"),
        param(json.dumps({"version": 1, "hooks": {SHELL: [{"comand": "x"}] * MANY}}), id="entries without a command"),
    ],
)
def test_many_mistakes(machine: Any, text: str) -> None:
    machine.configure("enterprise", {SHELL: [denies("no")]})
    machine.file("project").write_text(text)
    began = time.monotonic()
    decision = machine.fire_once()
    assert (decision.agent_message, time.monotonic() - began < AT_ONCE_S * 2) == ("no", True)
    assert len(decision.problems) == 100
    assert re.search(r"; and (49,900|99,800) more problems in this file$", decision.problems[-1].problem)
    assert len(json.dumps(decision.as_dict())) < 200_000


@fault(
    "a pipe stands where a command reads a file of the workspace",
    "only regular files are read: the command says what it is, and ends",
)
@pytest.mark.parametrize(
    ("path", "arguments"),
    [
        param(".cursor/hooks/x.cases.toml", ["test"], id="test: cases"),
        param(".cursor/hooks.json", ["init", "--project"], id="init"),
        param(".cursor/hooks.json", ["add", "git-guard", "--project"], id="add"),
        param(".cursor/hooks.json", ["remove", "git-guard", "--project"], id="remove"),
    ],
)
def test_pipes(machine: Any, path: str, arguments: list[str]) -> None:
    pipe = machine.ws / path
    pipe.parent.mkdir(parents=True)
    os.mkfifo(pipe)
    run = subprocess.run(
        [HOOKLINE, *arguments],
        cwd=machine.ws,
        env=machine.environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=AT_ONCE_S * 2,
    )
    assert run.returncode in (1, 66)
    assert f"{path} cannot be read: it is a pipe, not a file." in run.stderr.decode()
    assert pipe.is_fifo()


@fault(
    "a matcher would run for hours",
    "RE2 answers in time linear in the text; what RE2 cannot take gets 100 ms and then counts as a match",
)
def test_endless_matchers(machine: Any) -> None:
    linear = ["(a+)+$", "(a|aa)+$", "(a*)*b$"]
    endless = [r"(?!z)(a|aa)+b?c", r"(a+)+\1!", r"(?=.*a)(a+)+!"]
    machine.configure("user", {SHELL: [denies("no", matcher=matcher) for matcher in (*linear, *endless)]})
    session = machine.engine().session()
    started = time.monotonic()
    decision = session.fire_sync(SHELL, command="x" * 40 + "a" * 50_000 + "?")
    assert time.monotonic() - started < 20
    assert [o.hook.matcher for o in decision.outcomes] == endless  # none of the six really matches
    assert decision.blocked


@fault(
    "the file is changed while its hook runs",
    "the event keeps its snapshot: its own hook decides; the next event sees the new file",
)
def test_changed_under_way(machine: Any) -> None:
    started, go_on = machine.root / "started", machine.root / "go-on"
    waits = f"touch {started}; while [ ! -e {go_on} ]; do sleep 0.01; done; exit 2"
    path = machine.configure("user", {SHELL: [{"command": waits}]})
    host = machine.host("--no-journal")
    host.send(SHELL, command="ls")
    while not started.exists():
        time.sleep(0.01)
    path.write_text(a_config({"command": "true"}))
    meanwhile = host.fire(SHELL, command="ls")
    assert (meanwhile["blocked"], [hook["command"] for hook in meanwhile["hooks"]]) == (False, ["true"])
    go_on.touch()
    first = host.answer()
    assert first is not None
    assert (first["blocked"], [hook["command"] for hook in first["hooks"]]) == (True, [waits])
