"""engine.jsregex: JavaScript's patterns, checked against node itself where node is there."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hookline.engine.jsregex import translate
from hookline.engine.match import compiled
from hookline.errors import Unreadable

CASES = [
    ("curl|wget|nc ", "cd && curl x", True),
    ("(?=a)b", "ab", False),
    ("(?!x)a", "a", True),
    (r"\s", "\u00a0", True),
    ("a$", "a\n", False),
    ("a.b", "a\u2028b", False),
    ("[^]", "\n", True),
    ("[]", "a", False),
    ("a{2", "a{2", True),
    ("]", "]", True),
    (r"\/usr\/", "/usr/", True),
    (r"(a)\1", "aa", True),
    (r"(?<n>a)\k<n>", "aa", True),
    (r"[\s\S]*rm", "x\nrm", True),
    (r"[^\s]", "\u00a0", False),
    (r"\S", "\u00a0", False),
    (r"\d+", "٣", False),
    (r"\w", "é", False),
    (r"\bgit\b", "a git b", True),
    (r"\u0041\x42\cJ", "AB\n", True),
    (r"[a-z]+[\]\-]", "abc]", True),
    (r"[\b]", "\b", True),
    ("x{1001}", "x" * 1001, True),
    ("a|", "", True),
    (r"[a\-z]", "-", True),
    ("é+", "éé", True),
    (r"[\w.-]+@", "a.b-c@", True),
    ("(?:a|b)+?c", "abc", True),
    (r"\p{L}", "pL", False),
    ("a{,3}", "a{,3}", True),
    ("(?<=git )push", "git push", True),
    ("(?<!git )push", "git push", False),
    (r"\z\A\Q", "zAQ", True),
    ("[a&&b]", "&", True),
    ("[[:alpha:]]", "a]", True),
    (r"\0", "\0", True),
    ("^rm$", "rm", True),
    ("(a)(b)?", "a", True),
    (r"\$HOME", "$HOME", True),
    ("#a b", "#a b", True),
    (r"(a)?\1b", "b", True),
    (r"(?<n>a)?\k<n>b", "b", True),
    (r"\\(a)\1", "\\aa", True),
    (r"[(](a)\1", "(aa", True),
    (r"(?<!x)\k<n>", "k<n>", True),
    ("(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\\10", "abcdefghijj", True),
    (r"\12", "\n", True),
    (r"\8", "8", True),
    (r"\01", "\x01", True),
    (r"\c", "\\c", True),
    (r"[^\S]", "\u00a0", True),
    (r"[^\S\n]", "\n", False),
    (r"[\S]", "\u2028", False),
    (r"\ud83d\ude00", "\U0001f600", True),
    ("^.$", "\U0001f600", False),
    ("^..$", "\U0001f600", True),
    ("\ud83d", "\U0001f600", True),
    ("^[\U0001f600]$", "\U0001f600", False),
    ("^[\U0001f600]{2}$", "\U0001f600", True),
    ("\U0001f600{2}", "\U0001f600\ude00", True),
    (r"^[\0-\uffff]$", "\ud83d", True),
    (r"^[\ud800-\udbff][\udc00-\udfff]$", "\U0001f600", True),
    (r"[a-\ud83d]", "\uffff", False),
    (r"[^\ud83d]", "\U0001f600", True),
    ("\U0001d800", "\ud800", False),
    (r"\u{61}", "a", False),
    (r"^\u{3}$", "uuu", True),
    (r"[a\-z]", "b", False),
    (r"[+-\-]", ",", True),
    (r"[\d-z]", "-", True),
    (r"\B", "céa\nb", False),
    (r"(?:(a)|b)*\1$", "ab", True),
    (r"^(?:(a)|b)*\1$", "abaa", True),
    (r"^(?:(a)|(b))+\1\2$", "abb", True),
    (r"^(?:(a)|(b))+\1\2$", "aba", False),
    (r"^(\1a)$", "a", True),
    (r"^\2(a)(b)$", "ab", True),
    (r"(?<=\1(a))b", "aab", True),
    (r"(?<=(\w)(\w))\1\2$", "abab", True),
    (r"(?=(a+))a*b\1", "baaabac", True),
    (r"^(?:(\ud83d)|\ude00)+\1", "\U0001f600\ud83d", True),
    (r"(z)((a+)?(b+)?(c))*\3$", "zaacbbbcac", False),
]
WRONG = [
    "(unclosed",
    "*x",
    "a**",
    "a++",
    "[z-a]",
    "[a",
    "a\\",
    "(?x)",
    "+",
    "a|*",
    "(?<n",
    ")",
    "$*",
    "(?<=a)+",
    r"(?<n>a)\k<m>",
    "(?)",
]


@pytest.mark.parametrize(("pattern", "subject", "matches"), CASES, ids=[repr(case[0]) for case in CASES])
def test_a_pattern_means_what_javascript_means(pattern: str, subject: str, matches: bool) -> None:
    assert compiled(pattern)(subject) is matches


@pytest.mark.parametrize("pattern", WRONG)
def test_what_is_no_pattern_is_refused(pattern: str) -> None:
    with pytest.raises(Unreadable):
        compiled(pattern)


def test_node_agrees(program: Callable[[str], str]) -> None:
    script = (
        "const cases=JSON.parse(require('fs').readFileSync(0));"
        "console.log(JSON.stringify(cases.map(([p,s])=>{try{return new RegExp(p).test(s)}catch(e){return null}})))"
    )
    asked = [[pattern, subject] for pattern, subject, _ in CASES] + [[pattern, ""] for pattern in WRONG]
    answer = subprocess.run(
        [program("node"), "-e", script], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    assert json.loads(answer.stdout) == [matches for _, _, matches in CASES] + [None] * len(WRONG)


def disagreements(number: int, seed: int, node: str) -> list[str]:
    script = Path(__file__).parents[2] / "scripts" / "matcher_pairs.py"
    done = subprocess.run(
        [sys.executable, str(script), "--pairs", str(number), "--seed", str(seed), "--node", node],
        capture_output=True,
        text=True,
    )
    told = done.stdout.splitlines()
    assert told[0].startswith(f"{number} pairs, "), done.stderr
    return told[1:]


def test_node_agrees_about_random_pairs(program: Callable[[str], str]) -> None:
    assert disagreements(3_000, 3, program("node")) == []


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", [101, 102])
def test_node_agrees_about_many_random_pairs(seed: int, program: Callable[[str], str]) -> None:
    assert disagreements(200_000, seed, program("node")) == []


def test_a_pattern_with_references_that_takes_too_long_counts_as_a_match() -> None:
    began = time.monotonic()
    assert compiled(r"^(?:(a+)|b)+\1!$")("a" * 60 + "?")
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    ("pattern", "subject", "matches"),
    [
        (r"^(?:(a)|b)*\1$", "ab" * 5_000, True),
        (r"(a)\1", "b" * 100_000 + "aa", True),
        (r"^(a)?.*\1$", "b" * 100_000, True),
        (r"(x)\1", "ab" * 20_000, False),
    ],
)
def test_a_long_subject(pattern: str, subject: str, matches: bool) -> None:
    assert compiled(pattern)(subject) is matches


@pytest.mark.parametrize(
    "pattern",
    [
        r"\2" + "(" * 3000 + "a" + ")" * 3000,
        r"(?:(a)|b)*\1" + "(?:" * 900 + ")" * 900,
        r"(?<=\1(a))" * 2000,
        r"\9999999" * 500,
    ],
    ids=["groups", "groups that hold nothing", "look-behinds", "numbers"],
)
def test_a_hostile_pattern_is_taken_or_refused(pattern: str) -> None:
    try:
        assert compiled(pattern)("abab") in (True, False)
    except Unreadable as error:
        assert "nested too deeply" in str(error)


def test_inline_flags_are_taken_although_javascript_refuses_them() -> None:
    assert compiled("(?i)RM")("rm")
    assert compiled("(?s)a.b")("a\nb")


def test_only_look_around_and_back_references_need_the_second_engine() -> None:
    plain = {
        pattern: translate(pattern).plain for pattern in ("a(b)c", "(?=a)", "(?!a)", "(?<=a)", "(?<!a)", r"(a)\1", r"\1")
    }
    assert plain == {
        "a(b)c": True, "(?=a)": False, "(?!a)": False, "(?<=a)": False, "(?<!a)": False, r"(a)\1": False, r"\1": True,
    }  # fmt: skip
