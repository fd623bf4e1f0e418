"""config.repair: what is fixed, what is left alone, and that nothing else changes."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest import param

from hookline.config.codes import CODES
from hookline.config.jsontext import read
from hookline.config.repair import REPAIRS, repaired


def entry(text: str) -> str:
    return f'{{"version": 1, "hooks": {{"stop": [{text}]}}}}'


@pytest.mark.parametrize(
    ("before", "after", "codes"),
    [
        param('{"version": 1, "hooks": {},}', '{"version": 1, "hooks": {}}', ["trailing-comma"], id="a comma too many"),
        param('{"version": 1,\n  "hooks": {"stop": [1, 2 , ] ,\n},\n}\n', '{"version": 1,\n  "hooks": {"stop": [1, 2  ] \n}\n}\n',
              ["trailing-comma"] * 3, id="three of them"),
        param("{'version': 1, 'hooks': {'stop': ['say \"x\"']}}", '{"version": 1, "hooks": {"stop": ["say \\"x\\""]}}',
              ["single-quotes"] * 4, id="single quotes"),
        param(entry('{"command": "x", "failClosed": True, "loop_limit": None}'),
              entry('{"command": "x", "failClosed": true, "loop_limit": null}'), ["foreign-word"] * 2, id="Python's words"),
        param(entry('{"command": "a\tb\nc"}'), entry('{"command": "a\\tb\\nc"}'), ["control-character"] * 2,
              id="a tab and a line break in a string"),
        param('{"hooks": {}}', '{"version": 1, "hooks": {}}', ["missing-version"], id="no version"),
        param('{\n\t"hooks": {}\n}', '{\n\t"version": 1,\n\t"hooks": {}\n}', ["missing-version"], id="no version, on lines"),
        param(entry('{"command": "x", "failClosed": "true"}, {"failClosed": "false"}'),
              entry('{"command": "x", "failClosed": true}, {"failClosed": false}'), ["bad-fail-closed"] * 2, id="quoted booleans"),
        param("\ufeff{'hooks': {},}", '\ufeff{"version": 1, "hooks": {}}', ["trailing-comma", "single-quotes", "missing-version"],
              id="several, and a byte order mark that is accepted"),
        param('{"version": 1, "hooks": {},\r\n}\r\n', '{"version": 1, "hooks": {}\r\n}\r\n', ["trailing-comma"], id="line ends stay"),
        param('{"a": 1, "a": 2, "version": 1, "hooks": {},}', '{"a": 1, "a": 2, "version": 1, "hooks": {}}', ["trailing-comma"],
              id="a repeated key stays"),
        param('{// x\n"version": 1, "hooks": {},}', '{// x\n"version": 1, "hooks": {}}', ["trailing-comma"],
              id="a comment stays, and with it the file is refused"),
    ],
)  # fmt: skip
def test_what_is_mended(before: str, after: str, codes: list[str]) -> None:
    text, done = repaired(before)
    assert (text, sorted(one.code for one in done)) == (after, sorted(codes))
    assert repaired(text) == (text, [])


@pytest.mark.parametrize(
    "text",
    [
        param('{"version": 1, "hooks": {}}', id="nothing wrong"),
        param('{/* why */ "version": 1, "hooks": {}}', id="a comment: somebody wrote it"),
        param(entry('{"command": "x", "timeout": 5000}'), id="milliseconds: may be meant"),
        param(entry('{"command": "x"}, {"command": "x"}'), id="the same entry twice: may be meant"),
        param(entry('{"command": "x", "failClosed": "yes"}'), id="a word that is no boolean"),
        param(entry('{"command": "x", "failClosed": 1}'), id="a number for a boolean"),
        param('{"version": 1, "hooks": {"beforeShellExec": []}}', id="an unknown event"),
        param('{"version": "1", "hooks": {}}', id="a bad version"),
        param("{'version': 1, 'hooks': {'it\\'s': []}}", id="single quotes with a backslash: read otherwise than written"),
        param('{"version": undefined, "hooks": {}}', id="a word that could be left out or null"),
        param('{"version": NaN, "hooks": {}}', id="no number"),
        param('{"version": 1, "hooks": {', id="half a file"),
        param("{'version", id="half a word"),
        param("", id="an empty file"),
        param('{"a": 1} {"b": 2,}', id="two documents"),
        param("[]", id="a list"),
        param('"x"', id="a text"),
        param("{}", id="an empty object"),
    ],
)
def test_what_is_left_alone(text: str) -> None:
    assert [one.code for one in repaired(text)[1] if one.code != "single-quotes"] == []
    if "'" not in text:
        assert repaired(text) == (text, [])


def test_claude_codes_settings_have_no_version_and_no_fail_closed() -> None:
    text = '{"hooks": {"Stop": [{"failClosed": "true"}]}}'
    assert repaired(text, is_claude=True) == (text, [])
    assert repaired('{"hooks": {},}', is_claude=True)[0] == '{"hooks": {}}'


def test_it_says_where_each_thing_stood() -> None:
    _, done = repaired('{\n  "version": 1,\n  "hooks": {},\n}')
    assert done == [("trailing-comma", 3, 14, "removes the comma")]


def test_every_rule_it_mends_is_a_rule() -> None:
    assert set(REPAIRS) <= set(CODES)


def test_a_large_hostile_file_ends_in_reasonable_time() -> None:
    text = '{"version": 1, "hooks": {"x": [' + "[1,]," * 5_000 + "2]}}"
    fixed, done = repaired(text)
    assert len(done) > 1
    assert len(fixed) == len(text) - len(done)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(st.text() | st.sampled_from(["hooks", "version"]), values, max_size=4))
def test_what_is_sound_is_never_touched_but_for_its_version(value: dict[str, object]) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=1)
    fixed, done = repaired(text)
    after = json.loads(fixed)
    if any(one.code == "missing-version" for one in done):
        after.pop("version")
    if not any(one.code == "bad-fail-closed" for one in done):
        assert after == value
    assert read(fixed).faults == ()
