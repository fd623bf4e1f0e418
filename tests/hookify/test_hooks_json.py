"""dialects.hookify.hooks_json: a conversion in hooks.json, beside what is there already."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hookline.dialects.note import LOST, Note
from hookline.hookify.hooks_json import is_hookify, put_in
from hookline.hookify.workspace_rules import RULES_FILE, RuleHooks

param = pytest.param
EVENT = "beforeShellExecution"
OURS = {"command": ".cursor/hooks/hookify-a.sh", "timeout": 10, "failClosed": True}
OLD = {"command": ".cursor/hooks/hookify-old.sh", "timeout": 10, "failClosed": True}
RULES = {"command": f"/opt/bin/hookline hookify {RULES_FILE}", "timeout": 10}
OTHER = {"command": "./guard.sh"}


def put(existing: Any, *entries: tuple[str, dict[str, Any]]) -> tuple[Any, list[Note]]:
    text = existing if isinstance(existing, str) else json.dumps(existing)
    written = put_in(text, RuleHooks("/w", entries=entries))
    document = json.loads(written.files[0].text) if written.files else None
    assert [file.path for file in written.files] in ([], [".cursor/hooks.json"])
    return document, list(written.notes)


def a_document(**events: Any) -> dict[str, Any]:
    return {"version": 1, "hooks": events}


@pytest.mark.parametrize(
    ("existing", "document"),
    [
        param("", a_document(beforeShellExecution=[OURS]), id="no file"),
        param("\ufeff \n", a_document(beforeShellExecution=[OURS]), id="an empty file"),
        param({"hooks": {}}, a_document(beforeShellExecution=[OURS]), id="no version"),
        param({"version": 1, "_mine": 1}, {"version": 1, "_mine": 1, "hooks": {EVENT: [OURS]}}, id="no hooks"),
        param(a_document(beforeShellExecution=[OTHER], stop=[OTHER]), a_document(beforeShellExecution=[OTHER, OURS], stop=[OTHER]), id="other hooks stay"),
        param(a_document(beforeShellExecution=[OURS, OTHER]), a_document(beforeShellExecution=[OTHER, OURS]), id="converted twice is converted once"),
        param(a_document(beforeShellExecution=[{"command": '.cursor/hooks/hookify-a.sh "${command}"'}]), a_document(beforeShellExecution=[OURS]), id="seed 000's form is replaced"),
        param(a_document(beforeShellExecution=[RULES]), a_document(beforeShellExecution=[OURS]), id="all in one are replaced by each alone"),
        param(a_document(stop="odd"), a_document(stop="odd", beforeShellExecution=[OURS]), id="what is odd elsewhere stays"),
    ],
)  # fmt: skip
def test_an_entry_is_put_in(existing: Any, document: Any) -> None:
    assert put(existing, (EVENT, OURS)) == (document, [])


def test_each_alone_is_replaced_by_all_in_one() -> None:
    assert put(a_document(beforeShellExecution=[OURS, OLD]), (EVENT, RULES)) == (
        a_document(beforeShellExecution=[RULES]),
        [],
    )


def test_an_entry_whose_rule_is_gone_is_taken_out_and_told() -> None:
    sentence = "beforeShellExecution ran .cursor/hooks/hookify-old.sh of an earlier conversion: the entry is removed"
    note = Note(LOST, f"/hooks/{EVENT}", sentence, ".cursor/hooks.json", 0, True, EVENT, "command")
    assert put(a_document(beforeShellExecution=[OLD]), (EVENT, OURS)) == (a_document(beforeShellExecution=[OURS]), [note])
    assert put(a_document(beforeShellExecution=[OLD])) == (a_document(), [note])


def test_all_in_one_for_an_event_no_rule_is_for_any_more() -> None:
    document, (note,) = put(a_document(stop=[RULES]), (EVENT, RULES))
    assert document == a_document(beforeShellExecution=[RULES])
    assert (note.kind, note.gate) == (LOST, False)


@pytest.mark.parametrize(
    "existing",
    [
        param("{", id="broken JSON"),
        param("[]", id="a list"),
        param({"hooks": []}, id="hooks that are a list"),
        param({"hooks": {EVENT: {}}}, id="an event that is an object"),
    ],
)
def test_what_cannot_be_added_to_is_left_alone_and_told(existing: Any) -> None:
    document, (note,) = put(existing, (EVENT, OURS))
    assert document is None
    assert (note.kind, note.file, note.gate) == (LOST, ".cursor/hooks.json", True)


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        param(".cursor/hooks/hookify-a.sh", True, id="a script"),
        param("./.cursor/hooks/hookify-a.b.sh", True, id="a script, from here"),
        param(f"python3 -m hookline hookify {RULES_FILE}", True, id="all rules"),
        param(".cursor/hooks/hookify-a.sh; rm x", False, id="a script and more"),
        param(".cursor/hooks/my-hookify-a.sh", False, id="somebody else's"),
        param("hookline hookify other.json", False, id="other rules"),
        param(7, False, id="no command"),
    ],
)
def test_what_is_ours(command: Any, expected: bool) -> None:
    assert is_hookify({"command": command}) is expected
    assert not is_hookify(command)
