"""engine.jsregex: JavaScript's patterns, checked against node itself where node is there."""

import json
import subprocess
from collections.abc import Callable

import pytest

from hookline.engine.jsregex import translate
from hookline.engine.match import _compile
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
    assert _compile(pattern)(subject) is matches


@pytest.mark.parametrize("pattern", WRONG)
def test_what_is_no_pattern_is_refused(pattern: str) -> None:
    with pytest.raises(Unreadable):
        _compile(pattern)


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


def test_inline_flags_are_taken_although_javascript_refuses_them() -> None:
    assert _compile("(?i)RM")("rm")
    assert _compile("(?s)a.b")("a\nb")


def test_only_look_around_and_back_references_need_the_second_engine() -> None:
    plain = {
        pattern: translate(pattern).plain for pattern in ("a(b)c", "(?=a)", "(?!a)", "(?<=a)", "(?<!a)", r"(a)\1", r"\1")
    }
    assert plain == {
        "a(b)c": True, "(?=a)": False, "(?!a)": False, "(?<=a)": False, "(?<!a)": False, r"(a)\1": False, r"\1": True,
    }  # fmt: skip
