"""judge.verdict: which answers are a verdict, and what is wrong with the others."""

import pytest
from pytest import param

from hookline.errors import Unreadable
from hookline.judge.verdict import Ruling, read_ruling


@pytest.mark.parametrize(
    ("text", "ruling"),
    [
        param('{"ok": true, "reason": "fine"}', Ruling(True, "fine"), id="yes"),
        param('{"ok": false, "reason": "no"}', Ruling(False, "no"), id="no"),
        param(
            ' \n{"reason": " r ", "ok": false, "more": [1]}\n',
            Ruling(False, "r"),
            id="order, space and further keys do not matter",
        ),
        param('{"ok": true}', Ruling(True), id="without a reason"),
        param('{"ok": false, "reason": null}', Ruling(False), id="null is no reason"),
        param('```json\n{"ok": false, "reason": "no"}\n```', Ruling(False, "no"), id="one fence around the whole"),
        param('```\n{"ok": true}```', Ruling(True), id="a fence without a language"),
        param('{"ok": false, "reason": "' + "x" * 2000 + '"}', Ruling(False, "x" * 999 + "…"), id="a long reason is cut"),
    ],
)
def test_a_ruling(text: str, ruling: Ruling) -> None:
    assert read_ruling(text) == ruling


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        param("", "is empty", id="silence"),
        param("Yes, that is fine.", "is not JSON", id="prose"),
        param('Sure: {"ok": true}', "is not JSON", id="an object inside prose"),
        param('{"ok": true} {"ok": false}', "is not JSON", id="two objects"),
        param('{"ok": true', "is not JSON", id="cut off"),
        param('```json\n{"ok": true}\n```\nand more', "is not JSON", id="text after the fence"),
        param('[{"ok": true}]', "is not a JSON object", id="a list"),
        param('"ok"', "is not a JSON object", id="a text"),
        param("true", "is not a JSON object", id="a bare boolean"),
        param('{"ok": "true", "reason": "x"}', "has no 'ok' that is true or false", id="a text is no boolean"),
        param('{"ok": 1}', "has no 'ok' that is true or false", id="a number is no boolean"),
        param('{"ok": null}', "has no 'ok' that is true or false", id="null is no boolean"),
        param('{"reason": "x"}', "has no 'ok' that is true or false", id="no ok"),
        param('{"ok": true, "ok": false}', "has a duplicate key", id="both"),
        param('{"ok": true, "reason": 5}', "has a 'reason' that is not text", id="a reason of another type"),
        param("[" * 100_000, "is not JSON", id="nested too deeply"),
    ],
)
def test_no_ruling(text: str, problem: str) -> None:
    with pytest.raises(Unreadable, match=f"^{problem}$"):
        read_ruling(text)


def test_a_ruling_as_text() -> None:
    assert Ruling(False, 'ä"').text == '{"ok": false, "reason": "ä\\""}'
    assert read_ruling(Ruling(True, "x").text) == Ruling(True, "x")
