"""processes.launch: what is started, and what is said when it cannot be. The errors come from the system itself."""

import errno
import os
import subprocess
from pathlib import Path

import pytest

from hookline.model import Invocation
from hookline.processes.launch import (
    argv_of,
    broken_hook,
    is_script,
    launch_exit,
    launch_failure,
    shell_argv,
    windows_command_line,
)
from hookline.testing import a_hook

PATH = {"PATH": "/usr/bin:/bin"}


def invocation_of(command: str, cwd: Path | str, env: dict[str, str] | None = None) -> Invocation:
    return Invocation(a_hook(command=command), b"", str(cwd), PATH if env is None else env, 5.0)


def said_when_started(command: str, cwd: Path | str, env: dict[str, str] | None = None) -> str:
    """What `launch_failure` says about the error this start really ends with."""
    invocation = invocation_of(command, cwd, env)
    argv = argv_of(command) or shell_argv(command)
    try:
        subprocess.run(argv, cwd=invocation.cwd, env=invocation.env, check=False)
    except (OSError, ValueError) as error:
        return launch_failure(error, invocation, argv)
    pytest.fail(f"{command!r} could be started")


def a_file(path: Path, content: str | bytes = "", mode: int = 0o755) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    path.chmod(mode)
    return path


@pytest.mark.parametrize(
    "command",
    [
        pytest.param("./guard.sh", id="a script"),
        pytest.param("python3 -m guard --level=3", id="arguments, one with an equals sign"),
        pytest.param("/usr/bin/env\tA=1  guard", id="tabs and several spaces between arguments"),
        pytest.param("trueish", id="a word that only begins like a builtin"),
        pytest.param("-x", id="a dash in front"),
    ],
)
def test_a_plain_command_is_split_at_white_space(command: str) -> None:
    assert argv_of(command) == command.split()


@pytest.mark.parametrize(
    "command",
    [
        pytest.param("A=1 guard", id="an assignment"),
        pytest.param("cd x", id="a builtin"),
        pytest.param("exit 2", id="a builtin that decides"),
        pytest.param("echo x", id="a builtin that also is a program"),
        pytest.param("if guard", id="a reserved word"),
        pytest.param("~/guard", id="a home folder"),
        pytest.param('guard "a b"', id="quotes"),
        pytest.param("guard $HOME", id="a variable"),
        pytest.param("guard ${command}", id="a placeholder"),
        pytest.param("guard *.py", id="a glob"),
        pytest.param("guard {a,b}", id="braces"),
        pytest.param("guard | tee x", id="a pipe"),
        pytest.param("guard > x", id="a redirection"),
        pytest.param("guard; true", id="two commands"),
        pytest.param("guard\ntrue", id="two lines"),
        pytest.param("guard\n", id="a line end"),
        pytest.param("guard #x", id="a comment"),
        pytest.param("gu\\ard", id="a backslash"),
        pytest.param("guärd", id="a letter outside ASCII"),
        pytest.param("[ -e x ]", id="a test in brackets"),
        pytest.param("! guard", id="a negation"),
        pytest.param(" guard", id="a space in front"),
        pytest.param("", id="nothing"),
    ],
)
def test_anything_else_is_for_a_shell(command: str) -> None:
    assert argv_of(command) is None


def test_a_shell_is_given_the_command_word_for_word() -> None:
    told = subprocess.run(shell_argv("-x 2>/dev/null; echo 'a  b'"), capture_output=True, check=False)
    assert told.stdout == b"a  b\n"


def test_the_line_for_powershell() -> None:
    assert windows_command_line("guard.ps1", "e30=") == (
        "[Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('e30=')) | & { $input | guard.ps1 }"
    )


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        pytest.param("exit 2", True, id="text"),
        pytest.param("", True, id="nothing"),
        pytest.param(b"\x7fELF\0\0\0", False, id="a program"),
        pytest.param(None, False, id="no file"),
    ],
)
def test_what_a_shell_can_read(tmp_path: Path, content: str | bytes | None, answer: bool) -> None:
    if content is not None:
        a_file(tmp_path / "guard", content)
    assert is_script("./guard", invocation_of("./guard", tmp_path)) is answer


def test_a_folder_is_nothing_to_read(tmp_path: Path) -> None:
    (tmp_path / "guard").mkdir()
    assert not is_script("./guard", invocation_of("./guard", tmp_path))


def test_a_script_is_found_by_its_name_alone(tmp_path: Path) -> None:
    a_file(tmp_path / "bin" / "guard", "exit 2")
    assert is_script("guard", invocation_of("guard", tmp_path, {"PATH": "/nowhere:bin"}))
    assert not is_script("guard", invocation_of("guard", tmp_path, {"PATH": "/nowhere"}))


def test_a_missing_script_is_named_with_its_folder(tmp_path: Path) -> None:
    assert said_when_started("./guard.sh", tmp_path) == f"not found: ./guard.sh in {tmp_path}"


def test_a_missing_program_is_named() -> None:
    assert said_when_started("no-such-program -x", "/") == "not found: no-such-program"
    assert said_when_started("/nowhere/guard", "/") == "not found: /nowhere/guard"


@pytest.mark.parametrize(
    ("written", "there"),
    [("./hooks/guard.sh", ".cursor/hooks/guard.sh"), (".cursor/hooks/guard.sh", "hooks/guard.sh")],
)
def test_a_script_beside_the_place_it_is_looked_for_is_pointed_at(tmp_path: Path, written: str, there: str) -> None:
    a_file(tmp_path / there)
    assert said_when_started(written, tmp_path) == (
        f"not found: {written}; it is at {there}: write that, because this hook runs in {tmp_path}"
    )


@pytest.mark.parametrize(
    ("content", "mode", "said"),
    [
        pytest.param("#!/bin/sh\n", 0o644, "not executable: ./guard; run: chmod +x {path}", id="no permission"),
        pytest.param(
            "#!/bin/sh\r\nexit 0\r\n",
            0o755,
            "not found: the first line of ./guard ends in CR LF; save it with Unix line ends: sed -i 's/\\r$//' ./guard",
            id="line ends of Windows",
        ),
        pytest.param(
            "#!/no/such/shell -x\n",
            0o755,
            "not found: the interpreter '/no/such/shell -x' that ./guard names",
            id="an interpreter that is not there",
        ),
        pytest.param(
            b"\x7fELF garbage\0",
            0o755,
            "not executable: ./guard is neither a script nor a program for this machine",
            id="a damaged program",
        ),
    ],
)
def test_a_file_that_cannot_be_started(tmp_path: Path, content: str | bytes, mode: int, said: str) -> None:
    path = a_file(tmp_path / "guard", content, mode)
    assert said_when_started("./guard", tmp_path) == said.format(path=path)
    assert path.exists()


def test_a_program_without_its_loader_is_named(tmp_path: Path) -> None:
    program = bytearray(Path("/bin/true").read_bytes())
    at = program.find(b"/ld-linux")
    if at < 0:
        pytest.skip("/bin/true has no loader here")
    program[at + 1 : at + 3] = b"xx"
    a_file(tmp_path / "guard", bytes(program))
    assert (
        said_when_started("./guard", tmp_path)
        == "not found: what ./guard needs to be started (its program loader is missing)"
    )


def test_a_link_to_nowhere_is_named(tmp_path: Path) -> None:
    (tmp_path / "guard").symlink_to("gone.sh")
    assert said_when_started("./guard", tmp_path) == "not found: ./guard is a link to gone.sh, which does not exist"


def test_a_folder_is_named_as_one(tmp_path: Path) -> None:
    (tmp_path / "guard").mkdir()
    assert said_when_started("./guard", tmp_path) == "not executable: ./guard is a folder"


def test_a_part_of_the_path_that_is_a_file_is_not_found(tmp_path: Path) -> None:
    a_file(tmp_path / "hooks")
    assert said_when_started("hooks/guard", tmp_path) == f"not found: hooks/guard in {tmp_path}"


def test_a_working_folder_that_is_gone_is_named(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    assert said_when_started("true", gone) == f"not found: the folder {gone}, where it was to run"
    assert said_when_started("/bin/true", gone) == f"not found: the folder {gone}, where it was to run"


def test_a_working_folder_nobody_may_enter_is_named(tmp_path: Path) -> None:
    error = PermissionError(errno.EACCES, "", str(tmp_path))  # root may enter anything
    assert launch_failure(error, invocation_of("/bin/true", tmp_path), ["/bin/true"]) == (
        f"could not be started: this user has no permission to enter {tmp_path}, its working folder"
    )


def test_a_file_that_may_not_be_executed_here(tmp_path: Path) -> None:
    a_file(tmp_path / "guard", "#!/bin/sh\n")
    error = PermissionError(errno.EACCES, "", "./guard")  # as on a volume mounted noexec
    assert launch_failure(error, invocation_of("./guard", tmp_path), ["./guard"]) == (
        "not executable: ./guard may not be executed by this user, here; look at its folder's permissions and mount options"
    )


@pytest.mark.parametrize(
    "env",
    [
        pytest.param({"A": "x\0y"}, id="a NUL"),
        pytest.param({"A": "\ud800"}, id="half a character"),
        pytest.param({"A=B": "x"}, id="a name with an equals sign"),
    ],
)
def test_an_environment_no_process_can_have(env: dict[str, str]) -> None:
    assert said_when_started("/bin/true", "/", env) == (
        "could not be started: its command or environment holds a NUL or text that has no bytes; remove it"
    )


def test_a_variable_that_is_too_big_is_named() -> None:
    assert said_when_started("/bin/true", "/", {"command": "é" * 100_000}) == (
        "could not be started: the environment cannot hold command (200,000 bytes); read it from stdin instead"
    )


@pytest.mark.parametrize(
    ("command", "env"),
    [
        pytest.param("exit 0 #" + "x" * 200_000, {}, id="a command"),
        pytest.param("/bin/true", {f"V{n}": "x" * 30_000 for n in range(300)}, id="many variables"),
    ],
)
def test_what_is_too_big_as_a_whole(command: str, env: dict[str, str]) -> None:
    assert said_when_started(command, "/", env) == (
        "could not be started: its command and environment are too big for the system"
    )


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.EAGAIN, ""), "could not be started: Resource temporarily unavailable (EAGAIN)"),
        (OSError(errno.EMFILE, ""), "could not be started: Too many open files (EMFILE)"),
        (MemoryError(), "could not be started: Cannot allocate memory (ENOMEM)"),
        (OSError(54321, ""), f"could not be started: {os.strerror(54321)} (54321)"),
    ],
    ids=["no more processes", "no more files", "no more memory", "an error without a name"],
)
def test_a_system_that_is_out_of_something(error: OSError | MemoryError, said: str) -> None:
    assert launch_failure(error, invocation_of("/bin/true", "/"), ["/bin/true"]) == said


def test_a_link_to_itself_is_named(tmp_path: Path) -> None:
    (tmp_path / "guard").symlink_to("guard")
    assert said_when_started("./guard", tmp_path) == "could not be started: Too many levels of symbolic links (ELOOP)"
    assert not is_script("./guard", invocation_of("./guard", tmp_path))


@pytest.mark.parametrize(
    ("code", "stderr", "said"),
    [
        pytest.param(1, "", None, id="any other code"),
        pytest.param(2, "sh: 1: x: not found", None, id="a verdict"),
        pytest.param(127, "sh: 1: ./x.sh: not found\n", "not found: ./x.sh", id="dash does not find it"),
        pytest.param(
            127, "bash: line 1: ./x.sh: No such file or directory", "not found: ./x.sh", id="bash does not find it"
        ),
        pytest.param(127, "noise\nsh: 3: jq: command not found", "not found: jq", id="the program inside is missing"),
        pytest.param(126, "/bin/sh: 1: ./x.sh: Permission denied", "not executable: ./x.sh", id="no permission"),
        pytest.param(126, "bash: line 1: ./hooks: Is a directory", "not executable: ./hooks", id="a folder"),
        pytest.param(127, "", "not found: the command", id="a shell that does not say what"),
        pytest.param(126, "odd", "not executable: the command", id="a shell that says something else"),
    ],
)
def test_a_shells_own_exit_codes(code: int, stderr: str, said: str | None) -> None:
    assert launch_exit(code, stderr, "the command") == said


def test_the_shell_here_complains_as_expected() -> None:
    told = subprocess.run(shell_argv("./no-such-script.sh && true"), capture_output=True, text=True, check=False)
    assert launch_exit(told.returncode, told.stderr, "?") == "not found: ./no-such-script.sh"


@pytest.mark.parametrize(
    ("stderr", "broken"),
    [
        ("python3: can't open file '/x/guard.py': [Errno 2] No such file or directory", True),
        ("sh: 0: cannot open guard.sh: No such file", True),
        ("guard.sh: line 3: syntax error near unexpected token `fi'", True),
        ("usage: guard\nguard: error: the following arguments are required: path", True),
        ("grep: invalid option -- 'z'", True),
        ("do not push to main", False),
        ("", False),
    ],
)
def test_an_interpreters_own_complaint(stderr: str, broken: bool) -> None:
    assert broken_hook(stderr) is broken


@pytest.mark.parametrize("argv", [["python3", "/nowhere/guard.py"], ["sh", "-c", "if"], ["sh", "/nowhere/guard.sh"]])
def test_interpreters_here_complain_as_expected(argv: list[str]) -> None:
    told = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert (told.returncode, broken_hook(told.stderr)) == (2, True)
