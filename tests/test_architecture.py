"""The rules of the house, read from the source: who imports whom, what importing costs, what is public, where events are named."""

import ast
import importlib
import inspect
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, TypeGuard

import pytest

import hookline
from hookline import model
from hookline.spec.events import EVENTS

REPOSITORY = Path(__file__).resolve().parent.parent
SOURCE = REPOSITORY / "src" / "hookline"
MODULES = {path.relative_to(SOURCE).as_posix(): path for path in sorted(SOURCE.rglob("*.py"))}
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}

#: What a hook process must not pay for at every event (DESIGN section 7).
HEAVY = {"asyncio", "dataclasses", "pathlib", "subprocess"}
#: What nothing on the way from `fire` to a decision may load (the rules of the house).
NOT_AT_START = {"asyncio", "dataclasses", "inspect", "logging", "pathlib", "platformdirs", "urllib", "uuid"}


def dotted(name: str) -> str:
    """`spec/row.py` → `hookline.spec.row`."""
    parts = ("hookline", *name.removesuffix(".py").split("/"))
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def loaded_by(code: str) -> set[str]:
    """The modules a fresh interpreter reads for this code, and did not have before; built-in ones cost nothing."""
    script = f"import sys\nbefore = set(sys.modules)\n{code}\nsys.stderr.write(repr(sorted(set(sys.modules) - before)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return set(ast.literal_eval(done.stderr)) - set(sys.builtin_module_names)


# who imports whom


def test_imports_go_one_way() -> None:
    """The contracts of [tool.importlinter] in pyproject.toml."""
    linter = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([linter, "--no-cache"], cwd=REPOSITORY, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


# what importing costs


def test_importing_hookline_loads_nothing_else() -> None:
    assert loaded_by("import hookline") == {"hookline"}


SDK = {"hookline", "hookline.sdk", *(f"hookline.sdk.{name}" for name in ("answer", "event", "event_types", "registry"))}


def test_importing_the_sdk_loads_nothing_but_itself() -> None:
    assert loaded_by("import hookline.sdk") == {"__future__", *SDK}


def test_importing_the_typed_inputs_loads_nothing_heavy_and_nothing_of_ours() -> None:
    loaded = loaded_by("import hookline.sdk.input_types")
    assert loaded & (HEAVY | {"json"}) == set()
    assert {name for name in loaded if name.startswith("hookline")} == {*SDK, "hookline.sdk.input_types"}


def test_the_tables_load_only_each_other() -> None:
    tables = [dotted(name) for name in MODULES if name.startswith("spec/")]
    assert loaded_by("import " + ", ".join(tables)) == {"__future__", "hookline", *tables}


def test_the_version_is_told_without_click_rich_or_json() -> None:
    loaded = loaded_by("from hookline.cli.main import main\nmain(['--version'])")
    assert loaded == {"__future__", "hookline", "hookline.cli", "hookline.cli.main"}


def test_what_fires_an_event_loads_nothing_it_does_not_use() -> None:
    loaded = loaded_by("import hookline.embed")
    assert loaded & (NOT_AT_START | {"click", "rich", "sqlite3", "re2", "regex", "hashlib"}) == set()


# what is public


def is_protocol(value: object) -> TypeGuard[type]:
    return isinstance(value, type) and value is not Protocol and getattr(value, "_is_protocol", False)


def test_the_public_names() -> None:
    assert hookline.__all__ == [
        "__version__", "BlockedByHook", "Decision", "Engine", "EventName", "Execution", "FileReadBlockedByHook", "HooklineError",
        "Session", "UnknownEvent", "UsageError", "event_name",
    ]  # fmt: skip
    assert dir(hookline) == sorted(hookline.__all__)


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="^module 'hookline' has no attribute 'Engin'$"):
        _ = hookline.Engin


def packages_with_public_names() -> list[str]:
    return [dotted(name) for name, tree in TREES.items() if any(_assigns_all(node) for node in tree.body)]


def _assigns_all(node: ast.stmt) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets)


def test_every_list_of_public_names_is_looked_at() -> None:
    assert set(packages_with_public_names()) >= {"hookline", "hookline.sdk", "hookline.testing"}


@pytest.mark.parametrize("package", packages_with_public_names())
def test_public_names_exist_are_documented_and_typed(package: str) -> None:
    module = importlib.import_module(package)
    missing = [lack for name in module.__all__ if name != "__version__" for lack in lacks(name, getattr(module, name))]
    assert missing == []
    assert len(set(module.__all__)) == len(module.__all__)


#: Methods of the seams, described once, at the Protocol; a fake need not repeat it.
SEAMS = {method for seam in vars(model).values() if is_protocol(seam) for method in vars(seam) if not method.startswith("_")}


def lacks(name: str, value: object) -> Iterator[str]:
    """What a public class or function, or a public method of it, has not: a docstring, annotations."""
    if isinstance(value, type):
        if not (value.__doc__ or "").strip() or "Alias for field" in (value.__doc__ or ""):
            yield f"{name} has no docstring"
        for attribute, member in vars(value).items():
            if not attribute.startswith("_") and attribute not in getattr(value, "_fields", ()):
                yield from lacks(f"{name}.{attribute}", _function_of(member))
    elif inspect.isfunction(value):
        if not value.__doc__ and name.rpartition(".")[2] not in SEAMS:
            yield f"{name} has no docstring"
        if "return" not in value.__annotations__:
            yield f"{name} does not say what it returns"
        arguments = [name for name in inspect.signature(value).parameters if name not in ("self", "cls")]
        yield from (f"{name} does not say what {one} is" for one in arguments if one not in value.__annotations__)


def test_every_seam_is_described() -> None:
    seams = [seam for seam in vars(model).values() if is_protocol(seam)]
    assert {seam.__name__ for seam in seams} >= {"HookSource", "Journal", "Judge", "Runner", "Trust"}
    assert [seam.__name__ for seam in seams if not seam.__doc__] == []


def _function_of(member: object) -> object:
    if isinstance(member, property):
        return member.fget
    return member.__func__ if isinstance(member, classmethod | staticmethod) else member


def test_type_checkers_are_told_that_there_are_types() -> None:
    assert (SOURCE / "py.typed").is_file()


def checked_by_mypy(program: str, folder: Path) -> str:
    """What mypy --strict says of a user's program."""
    file = folder / "program.py"
    file.write_text(program, encoding="utf-8")
    # The repository's own cache is not shared: two runs at a time would spoil it.
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--cache-dir",
        str(folder / "cache"),
        "--no-error-summary",
        str(file),
    ]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    return done.stdout.replace(str(file), "program.py") + done.stderr


def test_the_inputs_are_typed_for_hook_authors(tmp_path: Path) -> None:
    program = """
from hookline.sdk.input_types import BeforeShellExecutionInput, StopInput

def guard(event: BeforeShellExecutionInput) -> bool:
    return event["command"].startswith("git ") and not event["sandbox"]

def again(event: StopInput) -> bool:
    return event["status"] == "error" and event["loop_count"] < 2

def wrong(event: StopInput) -> None:
    print(event["command"])
"""
    assert checked_by_mypy(program, tmp_path) == (
        'program.py:11: error: TypedDict "StopInput" has no key "command"  [typeddict-item]\n'
    )


@pytest.mark.slow
def test_the_engine_is_typed_for_those_who_embed_it(tmp_path: Path) -> None:
    program = """
from hookline import BlockedByHook, Decision, Engine

def ask(engine: Engine, command: str) -> Decision:
    decision = engine.session(model="m").fire_sync("beforeShellExecution", command=command)
    if decision.blocked:
        raise BlockedByHook(decision)
    return decision

ask(Engine.load("."), "ls")
"""
    assert checked_by_mypy(program, tmp_path) == ""


# how it is written


def test_every_module_says_what_it_is_for() -> None:
    assert [name for name, tree in TREES.items() if not ast.get_docstring(tree)] == []


def test_a_name_of_a_module_stands_once() -> None:
    names = Counter(name.rpartition("/")[2] for name in MODULES)
    assert sorted(name for name, count in names.items() if count > 1 and name != "__init__.py") == []


def test_no_module_is_called_after_nothing() -> None:
    empty = {"base", "common", "handler", "handlers", "helper", "helpers", "manager", "misc", "util", "utils"}
    assert [name for name in MODULES if empty & set(name.removesuffix(".py").split("/"))] == []


def test_nothing_is_validated_by_assert() -> None:
    walked = [(name, node) for name, tree in TREES.items() for node in ast.walk(tree)]
    assert [f"{name}:{node.lineno}" for name, node in walked if isinstance(node, ast.Assert)] == []


def _names_of_events(node: ast.AST) -> set[str]:
    return {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and part.value in EVENTS}


def choices_by_event(tree: ast.AST) -> Iterator[tuple[int, set[str]]]:
    """Places where code depends on which event it is: a comparison, a case, a table by event."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare | ast.MatchValue):
            found = _names_of_events(node)
        elif isinstance(node, ast.Dict):
            found = {key.value for key in node.keys if isinstance(key, ast.Constant) and key.value in EVENTS}
        else:
            continue
        if found:
            yield node.lineno, found


@pytest.mark.parametrize(
    "code",
    [
        pytest.param('if event == "stop": pass', id="a comparison"),
        pytest.param('if event in ("stop", "subagentStop"): pass', id="a list of names"),
        pytest.param('match event:\n    case "stop": pass', id="a case"),
        pytest.param('LIMITS = {"stop": 5}', id="a table by event"),
    ],
)
def test_a_choice_by_event_is_noticed(code: str) -> None:
    assert len(list(choices_by_event(ast.parse(code)))) == 1


def test_what_depends_on_the_event_is_a_column_of_its_row() -> None:
    """Only `spec` knows events apart; what is generated from its rows is a table by event because that is what it is."""
    generated = ("sdk/input_types.py", "sdk/event_types.py")
    elsewhere = {name: tree for name, tree in TREES.items() if not name.startswith("spec/") and name not in generated}
    found = {f"{name}:{line}": names for name, tree in elsewhere.items() for line, names in choices_by_event(tree)}
    assert found == {}


def python_files(*folders: str) -> list[Path]:
    """Ours alone: what is cached or installed lies in folders whose names begin with a dot."""
    found = [path.relative_to(REPOSITORY) for folder in folders for path in sorted((REPOSITORY / folder).rglob("*.py"))]
    return [path for path in found if not any(part.startswith((".", "node_modules")) for part in path.parts)]


def _imported(node: ast.Import | ast.ImportFrom) -> list[str]:
    prefix = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
    return [prefix + alias.name for alias in node.names]


def test_fakes_implement_the_seams_and_nothing_is_mocked() -> None:
    mocked = []
    for path in python_files("tests", "src", "examples", "scripts", "benchmarks", "conformance"):
        for node in ast.walk(ast.parse((REPOSITORY / path).read_bytes())):
            if isinstance(node, ast.Import | ast.ImportFrom) and any("mock" in name.split(".") for name in _imported(node)):
                mocked.append(f"{path}:{node.lineno}")
    assert mocked == []


def test_the_checked_in_sample_of_every_event_is_json() -> None:
    found = {path.stem: json.loads(path.read_bytes()) for path in (REPOSITORY / "schemas" / "samples").glob("*.json")}
    assert {name: payload["hook_event_name"] for name, payload in found.items()} == {name: name for name in EVENTS}
