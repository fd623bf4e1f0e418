"""dialects.hookify.convert: a workspace with rules gives files, entries, notes, differences and problems; nothing is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hookline.dialects.note import CHANGED, KEPT, LOST, Note
from hookline.hookify.launcher import MAX_RULE_BYTES
from hookline.hookify.mapping import MAPPINGS
from hookline.hookify.rule import READINGS
from hookline.hookify.rule_files import Text
from hookline.hookify.workspace_rules import RULES_FILE, RuleHooks, convert, convert_texts, script_names
from hookline.model import Problem
from hookline.spec.events import EVENTS

param = pytest.param
F = ".claude/hookify.x.local.md"


def converted(fields: str, body: str = "say", **how: Any) -> RuleHooks:
    return convert_texts([Text(F, "x", f"---\n{fields}\n---\n{body}\n")], **how)


def test_a_workspace(tmp_path: Path) -> None:
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude/hookify.guard.local.md").write_text(
        "---\nname: g\nevent: bash\naction: block\npattern: rm\n---\nNo.\n"
    )
    (tmp_path / ".claude/hookify.broken.local.md").write_text("---\npattern: (\n---\n")
    (tmp_path / ".claude/hookify.old.md").write_text("")
    found = convert(str(tmp_path))
    assert (found.root, [(file.path, file.executable) for file in found.files]) == (
        str(tmp_path), [(".cursor/hooks/hookify-guard.sh", True)],
    )  # fmt: skip
    entry = {"command": ".cursor/hooks/hookify-guard.sh", "timeout": 10, "failClosed": True}
    assert found.entries == (("beforeShellExecution", entry),)
    assert [(note.file, note.kind, note.gate) for note in found.notes] == [
        (".claude/hookify.old.md", LOST, False),
        (".claude/hookify.broken.local.md", LOST, False),
        (".claude/hookify.guard.local.md", KEPT, False),
    ]
    assert [(problem.file, problem.line, problem.severity) for problem in found.problems] == [
        (".claude/hookify.broken.local.md", 2, "error")
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == [".claude"], "nothing is written"


def test_a_workspace_without_rules(tmp_path: Path) -> None:
    found = convert(str(tmp_path))
    assert (found.files, found.entries, [problem.code for problem in found.problems]) == ((), (), ["no-rules"])
    (tmp_path / ".claude").mkdir()
    assert convert(str(tmp_path), as_rules=True) == RuleHooks(str(tmp_path))


@pytest.mark.parametrize(
    ("slugs", "names"),
    [
        param(["block-rm", "a.b_c"], ["hookify-block-rm.sh", "hookify-a.b_c.sh"], id="as the file is called"),
        param(
            ["a b", "$(x)", "'; rm", "../up"],
            ["hookify-a-b.sh", "hookify---x-.sh", "hookify----rm.sh", "hookify-..-up.sh"],
            id="what a shell would read",
        ),
        param(["a b", "a-b", "A-B"], ["hookify-a-b.sh", "hookify-a-b-2.sh", "hookify-A-B-3.sh"], id="each has its own"),
        param(["", "日本"], ["hookify-rule.sh", "hookify-日本.sh"], id="no name, and letters of other scripts"),
    ],
)
def test_the_names_of_scripts(slugs: list[str], names: list[str]) -> None:
    assert list(script_names(slugs)) == names


def test_all_rules_as_one_entry_for_each_event() -> None:
    texts = [
        Text("a", "a", "---\nname: a\nevent: file\naction: warn\npattern: x\n---\n"),
        Text("b", "b", "---\nname: b\nevent: file\naction: block\npattern: '[a-z]'\n---\n"),
        Text("c", "c", "---\nname: c\nevent: all\ntool_matcher: Read\naction: warn\npattern: y\n---\n"),
        Text("d", "d", "---\nname: d\nevent: stop\naction: block\npattern: z\n---\n"),
    ]
    found = convert_texts(texts[:2], as_rules=True, start="/opt/hookline")
    command = f"/opt/hookline hookify {RULES_FILE}"
    assert found.entries == (("preToolUse", {"command": command, "matcher": "^Write$", "timeout": 10, "failClosed": True}),)
    found = convert_texts(texts, as_rules=True)
    command = f"hookline hookify {RULES_FILE}"
    assert found.entries == (
        ("preToolUse", {"command": command, "timeout": 10, "failClosed": True}), ("stop", {"command": command, "timeout": 10}),
    )  # fmt: skip
    (file,) = found.files
    stored = json.loads(file.text)
    assert (file.path, file.executable, stored["version"]) == (RULES_FILE, False, 1)
    assert [rule["name"] for rule in stored["rules"]] == ["a", "b", "c", "d"]
    assert stored["widened"] == {
        "x": "x",
        "y": "y",
        "z": "z",
        "[a-z]": "[" + "".join(f"\\x{code:02x}" for code in range(97, 123)) + "]",
    }


@pytest.mark.parametrize(
    ("fields", "reading", "notes"),
    [
        param("enabled: false\npattern: x", "intended", [Note(KEPT, "enabled", "the rule is turned off, and nothing is written for it", F, 2)], id="turned off"),
        param("enabled: false\npattern: x", "strict", [Note(KEPT, "enabled", "the rule is turned off, and nothing is written for it", F)], id="turned off for hookify"),
        param("event: shell\naction: block\npattern: x", "intended", [Note(LOST, "file", "nothing is written for it until its problems are fixed", F, 0, True)], id="a rule with a problem"),
        param("event: bash\naction: block\nconditions: [{field: command, pattern: x}]", "strict", [Note(LOST, "conditions", "hookify's own code finds no condition, so the rule never matches: nothing is written", F, 0, True)], id="a rule hookify never matches"),
        param("# nothing", "strict", [Note(LOST, "file", "hookify's own code finds no rule in this file", F, 0, True)], id="no rule for hookify"),
    ],
)  # fmt: skip
def test_when_nothing_is_written_it_is_said(fields: str, reading: str, notes: list[Note]) -> None:
    found = converted(fields, reading=reading)
    assert (found.files, found.entries, list(found.notes)) == ((), (), notes)


def test_a_rule_that_fits_everything_for_hookify_is_not_written_quietly() -> None:
    found = converted("event: bash\naction: block\nconditions:\n- field: command\n  pattern: rm", reading="strict")
    sentence = "hookify's own code finds no pattern in a condition, which then fits everything"
    assert found.notes[0] == Note(CHANGED, "conditions", sentence, F, 0, True)
    assert [note.pointer for note in found.differences] == ["conditions"]


def test_a_problem_of_the_intended_reading_is_a_warning_in_the_strict_one() -> None:
    fields = "event: bash\nenabled: maybe\npattern: x"
    problem = Problem("hookify-rule", "error", F, 3, 1, 1, "", "enabled is 'maybe'", "write true or false", "hookify")
    assert converted(fields).problems == (problem,)
    found = converted(fields, reading="strict")
    assert found.problems == (problem._replace(severity="warning"),)
    assert len(found.files) == 1


def test_a_rule_too_long_for_a_script() -> None:
    found = converted("event: bash\npattern: x", "y" * 70_000)
    assert (found.files, found.entries) == ((), ())
    (problem,) = found.problems
    assert problem.problem.endswith(f"and a system passes {MAX_RULE_BYTES} at most")
    assert problem.remedy == "shorten its message, or convert with --as rules"
    assert len(converted("event: bash\npattern: x", "y" * 70_000, as_rules=True).files) == 1


PIECES = st.sampled_from(["---\n", "event: bash\n", "event: all\n", "action: block\n", "pattern: ", "conditions:\n", "- field: command\n", "  pattern: x\n", "\n", "(", "'", "$(x)", "é", "\0", "|\n", "x"])  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(
    st.lists(PIECES, max_size=20).map("".join).map("---\n{}".format),
    st.sampled_from(READINGS),
    st.sampled_from(MAPPINGS),
    st.booleans(),
)
def test_whatever_a_file_holds(text: str, reading: str, mapping: str, as_rules: bool) -> None:
    found = convert_texts([Text(F, "x", text)], reading=reading, mapping=mapping, as_rules=as_rules)
    assert bool(found.files) == bool(found.entries)
    assert {event for event, _ in found.entries} <= set(EVENTS)
    assert found.files or found.notes or found.problems, "nothing goes without a word"
    for _, entry in found.entries:
        assert set(entry) <= {"command", "matcher", "timeout", "failClosed"}
