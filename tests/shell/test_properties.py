"""Whatever it is given: it answers, soon, and does not forget what it saw."""

import time
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest import param

from hookline.shell import read

TARGETS = ("git push", "rm -rf", "curl")
#: Ten times what is seen on a slow machine that does other things too.
LONGEST_S = 5.0
_FILES = [Path(__file__).parent / "corpora" / name for name in ("hidden.toml", "harmless.toml")]
COMMANDS = [
    command for path in _FILES for group in tomllib.loads(path.read_text("utf-8"))["group"] for command in group["commands"]
]
BITS = (
    *"$( ` ' \" { } ( ) $(( )) ${ | && ; \\ [[ ]] case esac do done if then fi for eval \0 \u00a0 é {a,b} * $' << <<< > < & # ! =".split(
        " "
    ),
    *("\n", " ", "\t", "<<E\n", "\nE\n", "f(){ f;f; };f;", "x=$x$x;"),
)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A command of the lists, changed in a few places, perhaps with another behind it."""
    command = draw(st.sampled_from(COMMANDS))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(command)))
        what = draw(st.sampled_from(("insert", "insert", "repeat", "cut", "join")))
        if what == "insert":
            command = command[:at] + draw(st.sampled_from(BITS)) + command[at:]
        elif what == "repeat":
            command = command[:at] + draw(st.sampled_from(BITS)) * 30 + command[at:]
        elif what == "cut":
            command = command[:at] + command[at + draw(st.integers(1, 8)) :]
        else:
            command += draw(st.sampled_from(("\n", " | ", "; "))) + draw(st.sampled_from(COMMANDS))
    return command


def answers(command: str) -> list[str]:
    started = time.process_time()  # what the machine does beside it does not count
    reading = read(command)
    found = [str(reading.runs(target)) for target in TARGETS]
    assert time.process_time() - started < LONGEST_S
    return found


@settings(max_examples=2 * settings.default.max_examples, deadline=None, suppress_health_check=list(HealthCheck))
@given(mutated())
def test_a_changed_command_is_answered_in_time(command: str) -> None:
    assert set(answers(command)) <= {"yes", "no", "unknown"}


@settings(max_examples=settings.default.max_examples, deadline=None)
@given(st.one_of(st.text(), st.binary().map(lambda data: data.decode("latin-1"))))
def test_any_text_is_answered_in_time(command: str) -> None:
    assert set(answers(command)) <= {"yes", "no", "unknown"}


@settings(max_examples=settings.default.max_examples, deadline=None, suppress_health_check=list(HealthCheck))
@given(mutated())
def test_a_line_in_front_makes_nothing_a_no(command: str) -> None:
    before, after = answers(command), answers(f"ls\n{command}")
    assert [(one, other) for one, other in zip(before, after, strict=True) if one != "no" and other == "no"] == []


@pytest.mark.parametrize(
    "command",
    [
        param("$(" * 15000 + "ls" + ")" * 15000, id="nested substitutions"),
        param("(" * 19000, id="brackets without end"),
        param("if a; then " * 5000, id="conditions without end"),
        param('"$(' * 19000, id="quotes and substitutions without end"),
        param("cat <<A\n" * 8000, id="here-documents without end"),
        param("git status;" * 5800, id="thousands of commands"),
        param("|".join(["cat"] * 8000), id="thousands of pipes"),
        param("echo " + "a " * 32000, id="thousands of words"),
        param("echo " + "$a$b " * 8000, id="thousands of variables"),
        param("ls " + "[*?" * 10000, id="thousands of brackets"),
        param("env " * 10000 + "ls", id="thousands of wrappers"),
        param("echo a | " + "xargs " * 5000 + "ls", id="thousands of wrappers that read"),
        param("f(){ f; f; }; f", id="a function that calls itself twice"),
        param(
            "".join(f"for i{n} in a b c d e f g h; do " for n in range(8)) + "git $i1;" + " done;" * 8, id="loops in loops"
        ),
        param("x=ab;" + "x=$x$x;" * 40 + "git $x", id="a variable that doubles"),
        param("a=(x y z); f(){ a+=(${a[@]}); f; }; f", id="an array that doubles"),
        param("git -c alias.xx=xx xx", id="an alias of itself"),
        param("git -c alias.xx='!git xx' xx", id="an alias of itself, through a shell"),
        param("".join(f"echo {n} > f{n};" for n in range(3000)) + "make", id="thousands of files"),
        param("foo 'git " + "x " * 20000 + "'", id="a long text for a program nobody knows"),
        param("sed '" + "[" * 30000 + "'", id="sed and thousands of brackets"),
        param("\\" * 60000, id="thousands of backslashes"),
        param("echo " + "{a," * 390 + "}" * 390, id="nested braces"),
    ],
)
def test_the_worst_is_answered_in_time(command: str) -> None:
    assert set(answers(command)) <= {"yes", "no", "unknown"}
