"""How much a text looks like hidden instructions to a model: a score with its reasons.

Goes in: a text that should be data. Comes out: `Suspicion`. The text is read as a model would read
it: without invisible characters, with letters that only look like Latin ones made Latin, base64 and
tags decoded. Linear in the text. A score is a suspicion, not a proof, in both directions.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from hookline.detect.injection_model import LEVELS, score
from hookline.detect.injection_passages import (
    QUOTED,
    Passage,
    bit,
    passages_of,
    sentences_of,
)
from hookline.detect.injection_rules import EXCUSE, EXCUSED_LESS, RULES, TOGETHER, Together

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    _Readers = tuple[Callable[[Passage], Iterator[tuple[str, int]]], ...]
    _Sights = Iterator["_Sight"]

#: A text is read in windows, each reaching into the next, so that no passage is cut.
_WINDOW, _OVERLAP, _BEFORE = 16 * 1024, 2 * 1024, 16
#: Signs so far from each other, in characters, have nothing to do with each other.
_PASSAGE = 1500
#: So many signs are looked at together.
_MOST_SIGHTS = 41
_QUOTED_LESS, _EXCUSED_MORE, _HIDDEN_MORE = 2, 2, 3
_LONGEST_COMMENT = 8000
#: So much behind something encoded is read with it.
_FOLLOWING = 200
_LONGEST_PIECE = 60
#: So far from a quotation, what is said of it counts.
_AROUND = 300
_TALK = re.compile(
    rb"(?i)attack|injection|malicious|jailbreak|adversar|for example|such as|detect|assert|payload|phish"
)
#: Characters that nobody sees: zero width, fillers, soft hyphens.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f"
    "\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0]"
)
_UNSEEN = (
    (re.compile("[\U000e0020-\U000e007f]{4}"), "text in invisible tag characters", 5),
    (re.compile("[\u200b-\u200d\u2060-\u2064\ufeff]{8}"), "a run of invisible characters", 5),
    (re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{8}"), "a run of invisible characters", 5),
    (
        re.compile("[\u202a-\u202e\u2066-\u2069]"),
        "characters that change the direction of reading",
        3,
    ),
)
_TAGS = re.compile("[\U000e0020-\U000e007f]{4,}")
#: The flags of England, Scotland, Wales and of regions: a black flag, tags, and the tag of their end.
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
#: What a terminal obeys: colours, places, and text that it conceals.
_ANSI = re.compile(r"(?:\x1b|\\x1b|\\033|\\e|\\u001b)\[[0-9;?]{0,12}[A-Za-z]")
_CONCEALED = re.compile(r"(?:\x1b|\\x1b|\\033|\\e|\\u001b)\[(?:[0-9]+;){0,3}8m(.{4,400})")
_HEX = re.compile(r"\b(?:0x)?(?:[0-9a-fA-F]{2}[ :,]?){20,400}")
_BITS = re.compile(r"\b(?:[01]{8}[ ,]?){12,400}")
#: Words of interest with their letters thirteen places on, and from behind.
_ROTATED = re.compile(
    r"(?i)vtaber|vafgehpg|cevag|pbagrag|frperg|gbxra|qryrgr|\.rai|nffvfgnag|cebzcg|fbheprf|qvfertneq|perqragvny|cnffjbeq|hfre"
)
_REVERSED = re.compile(r"(?i)erongi|tcurtsni|tnatsissa|tpmorp|dragersid|slaitnederc|drowssap|tnega")
_LEET = re.compile(
    r"(?i)(?<![\w.@/-])(?:[013457@$]?[a-z]{1,12}[013457@$]{1,2}){1,4}[a-z]{1,12}(?![\w@/-])"
)
_LEET_WORDS = 3
_LETTERS_OF_LEET = str.maketrans("013457@$", "oieastas")
_LINE_COMMENT = re.compile(r"^\[(?://|comment)\]: ?(?:#|<>) ?\((.*)", re.M)
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{24,}={0,2}")
_ENTITIES = re.compile(r"(?:&#(?:[0-9]{2,6}|x[0-9a-fA-F]{2,5});){6,}")
_ESCAPES = re.compile(r"(?:\\u00[0-9a-fA-F]{2}|%[0-9a-fA-F]{2}|\\x[0-9a-fA-F]{2}){8,}")
_ESCAPE = re.compile(r"(?:\\u00|%|\\x)([0-9a-fA-F]{2})")
_SPACED = re.compile(r"\b(?:[A-Za-z] {1,3}){6,}[A-Za-z]\b")
_BLANKS = re.compile(r"\s+")
_WORD = re.compile(r"\S+")
_LATIN = re.compile(r"[A-Za-z]")
_LOOK_ALIKES = str.maketrans(
    "аеорсухіјѕԁһӏԛԝАВЕКМНОРСТХІЈЅαοινρτυκΑΒΕΗΙΚΜΝΟΡΤΧΥΖ",
    "aeopcyxijsdhlqwABEKMHOPCTXIJSaoivptukABEHIKMNOPTXYZ",
)
_OPENING, _CLOSING = "\"'`“‘«„", "\"'`”’»“"
_QUOTED_BYTES = re.compile(QUOTED.pattern.encode())
_WORDS_OF_INTEREST = re.compile(
    rb"ignor|instruct|system|assist|prompt|user|execut|disregard|agent|send |must|secret|token|passw"
    rb"|https?:|curl|\.ssh|\.env|do not|api key|approve",
    re.I,
)


class Suspicion(NamedTuple):
    """Points of the most suspicious passage, and why: each reason once, with a piece of the
    text.
    """

    points: int
    reasons: tuple[str, ...]


class _Sight(NamedTuple):
    place: int
    name: str
    points: int
    piece: str


def suspicion(text: str, second_reader: bool = True) -> Suspicion:
    """How much the text looks like instructions to a model, by the rules and by the trained reader
    (or by the rules alone).
    """
    readers = (_in_company, _by_training) if second_reader else (_in_company,)
    sights: list[_Sight] = []
    for start in range(0, len(text) or 1, _WINDOW):
        window = text[max(0, start - _BEFORE) : start + _WINDOW + _OVERLAP]
        sights += _unseen(window, start)
        sights += _spoken(window, start, 0, "")
        sights += _meant(window, start, readers)
        sights += _tucked_away(window, start, readers)
    for place, comment in _comments(text):
        sights += _spoken(comment, place, _HIDDEN_MORE, " in a comment")
    return _worst(sorted(set(sights)))


def _meant(text: str, place: int, readers: _Readers, more: int = 0, where: str = "") -> _Sights:
    """What a few sentences mean together."""
    for passage in passages_of(sentences_of(as_shown(text))):
        if not passage.quoted:
            continue
        piece = passage.text[:_LONGEST_PIECE]
        for reader in readers:
            for name, points in reader(passage):
                yield _Sight(place + passage.place, name + where, points + more, piece)


def _by_training(passage: Passage) -> Iterator[tuple[str, int]]:
    """What the second reader gives a passage, if anything."""
    worth = score(passage)
    for least, points in LEVELS:
        if worth >= least:
            yield "reads like instructions to a model", points
            break


def _in_company(passage: Passage) -> Iterator[tuple[str, int]]:
    """The rows of TOGETHER that a passage fulfils, with their points."""
    concepts = passage.concepts
    less = EXCUSED_LESS if concepts & bit(EXCUSE) else 0
    for row, bits in _rows():
        if concepts & bits == bits and (len(passage.sentences) == 1 or not row.alone):
            yield row.name, row.points - less


@lru_cache(maxsize=1)
def _rows() -> list[tuple[Together, int]]:
    """TOGETHER, with the concepts of each row as bits."""
    return [(row, sum(map(bit, row.concepts))) for row in TOGETHER]


def _worst(sights: list[_Sight]) -> Suspicion:
    """The passage with most points."""
    worst, begin = Suspicion(0, ()), 0
    for end, last in enumerate(sights, 1):
        while sights[begin].place < last.place - _PASSAGE:
            begin += 1
        passage = _clearest(sights[max(begin, end - _MOST_SIGHTS) : end])
        points = sum(sight.points for sight in passage)
        if points > worst.points:
            passage.sort(key=lambda sight: -sight.points)
            worst = Suspicion(points, tuple(map(_reason, passage)))
    return worst


def _clearest(sights: list[_Sight]) -> list[_Sight]:
    """One sight of each kind, that with most points: a kind counts once in a passage."""
    clearest: dict[str, _Sight] = {}
    for sight in sights:
        other = clearest.get(sight.name)
        if other is None or other.points < sight.points:
            clearest[sight.name] = sight
    return list(clearest.values())


def _reason(sight: _Sight) -> str:
    return f"{sight.name}: “{sight.piece}”" if sight.piece else sight.name


def _unseen(text: str, place: int) -> Iterator[_Sight]:
    """What is there and cannot be seen."""
    shown = "" if text.isascii() else _FLAG.sub("", text)
    for pattern, name, points in _UNSEEN if shown else ():
        if match := pattern.search(shown):
            yield _Sight(place + match.start(), name, points, "")


def _comments(text: str) -> Iterator[tuple[int, str]]:
    """The comments of HTML and Markdown, and where they stand."""
    start = text.find("<!--")
    while start >= 0:
        end = text.find("-->", start + 4)
        if end < 0:
            break
        yield start, text[start + 4 : min(end, start + _LONGEST_COMMENT)]
        start = text.find("<!--", end)
    for comment in _LINE_COMMENT.finditer(text):
        yield comment.start(), comment[1][:_LONGEST_COMMENT]


def _tucked_away(text: str, place: int, readers: _Readers) -> _Sights:
    """Instructions that only a decoder can read."""
    for tags in _TAGS.finditer(_FLAG.sub("", text)) if not text.isascii() else ():
        hidden = "".join(chr(ord(letter) - 0xE0000) for letter in tags[0])
        yield from _spoken(hidden, place + tags.start(), _HIDDEN_MORE, " in invisible characters")
    for start, decoded in _decoded(text):
        yield from _spoken(decoded, place + start, _HIDDEN_MORE, " in an encoding")
        yield from _meant(decoded, place + start, readers, _HIDDEN_MORE, " in an encoding")


def _decoded(text: str) -> Iterator[tuple[int, str]]:
    """Where something encoded begins, and what it says."""
    for match in _ENTITIES.finditer(text):
        import html

        yield match.start(), html.unescape(_with_rest(match))
    for match in _ESCAPES.finditer(text):
        yield match.start(), _ESCAPE.sub(_unescaped, _with_rest(match))
    for match in _BASE64.finditer(text):
        yield from _if_of_interest(match.start(), _from_base64(match[0]))
        yield from _if_of_interest(match.start(), _from_base32(match[0]))
    for match in _HEX.finditer(text):
        digits = re.sub(r"0x|[ :,]", "", match[0])
        yield from _if_of_interest(match.start(), bytes.fromhex(digits[: len(digits) & ~1]))
    for match in _BITS.finditer(text):
        yield from _if_of_interest(
            match.start(), bytes(int(bits, 2) for bits in re.findall("[01]{8}", match[0]))
        )
    for match in _CONCEALED.finditer(text):
        yield match.start(), _ANSI.sub("", match[1])
    yield from _respelt(text)


def _respelt(text: str) -> Iterator[tuple[int, str]]:
    """The text with its letters put back: rotated, or from behind."""
    if match := _ROTATED.search(text):
        import codecs

        yield match.start(), codecs.decode(text, "rot13")
    if match := _REVERSED.search(text):
        yield match.start(), text[::-1]


def _if_of_interest(place: int, plain: bytes) -> Iterator[tuple[int, str]]:
    if _WORDS_OF_INTEREST.search(plain):
        yield place, plain.decode("utf-8", "replace")


def _with_rest(match: re.Match[str]) -> str:
    """What matched, and what follows, which may be encoded only in part."""
    return match.string[match.start() : match.end() + _FOLLOWING]


def _unescaped(escape: re.Match[str]) -> str:
    return chr(int(escape[1], 16))


def _from_base64(blob: str) -> bytes:
    from binascii import a2b_base64

    letters = blob.rstrip("=").replace("-", "+").replace("_", "/")
    whole = letters[:-1] if len(letters) % 4 == 1 else letters
    return a2b_base64(whole + "=" * (-len(whole) % 4))


def _from_base32(blob: str) -> bytes:
    from base64 import b32decode

    letters = blob.rstrip("=")
    whole = letters[: len(letters) // 8 * 8]
    try:
        return b32decode(whole)
    except ValueError:
        return b""


def _plain(text: str) -> str:
    """The text as it reads, with single blanks."""
    return _BLANKS.sub(" ", as_shown(text))


def as_shown(text: str) -> str:
    """The text as it reads: no invisible characters, one alphabet, spaced-out words closed up."""
    if not text.isascii():
        import unicodedata

        shown = unicodedata.normalize("NFKC", _BIDI.sub("", _INVISIBLE.sub("", text)))
        text = _WORD.sub(_in_one_alphabet, shown)
    if len(_LEET.findall(text)) >= _LEET_WORDS:
        text = _LEET.sub(lambda word: word[0].translate(_LETTERS_OF_LEET), text)
    return _SPACED.sub(lambda words: re.sub(r"(\w) (?=\w)", r"\1", words[0]), text)


def _in_one_alphabet(word: re.Match[str]) -> str:
    """Letters that stand among Latin ones are made Latin; words of another script stay."""
    return word[0].translate(_LOOK_ALIKES) if _LATIN.search(word[0]) else word[0]


def _spoken(text: str, place: int, more: int, where: str) -> Iterator[_Sight]:
    """What a text says that speaks to a model. `more`: points for where it hides."""
    data = _plain(text).encode("utf-8", "replace")
    rules = _rules()
    quotations = [match.span() for match in _QUOTED_BYTES.finditer(data)]
    for number in rules.Match(data) or ():
        rule = RULES[number]
        for match in rules.re(number).finditer(data):
            start, end = match.span()
            points = rule.points + more
            if not more and _is_quoted(data, start, end, quotations):
                points -= _QUOTED_LESS
                if _TALK.search(data, max(0, start - _AROUND), end + _AROUND):
                    points -= _EXCUSED_MORE
            piece = data[start:end].decode("utf-8", "replace").strip()[:_LONGEST_PIECE]
            yield _Sight(place + start, rule.name + where, points, piece)


def _is_quoted(data: bytes, start: int, end: int, quotations: list[tuple[int, int]]) -> bool:
    """Whether quotation marks or backquotes stand around it, as where people write about such
    texts.
    """
    if any(first <= start and end <= last for first, last in quotations):
        return True
    before = data[max(0, start - 12) : start].decode("utf-8", "ignore").rstrip("( ")
    behind = data[end : end + 80].decode("utf-8", "ignore")
    return bool(before) and before[-1] in _OPENING and any(sign in behind for sign in _CLOSING)


_made: list[Any] = []


def _rules() -> Any:
    if not _made:
        import re2

        options = re2.Options()
        options.log_errors = False
        options.case_sensitive = False
        made = re2.Filter()
        for rule in RULES:
            made.Add(rule.pattern, options)
        made.Compile()
        _made.append(made)
    return _made[0]
