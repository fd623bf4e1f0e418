from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest import param

from hookline.config.hook_edit import has_entry, insert_entry, new_file, remove_entries
from hookline.errors import CannotInsert

# On a busy machine the first draw of text alone may take a second.
quickly = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

EVENT, COMMAND = "beforeSubmitPrompt", "./hooks/x.sh"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        param(
            '{"version": 1, "hooks": {}}',
            '{"version": 1, "hooks": { "beforeSubmitPrompt": [{"command": "./hooks/x.sh"}] }}',
            id="into no events",
        ),
        param(
            '{"version": 1}',
            '{"version": 1, "hooks": {"beforeSubmitPrompt": [{"command": "./hooks/x.sh"}]}}',
            id="where there is no hooks object",
        ),
        param(
            '{"hooks": {"stop": []}}',
            '{"hooks": {"stop": [], "beforeSubmitPrompt": [{"command": "./hooks/x.sh"}]}}',
            id="beside another event on the same line",
        ),
        param(
            '{\n  "hooks": {\n    "stop": []\n  }\n}\n',
            '{\n  "hooks": {\n    "stop": [],\n    "beforeSubmitPrompt": [{"command": "./hooks/x.sh"}]\n  }\n}\n',
            id="beside another event on its own line",
        ),
        param(
            '{"hooks": {"beforeSubmitPrompt": [\n\t\t{"command": "a"}\n\t]}}',
            '{"hooks": {"beforeSubmitPrompt": [\n\t\t{"command": "a"},\n\t\t{"command": "./hooks/x.sh"}\n\t]}}',
            id="after another entry, with its tabs",
        ),
        param(
            '{"hooks": {"beforeSubmitPrompt": [{"command": "a"}]}}',
            '{"hooks": {"beforeSubmitPrompt": [{"command": "a"}, {"command": "./hooks/x.sh"}]}}',
            id="after another entry on the same line",
        ),
        param(
            '{"hooks": {"beforeSubmitPrompt": [ ]}}',
            '{"hooks": {"beforeSubmitPrompt": [{"command": "./hooks/x.sh"}]}}',
            id="into an empty list",
        ),
        param(
            '{\r\n "hooks": {\r\n  "stop": []}}',
            '{\r\n "hooks": {\r\n  "stop": [],\r\n  "beforeSubmitPrompt": [{"command": "./hooks/x.sh"}]}}',
            id="Windows line ends stay",
        ),
        param(
            '\ufeff{"hooks": {}}',
            '\ufeff{"hooks": { "beforeSubmitPrompt": [{"command": "./hooks/x.sh"}] }}',
            id="a byte order mark stays",
        ),
    ],
)
def test_the_entry_goes_in_and_nothing_else_changes(before: str, after: str) -> None:
    assert insert_entry(before, EVENT, {"command": COMMAND}) == after


@pytest.mark.parametrize(
    ("text", "where", "problem"),
    [
        param("", (1, 1), "the file is empty", id="empty"),
        param('{"hooks": {},}', (1, 13), "a comma before the closing }", id="a trailing comma"),
        param('{\n// x\n"hooks": {}}', (2, 1), "JSON has no comments", id="a comment"),
        param("[]", (1, 1), "the file is not an object", id="a list"),
        param('{"hooks": []}', (1, 11), "hooks is not an object", id="hooks as a list"),
        param(
            '{"hooks": {"beforeSubmitPrompt": {}}}', (1, 34), "beforeSubmitPrompt is not a list", id="an event as an object"
        ),
    ],
)
def test_what_it_refuses(text: str, where: tuple[int, int], problem: str) -> None:
    with pytest.raises(CannotInsert) as raised:
        insert_entry(text, EVENT, {"command": COMMAND})
    assert ((raised.value.line, raised.value.column), raised.value.problem) == (where, problem)
    assert raised.value.remedy


@pytest.mark.parametrize(
    ("text", "there"),
    [
        param('{"hooks": {"beforeSubmitPrompt": [{"command": "./hooks/x.sh"}]}}', True, id="the same"),
        param('{"hooks": {"beforeSubmitPrompt": [7, {"command": "hooks/x.sh"}]}}', True, id="without ./"),
        param('{"hooks": {"beforeSubmitPrompt": [{"command": "y"}, {}]}}', False, id="another one"),
        param('{"hooks": {"stop": [{"command": "./hooks/x.sh"}]}}', False, id="under another event"),
        param('{"hooks": {"beforeSubmitPrompt": "x"}}', False, id="no list"),
        param("{}", False, id="no hooks"),
    ],
)
def test_whether_it_is_there_already(text: str, there: bool) -> None:
    assert has_entry(text, EVENT, COMMAND) is there


def test_a_new_file_holds_the_one_entry() -> None:
    text = new_file(EVENT, {"command": COMMAND})
    assert json.loads(text) == {"version": 1, "hooks": {EVENT: [{"command": COMMAND}]}}
    assert has_entry(text, EVENT, COMMAND)


_ENTRIES = st.lists(st.fixed_dictionaries({"command": st.text()}, optional={"timeout": st.integers()}), max_size=3)
_HOOKS = st.dictionaries(st.sampled_from(["stop", "beforeSubmitPrompt", "afterFileEdit"]), _ENTRIES)


@quickly
@given(_HOOKS, st.sampled_from([None, 0, 1, 4]), st.booleans())
def test_any_file_keeps_all_it_had(hooks: dict[str, list[object]], indent: int | None, ascii_only: bool) -> None:
    text = json.dumps({"version": 1, "hooks": hooks}, indent=indent, ensure_ascii=ascii_only)
    expected = {**hooks, EVENT: [*hooks.get(EVENT, []), {"command": COMMAND}]}
    assert json.loads(insert_entry(text, EVENT, {"command": COMMAND})) == {"version": 1, "hooks": expected}


@pytest.mark.parametrize(
    ("before", "after", "events"),
    [
        param('{"hooks": {"stop": [{"command": "x"}]}}', '{"hooks": {}}', ["stop"], id="the only entry, with its event"),
        param(
            '{"hooks": {"stop": [{"command": "x"}],\n  "preCompact": []}}',
            '{"hooks": {"preCompact": []}}',
            ["stop"],
            id="an event, but not one that was empty before",
        ),
        param(
            '{"hooks": {"stop": [{"command": "x"}, {"command": "a"}]}}',
            '{"hooks": {"stop": [{"command": "a"}]}}',
            ["stop"],
            id="the first of two",
        ),
        param(
            '{"hooks": {"stop": [{"command": "a"}, {"command": "x"}]}}',
            '{"hooks": {"stop": [{"command": "a"}]}}',
            ["stop"],
            id="the last of two",
        ),
        param(
            '{"hooks": {"stop": [\n {"command": "a"},\n {"command": "x"},\n {"command": "b"}\n]}}',
            '{"hooks": {"stop": [\n {"command": "a"},\n {"command": "b"}\n]}}',
            ["stop"],
            id="the middle one, with its line",
        ),
        param(
            '{"hooks": {"stop": [{"command": "x"}, {"command": "x"}, {"command": "a"}]}}',
            '{"hooks": {"stop": [{"command": "a"}]}}',
            ["stop", "stop"],
            id="two before one that stays",
        ),
        param(
            '{"hooks": {"stop": [{"command": "x"}], "preCompact": [{"command": "x"}]}}',
            '{"hooks": {}}',
            ["stop", "preCompact"],
            id="of every event",
        ),
        param(
            '{"hooks": {"stop": [{"command": "a"}, 7, {"prompt": "x"}]}}',
            '{"hooks": {"stop": [{"command": "a"}, 7, {"prompt": "x"}]}}',
            [],
            id="nothing when there is none",
        ),
        param(
            '\ufeff{"hooks": {"stop": [{"command": "x"}]}}',
            '\ufeff{"hooks": {}}',
            ["stop"],
            id="a byte order mark stays",
        ),
        param('{"version": 1}', '{"version": 1}', [], id="a file without hooks"),
    ],
)
def test_an_entry_is_taken_out_and_the_rest_stays_as_it_is(before: str, after: str, events: list[str]) -> None:
    assert remove_entries(before, lambda command: command == "x") == (after, events)


@quickly
@given(st.lists(st.sampled_from(["x", "a", "b"]), max_size=6))
def test_what_was_put_in_can_be_taken_out_again(commands: list[str]) -> None:
    text = '{"version": 1, "hooks": {"stop": []}}'
    for command in commands:
        text = insert_entry(text, "stop", {"command": command})
    text, events = remove_entries(text, lambda command: command == "x")
    assert json.loads(text)["hooks"].get("stop", []) == [{"command": command} for command in commands if command != "x"]
    assert len(events) == commands.count("x")
