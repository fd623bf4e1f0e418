"""detect.secret_rules: the table is sound: every row can match, and its hint can be seen in JSON text."""

from __future__ import annotations

import re

import pytest
import re2

from hookline.detect.secret_checks import CHECKS
from hookline.detect.secret_rules import LONG_RUNS, PLAIN_WORDS, RULES, SECRET_KEY_ENDINGS, Rule
from hookline.detect.structures import is_secret_key

rows = pytest.mark.parametrize("rule", [pytest.param(rule, id=f"{number} {rule.name}") for number, rule in enumerate(RULES)])


@rows
def test_a_row_is_sound(rule: Rule) -> None:
    assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", rule.name)
    assert rule.check in ("", *CHECKS)
    re2.compile(rule.pattern)
    re2.compile(rule.hint)


@rows
def test_a_pattern_never_matches_nothing(rule: Rule) -> None:
    """An empty secret would be masked everywhere."""
    assert re2.compile(rule.pattern).fullmatch("") is None


@rows
def test_a_hint_asks_for_nothing_that_json_text_lacks(rule: Rule) -> None:
    """There a newline is the letters backslash and n, so a word does not begin at a boundary any more."""
    assert "\\b" not in rule.hint
    assert "^" not in rule.hint.replace("[^", "")


def test_every_check_is_used() -> None:
    assert {rule.check for rule in RULES} - {""} == set(CHECKS)


def test_rows_without_a_hint_are_covered_by_long_runs() -> None:
    """Examples of every such row, so that a new one is noticed."""
    long_runs = re2.compile("|".join(LONG_RUNS))
    hexadecimal, mixed = "0123456789abcdef" * 2, "aB3dE6gH9j" * 4
    examples = {
        "discord-token": f"M{mixed[:23]}.{mixed[:6]}.{mixed[:27]}",
        "mailgun-key": f"key-{hexadecimal}",
        "mailchimp-key": f"{hexadecimal}-us1",
        "twilio-key": f"SK{hexadecimal}",
        "asana-token": f"1/1234567890:{hexadecimal}",
        "aws-secret-key": f" {mixed} ",
        "random-with-prefix": f"acme_{mixed}",
    }
    hintless = [rule for rule in RULES if not rule.hint]
    assert {rule.name for rule in hintless} == set(examples)
    for rule in hintless:
        assert re2.compile(rule.pattern).search(examples[rule.name])
        assert long_runs.search(examples[rule.name])


def test_keys_and_words_are_in_the_form_they_are_compared_in() -> None:
    assert [word for word in (*SECRET_KEY_ENDINGS, *PLAIN_WORDS) if word != word.lower()] == []
    assert [ending for ending in SECRET_KEY_ENDINGS if not is_secret_key(ending)] == []
