"""Calls, and what is known while a command line is read."""

import pytest
from pytest import param

from hookline.shell import read
from hookline.shell.state import MOST_CALLS, MOST_STEPS, Call, State
from hookline.shell.word import COMPUTED, Word, known


def call(command: str) -> Call:
    return read(command).calls[-1]


@pytest.mark.parametrize(
    ("command", "names", "values"),
    [
        param("kubectl -n prod get pods", ("-n",), ("prod",), id="in the next word"),
        param("kubectl -nprod get pods", ("-n",), ("prod",), id="attached"),
        param("kubectl --namespace=prod get", ("-n", "--namespace"), ("prod",), id="behind an equals sign"),
        param("kubectl --namespace prod -n dev get", ("-n", "--namespace"), ("prod", "dev"), id="all of them, in order"),
        param("kubectl -n $(ns) get", ("-n",), (None,), id="computed"),
        param("kubectl --namespace=$NS get", ("--namespace",), (None,), id="partly computed"),
        param("kubectl get -- -n x", ("-n",), (), id="not behind two dashes"),
        param("kubectl get -n", ("-n",), (None,), id="missing"),
        param("pip install --index-url-x y", ("--index-url",), (), id="a longer option is another one"),
    ],
)
def test_values_of_options(command: str, names: tuple[str, ...], values: tuple[str | None, ...]) -> None:
    assert call(command).options(*names) == values


@pytest.mark.parametrize(
    ("command", "plain"),
    [
        param("kubectl -n prod delete pod web", ("delete", "pod", "web"), id="without options and their values"),
        param("kubectl delete -f - $x", ("delete", "-", None), id="a lone dash and computed words stay"),
        param("rm -- -rf", ("-rf",), id="behind two dashes all are words"),
    ],
)
def test_arguments_that_are_no_options(command: str, plain: tuple[str | None, ...]) -> None:
    assert call(command).plain("-n") == plain


@pytest.mark.parametrize(
    ("command", "names", "expected"),
    [
        param("rm -rf x", ("-f",), True, id="in a cluster"),
        param("rm --force x", ("-f", "--force"), True, id="in its long form"),
        param("rm --force=yes x", ("--force",), True, id="with a value"),
        param("rm -r x", ("-f",), False, id="not there"),
        param("rm -- -f", ("-f",), False, id="behind two dashes it is a word"),
        param("rm $x", ("-f",), False, id="what is computed is not certain"),
        param("rm --from x", ("-f",), False, id="a letter of a long option is none"),
    ],
)
def test_whether_an_option_is_there(command: str, names: tuple[str, ...], expected: bool) -> None:
    assert call(command).has(*names) is expected


def test_a_call_shows_its_words() -> None:
    found = call("/usr/bin/git commit -m $x")
    assert (found.program, found.texts) == ("git", ("/usr/bin/git", "commit", "-m", None))
    assert (Call(()).program, call("$x").program) == (None, None)


def test_there_is_an_end_to_calls_and_steps() -> None:
    state = State()
    assert all(state.add(Call((known("x"),))) for _ in range(MOST_CALLS))
    assert not state.add(Call((known("x"),)))
    state.steps = MOST_STEPS
    assert not state.step()
    assert state.unknown == ["there are too many commands to read them all", "there is too much to read"]


def test_what_a_branch_changed_is_one_or_the_other() -> None:
    state = State()
    state.variables, state.arrays, state.arguments = {"x": known("a")}, {"y": [known("b")]}, []
    state.write("f", known("old"))
    before = state.kept()
    state.variables["x"], state.arrays["y"], state.arguments = known("c"), [], [known("d")]
    state.write("f", known("new"))
    state.merge(before)
    assert state.variables["x"].holes[0].choices == ("a", "c")
    assert state.variables["y"].computed and "y" not in state.arrays
    assert state.files["f"].computed
    assert state.arguments is None


def test_what_a_subshell_changed_is_gone_but_for_files() -> None:
    state = State()
    before = state.kept()
    state.variables["x"] = known("a")
    state.write("f", known("text"))
    state.leave(before)
    assert (state.variables, state.files["f"].text) == ({}, "text")


def test_files_grow_when_they_are_appended_to() -> None:
    state = State()
    state.write("f", known("a"), append=True)
    state.write("f", known("b"), append=True)
    state.write(None, known("c"))
    assert (state.files["f"].text, [word.text for word in state.somewhere]) == ("a\nb", ["c"])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        param("x", "a", id="set here"),
        param("y", "b", id="an array's first"),
        param("empty", "", id="an empty array"),
        param("IFS", " ", id="what splits words"),
        param("1", "c", id="an argument"),
        param("2", "", id="no such argument"),
        param("0", None, id="the name of the script"),
        param("HOME", None, id="set elsewhere"),
    ],
)
def test_what_a_variable_holds(name: str, text: str | None) -> None:
    state = State()
    state.variables, state.arrays, state.arguments = {"x": known("a")}, {"y": [known("b")], "empty": []}, [known("c")]
    assert state.variable(name).text == text


def test_reasons_are_given_once() -> None:
    state = State()
    state.cannot_tell("why")
    state.cannot_tell("why")
    assert (state.unknown, Word((COMPUTED,)).computed) == (["why"], True)
