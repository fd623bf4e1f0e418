"""scripts/generate.py and its generators: what is derived from the rows, and how it is kept fresh."""

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema_rs
import pytest

from hookline.cli.main import COMMANDS
from hookline.config.codes import CODES
from hookline.spec import prose
from hookline.spec.entry_keys import OPTIONS
from hookline.spec.events import EVENTS, EventSpec
from hookline.spec.inputs import Field
from hookline.spec.json_schemas import hooks_schema
from hookline.spec.outputs import Output
from hookline.spec.samples import sample, sample_answers
from hookline.spec.sources import SOURCES

REPOSITORY = Path(__file__).resolve().parent.parent
SCRIPTS = REPOSITORY / "scripts"


@pytest.fixture(autouse=True)
def scripts_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    """As `python scripts/generate.py` has it: the folder of the script comes first."""
    monkeypatch.syspath_prepend(str(SCRIPTS))


def load(name: str) -> Any:
    return importlib.import_module(name)


# generate.py


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which everything was generated once."""
    root = tmp_path_factory.mktemp("generated")
    assert generate("--root", str(root)).returncode == 0
    return root


@pytest.fixture
def fresh(written: Path, tmp_path: Path) -> Path:
    """A copy of it, to spoil."""
    return Path(shutil.copytree(written, tmp_path / "copy"))


def generate(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPTS / "generate.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env={**os.environ, **environ})


def test_the_files_in_the_repository_are_fresh() -> None:
    found = generate("--check")
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")


def test_every_event_has_its_schemas_and_its_sample(written: Path) -> None:
    names = sorted(EVENTS)
    assert sorted(file.name for file in (written / "schemas/samples").iterdir()) == [f"{name}.json" for name in names]
    assert {file.name for file in (written / "schemas/events").iterdir()} == {
        f"{name}.{kind}.json" for name in names for kind in ("input", "output")
    }
    for name in names:
        assert json.loads((written / f"schemas/samples/{name}.json").read_text(encoding="utf-8")) == sample(name)


def test_check_names_what_is_stale_and_writes_nothing(fresh: Path) -> None:
    (fresh / "docs/events.md").write_text("changed", encoding="utf-8")
    (fresh / "schemas/hooks.schema.json").unlink()
    (fresh / "schemas/events/beforeToolCall.input.json").write_text("{}", encoding="utf-8")
    found = generate("--check", "--root", str(fresh))
    assert (found.returncode, found.stdout.splitlines(), found.stderr) == (
        1,
        [
            "schemas/hooks.schema.json: missing",
            "docs/events.md: out of date",
            "schemas/events/beforeToolCall.input.json: generated from no row",
        ],
        "Run `python scripts/generate.py` and commit what it writes.\n",
    )
    assert (fresh / "docs/events.md").read_text(encoding="utf-8") == "changed"


def test_writing_repairs_everything_and_touches_nothing_else(fresh: Path, written: Path) -> None:
    (fresh / "docs/events.md").write_text("changed", encoding="utf-8")
    (fresh / "schemas/hooks.schema.json").unlink()
    (fresh / "schemas/events/beforeToolCall.input.json").write_text("{}", encoding="utf-8")
    (fresh / "docs/by-hand.md").write_text("mine", encoding="utf-8")
    untouched = (fresh / "docs/hooks-json.md").stat().st_mtime_ns
    found = generate("--root", str(fresh))
    assert (found.returncode, len(found.stdout.splitlines())) == (0, 3)
    assert generate("--check", "--root", str(fresh)).returncode == 0
    assert not (fresh / "schemas/events/beforeToolCall.input.json").exists()
    assert (fresh / "docs/by-hand.md").read_text(encoding="utf-8") == "mine"
    assert (fresh / "docs/hooks-json.md").stat().st_mtime_ns == untouched
    assert (fresh / "docs/events.md").read_bytes() == (written / "docs/events.md").read_bytes()


def test_nothing_is_generated_from_rows_with_gaps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(prose, "WHEN", {name: text for name, text in prose.WHEN.items() if name != "stop"})
    assert load("generate").main(["--root", str(tmp_path)]) == 1
    assert capsys.readouterr().err == (
        "Nothing is generated from rows with gaps:\n  stop: prose.WHEN has no sentence that says when it happens\n"
    )
    assert list(tmp_path.iterdir()) == []


# generators.complete


def test_the_rows_have_no_gaps() -> None:
    assert load("generators.complete").gaps(EVENTS, prose.WHEN) == []


def gaps_of(event: EventSpec, when: str = "It happens.") -> list[str]:
    found: list[str] = load("generators.complete").gaps({event.name: event}, {event.name: when})
    return found


@pytest.mark.parametrize(
    ("event", "gap"),
    [
        pytest.param(
            EventSpec("x", "Observes."), "x: impact is no sentence that begins with Can", id="an impact of another form"
        ),
        pytest.param(
            EventSpec("x", "Can stop it.", gate="permission"),
            "x: a gate needs words for what was blocked",
            id="a gate that cannot say what it blocked",
        ),
        pytest.param(
            EventSpec("x", "Can look.", fields=(Field("cwd", "string", "/w", ""),)),
            "x: input cwd has no description",
            id="a field nobody describes",
        ),
        pytest.param(
            EventSpec("x", "Can look.", fields=(Field("cwd", "string", 5, "Where"),)),
            "x: input cwd has no sample of type string",
            id="a sample of another type",
        ),
        pytest.param(
            EventSpec("x", "Can look.", fields=(Field("mode", "string", "c", "Which", ("a", "b")),)),
            "x: the sample of input mode is not one of its words",
            id="a sample that is not one of the words",
        ),
        pytest.param(
            EventSpec("x", "Can look.", fields=(Field("cwd", "string", "", "Where"),)),
            "x: input cwd has an empty sample",
            id="a sample that shows nothing",
        ),
        pytest.param(
            EventSpec("x", "Can say.", outputs=(Output("say", "string", "first", "hi", ""),)),
            "x: output say has no description",
            id="an output nobody describes",
        ),
        pytest.param(
            EventSpec("x", "Can say.", outputs=(Output("say", "string", "first", None, "Says"),)),
            "x: output say has no sample of type string",
            id="an output nobody shows",
        ),
        pytest.param(
            EventSpec("x", "Can say.", outputs=(Output("say", "string", "vote", "hi", "Says"),)),
            "x: output say has a fold without words: vote",
            id="a fold nobody explains",
        ),
    ],
)
def test_gaps(event: EventSpec, gap: str) -> None:
    assert gaps_of(event) == [gap]


def test_an_event_without_a_sentence_is_a_gap() -> None:
    assert gaps_of(EventSpec("x", "Can look."), "") == ["x: prose.WHEN has no sentence that says when it happens"]


def test_a_sentence_without_an_event_is_a_gap() -> None:
    assert load("generators.complete").gaps({}, {"gone": "It happens."}) == [
        "gone: prose.WHEN describes an event that has no row"
    ]


@pytest.mark.parametrize(
    ("value", "type", "agrees"),
    [
        pytest.param("a", "string", True, id="text"),
        pytest.param(1, "number", True, id="a number"),
        pytest.param(True, "number", False, id="a boolean is no number"),
        pytest.param(None, "string|null", True, id="null where it is a value"),
        pytest.param(None, "string", False, id="null where it is not"),
        pytest.param(["a"], "string[]", True, id="a list"),
        pytest.param(["a", 1], "string[]", False, id="a list with something else in it"),
    ],
)
def test_a_sample_agrees_with_its_type(value: object, type: str, agrees: bool) -> None:
    assert load("generators.complete").agrees(value, type) is agrees


# generators.markdown


def test_a_table_keeps_bars_inside_their_cells() -> None:
    made = load("generators.markdown").table(("A", "B"), [("x|y", "z")])
    assert made == "| A | B |\n| --- | --- |\n| x\\|y | z |"


@pytest.mark.parametrize(
    ("type", "words"),
    [
        pytest.param("string", "string", id="a plain type"),
        pytest.param("string|null", "string or null", id="or null"),
        pytest.param("object[]", "list of objects", id="a list"),
    ],
)
def test_types_in_words(type: str, words: str) -> None:
    assert load("generators.markdown").type_name(type) == words


@pytest.mark.parametrize(
    ("words", "text"),
    [pytest.param(["a"], "`a`", id="one"), pytest.param(["a", "b", "c"], "`a`, `b` or `c`", id="several")],
)
def test_either(words: list[str], text: str) -> None:
    assert load("generators.markdown").either(words) == text


@pytest.mark.parametrize(
    ("value", "block"),
    [
        pytest.param({}, "```json\n{}\n```", id="nothing"),
        pytest.param({"a": "ü", "b": [1]}, '```json\n{\n  "a": "ü",\n  "b": [1]\n}\n```', id="one key a line"),
    ],
)
def test_a_block_of_json(value: dict[str, Any], block: str) -> None:
    assert load("generators.markdown").json_block(value) == block


def test_a_part_without_a_place_in_the_template_is_refused() -> None:
    with pytest.raises(KeyError, match=r"events\.md has no place for nowhere"):
        load("generators.markdown").fill("events.md", nowhere="text")


def test_a_place_without_a_part_is_refused() -> None:
    with pytest.raises(KeyError, match="gates|all|summary"):
        load("generators.markdown").fill("events.md")


# docs/events.md and docs/hooks-json.md


@pytest.fixture(scope="module")
def sections(written: Path) -> dict[str, str]:
    """docs/events.md, by event."""
    page = (written / "docs/events.md").read_text(encoding="utf-8")
    return {name: page.split(f"\n## {name}\n")[1].split("\n<a id=")[0] for name in EVENTS}


@pytest.mark.parametrize("name", EVENTS)
def test_the_page_shows_everything_a_hook_author_needs(name: str, sections: dict[str, str]) -> None:
    event, text = EVENTS[name], sections[name]
    json_block, code = load("generators.markdown").json_block, load("generators.markdown").code
    wanted = [
        prose.about(event),
        f"**Gate:** {prose.gate(event)}.",
        f"**Matcher:** {prose.matcher(event)}.",
        f"**Follow-ups:** {prose.followups(event)}.",
        *(f"| {code(field.name)} | {load('generators.markdown').type_name(field.type)}" for field in event.fields),
        *(f"| {code(out.name)} |" for out in event.outputs),
        *(f" | {prose.FOLD[out.fold]} |" for out in event.outputs),
        *([f"| `{event.gate}` |"] if event.gate else []),
        "A sample payload:\n\n" + json_block(sample(name)),
        *map(json_block, sample_answers(name)),
    ]
    assert [part for part in wanted if part not in text] == []


def test_the_page_links_only_to_pages_and_places_that_exist() -> None:
    for page in sorted((REPOSITORY / "docs").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        for file, place in re.findall(r"\]\(([\w./-]*\.md)?(?:#([\w-]+))?\)", text):
            target = page.parent / file if file else page
            assert target.is_file(), f"{page.name} links to {file}"
            if place:
                assert place in places(target.read_text(encoding="utf-8")), f"{page.name} links to {file}#{place}"


def places(text: str) -> set[str]:
    """The anchors of a page: explicit ones, and those GitHub makes of headings."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    made = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return made | set(re.findall(r'<a id="([\w-]+)">', text))


def test_the_page_of_hooks_json_shows_every_option_source_and_problem(written: Path) -> None:
    page = (written / "docs/hooks-json.md").read_text(encoding="utf-8")
    rows = [line.split(" | ")[0] for line in page.splitlines() if line.startswith("| ")]
    wanted = [
        *(f"| `{name}`" for name in (*OPTIONS, *SOURCES)),
        *(f'| <a id="{code}"></a>[`{code}`](rules/{code}.md)' for code in CODES),
    ]
    assert [row for row in wanted if row not in rows] == []


@pytest.mark.parametrize("page", sorted((REPOSITORY / "docs").glob("*.md")), ids=lambda page: page.name)
def test_the_json_a_page_shows_is_json_and_its_configurations_are_valid(page: Path) -> None:
    configuration = jsonschema_rs.Draft7Validator(hooks_schema())
    for block in re.findall(r"^```json[^\n]*\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        shown = json.loads(block)
        assert "version" not in shown or configuration.is_valid(shown), block


def test_what_a_reader_would_take_for_html_is_escaped(sections: dict[str, str]) -> None:
    assert "MCP:&lt;tool>" in sections["preToolUse"]


@pytest.mark.parametrize(
    "environ",
    [
        pytest.param({"TERM": "dumb", "COLUMNS": "40", "CI": "true"}, id="a dumb terminal", marks=pytest.mark.nightly),
        pytest.param({"NO_COLOR": "1", "LC_ALL": "C", "HOME": "/"}, id="no colours and no locale"),
    ],
)
def test_nothing_depends_on_the_environment(environ: dict[str, str], written: Path) -> None:
    found = generate("--check", "--root", str(written), **environ)
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")


# docs/decision.svg


def test_the_picture_shows_the_decision_whatever_the_machine_has(written: Path) -> None:
    text = (written / "docs/decision.svg").read_text(encoding="utf-8")
    shown = "".join(ElementTree.fromstring(text).itertext())
    for part in ("hookline fire beforeShellExecution", ".cursor/hooks/no-push.sh", "DENIED", "exit code 2"):
        assert part in shown
    assert (str(Path.home()) in shown, str(REPOSITORY) in shown) == (False, False)


# src/hookline/sdk/input_types.py


@pytest.mark.parametrize(
    ("type", "python"),
    [
        pytest.param("number", "float", id="a number"),
        pytest.param("string|null", "str | None", id="null is None"),
        pytest.param("object[]", "list[dict[str, Any]]", id="a list of objects"),
    ],
)
def test_types_in_python(type: str, python: str) -> None:
    assert load("generators.sdk_inputs").python_type(type) == python


def test_the_sdk_has_a_class_for_every_event_with_all_its_fields() -> None:
    from hookline.sdk.input_types import INPUTS

    found = {name: (kind.__name__, set(kind.__annotations__)) for name, kind in INPUTS.items()}
    assert found == {
        name: (name[0].upper() + name[1:] + "Input", {field.name for field in (*event.base, *event.fields)})
        for name, event in EVENTS.items()
    }


# completions


def completed(bash: str, written: Path, *words: str) -> list[str]:
    """What bash offers for the last of the words."""
    script = f"""
    source {written / "completions/hookline.bash"}
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _hookline
    printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    found = subprocess.run([bash, "-c", script, "bash", *words], capture_output=True, text=True, timeout=60)
    assert found.stderr == ""
    return found.stdout.split()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        pytest.param(["hookline", ""], [*COMMANDS], id="all commands"),
        pytest.param(["hookline", "ex"], ["explain"], id="the command that begins so"),
        pytest.param(["hookline", "fire", ""], [*EVENTS], id="all events"),
        pytest.param(
            ["hookline", "fire", "beforeS"], ["beforeShellExecution", "beforeSubmitPrompt"], id="events that begin so"
        ),
        pytest.param(["hookline", "--json", "fire", "sto"], ["stop"], id="options before the command do not disturb"),
        pytest.param(["hookline", "fire", "stop", ""], [], id="one event is enough"),
        pytest.param(["hookline", "trust", ""], [], id="a command without an event"),
        pytest.param(
            ["hookline", "fire", "--from", "c"], ["claude", "codex", "copilot"], id="agents whose payloads can be fired"
        ),
    ],
)
def test_bash_completes(written: Path, words: list[str], offered: list[str], program: Callable[[str], str]) -> None:
    assert completed(program("bash"), written, *words) == offered


def test_the_commands_that_take_an_event_are_those_completed_with_one() -> None:
    takes = []
    for name, (module, _about) in COMMANDS.items():
        command = load(module).command
        arguments = [parameter for parameter in command.params if parameter.param_type_name == "argument"]
        if any("EVENT" in (argument.metavar or argument.name.upper()) for argument in arguments):
            takes.append(name)
    assert tuple(takes) == load("generators.completions").TAKES_EVENT


@pytest.mark.parametrize(
    ("shell", "line"),
    [
        pytest.param("zsh", "        'fire:Fire one event at the hooks and show the decision'", id="zsh: a command"),
        pytest.param("zsh", "        'preCompact:Can show a message when the context is compacted; it cannot stop that.'",
                     id="zsh: an event"),
        pytest.param("fish", "set -l commands " + " ".join(COMMANDS), id="fish: the commands"),
        pytest.param(
            "fish",
            'complete -c hookline -n "__fish_seen_subcommand_from list fire explain schema" -a stop'
            " -d 'Can send a follow-up message, up to the script\\'s loop_limit.'",
            id="fish: an event, its quote escaped",
        ),
    ],
)  # fmt: skip
def test_completions_of_the_other_shells(written: Path, shell: str, line: str) -> None:
    assert line in (written / f"completions/hookline.{shell}").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completions_are_scripts_their_shell_can_read(written: Path, shell: str, program: Callable[[str], str]) -> None:
    subprocess.run([program(shell), "-n", str(written / f"completions/hookline.{shell}")], check=True, timeout=60)


@pytest.mark.parametrize(
    ("text", "posix", "fish"),
    [
        pytest.param("it's", "'it'\\''s'", "'it\\'s'", id="a quote"),
        pytest.param("a\\b", "'a\\b'", "'a\\\\b'", id="a backslash"),
    ],
)
def test_quoting(text: str, posix: str, fish: str) -> None:
    completions = load("generators.completions")
    assert (completions._quoted(text), completions._fish_quoted(text)) == (posix, fish)


# trace_fire.py, and the walk that is made of a trace


def test_a_warm_fire_makes_few_calls() -> None:
    """Two command hooks with the journal on. Newer interpreters have fewer: there a comprehension is no call."""
    calls, functions = load("trace_fire").figures()
    assert 100 < calls <= 200 and 60 < functions <= 110


def a_call(depth: int, name: str) -> Any:
    space: dict[str, Any] = {}
    exec(f"def {name}(): 'What {name} does. And more.'" if name.isidentifier() else "def f(): pass", space)
    code = space[name if name.isidentifier() else "f"].__code__
    return load("trace_fire").Call(depth, code.replace(co_name=name, co_qualname=name))


def test_a_walk_has_each_function_once_below_its_caller() -> None:
    fire, plan, match, run = (a_call(0, name) for name in ("fire", "plan", "match", "run"))
    inside = a_call(2, "<listcomp>")
    calls = [fire, plan._replace(depth=1), inside, match._replace(depth=3), match._replace(depth=3)]
    calls += [run._replace(depth=1), match._replace(depth=2), plan._replace(depth=1), run._replace(depth=2)]
    assert shape(load("generators.walk_page").tree(calls)) == ["fire", ["plan", ["match"], ["run"]], ["run", ["match"]]]


def shape(step: Any) -> list[Any]:
    return [step.name, *map(shape, step.steps.values())]


def test_an_arrow_that_no_function_begins_is_named() -> None:
    page = load("generators.walk_page")
    with pytest.raises(SystemExit, match="walk: drive is not called by a fire any more"):
        page._find(page.tree([a_call(0, "fire")]), "drive")


def test_a_walk_is_the_same_each_time() -> None:
    page = load("generators.walk_page")
    first = page.walk_page()
    assert first == page.walk_page() == (REPOSITORY / "docs" / "walk.md").read_text(encoding="utf-8")
    for arrow in ("fire", "load", "plan", "run", "interpret", "merge, decide", "record"):
        assert f"\n## {arrow}\n" in first


def test_the_first_sentence_speaks_for_a_function() -> None:
    from hookline.processes.running import Running

    first_sentence = load("generators.walk_page").first_sentence
    assert (
        first_sentence(Running.step.__code__) == "Wait at most so long, take what is there; True when all runs have ended."
    )
    assert first_sentence(Running.__init__.__code__) == "The `model.Running` of any jobs."
    assert first_sentence(Path.cwd.__code__).endswith(".")


def test_what_hooks_that_do_not_match_cost_is_measured() -> None:
    """A figure for people: only that it is one, and far from what it was, is held here."""
    cost_ms = load("plan_cost").cost_ms
    assert 0 < cost_ms(1) < cost_ms(1_000) < 100 * cost_ms(1) + 5
