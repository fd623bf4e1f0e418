"""config.scripts: whether the script a command names is there and can be started."""

import pytest

from hookline.config.lint import Suspicion
from hookline.config.locate import Place, locate
from hookline.config.reading import Probed
from hookline.config.scripts import trouble

FINE = Probed(is_file=True, executable=True, crlf=False)
PLACES = {place.source.name: place for place in locate("linux", {"HOME": "/h"}, ["/w"], teams=["1"])}


def found(command: str, files: dict[str, Probed], place: Place = PLACES["project"]) -> list[Suspicion]:
    return list(trouble(command, place, files.get))


@pytest.mark.parametrize(
    "command",
    [
        pytest.param("./x.sh --flag", id="a plain path"),
        pytest.param("exec env A=1 command ./x.sh", id="behind words that only start it"),
        pytest.param("$CURSOR_PROJECT_DIR/x.sh", id="from Cursor's variable"),
        pytest.param('"${CLAUDE_PROJECT_DIR}"/x.sh', id="from Claude's variable"),
        pytest.param("python3 -u x.sh", id="after an interpreter and its options"),
        pytest.param("bun run x.sh", id="after run"),
        pytest.param("x.sh", id="found by PATH, so not looked for"),
        pytest.param("./$NAME.sh", id="a name only the shell knows"),
        pytest.param("~/x.sh", id="at home, where only the shell knows it is"),
        pytest.param("python3 -c 'import x'", id="a program in quotes"),
        pytest.param("python3 -m http.server", id="a module"),
        pytest.param("node", id="an interpreter alone"),
        pytest.param("node main", id="a bare word after an interpreter"),
        pytest.param("A=1", id="only an assignment"),
        pytest.param("", id="nothing"),
    ],
)
def test_nothing_to_say(command: str) -> None:
    assert found(command, {"/w/x.sh": FINE}) == []


@pytest.mark.parametrize(
    ("command", "probed", "code", "remedy"),
    [
        pytest.param("./x.sh", Probed(True, False, False), "not-executable", "run: chmod +x /w/x.sh", id="not executable"),
        pytest.param(
            "./x.sh", Probed(True, True, True), "crlf-script",
            "save it with Unix line ends: sed -i 's/\\r$//' /w/x.sh", id="Windows line ends",
        ),
    ],
)  # fmt: skip
def test_scripts_that_cannot_start(command: str, probed: Probed, code: str, remedy: str) -> None:
    assert [(one.code, one.found, one.remedy) for one in found(command, {"/w/x.sh": probed})] == [(code, "./x.sh", remedy)]


@pytest.mark.parametrize("command", ["sh ./x.sh", "bash x.sh | tee y"])
def test_what_an_interpreter_reads_need_not_be_executable(command: str) -> None:
    assert found(command, {"/w/x.sh": Probed(True, False, True)}) == []


@pytest.mark.parametrize(
    ("command", "source", "run_from"),
    [
        pytest.param("./x.sh", "project", "the project root", id="a project's"),
        pytest.param("./x.sh", "user", "~/.cursor", id="the user's"),
        pytest.param("./x.sh", "enterprise", "the folder of their file", id="the enterprise's"),
        pytest.param("./x.sh", "team", "the hooks/ folder beside their file", id="a team's"),
        pytest.param("/abs/x.sh", "project", "the project root", id="an absolute path"),
    ],
)
def test_a_missing_script(command: str, source: str, run_from: str) -> None:
    assert found(command, {}, PLACES[source]) == [
        Suspicion("no-script", command, f"'{command}' does not exist",
                  f"create it, or correct the path: {source} hooks run from {run_from}")
    ]  # fmt: skip


def test_a_folder_is_no_script() -> None:
    (suspicion,) = found("./hooks/", {"/w/hooks": Probed(False, True, False)})
    assert (suspicion.code, suspicion.problem) == ("no-script", "'./hooks/' is a folder")


@pytest.mark.parametrize(
    ("command", "there", "write"),
    [
        pytest.param("./hooks/x.sh", "/w/.cursor/hooks/x.sh", ".cursor/hooks/x.sh", id="seen from .cursor"),
        pytest.param("../hooks/x.sh", "/w/.cursor/hooks/x.sh", ".cursor/hooks/x.sh", id="seen from a folder in it"),
        pytest.param(".cursor/hooks/x.sh", "/w/hooks/x.sh", "./hooks/x.sh", id="one folder too many"),
        pytest.param("./hooks/x.sh", "/w/.claude/hooks/x.sh", ".claude/hooks/x.sh", id="Claude's folder"),
    ],
)
def test_a_path_from_another_folder(command: str, there: str, write: str) -> None:
    assert found(command, {there: FINE}) == [
        Suspicion("wrong-base", command, f"'{command}' does not exist seen from /w",
                  f"write {write}: project hooks run from the project root")
    ]  # fmt: skip


def test_a_users_hook_written_as_if_it_ran_from_home() -> None:
    (suspicion,) = found(".cursor/hooks/x.sh", {"/h/.cursor/hooks/x.sh": FINE}, PLACES["user"])
    assert (suspicion.code, suspicion.remedy) == ("wrong-base", "write ./hooks/x.sh: user hooks run from ~/.cursor")
