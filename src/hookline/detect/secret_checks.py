"""CHECKS: what a pattern alone cannot tell: is this found text a secret, or a placeholder, a name
in code, a word of prose?

Each test is given the whole text as bytes and where in it the found part begins and ends; True
means it is a secret.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

from hookline.detect.secret_rules import PLAIN_WORDS, PUBLIC_PREFIXES, TELLING

_KEYWORDS = (
    "password", "passwd", "secret", "token", "apikey", "api_key", "api-key", "credential",
    "private", "authorization",
)  # fmt: skip
_REFERENCE_STARTS = (
    "$", "<", "{", "%", "process.env", "os.environ", "env.", "env(", "getenv", "import.meta",
    "vault:", "op://",
)  # fmt: skip
_FILLING = frozenset("*x.#-_:…")
#: A variable, a substitution, a name in brackets: as a whole.
_PLACEHOLDER = re.compile(
    r"\$\{[^{}]*\}|\$\w+|\$\([^()]*\)|<[^<>]*>|\{\{?[^{}]*\}\}?|%\(?\w*\)?[%s]?|\[[^\[\]]*\]"
)
#: Several settings, which others take apart.
_SETTINGS = re.compile(r";\s*\w+=")
#: Signs of code, and others at which an unquoted value ends for the rules that know no line.
_CODE_SIGNS, _ENDING_SIGNS = frozenset("()[]{}<>\"'`"), frozenset("&|;,\\")
_TO_BASE64 = bytes.maketrans(b"-_", b"+/")
_NOT_BASE64 = bytes(sign for sign in range(256) if not chr(sign).isalnum() or sign > 127).translate(
    None, b"+/-_"
)
#: How much of what stands before the word that made us look is decoded too, and where that word ends at the
#: latest.
_TELLING_EDGE, _LONGEST_START = 64, 160
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
    return not (_is_for_people(value) if " " in value else _is_reference(value))


def _is_for_people(sentence: str) -> bool:
    speaks_of_it = any(word in sentence.lower() for word in _KEYWORDS)
    return speaks_of_it or sentence.rstrip().endswith((".", "!", "?", ":"))


def _unquoted(data: bytes, start: int, end: int) -> bool:
    """An unquoted value: code assigns names and calls there, configuration assigns secrets, prose
    goes on.
    """
    value = _value(data, start, end).rstrip(".:!?")
    if len(value) < 4 or _is_placeholder(value) or _is_code(value, data[end : end + 1]):
        return False
    return _is_no_plain_word(value) or _is_setting(data, start, end)


def _is_code(value: str, after: bytes) -> bool:
    """A name, or a call."""
    return _is_reference(value) or after in (b"(", b"[", b"<", b"{")


def _is_no_plain_word(value: str) -> bool:
    """Digits, signs or capitals in it, or longer than words are."""
    if not value.replace("_", "").replace("-", "").isalpha() or _is_mixed_case(value):
        return True
    return len(value) >= 20 and value.isalpha()


def _mixed(data: bytes, start: int, end: int) -> bool:
    """Looks random: capitals, small letters and digits, mixed. A hash in hexadecimal does not
    pass.
    """
    value = _value(data, start, end)
    has_all_kinds = set(map(_kind_of, set(value))) >= {"upper", "lower", "digit"}
    return has_all_kinds and _entropy(value) >= 3.5


def _random(data: bytes, start: int, end: int) -> bool:
    """Looks random, or is hexadecimal and as long as a key."""
    return _mixed(data, start, end) or _is_long_hex(_value(data, start, end))


def _scattered(data: bytes, start: int, end: int) -> bool:
    """What an issuer of keys hands out, also in small letters and digits only."""
    value = _value(data, start, end).rstrip(".")
    kinds = set(map(_kind_of, set(value)))
    digits = sum(letter in _DIGIT for letter in value)
    is_scattered = {"digit", "lower"} <= kinds and digits >= 4 and _entropy(value) >= 3.7
    return is_scattered and "." not in value and _longest_small_run(value) < 9


def _jumbled(data: bytes, start: int, end: int) -> bool:
    """A password as its generator makes it: capitals, small letters, digits and a sign among them."""
    value = _value(data, start, end)
    return _mixed(data, start, end) and not value.isalnum() and _longest_small_run(value) < 5


def _typed(data: bytes, start: int, end: int) -> bool:
    """What a person would type as a password: letters and digits, or signs among them; no word,
    name or sentence.
    """
    value = _value(data, start, end).rstrip(".,:;!?)")
    if len(value) < 6 or _is_placeholder(value) or _is_reference(value):
        return False
    return _has_digit_and_letter(value) or (_is_mixed_case(value) and not value.isalpha())


def _has_digit_and_letter(value: str) -> bool:
    kinds = set(map(_kind_of, set(value)))
    return "digit" in kinds and not kinds.isdisjoint(("upper", "lower"))


def _random_tail(data: bytes, start: int, end: int) -> bool:
    """A name and a random part, as in most issuers' tokens. The ids that services hand out look the
    same and are listed.
    """
    name, _, tail = _value(data, start, end).replace("-", "_").partition("_")
    is_one_case = name.islower() or name.isupper()
    return is_one_case and name.lower() not in PUBLIC_PREFIXES and _is_random(tail)


def _is_random(tail: str) -> bool:
    """Long pieces that no name has, and no word among them."""
    lengths = [len(piece) for piece in tail.split("_") if is_scrambled(piece)]
    is_long = sum(lengths) >= 20 and max(lengths) >= 10
    return is_long and _longest_small_run(tail) < 9 and _entropy(tail) >= 4.0


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


def _spoken(data: bytes, start: int, end: int) -> bool:
    """What is piped into a program, such as `user:password`: the last word says whether it is one."""
    text = _value(data, start, end)
    words = text.replace("\\n", " ").split()
    last = (words[-1] if words else "").strip("\"'").rpartition(":")[2]
    is_made = "$(" in text or "`" in text
    return bool(last.strip("%sn\\")) and not is_made and not _is_placeholder(last)


def _key_argument(data: bytes, start: int, end: int) -> bool:
    """A key, and not the form in which another place of it is named, nor a file."""
    value = _value(data, start, end)
    is_named = value.startswith(("env:", "file:", "fd:", "stdin", "pass:"))
    return not is_named and _given(data, start, end)


def _whole_line(data: bytes, start: int, end: int) -> bool:
    """A value that goes on behind a sign at which others end: it is no code, and more than a name."""
    value = _value(data, start, end)
    value = value.rstrip(",;")
    if len(value) < 6 or _is_placeholder(value) or "://" in value or _SETTINGS.search(value):
        return False
    if not _CODE_SIGNS.isdisjoint(value):
        return _is_jumble(value)
    return not _ENDING_SIGNS.isdisjoint(value)


def _encoded(data: bytes, start: int, end: int) -> bool:
    """Base64 of a text that holds a secret."""
    from hookline.detect.masking import mask_text

    letters = data[max(start - _TELLING_EDGE, 0) : end].replace(b"\\n", b"")
    letters = letters.translate(_TO_BASE64, _NOT_BASE64)
    for skipped in range(4):  # where a group of four letters begins is not known
        start_of_it = _from_base64(letters[skipped : skipped + _LONGEST_START])
        if any(word in start_of_it for word in TELLING):
            text = _from_base64(letters[skipped:])
            if mask_text(text) != text:
                return True
    return False


def _from_base64(letters: bytes) -> str:
    from binascii import Error, a2b_base64

    try:
        return a2b_base64(letters[: len(letters) // 4 * 4]).decode("latin-1")
    except Error:
        return ""


def _aws40(data: bytes, start: int, end: int) -> bool:
    """The bare form of an AWS secret key: exactly forty characters that are no path, no name and no
    hash.
    """
    value = _value(data, start, end)
    if len(value) != 40 or "-" in value or "_" in value:
        return False
    return _has_kinds_of_a_key(value) and not _is_path(value) and _entropy(value) >= 4.3


def _has_kinds_of_a_key(value: str) -> bool:
    kinds = Counter(map(_kind_of, value))
    return kinds["upper"] > 0 and kinds["lower"] > 0 and kinds["digit"] >= 2


def _is_path(value: str) -> bool:
    """Words, or several parts between slashes one of which is a word."""
    slashes, run = value.count("/"), _longest_small_run(value)
    return slashes > 4 or run >= 9 or (slashes >= 2 and run >= 5)


#: Every check by the name `secret_rules.RULES` uses.
CHECKS: dict[str, Callable[[bytes, int, int], bool]] = {
    "given": _given,
    "loose": _loose,
    "quoted": _quoted,
    "unquoted": _unquoted,
    "mixed": _mixed,
    "scattered": _scattered,
    "jumbled": _jumbled,
    "random": _random,
    "random-tail": _random_tail,
    "random-capitals": _random_capitals,
    "typed": _typed,
    "user-and-password": _user_and_password,
    "spoken": _spoken,
    "key-argument": _key_argument,
    "whole-line": _whole_line,
    "encoded": _encoded,
    "aws40": _aws40,
}


def _value(data: bytes, start: int, end: int) -> str:
    return data[start:end].decode("utf-8", "replace")


def _is_placeholder(value: str) -> bool:
    lowered = value.lower().rstrip(".,:;!?)")
    if _FILLING.issuperset(lowered) or lowered in PLAIN_WORDS or _PLACEHOLDER.fullmatch(value):
        return True
    return lowered.startswith(_REFERENCE_STARTS) and not _is_jumble(value)


def _is_jumble(value: str) -> bool:
    """Letters, digits and many signs, as generators of keys make them; nobody writes that as code."""
    kinds = set(map(_kind_of, value))
    signs = {sign for sign in value if not sign.isalnum()} - set("_-./:")
    return len(value) >= 16 and "digit" in kinds and len(signs) >= 4 and not signs & set(" \"'")


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
    before = data[line_start:start]
    after = data[end : end + 80].split(b"\n", 1)[0].strip()
    if after and not after.startswith(b"#"):
        return False
    if before.endswith(b"= ") and before[:1].isspace():
        return False  # code
    return len(before.removeprefix(b"- ").replace(b"=", b" ").split()) == 1


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
    kinds = ["lower" if kind == "sign" else kind for kind in map(_kind_of, piece)]
    changes = sum(one != other for one, other in pairwise(kinds))
    return len(set(kinds)) == 3 and changes * 3 >= len(piece)


def _kind_of(letter: str) -> str:
    if letter in _UPPER:
        return "upper"
    if letter in _LOWER:
        return "lower"
    return "digit" if letter in _DIGIT else "sign"


def _entropy(value: str) -> float:
    """Bits per character."""
    from math import log2

    counts = [value.count(letter) / len(value) for letter in set(value)]
    return -sum(share * log2(share) for share in counts)
