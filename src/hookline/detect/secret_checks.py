"""CHECKS: what a pattern alone cannot tell: is this found text a secret, or a placeholder, a name
in code, a word of prose?

Each test is given the whole text as bytes and where in it the found part begins and ends; True
means it is a secret.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from hookline.detect.secret_rules import PLAIN_WORDS, PUBLIC_PREFIXES

_KEYWORDS = (
    "password",
    "passwd",
    "secret",
    "token",
    "apikey",
    "api_key",
    "api-key",
    "credential",
    "private",
    "authorization",
)
_REFERENCE_STARTS = (
    "$",
    "<",
    "{",
    "%",
    "process.env",
    "os.environ",
    "env.",
    "env(",
    "getenv",
    "import.meta",
    "vault:",
    "op://",
)
_FILLING = frozenset("*x.#-_:…")
_UPPER, _LOWER = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), frozenset("abcdefghijklmnopqrstuvwxyz")
_DIGIT = frozenset("0123456789")


def _given(data: bytes, start: int, end: int) -> bool:
    """Where a value can only be a secret (an environment variable, a flag): all but placeholders
    and plain words.
    """
    value = _value(data, start, end)
    return bool(value) and not _is_placeholder(value)


def _loose(data: bytes, start: int, end: int) -> bool:
    """No placeholder, and no plain word: a digit, a sign or a capital inside."""
    value = _value(data, start, end)
    return not _is_placeholder(value) and not _is_word(value)


def _quoted(data: bytes, start: int, end: int) -> bool:
    """A quoted value: a sentence is one for people when it speaks of passwords, and a passphrase
    when it does not.
    """
    value = _value(data, start, end)
    if len(value) < 4 or _is_placeholder(value):
        return False
    if " " in value:
        return not any(word in value.lower() for word in _KEYWORDS) and not value.rstrip().endswith(
            (".", "!", "?", ":")
        )
    return not _is_reference(value)


def _unquoted(data: bytes, start: int, end: int) -> bool:
    """An unquoted value: code assigns names and calls there, configuration assigns secrets, prose goes on."""
    value = _value(data, start, end).rstrip(".:!?")
    if (
        len(value) < 4
        or _is_placeholder(value)
        or _is_reference(value)
        or data[end : end + 1] in (b"(", b"[", b"<", b"{")
    ):
        return False
    if not value.replace("_", "").replace("-", "").isalpha() or _is_mixed_case(value):
        return True
    return (len(value) >= 20 and value.isalpha()) or _is_setting(data, start, end)


def _mixed(data: bytes, start: int, end: int) -> bool:
    """Looks random: capitals, small letters and digits, mixed. A hash in hexadecimal does not pass."""
    value = _value(data, start, end)
    letters = set(value)
    return (
        bool(letters & _UPPER and letters & _LOWER and letters & _DIGIT) and _entropy(value) >= 3.5
    )


def _random(data: bytes, start: int, end: int) -> bool:
    """Looks random, or is hexadecimal and as long as a key."""
    return _mixed(data, start, end) or _is_long_hex(_value(data, start, end))


def _typed(data: bytes, start: int, end: int) -> bool:
    """What a person would type as a password: letters and digits, or signs among them; no word,
    name or sentence.
    """
    value = _value(data, start, end).rstrip(".,:;!?)")
    letters = set(value)
    mixed = bool(letters & _DIGIT and letters & (_UPPER | _LOWER)) or (
        _is_mixed_case(value) and not value.isalpha()
    )
    return len(value) >= 6 and mixed and not _is_placeholder(value) and not _is_reference(value)


def _random_tail(data: bytes, start: int, end: int) -> bool:
    """A name and a random part, as in most issuers' tokens. The ids that services hand out look the
    same and are listed.
    """
    name, _, tail = _value(data, start, end).replace("-", "_").partition("_")
    if (
        name.lower() in PUBLIC_PREFIXES
        or not (name.islower() or name.isupper())
        or _longest_small_run(tail) >= 9
    ):
        return False
    pieces = [piece for piece in tail.split("_") if is_scrambled(piece)]
    return (
        max(map(len, pieces), default=0) >= 10
        and sum(map(len, pieces)) >= 20
        and _entropy(tail) >= 4.0
    )


def _random_capitals(data: bytes, start: int, end: int) -> bool:
    """Capitals and digits, mixed, as no constant is named."""
    value = _value(data, start, end)
    return sum(letter in _DIGIT for letter in value) >= 2 and _entropy(value) >= 3.5


def _user_and_password(data: bytes, start: int, end: int) -> bool:
    """Base64 of `user:password`, as Docker keeps it."""
    from binascii import Error, a2b_base64

    try:
        plain = a2b_base64(data[start:end] + b"==")
    except Error:
        return False
    return b":" in plain and plain.isascii()


def _aws40(data: bytes, start: int, end: int) -> bool:
    """The bare form of an AWS secret key: exactly forty characters that are no path, no name and no hash."""
    value = _value(data, start, end)
    if len(value) != 40 or "-" in value or "_" in value:
        return False
    letters, slashes, run = set(value), value.count("/"), _longest_small_run(value)
    if not (letters & _UPPER and letters & _LOWER) or sum(letter in _DIGIT for letter in value) < 2:
        return False
    if slashes > 4 or run >= 9 or (slashes >= 2 and run >= 5):
        return False
    return _entropy(value) >= 4.3


#: Every check by the name `secrets.RULES` uses.
CHECKS: dict[str, Callable[[bytes, int, int], bool]] = {
    "given": _given,
    "loose": _loose,
    "quoted": _quoted,
    "unquoted": _unquoted,
    "mixed": _mixed,
    "random": _random,
    "random-tail": _random_tail,
    "random-capitals": _random_capitals,
    "typed": _typed,
    "user-and-password": _user_and_password,
    "aws40": _aws40,
}


def _value(data: bytes, start: int, end: int) -> str:
    return data[start:end].decode("utf-8", "replace")


def _is_placeholder(value: str) -> bool:
    lowered = value.lower().rstrip(".,:;!?)")
    return (
        lowered in PLAIN_WORDS
        or lowered.startswith(_REFERENCE_STARTS)
        or not set(lowered) - _FILLING
    )


def _is_word(value: str) -> bool:
    """Letters and inner hyphens only, with no capital after the first letter."""
    return value.replace("-", "").isalpha() and not _is_mixed_case(value)


def _is_mixed_case(value: str) -> bool:
    return not value.isupper() and any(letter in _UPPER for letter in value[1:])


def _is_reference(value: str) -> bool:
    """A name in code: `new_password`, `config.token`, `MY_SECRET`."""
    letters = value.replace("_", "").replace(".", "").replace("-", "").replace("?", "")
    if not letters.isalpha():
        return False
    return "." in value.strip(".") or any(word in value.lower() for word in _KEYWORDS)


def _is_long_hex(value: str) -> bool:
    return len(value) >= 32 and not set(value) - set("0123456789abcdef") and len(set(value)) >= 8


def _is_setting(data: bytes, start: int, end: int) -> bool:
    """Whether the line is a setting and nothing else, `key: value`. An indented `name = other_name`
    is code.
    """
    line_start = data.rfind(b"\n", 0, start) + 1
    before, after = data[line_start:start], data[end : end + 80].split(b"\n", 1)[0].strip()
    if after and not after.startswith(b"#"):
        return False
    is_code = before.endswith(b"= ") and before[:1].isspace()
    return not is_code and len(before.removeprefix(b"- ").replace(b"=", b" ").split()) == 1


def _longest_small_run(value: str) -> int:
    longest = run = 0
    for letter in value:
        run = run + 1 if letter in _LOWER else 0
        longest = max(longest, run)
    return longest


def is_scrambled(piece: str) -> bool:
    """Capitals, small letters and digits, in an order that no name has: the kind changes at least
    every third letter.
    """
    kinds = ["U" if letter in _UPPER else "D" if letter in _DIGIT else "l" for letter in piece]
    return len(set(kinds)) == 3 and sum(one != other for one, other in pairwise(kinds)) * 3 >= len(
        piece
    )


def _entropy(value: str) -> float:
    """Bits per character."""
    from math import log2

    counts = [value.count(letter) / len(value) for letter in set(value)]
    return -sum(share * log2(share) for share in counts)
