"""config.lint: what is suspicious about a command's text."""

import time

import pytest

from hookline.config.lint import Suspicion, suspicions

FILL_IN = "write what it stands for"
FROM_STDIN = "read the value from the JSON on standard input"
PLUGIN = "write the path, or ship the hook as a plugin"
PORTABLE = "write a command that runs here, such as a shell or Python script"


def found(command: str, platform: str = "linux") -> list[Suspicion]:
    return list(suspicions(command, platform))


@pytest.mark.parametrize(
    ("command", "piece", "remedy"),
    [
        pytest.param("{{PYTHON}} x.py", "{{PYTHON}}", FILL_IN, id="braces of a template"),
        pytest.param("__HOME__/x.sh", "__HOME__", FILL_IN, id="capitals between underscores"),
        pytest.param("<path/to/script> a", "<path/to/script>", FILL_IN, id="angle brackets"),
        pytest.param("x ${env:HOME}", "${env:HOME}", FILL_IN, id="an editor's variable"),
        pytest.param("eslint ${file}", "${file}", "write ${file_path}", id="a name for the file nobody knows"),
        pytest.param("x ${workspaceFolder}", "${workspaceFolder}", "write $CURSOR_PROJECT_DIR", id="the editor's root"),
        pytest.param("x ${tool_name}", "${tool_name}", FROM_STDIN, id="a field that comes on standard input"),
    ],
)
def test_placeholders_nobody_fills(command: str, piece: str, remedy: str) -> None:
    (suspicion,) = found(command)
    assert (suspicion.code, suspicion.found, suspicion.remedy) == ("placeholder", piece, remedy)
    assert suspicion.problem.startswith("nothing fills in ")
    assert piece in suspicion.problem


@pytest.mark.parametrize(
    "command",
    [
        pytest.param('./x.sh "${command}" "${prompt}" "${file_path}" "${status}"', id="the four Hookline fills"),
        pytest.param("x $HOME ${PATH} $file", id="ordinary variables"),
        pytest.param("x ${http_proxy} ${npm_package_name}", id="lower-case variables that exist"),
        pytest.param("f=1; echo ${f}", id="one the command sets"),
        pytest.param("for f in a b; do echo ${f}; done", id="one a loop sets"),
        pytest.param("read -r f; echo ${f}", id="one that is read"),
        pytest.param("docker ps --format '{{.Names}}'", id="a Go template"),
        pytest.param("x {{end}}", id="a keyword of Go templates"),
        pytest.param("cat <<name", id="a here-document"),
        pytest.param("a < b > c", id="redirections"),
        pytest.param("python -c '__import__(1)'", id="Python's own underscores"),
    ],
)
def test_commands_nobody_should_complain_of(command: str) -> None:
    assert found(command) == []


@pytest.mark.parametrize(
    ("command", "piece"),
    [
        pytest.param("${CURSOR_PLUGIN_ROOT}/x.sh", "${CURSOR_PLUGIN_ROOT", id="Cursor's, in braces"),
        pytest.param("$CLAUDE_PLUGIN_ROOT/x.sh", "$CLAUDE_PLUGIN_ROOT", id="Claude's, bare"),
    ],
)
def test_the_root_of_a_plugin_is_empty_outside_of_one(command: str, piece: str) -> None:
    name = piece.strip("${")
    problem = f"{name} is set for the hooks of a plugin only, and empty here"
    assert found(command) == [Suspicion("plugin-root", piece, problem, PLUGIN)]


@pytest.mark.parametrize("command", ["${CURSOR_PLUGIN_ROOT:-.}/x", "CURSOR_PLUGIN_ROOT=/a; $CURSOR_PLUGIN_ROOT/x"])
def test_a_plugin_root_with_a_default_or_a_value_is_fine(command: str) -> None:
    assert found(command) == []


@pytest.mark.parametrize(
    ("command", "piece"),
    [
        pytest.param("C:\\Users\\x\\guard.exe", "C:\\Users\\x\\guard.exe", id="a drive"),
        pytest.param("%USERPROFILE%/x", "%USERPROFILE%", id="a variable of cmd"),
        pytest.param("powershell -File x", "powershell", id="PowerShell"),
        pytest.param('"C:/a/cmd.exe" /c x', "C:/a/cmd.exe", id="cmd by its path"),
        pytest.param(".cursor/hooks/x.ps1", ".cursor/hooks/x.ps1", id="a bare script of PowerShell"),
        pytest.param('"my hooks/x.cmd" a', "my hooks/x.cmd", id="a batch file with a blank in its path"),
        pytest.param("node .cursor\\hooks\\x.js", ".cursor\\hooks\\x.js", id="backslashes in a path"),
    ],
)
def test_commands_of_windows(command: str, piece: str) -> None:
    assert [(one.code, one.found, one.remedy) for one in found(command)] == [("windows-command", piece, PORTABLE)]
    assert found(command, "win32") == []


@pytest.mark.parametrize("command", ["pwsh -File x.ps1", "echo a\\ b.sh", "grep '\\.py' x", "./cmdline.sh"])
def test_commands_that_only_look_like_windows(command: str) -> None:
    assert found(command) == []


def test_the_same_placeholder_is_named_once_and_never_more_than_ten() -> None:
    assert len(found("{{A}} {{A}} ${a} ${a}")) == 2
    many = " ".join(f"{{{{A{n}}}}} ${{a{n}}}" for n in range(99))
    assert len(found(many)) == 20


@pytest.mark.parametrize(
    "command",
    [
        pytest.param("<" + "path" * 1_000_000, id="one endless bracket"),
        pytest.param("${a} " + "read " * 800_000, id="reading without end"),
        pytest.param(" ".join(f"${{a{n}}}" for n in range(400_000)), id="variables without number"),
        pytest.param("<path " * 700_000, id="open brackets"),
    ],
)
def test_a_command_made_to_keep_us_busy_does_not(command: str) -> None:
    began_s = time.monotonic()
    found(command)
    assert time.monotonic() - began_s < 10
