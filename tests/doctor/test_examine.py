"""doctor.examine: facts → findings."""

from __future__ import annotations

from typing import Any

import pytest
from pytest import param

from hookline.doctor import examine
from hookline.doctor.finding import Finding, finding
from hookline.doctor.history import History, Overrule, Runs
from hookline.doctor.look import Looked, Program
from hookline.journal.backlog import Gap
from hookline.journal.entries import Run
from hookline.model import Problem, TrustState
from hookline.testing import a_hook

HOOK = a_hook(matcher="curl")
PATH = "/usr/bin:/bin"
NOW, DAY = 1_800_000_000.0, 86_400


def run(**more: Any) -> Run:
    values: dict[str, Any] = dict.fromkeys(Run._fields)
    return Run(**{**values, "duration_ms": 5.0, "stderr": "", "exit_code": 0, **more})


def told(found: Any) -> list[tuple[str, str, str]]:
    return [(one.code, one.problem, one.remedy) for one in found]


@pytest.mark.parametrize(
    ("looked", "expected"),
    [
        param(Looked(), [], id="nothing to look for"),
        param(Looked(Program("node", "/usr/bin/node"), interpreter=Program("sh", "/bin/sh")), [], id="everything is there"),
        param(Looked(Program("node", None)), [("no-program", "node does not exist", "install node, or change the command")],
              id="no program"),
        param(Looked(Program("/opt/x", None)), [("no-program", "/opt/x does not exist", "correct the path, or change the command")],
              id="no file"),
        param(Looked(Program("node", None, "/home/me/.nvm/node")),
              [("desktop-path", "node is at /home/me/.nvm/node, where an agent started from the desktop does not look "
                "(/usr/bin:/bin)", "write /home/me/.nvm/node in the command")], id="only on one's own PATH"),
        param(Looked(Program("./x", "/ws/x"), interpreter=Program("python9", None)),
              [("no-interpreter", "python9 does not exist", "install python9, or change the first line of the script")],
              id="no interpreter"),
        param(Looked(Program("./x", "/ws/x"), interpreter=Program("python3 -u", None)),
              [("no-interpreter", "env looks for a program called 'python3 -u': this system hands over the rest of the line as one "
                "name", "write env -S python3 -u")], id="env with arguments"),
        param(Looked(missing=(Program("jq", None, "/opt/jq"), Program("rg", None))),
              [("missing-program", "its script calls jq, which the agent does not find on /usr/bin:/bin; it is at /opt/jq",
                "write /opt/jq in the script, or change the script to do without it"),
               ("missing-program", "its script calls rg, which the agent does not find on /usr/bin:/bin; it is not on this machine",
                "install rg, or change the script to do without it")], id="what the script calls"),
    ],
)  # fmt: skip
def test_what_it_takes_to_start(looked: Looked, expected: list[tuple[str, str, str]]) -> None:
    assert told(examine.start_findings(HOOK, looked, PATH, [])) == expected


def test_what_check_says_of_a_script_is_not_said_again() -> None:
    already = [Finding("no-script", "warning", HOOK.title, HOOK.where, "", "")]
    assert told(examine.start_findings(HOOK, Looked(Program("./x", None)), PATH, already)) == []


@pytest.mark.parametrize(
    ("start_ms", "taken", "codes"),
    [
        param(20, [5.0], [], id="fast"),
        param(None, [], [], id="not known"),
        param(400, [5.0], ["slow-start"], id="a slow start"),
        param(20, [5.0, 1500.0, 2000.0], ["slow-runs"], id="slow runs"),
    ],
)
def test_speed(start_ms: float | None, taken: list[float], codes: list[str]) -> None:
    runs = Runs(NOW, tuple(run(duration_ms=one) for one in taken))
    assert [found.code for found in examine.speed_findings(HOOK, start_ms, runs)] == codes


ACCIDENT = run(exit_code=2, stderr="\npython3: can't open file 'x.py'\nmore")
FAILED = run(failure="exited with code 1")


@pytest.mark.parametrize(
    ("latest", "expected"),
    [
        param([run(), run(exit_code=2, stderr="not allowed")], [], id="as it should be"),
        param([run(), ACCIDENT], [("accidental-deny", "1 of its latest 2 runs ended with exit code 2, which denies, because the "
              "interpreter complained: python3: can't open file 'x.py'",
              "fix what it complains about: nobody decided these denies")], id="exit 2 by accident"),
        param([FAILED] * 3 + [run()], [("keeps-failing", "its latest 3 runs failed: exited with code 1",
              "see: hookline log --failed")], id="failing in a row"),
        param([FAILED, FAILED, run(), FAILED], [], id="failing now and then"),
        param([], [], id="no runs"),
    ],
)  # fmt: skip
def test_latest_runs(latest: list[Run], expected: list[tuple[str, str, str]]) -> None:
    assert told(examine.run_findings(HOOK, Runs(NOW, tuple(latest)))) == expected


@pytest.mark.parametrize(
    ("runs", "begins", "expected"),
    [
        param(Runs(), None, [], id="an empty journal knows nothing"),
        param(Runs(), NOW - 3 * DAY, [], id="a young journal cannot tell"),
        param(Runs(), NOW - 31 * DAY, [("idle", "note", "it has not run in the 31 days the journal reaches back")], id="never"),
        param(Runs(NOW - 45 * DAY), NOW - 90 * DAY, [("idle", "note", "it last ran 45 days ago")], id="long ago"),
        param(Runs(NOW - DAY), NOW - 90 * DAY, [], id="lately"),
        param(Runs(unmatched=25), NOW - DAY, [("never-matched", "warning", "beforeShellExecution happened 25 times and the matcher "
              "'curl' never matched")], id="its matcher never matched"),
        param(Runs(unmatched=5), NOW - DAY, [], id="too few to tell"),
        param(Runs(NOW, unmatched=500), NOW - DAY, [], id="it matched once"),
    ],
)  # fmt: skip
def test_silence(runs: Runs, begins: float | None, expected: list[tuple[str, str, str]]) -> None:
    found = examine.idle_findings(HOOK, runs, begins, NOW, is_alive=False)
    assert [(one.code, one.severity, one.problem) for one in found] == expected


def test_a_canary_that_is_alive_explains_the_silence() -> None:
    (found,) = examine.idle_findings(HOOK, Runs(unmatched=25), NOW, NOW, is_alive=True)
    assert (found.code, found.severity) == ("never-matched", "note")


def problem(code: str, line: int, pointer: str, **more: Any) -> Problem:
    values = {"severity": "warning", "file": HOOK.file, "column": 9, "width": 1, "problem": "p", "remedy": "r"}
    return Problem(**{**values, "code": code, "line": line, "pointer": pointer, **more})


def test_problems_belong_to_the_entry_they_stand_in() -> None:
    second = a_hook(number=2, line=9)
    problems = [
        problem("milliseconds", 6, "/hooks/stop/0/timeout"),
        problem("no-script", 12, "/hooks/stop/1/command"),
        problem("unknown-event", 7, "/hooks/Foo", severity="error"),
        problem("no-script", 6, "/hooks/stop/0/command", file="/elsewhere/hooks.json"),
    ]
    found = list(examine.problem_findings(problems, [HOOK, second]))
    assert [(one.code, one.severity, one.hook, one.where) for one in found] == [
        ("milliseconds", "warning", HOOK.title, HOOK.where),
        ("no-script", "error", second.title, second.where),
        ("unknown-event", "error", "", f"{HOOK.file}:7"),
        ("no-script", "error", "", "/elsewhere/hooks.json:6"),
    ]


def test_overruled_denies() -> None:
    over = Overrule("user", "low.sh", "~/.cursor/hooks.json:3", 2, NOW, "allowed by project hook 1")
    once = over._replace(times=1)
    assert [one.problem for one in examine.overrule_findings(History(overruled=(over, once)))] == [
        "user hook low.sh said deny 2 times in 30 days and did not count; last: allowed by project hook 1",
        "user hook low.sh said deny once in 30 days and did not count; last: allowed by project hook 1",
    ]


def test_the_journal() -> None:
    gap = Gap(NOW, 3, "the disk is full")
    assert told(examine.journal_findings(History(trouble="the journal /x is damaged: y; move it away", gaps=(gap, gap)))) == [
        ("journal", "the journal /x is damaged: y", "move it away"),
        ("journal-gap", "events are missing from the journal: the disk is full (2 gaps in 30 days)",
         "nothing to do, if that is over"),
    ]  # fmt: skip
    assert told(examine.journal_findings(History(trouble="odd"))) == [("journal", "odd", "see: hookline log --path")]


def test_trust() -> None:
    states = [
        TrustState("/a", True),
        TrustState("/b", False, "project hooks need a trusted workspace: review them, then run: hookline trust /b"),
        TrustState(
            "/c",
            False,
            "not trusted any more: x changed since 10:00; review it, then run: hookline trust /c",
            ("x changed",),
        ),
        TrustState("/d", False, "trust cannot be looked up: the store /s is damaged; review your folders"),
    ]
    assert told(examine.trust_findings({state.root: state for state in states})) == [
        ("not-trusted", "/b: project hooks need a trusted workspace", "review them, then run: hookline trust /b"),
        ("not-trusted", "/c: not trusted any more: x changed since 10:00", "review it, then run: hookline trust /c"),
        ("trust-store", "/d: trust cannot be looked up: the store /s is damaged", "review your folders"),
    ]


def test_a_finding_of_the_doctors_own_has_the_severity_of_its_row() -> None:
    assert finding("slow-start", HOOK, "", "").severity == "note"
