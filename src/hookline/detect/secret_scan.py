"""Which secrets a text holds: the journal's rules find them, and what is only a stand-in for one is
set aside.

Goes in: a text. Comes out: `Finding`s, or the text with masks in their places. The journal masks
whatever could be a secret; a hook that denies must not cry wolf, so here a value that was found by
the name before it must also look like a secret. Nothing leaves the process, and nothing is kept.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from hookline.detect.finder import Finder, Span, joined, replaced
from hookline.detect.mask import suspicious
from hookline.detect.secret_checks import is_scrambled
from hookline.detect.secret_rules import RULES
from hookline.detect.stand_ins import (
    BY_NAME,
    HARMLESS,
    OWN_WORDS,
    PUBLIC_KEYS,
    PUBLIC_STARTS,
    PUBLIC_TOKENS,
    REFERENCES,
    STAND_INS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import Any

#: Whole blocks, whose inside is not judged letter by letter.
_BLOCKS = (
    "private-key",
    "private-key-tail",
    "putty-key",
    "seed-phrase",
    "jwt",
    "kubernetes-key-data",
)
#: Found by their length alone, or nearly: a name of that length is none, and neither is a piece of
#: a file in base64.
_SCRAMBLED = ("aws-secret-key", "random-argument", "random-cookie")
_NO_ZEROS = ("facebook-token", "aws-secret-key", "aws-bedrock-key", "square-token")
_LONGEST_JUDGED = 400
#: Not of `/` and `A`, which the zeros inside real tokens become in base64.
_REPEATED = re.compile(r"([^/A])\1{6}")
_ONE_WORD = re.compile(r"[A-Za-z]+(?:[-_./ :][A-Za-z]+)*[0-9]{0,4}")
_CODE = re.compile(
    r"[A-Za-z_][(\[]|[-=]>|\\n|::|\?\?|=null|\$[A-Z]|\*\*\*|\?\.|===|\?[A-Za-z.]*:|`"
)
_CONSONANTS = re.compile(r"[bcdfghjklmnpqrstvwxz]{6}", re.I)
_RARE = re.compile(r"[jkqvwxz]", re.I)
_BODY = re.compile(r"[A-Za-z0-9+/]{48}")


class Finding(NamedTuple):
    """One secret: which rule found it, its place in the text's UTF-8 bytes, and itself."""

    kind: str
    start: int
    end: int
    secret: str


_FINDER = Finder(RULES)


def findings(text: str, ignore: Collection[str] = ()) -> list[Finding]:
    """The secrets in a text, in order of place, without those of the kinds to ignore."""
    if not suspicious(text):
        return []
    data = text.encode("utf-8", "surrogatepass")
    spans = joined(span for span in _FINDER.find(data) if _is_convincing(data, span))
    return [_finding(data, span) for span in spans if span.name not in ignore]


def redacted(text: str, found: Iterable[Finding]) -> str:
    """The text with a mask in each secret's place."""
    data = text.encode("utf-8", "surrogatepass")
    return replaced(data, [Span(one.start, one.end, 0, one.kind) for one in found]).decode(
        "utf-8", "surrogatepass"
    )


def kinds_of(found: Iterable[Finding]) -> str:
    """What was found, for a message: `github-token, env (3)`."""
    counts: dict[str, int] = {}
    for one in found:
        counts[one.kind] = counts.get(one.kind, 0) + 1
    return ", ".join(kind if count == 1 else f"{kind} ({count})" for kind, count in counts.items())


def _is_convincing(data: bytes, span: Span) -> bool:
    return not _is_public(data, span) and _is_secret(
        span.name, data[span.start : span.end].decode("utf-8", "replace")
    )


def _is_public(data: bytes, span: Span) -> bool:
    """Whether what stands before it says that it is no secret: `nextToken`, or the letters of
    Mapbox's public tokens.
    """
    before = data[max(0, span.start - 40) : span.start].lower()
    if before.endswith(b"pk.") or any(word in before[-16:] for word in PUBLIC_KEYS):
        return True
    return span.name in BY_NAME and any(word in before for word in PUBLIC_TOKENS)


def _finding(data: bytes, span: Span) -> Finding:
    return Finding(
        span.name,
        span.start,
        span.end,
        data[span.start : span.end].decode("utf-8", "surrogatepass"),
    )


def _is_secret(kind: str, value: str) -> bool:
    if kind in _BLOCKS:
        return "private-key" not in kind or _BODY.search(value) is not None
    judged = value.removeprefix(OWN_WORDS.get(kind, ""))[:_LONGEST_JUDGED]
    if kind == "twilio-key" and value.startswith("AC"):
        return False  # an account's name, which is in every address
    if kind == "cookie":
        return any(_looks_random(part.partition("=")[2]) for part in re.split(r"[;\s]+", judged))
    if (
        _is_stand_in(judged)
        or (kind in _SCRAMBLED and not is_scrambled(judged))
        or (kind in _NO_ZEROS and "AAA" in judged[4:])
    ):
        return False
    return kind not in BY_NAME or _looks_chosen(judged)


def _is_stand_in(value: str) -> bool:
    lowered = value.lower()
    if (
        any(word in lowered for word in STAND_INS)
        or _REPEATED.search(value)
        or lowered.startswith(PUBLIC_STARTS)
    ):
        return True
    if value.endswith("...") or (value.endswith("=") and len(value) < 8):
        return True
    return len(value) >= 12 and len(set(value)) <= 4


def _looks_chosen(value: str) -> bool:
    """Whether a value is one that a person or a program chose as a secret, rather than a word, a
    number or a name.
    """
    value = value.lstrip("\"'`=").rstrip("\"'`=*,;.:])}")
    if len(value) < 4 or value.startswith(REFERENCES) or _is_harmless(value):
        return False
    if value.isascii() and _ONE_WORD.fullmatch(value):
        return _is_typed(value) or _is_gibberish(value)
    return (
        any(letter.isalnum() for letter in value)
        and not _CODE.search(value)
        and not _is_sentence(value)
    )


def _is_harmless(value: str) -> bool:
    """A number, a colour, a name in code, or nothing but weak words. In RE2, for `re` would try
    these for ever.
    """
    return _harmless().fullmatch(value) is not None


_made: list[Any] = []


def _harmless() -> Any:
    if not _made:
        import re2

        _made.append(re2.compile("|".join(f"(?:{form})" for form in HARMLESS)))
    return _made[0]


def _is_sentence(value: str) -> bool:
    """Words with blanks between them and no digit: text for people. A passphrase of that form is missed."""
    return " " in value.strip() and not any(letter.isdigit() for letter in value)


def _is_typed(value: str) -> bool:
    """`Tackle9229` is a password, `utf8` a name: two digits at the end, or one behind a word with a
    capital.
    """
    letters = value.rstrip("0123456789")
    return (
        len(letters) < len(value)
        and value.isalnum()
        and (len(value) - len(letters) >= 2 or not letters.islower())
    )


def _is_gibberish(value: str) -> bool:
    """Letters that no language puts together."""
    if len(value) < 16:
        return False
    is_strange = _CONSONANTS.search(value) is not None or len(_RARE.findall(value)) * 7 >= len(
        value
    )
    return is_strange or _case_changes(value) * 2 >= len(value)


def _looks_random(value: str) -> bool:
    has_both = any(letter.isdigit() for letter in value) and any(
        letter.isalpha() for letter in value
    )
    return has_both and len(value) >= 16 and len(set(value)) >= 10


def _case_changes(value: str) -> int:
    return sum(one.isupper() != other.isupper() for one, other in pairwise(value))
