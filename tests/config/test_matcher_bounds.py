"""config.matcher_bounds: how large a matcher may be, measured without compiling it."""

from __future__ import annotations

import pytest

from hookline.config.matcher_bounds import (
    MOST_CHARACTERS,
    MOST_PIECES_OF_A_FILE,
    MatcherBounds,
    MatcherFault,
    MatcherSize,
    size_of,
)

SHORTEN = "shorten it, or let the script look at the event"


class Compiler:
    """Remembers what it was asked to compile."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def complaint(self, matcher: str) -> str | None:
        self.asked.append(matcher)
        return "a bracket is missing" if "(" in matcher and ")" not in matcher else None


@pytest.mark.parametrize(
    ("matcher", "size"),
    [
        pytest.param("curl|wget", MatcherSize(9), id="letters are a piece each"),
        pytest.param("a(b)c", MatcherSize(5), id="groups of letters too"),
        pytest.param(r"a.[^)(]\s", MatcherSize(25), id="a class is eight, whatever it holds"),
        pytest.param(r"\.\(", MatcherSize(2), id="an escaped bracket opens nothing"),
        pytest.param("a{3}", MatcherSize(3), id="a repeat is written out"),
        pytest.param("a{2,}b{0,4}c{0}", MatcherSize(7), id="with the most it says, and at least once"),
        pytest.param("(?:ab{3}){5}", MatcherSize(25, 1, 1), id="also in a group that is repeated"),
        pytest.param("((a{10}){10}){10}", MatcherSize(1110, 2, 2), id="and in groups in groups"),
        pytest.param("a{1001}", MatcherSize(1001, slow=True), id="RE2 repeats nothing more than 1,000 times"),
        pytest.param("(?:a{100}){11}", MatcherSize(1111, 1, 1, slow=True), id="counted over all levels"),
        pytest.param(r"(?:\d{1,3}\.){3}", MatcherSize(78, 1, 1), id="an address is nothing for the second engine"),
        pytest.param("(?=a)b", MatcherSize(3, 1, 1, slow=True), id="look-ahead is"),
        pytest.param("(?<!a)b", MatcherSize(3, 1, 1, slow=True), id="look-behind is"),
        pytest.param("(?<n>a)b{1}", MatcherSize(3, 1, 1), id="a name is not"),
        pytest.param(r"(a)\1\k<n>", MatcherSize(4, 1, 1, 2, slow=True), id="back-references are"),
        pytest.param(r"[\1(?=]", MatcherSize(8), id="in a class they are none"),
        pytest.param("((?:a)", MatcherSize(2, 2, 2), id="an open group is measured"),
        pytest.param("a.))", MatcherSize(11), id="and a bracket too many"),
        pytest.param("a{" + "0" * 5000 + "3}", MatcherSize(3), id="zeros before a number are nothing"),
    ],
)  # fmt: skip
def test_sizes(matcher: str, size: MatcherSize) -> None:
    assert size_of(matcher) == size


@pytest.mark.parametrize(
    ("matcher", "what"),
    [
        pytest.param("(?=x)a{99999999}", "has 1,000,002 pieces with its repeats", id="a count of a hundred million"),
        pytest.param("(?=x)a{0," + "9" * 5000 + "}", "pieces with its repeats", id="a count of 5,000 digits"),
        pytest.param("((((a{1000}){1000}){1000}){1000})", "has far too many pieces", id="counts in counts"),
        pytest.param("a?" * 100_000 + "b", "has 200,001 characters; 16,384 are allowed", id="too long"),
        pytest.param("(a)" + r"\1" * 101, "has 101 back-references; 100 are allowed", id="back-references"),
        pytest.param("(a)" * 501 + ".", "has 501 groups; 500 are allowed", id="groups"),
        pytest.param("(" * 51 + "a" + ")" * 51, "has 51 levels of groups inside groups; 50 are allowed", id="levels"),
        pytest.param("[]" * 2501, "has 20,008 pieces with its repeats", id="classes"),
        pytest.param("w|" * MOST_CHARACTERS, "characters", id="words are not compiled, and bounded all the same"),
    ],
)  # fmt: skip
def test_what_is_too_large_is_not_compiled(matcher: str, what: str) -> None:
    compiler = Compiler()
    fault = MatcherBounds(compiler.complaint).fault_of(matcher)
    assert fault is not None and compiler.asked == []
    assert fault.what.startswith("is too large: it has ") and what in fault.what
    assert fault.remedy == SHORTEN


def test_what_is_not_too_large_is_compiled_once() -> None:
    compiler = Compiler()
    bounds = MatcherBounds(compiler.complaint)
    assert [bounds.fault_of(matcher) for matcher in ("a.b", "a.b", "(", "(")] == [
        None, None,
        *[MatcherFault("is not a valid regular expression: a bracket is missing", "correct it, or remove it to match everything")] * 2,
    ]  # fmt: skip
    assert compiler.asked == ["a.b", "("]


def test_without_a_compiler_nothing_is_measured() -> None:
    assert MatcherBounds(None).fault_of("a" * 1_000_000) is None


def test_a_file_has_room_for_some_matchers_of_the_second_engine() -> None:
    compiler = Compiler()
    bounds = MatcherBounds(compiler.complaint)
    faults = [bounds.fault_of(f"(?!x)l{n}") for n in range(20_000)]
    assert 1_000 < len(compiler.asked) < 5_000
    assert faults[-1] == MatcherFault(
        "is one too many: the matchers with look-around or back-references before it are all that one file may have",
        "use fewer or shorter matchers in this file, or let the script look at the event",
    )
    assert bounds.fault_of("others.are.welcome") is None


def test_a_file_has_room_for_ten_thousand_usual_matchers() -> None:
    bounds = MatcherBounds(Compiler().complaint)
    assert not any(bounds.fault_of(rf"^(git|hg)\s+push\b.*--force{n}") for n in range(10_000))


def test_the_room_of_a_file_ends() -> None:
    compiler = Compiler()
    bounds = MatcherBounds(compiler.complaint)
    faults = [bounds.fault_of(f".{{1000}}{n}") for n in range(300)]
    assert len(compiler.asked) <= MOST_PIECES_OF_A_FILE / 8000
    assert faults[-1] is not None and faults[-1].what.startswith("is one too many: the matchers before it")
