"""conformance/run: our own host passes every case, and a host that is wrong is told so.

The wrong hosts are tiny programs written here: a suite that cannot fail proves nothing.
"""

import pathlib
import re
import subprocess
import sys
import tomllib

import pytest

REPOSITORY = pathlib.Path(__file__).parent.parent
RUN = REPOSITORY / "conformance" / "run"
CASES = sorted((REPOSITORY / "conformance" / "cases").glob("*.toml"))
HOOKLINE = pathlib.Path(sys.executable).parent / "hookline"
ROWS = range(29)  # 0 is the host protocol, 1 to 28 are the rows of the design

#: A host that starts, reads, and gives every request the same answer; {answer} is Python that may use `asked`.
TINY_HOST = """
import json, sys
if sys.argv[1] != "host":
    sys.exit(0)
for line in sys.stdin:
    try:
        asked = json.loads(line)
    except ValueError:
        asked = {{}}
    asked = asked if isinstance(asked, dict) else {{}}
    if asked.get("id") == "ready":
        answer = {{"id": "ready", "error": "no such event"}}
    else:
        answer = {answer}
    print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)
"""
#: The answer for an event nothing is configured for, or an error where the request is bad.
NOTHING = """(
    {"id": asked.get("id"), "event": asked["event"], "blocked": False, "response": {}, "code": None, "texts": None,
     "overruled": [], "notes": [], "problems": [], "because": "nothing for " + asked["event"], "hooks": [], "skipped": []}
    if isinstance(asked.get("event"), str) else {"id": asked.get("id"), "error": "bad"}
)"""

#: One case with one hook that denies.
A_CASE = """
[[case]]
row = 7
name = "exit 2 denies"
hooks.project.beforeShellExecution = [{ exits = 2, complains = "no" }]
[[case.step]]
event = "beforeShellExecution"
input = { command = "ls" }
want = { blocked = true, response = { permission = "deny", agent_message = "no" }, ran = ["project"], failed = [""] }
"""


def conformance(*arguments: str | pathlib.Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, RUN, *map(str, arguments)], capture_output=True, text=True, timeout=280, check=False
    )


def against(tmp_path: pathlib.Path, answer: str, cases: str = A_CASE) -> subprocess.CompletedProcess[str]:
    """The cases, run against a host that answers so."""
    host, folder = tmp_path / "host.py", tmp_path / "cases"
    host.write_text(TINY_HOST.format(answer=answer))
    folder.mkdir()
    (folder / "one.toml").write_text(cases)
    return conformance("--program", f"{sys.executable} {host}", "--cases", folder, "-v")


@pytest.mark.slow
@pytest.mark.parametrize("topic", CASES, ids=lambda path: path.stem)
def test_our_host_passes(topic: pathlib.Path) -> None:
    done = conformance("--program", HOOKLINE, "-k", f"{topic.stem}: ")
    number = len(tomllib.loads(topic.read_text("utf-8"))["case"])
    assert done.stdout.splitlines()[-1] == f"{number} passed, 0 failed", done.stdout
    assert done.returncode == 0


@pytest.mark.slow
def test_a_host_that_does_nothing_passes_only_what_is_about_the_protocol(tmp_path: pathlib.Path) -> None:
    host = tmp_path / "host.py"
    host.write_text(TINY_HOST.format(answer=NOTHING))
    done = conformance("--program", f"{sys.executable} {host}", "-v")
    assert [line for line in done.stdout.splitlines() if line.startswith("ok")] == [
        "ok    protocol (row 0): the answer has the id of its request, whatever that is",
        "ok    protocol (row 0): a result has all its parts, also when nothing is configured",
    ]


def test_the_example_in_the_documentation_passes(tmp_path: pathlib.Path) -> None:
    shown = re.search(r"^```toml\n(.*?)^```", (REPOSITORY / "docs/conformance.md").read_text(), re.MULTILINE | re.DOTALL)
    assert shown
    (tmp_path / "shown.toml").write_text(shown[1])
    done = conformance("--program", HOOKLINE, "--cases", tmp_path)
    assert done.stdout == "    row 4:   1 of   1\n1 passed, 0 failed\n"


def test_every_row_of_the_design_has_several_cases() -> None:
    rows = [case["row"] for path in CASES for case in tomllib.loads(path.read_text("utf-8"))["case"]]
    assert {row: rows.count(row) for row in ROWS if rows.count(row) < 3} == {}
    assert set(rows) == set(ROWS)


def test_no_two_cases_have_the_same_name() -> None:
    names = [case["name"] for path in CASES for case in tomllib.loads(path.read_text("utf-8"))["case"]]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        pytest.param(NOTHING, "blocked is false, wanted true", id="a host that runs nothing"),
        pytest.param('{"id": asked["id"], "blocked": True, "response": {"permission": "deny", "agent_message": "no", "x": 1}, "hooks": [{"source": "project", "failure": None}]}', "response is", id="a host that says more than the hook did"),
        pytest.param('{"id": asked["id"], "blocked": True, "response": {"permission": "deny", "agent_message": "no"}, "hooks": [{"source": "user", "failure": None}]}', "ran is", id="a host that names the wrong source"),
        pytest.param('{"id": asked["id"], "blocked": True, "response": {"permission": "deny", "agent_message": "no"}, "hooks": [{"source": "project", "failure": "exited with code 2"}]}', "failures are", id="a host that calls a deny a failure"),
        pytest.param('{"id": 99, "blocked": True}', "a request nobody made", id="a host that mixes up ids"),
        pytest.param('"plain text"', "is not JSON", id="a host that prints text"),
        pytest.param('{"id": asked["id"], "error": "out of order"}', "an error came instead", id="a host that refuses everything"),
        pytest.param("sys.exit(3)", "has ended with code 3", id="a host that dies"),
    ],
)  # fmt: skip
def test_a_wrong_host_fails_and_is_told_why(tmp_path: pathlib.Path, answer: str, told: str) -> None:
    done = against(tmp_path, answer)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "0 passed, 1 failed")
    assert "WRONG one (row 7): exit 2 denies" in done.stdout and told in done.stdout
    assert "row 7:   0 of   1  WRONG" in done.stdout


def test_a_right_host_passes(tmp_path: pathlib.Path) -> None:
    right = '{"id": asked["id"], "blocked": True, "response": {"permission": "deny", "agent_message": "no"}, "hooks": [{"source": "project", "failure": None}]}'
    done = against(tmp_path, right)
    assert (done.returncode, done.stdout) == (
        0,
        "ok    one (row 7): exit 2 denies\n    row 7:   1 of   1\n1 passed, 0 failed\n",
    )


@pytest.mark.parametrize(
    "want",
    [
        pytest.param('is = { "hooks.0.source" = "user" }', id="is: a value at a path"),
        pytest.param("like = { overruled = [{ source = 'user' }] }", id="like: part of the result"),
        pytest.param('holds = { because = "denied" }', id="holds: words in a text"),
        pytest.param('lacks = { "" = "blocked" }', id="lacks: words that may not be there"),
        pytest.param('skipped = ["trust"]', id="skipped: reasons"),
        pytest.param('error = "bad"', id="error: a refused request"),
        pytest.param('exists = ["ws/made"]', id="exists: a file"),
        pytest.param('missing = ["ws/there"]', id="missing: no such file"),
        pytest.param('files = { "ws/there" = "other" }', id="files: text in a file"),
        pytest.param('files_lack = { "ws/there" = "content" }', id="files_lack: text that may not be in a file"),
        pytest.param('json = { "ws/object" = { a = 2 } }', id="json: an object in a file"),
        pytest.param('json_without = { "ws/object" = ["a"] }', id="json_without: a key that may not be there"),
        pytest.param("within_s = 0", id="within_s: too slow"),
        pytest.param("blocked = 0", id="false is not 0"),
        pytest.param("blokced = false", id="a misspelt wish"),
    ],
)
def test_every_kind_of_wish_can_fail(tmp_path: pathlib.Path, want: str) -> None:
    files = "files = { 'ws/there' = 'content', 'ws/object' = '{\"a\": 1}' }"
    case = f'[[case]]\nrow = 1\nname = "wish"\n{files}\n[[case.step]]\nevent = "stop"\nwant = {{ {want} }}\n'
    done = against(tmp_path, NOTHING, case)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "0 passed, 1 failed"), done.stdout


@pytest.mark.parametrize(
    ("cases", "told"),
    [
        pytest.param("[[case]\n", "one.toml is not TOML", id="a file that is not TOML"),
        pytest.param('[[case]]\nname = "x"\nstep = []\n', "missing ['row']", id="a case without its row"),
        pytest.param('[[case]]\nrow = 1\nname = "x"\nstep = []\nhook = 1\n', "unknown ['hook']", id="a misspelt key"),
    ],
)
def test_a_bad_case_file_is_refused(tmp_path: pathlib.Path, cases: str, told: str) -> None:
    done = against(tmp_path, NOTHING, cases)
    assert done.returncode == 64 and told in done.stderr


def test_nothing_to_run_is_not_a_success(tmp_path: pathlib.Path) -> None:
    assert conformance("--program", HOOKLINE, "-k", "no case has these words").returncode == 64
    missing = conformance("--program", tmp_path / "nowhere")
    assert missing.returncode == 64 and "name one with --program" in missing.stderr


def test_cases_are_chosen_by_row_and_by_word(tmp_path: pathlib.Path) -> None:
    host = tmp_path / "host.py"
    host.write_text(TINY_HOST.format(answer=NOTHING))
    done = conformance("--program", f"{sys.executable} {host}", "--row", "28", "-k", "has no code")
    assert done.stdout.count("WRONG texts (row 28)") == 1 and done.stdout.endswith("0 passed, 1 failed\n")
