"""Which secrets a text holds: the masking rules find them, and what is only a stand-in for one is
set aside.

Masking hides whatever could be a secret; a hook that denies must not cry wolf, so here a value that
was found by the name before it must also look like a secret.
"""

from __future__ import annotations

import re
from itertools import pairwise

from hookline.detect.detection import Detection, detection_of, encoded
from hookline.detect.finder import Finder, Span, joined
from hookline.detect.masking import may_hold_secret
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
    from collections.abc import Callable, Collection
    from typing import Any

    Test = Callable[[str], bool]

_LONGEST_JUDGED = 400
#: How many bytes before a secret can say that it is public.
_BEFORE, _JUST_BEFORE = 40, 16
_PUBLIC_NUMBER = re.compile(rb"""["'](?:n|x|y|x5t|x5t#S256|kid)\\*["']\s*:\s*\\*["'][\w-]*\Z""")
#: Not of `/` and `A`, which the zeros inside real tokens become in base64.
_REPEATED = re.compile(r"([^/A])\1{6}")
_ONE_WORD = re.compile(r"[A-Za-z]+(?:[-_./ :][A-Za-z]+)*[0-9]{0,4}")
_CODE = re.compile(
    r"[A-Za-z_][(\[]|[-=]>|\\n|::|\?\?|=null|\$[A-Z]|\*\*\*|\?\.|===|\?[A-Za-z.]*:|`"
)
_CONSONANTS = re.compile(r"[bcdfghjklmnpqrstvwxz]{6}", re.I)
_RARE = re.compile(r"[jkqvwxz]", re.I)
_BODY = re.compile(r"[A-Za-z0-9+/]{48}")
_EXAMPLE = re.compile("|".join(map(re.escape, STAND_INS)))
_FINDER = Finder(RULES)


def secrets_in(text: str, ignore: Collection[str] = ()) -> list[Detection]:
    """The secrets in a text, in order of place, without those of the kinds to ignore."""
    if not may_hold_secret(text):
        return []
    data = encoded(text)
    spans = joined(span for span in _FINDER.find(data) if _is_convincing(data, span))
    return [detection_of(data, span) for span in spans if span.name not in ignore]


def _is_convincing(data: bytes, span: Span) -> bool:
    value = data[span.start : span.end].decode("utf-8", "replace")
    return not _is_public(data, span) and _is_secret(span.name, value)


def _is_public(data: bytes, span: Span) -> bool:
    """Whether what stands before it says that it is no secret: `nextToken`, or the letters of
    Mapbox's public tokens.
    """
    before = data[max(0, span.start - _BEFORE) : span.start].lower()
    if before.endswith(b"pk.") or _is_of_public_key(data, span):
        return True
    if _holds_one(before[-_JUST_BEFORE:], PUBLIC_KEYS):
        return True
    return span.name in BY_NAME and _holds_one(before, PUBLIC_TOKENS)


def _is_of_public_key(data: bytes, span: Span) -> bool:
    """The numbers of a key that is published as JSON: `"n": "SOT_M9…"`."""
    before = data[max(0, span.start - _LONGEST_JUDGED) : span.start]
    return span.name == "random-with-prefix" and _PUBLIC_NUMBER.search(before) is not None


def _holds_one(data: bytes, words: tuple[bytes, ...]) -> bool:
    return any(word in data for word in words)


def _is_secret(kind: str, value: str) -> bool:
    """Whether a value of this kind is a secret, rather than what stands in for one."""
    if kind in _WHOLE:
        return _WHOLE[kind](value)
    judged = value.removeprefix(OWN_WORDS.get(kind, ""))[:_LONGEST_JUDGED]
    return not _is_stand_in(judged) and all(test(judged) for test in _TESTS.get(kind, ()))


def _has_body(value: str) -> bool:
    """A key, and not only the frame of one."""
    return _BODY.search(value) is not None


def _is_block(value: str) -> bool:
    """A whole block, whose inside is not judged letter by letter."""
    return True


def _holds_session(value: str) -> bool:
    """Whether one of several cookies looks like the key of a session."""
    cookies = re.split(r"[;\s]+", value[:_LONGEST_JUDGED])
    return any(_looks_random(cookie.partition("=")[2]) for cookie in cookies)


def _looks_random(value: str) -> bool:
    has_digit = any(letter.isdigit() for letter in value)
    has_letter = any(letter.isalpha() for letter in value)
    return has_digit and has_letter and len(value) >= 16 and len(set(value)) >= 10


def _is_no_account(value: str) -> bool:
    """An account's name at Twilio is in every address."""
    return not value.startswith("AC")


def _has_no_zeros(value: str) -> bool:
    """Zeros in base64 are a piece of a file, not of a key."""
    return "AAA" not in value[4:]


def _is_stand_in(value: str) -> bool:
    """Whether somebody wrote it to be replaced, as an example, or for everybody to see."""
    lowered = value.lower()
    is_example = _EXAMPLE.search(lowered) is not None
    is_filling = _REPEATED.search(value) or (len(value) >= 12 and len(set(value)) <= 4)
    is_cut_off = value.endswith("...") or (value.endswith("=") and len(value) < 8)
    return is_example or bool(is_filling) or is_cut_off or lowered.startswith(PUBLIC_STARTS)


def _looks_chosen(value: str) -> bool:
    """Whether a value is one that a person or a program chose as a secret, rather than a word, a
    number or a name.
    """
    bare = value.lstrip("\"'`=").rstrip("\"'`=*,;.:])}")
    if len(bare) < 4 or bare.startswith(REFERENCES) or _is_harmless(bare):
        return False
    judge = _is_unusual_word if _is_one_word(bare) else _is_no_text
    return judge(bare)


def _is_one_word(value: str) -> bool:
    return value.isascii() and _ONE_WORD.fullmatch(value) is not None


def _is_unusual_word(value: str) -> bool:
    return _is_typed(value) or _is_gibberish(value)


def _is_no_text(value: str) -> bool:
    """Neither code, nor a sentence, nor nothing but signs."""
    has_letter_or_digit = any(letter.isalnum() for letter in value)
    return has_letter_or_digit and not (_CODE.search(value) or _is_sentence(value))


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
    """Words with blanks between them and no digit: text for people. A passphrase of that form is
    missed.
    """
    return " " in value.strip() and not any(letter.isdigit() for letter in value)


def _is_typed(value: str) -> bool:
    """`Tackle9229` is a password, `utf8` a name: two digits at the end, or one behind a word with a
    capital.
    """
    letters = value.rstrip("0123456789")
    digits = len(value) - len(letters)
    if digits == 0 or not value.isalnum():
        return False
    return digits >= 2 or not letters.islower()


def _is_gibberish(value: str) -> bool:
    """Letters that no language puts together."""
    if len(value) < 16:
        return False
    rare_letters = len(_RARE.findall(value))
    is_strange = rare_letters * 7 >= len(value) or _case_changes(value) * 2 >= len(value)
    return is_strange or _CONSONANTS.search(value) is not None


def _case_changes(value: str) -> int:
    return sum(one.isupper() != other.isupper() for one, other in pairwise(value))


#: Kinds that are judged as a whole.
_WHOLE: dict[str, Test] = {
    "private-key": _has_body,
    "private-key-tail": _has_body,
    "putty-key": _is_block,
    "seed-phrase": _is_block,
    "jwt": _is_block,
    "kubernetes-key-data": _is_block,
    "cookie": _holds_session,
}
#: What a value of a kind must pass beside being no stand-in. Some kinds are found by their length
#: alone, or nearly: a name of that length is none, and neither is a piece of a file in base64.
_TESTS: dict[str, tuple[Test, ...]] = {
    **dict.fromkeys(BY_NAME, (_looks_chosen,)),
    "aws-secret-key": (is_scrambled, _has_no_zeros),
    "random-argument": (is_scrambled,),
    "random-cookie": (is_scrambled,),
    "facebook-token": (_has_no_zeros,),
    "aws-bedrock-key": (_has_no_zeros,),
    "square-token": (_has_no_zeros,),
    "twilio-key": (_is_no_account,),
}
