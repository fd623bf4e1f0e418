"""Passages: a text as sentences, each with the concepts it speaks of, in windows of a few sentences.

Goes in: a text as a model would read it. Comes out: `Passage`s. What holds sentences together is
read as a person would: the marks of comments and quotations go, a line's end inside a sentence is a
blank, and what stands between quotation marks is set apart.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from hookline.detect.injection_concepts import CONCEPTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

#: So many sentences are read together.
TOGETHER = 3
_LONGEST_SENTENCE = 400
_LINE_START = re.compile(
    r"(?m)^[ \t]*(?:(?://+!?|#+|\*+(?!\*)|--+|;+|>+|%+|REM|/\*+|\"{3}|'{3})[ \t]*)+"
)
_LINE_END = re.compile(r"\\r?\\n|\\t|\r")
_END = re.compile(
    r"(?<=[.!?…。！？؟।۔])[\"'”»)\]*_]{0,3}\s+|(?<=[。！？।])|\n\s*\n"
    r"|\n(?=\s*(?:[-*•+|]|\d{1,3}[.)]|[A-Za-z][\w -]{0,24}: ))"
)
_BLANKS = re.compile(r"\s+")
#: A sentence written as one name, `please_run_setup_as_root`, or as part of an address.
_SNAKE = re.compile(r"(?<![a-zA-Z0-9.])[a-zA-Z]{1,40}(?:[_-][a-zA-Z0-9.]{1,40}){4,30}")
_ESCAPED_BLANK = re.compile(r"(?<=\w)(?:%20|%0A)", re.I)
#: A quotation inside prose: a word stands before it, not the colon or comma of JSON.
QUOTED = re.compile(
    r"(?:(?<=[a-z0-9,(:] )|(?<=\())(?:\"[^\"\n]{3,300}\"|“[^”]{3,300}”|`[^`\n]{3,300}`|«[^»]{3,300}»"
    r"|„[^“”]{3,300}[“”]|‘[^’]{3,300}’|「[^」]{3,300}」)"
)


class Sentence(NamedTuple):
    """A sentence, where it begins, and which concepts it speaks of: outside quotations, and at all.
    Both are sets of bits, by the order of `CONCEPTS`.
    """

    place: int
    text: str
    concepts: int
    quoted: int


class Passage(NamedTuple):
    """Sentences read together."""

    sentences: tuple[Sentence, ...]

    @property
    def place(self) -> int:
        return self.sentences[0].place

    @property
    def text(self) -> str:
        return " ".join(sentence.text for sentence in self.sentences)

    @property
    def concepts(self) -> int:
        """The concepts of all its sentences, outside quotations."""
        concepts = 0
        for sentence in self.sentences:
            concepts |= sentence.concepts
        return concepts

    @property
    def quoted(self) -> int:
        """The concepts of all its sentences, quotations and all."""
        concepts = 0
        for sentence in self.sentences:
            concepts |= sentence.quoted
        return concepts


def bit(name: str) -> int:
    """The bit of a concept."""
    return 1 << _PLACES[name]


_PLACES = {concept.name: place for place, concept in enumerate(CONCEPTS)}


def sentences_of(text: str) -> list[Sentence]:
    """The sentences of a text, with their concepts."""
    return [_sentence(place, words) for place, words in _split(text)]


def passages_of(sentences: Sequence[Sentence]) -> Iterator[Passage]:
    """Every run of sentences that are read together, and every sentence for itself."""
    for start in range(len(sentences)):
        yield Passage(tuple(sentences[start : start + 1]))
        if start + 1 < len(sentences):
            yield Passage(tuple(sentences[start : start + TOGETHER]))


def _split(text: str) -> Iterator[tuple[int, str]]:
    """Sentences and where they begin; a long one in pieces."""
    plain = _LINE_START.sub("", _LINE_END.sub("\n", _ESCAPED_BLANK.sub(" ", text)))
    plain = _SNAKE.sub(lambda name: re.sub("[_-]", " ", name[0]), plain)
    start = 0
    for end in [*(match.end() for match in _END.finditer(plain)), len(plain)]:
        for first in range(start, end, _LONGEST_SENTENCE):
            words = _BLANKS.sub(" ", plain[first : min(end, first + _LONGEST_SENTENCE)]).strip()
            if len(words) > 2:
                yield first, words
        start = end


def _sentence(place: int, text: str) -> Sentence:
    at_all = _concepts_in(text)
    unquoted = QUOTED.sub(" ", text) if at_all else text
    plainly = at_all if unquoted == text else _concepts_in(unquoted)
    return Sentence(place, text, plainly, at_all)


def _concepts_in(text: str) -> int:
    data = text.encode("utf-8", "replace")
    concepts = 0
    for place, pattern in enumerate(_patterns()):
        if pattern.search(data):
            concepts |= 1 << place
    return concepts


_made: list[Any] = []


def _patterns() -> list[Any]:
    if not _made:
        import re2

        options = re2.Options()
        options.log_errors = False
        options.case_sensitive = False
        _made.extend(re2.compile(concept.pattern.encode(), options) for concept in CONCEPTS)
    return _made
