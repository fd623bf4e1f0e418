"""dialects.script: hooks as command lines from which they can be read again, and the adapter as one file."""

from __future__ import annotations

import ast
import shlex
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest import param

from hookline.dialects import adapter
from hookline.dialects.adapter_script import adapter_path, adapter_text, is_wrapped, personal_path, unwrap, wrap
from hookline.dialects.conversion import CURSOR, DialectHook
from hookline.spec.dialects import DIALECT_SPECS
from hookline.spec.events import EVENTS

HOSTS = [CURSOR, *DIALECT_SPECS]
TEXT = st.text(max_size=40).filter(str)


@st.composite
def hooks(draw: st.DrawFn) -> DialectHook:
    speaks = draw(st.sampled_from(HOSTS))
    native = "" if speaks == CURSOR else draw(st.sampled_from(sorted(DIALECT_SPECS[speaks].natives)))
    return DialectHook(
        draw(st.sampled_from(sorted(EVENTS))), draw(TEXT), matcher=draw(st.none() | TEXT), fail_closed=draw(st.booleans()),
        timeout_s=draw(st.floats(0.1, 5000)), loop_limit=draw(st.none() | st.integers(0, 100)), speaks=speaks, native_event=native,
        native_matcher=draw(st.none() | TEXT) if native else None,
    )  # fmt: skip


@settings(deadline=None)
@given(hooks(), st.sampled_from(HOSTS))
def test_a_hook_is_read_again_from_its_command_line(hook: DialectHook, host: str) -> None:
    assert unwrap(wrap(hook, host, "X")) == hook


@settings(deadline=None)
@given(hooks(), st.sampled_from(HOSTS))
def test_a_persons_hook_too(hook: DialectHook, host: str) -> None:
    line = wrap(hook, host, "X")
    moved = personal_path(host, line.replace("\\", "\\\\").replace('"', '\\"')).replace('\\"', '"').replace("\\\\", "\\")
    assert unwrap(moved) == hook


@settings(deadline=None)
@given(TEXT)
def test_nothing_of_a_hook_is_shell_text(command: str) -> None:
    """A shell that is asked to print the words prints the argument as it was written."""
    line = wrap(DialectHook("stop", command), CURSOR, "stop")
    words = shlex.split(line)
    assert (words[:4], len(words)) == (["test", "-f", ".cursor/hooks/hookline_adapter.py", "&&"], 9)


def test_hostile_commands_are_one_argument_of_a_real_shell() -> None:
    for command in ("$(touch pwned)", "`touch pwned`", "'; touch pwned; '", '"; touch pwned; "', "a\nb", "é\u202e", "\\'"):
        line = wrap(DialectHook("stop", command), CURSOR, "stop").split("&& python3 -I -S ", 1)[1]
        done = subprocess.run(["/bin/sh", "-c", f"printf '%s\\n' {line}"], capture_output=True, text=True, check=True)
        assert unwrap(
            f"python3 -I -S .cursor/hooks/hookline_adapter.py {shlex.quote(done.stdout.splitlines()[1])}"
        ) == DialectHook("stop", command)


@pytest.mark.parametrize(
    "line",
    [
        param("./guard.sh", id="another command"),
        param("python3 -I -S .cursor/hooks/hookline_adapter.py", id="without an argument"),
        param("python3 -I -S .cursor/hooks/hookline_adapter.py '{'", id="no JSON"),
        param("python3 -I -S .cursor/hooks/hookline_adapter.py '[]'", id="no object"),
        param("python3 -I -S .cursor/hooks/hookline_adapter.py '{\"event\": \"stop\"}'", id="half a hook"),
        param("python3 -I -S .cursor/hooks/hookline_adapter.py '{\"event\": \"Stop\", \"command\": \"x\", \"timeout\": 1}'", id="an event nobody knows"),
        param("python3 -I -S .cursor/hooks/hookline_adapter.py '{\"event\": \"stop\", \"command\": 5, \"timeout\": 1}'", id="a command that is a number"),
        param("python3 -I -S .cursor/hooks/hookline_adapter.py '{\"event\": \"stop\", \"command\": \"x\", \"timeout\": -1}'", id="no time"),
        param("python3 -I -S .cursor/hooks/hookline_adapter.py '{\"event\": \"stop\", \"command\": \"x\", \"timeout\": 1, \"matcher\": 5}'", id="a matcher that is a number"),
        param("python3 -I -S .cursor/hooks/hookline_adapter.py '{\"event\": \"stop\", \"command\": \"x\", \"timeout\": 1, \"speaks\": \"klingon\"}'", id="a dialect nobody knows"),
        param("python3 -I -S .cursor/hooks/hookline_adapter.py '{\"event\": \"stop\", \"command\": \"x\", \"timeout\": 1, \"speaks\": \"claude\"}'", id="without the event of that dialect"),
        param("python3 my_hookline_adapter_notes.txt", id="a name that is like it"),
        param("echo 'hookline_adapter.py", id="quotes that do not end"),
    ],
)  # fmt: skip
def test_what_was_not_written_here_is_not_taken_for_it(line: str) -> None:
    assert (unwrap(line), is_wrapped(line), is_wrapped(5)) == (None, False, False)


@pytest.mark.parametrize(
    ("host", "fail_closed", "event", "end"),
    [
        param(CURSOR, True, "preToolUse", "'", id="Cursor's own failClosed needs no help"),
        param("claude", True, "preToolUse", "' || exit 2", id="a shell refuses where python3 is missing"),
        param("claude", False, "preToolUse", "'", id="not for a hook that fails open"),
        param("claude", True, "stop", "'", id="nor where nothing can be refused"),
    ],
)
def test_how_the_line_ends(host: str, fail_closed: bool, event: str, end: str) -> None:
    line = wrap(DialectHook(event, "x", fail_closed=fail_closed), host, "X")
    assert line.endswith("}" + end)


@pytest.mark.parametrize(
    ("host", "path"),
    [
        param(CURSOR, ".cursor/hooks/hookline_adapter.py", id="Cursor runs hooks in the project"),
        param("claude", '"$CLAUDE_PROJECT_DIR"/.claude/hooks/hookline_adapter.py', id="Claude Code tells where it is"),
        param("codex", '"$(git rev-parse --show-toplevel 2>/dev/null || pwd)"/.codex/hooks/hookline_adapter.py', id="Codex may be in a folder below"),
        param("goose", '"${PLUGIN_ROOT}"/hooks/hookline_adapter.py', id="Goose runs plugins"),
    ],
)  # fmt: skip
def test_where_the_script_is_looked_for(host: str, path: str) -> None:
    assert wrap(DialectHook("stop", "x"), host, "X").startswith(f"test -f {path} && python3 -I -S {path} '")


@pytest.mark.parametrize("host", HOSTS)
def test_the_adapter_is_one_file_of_the_standard_library(host: str) -> None:
    text = adapter_text(host, {"claude", "gemini"})
    tree = ast.parse(text)
    imports = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    froms = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imports | froms <= {*sys.stdlib_module_names, "__future__"}
    assert text.startswith("#!/usr/bin/env python3\n# Written by `hookline convert`")
    assert adapter_path(host).endswith(".py")


def test_no_two_modules_of_the_adapter_have_a_name_in_common() -> None:
    """They become one file: a second function of the same name would take the place of the first."""
    tree = ast.parse(adapter_text(CURSOR, set()))
    names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    names += [
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    ]
    assert sorted(names) == sorted(set(names))
    assert adapter.__doc__


def test_the_adapter_needs_no_new_python() -> None:
    """It runs with whatever python3 a machine has: no syntax and no method that 3.8 lacks."""
    text = adapter_text(CURSOR, set(DIALECT_SPECS))
    ast.parse(text, feature_version=(3, 8))
    assert [word for word in ("removeprefix", "removesuffix", "strict=", " match ", "zip(strict") if word in text] == []


def test_the_same_rows_make_the_same_text() -> None:
    assert adapter_text("claude", {"gemini", "codex"}) == adapter_text("claude", {"codex", "gemini"})
