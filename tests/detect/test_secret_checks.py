"""detect.secret_checks: a secret, or a placeholder, a name in code, a word of prose?"""

from __future__ import annotations

import pytest
from pytest import param

from hookline.detect.secret_checks import CHECKS

BASE64_OF_BOB = "Ym9iOmh1bnRlcjI="  # bob:hunter2
AWS_KEY = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzQ81pLm2Ta"

SCRAMBLED = "x9Kd72LmQ0pZr5TvB8nWc3Yh6JsD1Gf4"
NEW_CHECKS = {"typed", "random-tail", "random-capitals"}
PROGRAM_CHECKS = ("spoken", "key-argument", "whole-line", "encoded")
#: "The password must be at least twelve characters long, and is asked for."
ENCODED_TEXT = "VGhlIHBhc3N3b3JkIG11c3QgYmUgYXQgbGVhc3QgdHdlbHZlIGNoYXJhY3RlcnMgbG9uZywgYW5kIGlzIGFza2VkIGZvci4="


def passes(check: str, text: str) -> bool:
    """`before«found»behind`; without the signs all of it was found."""
    before, _, rest = text.partition("«") if "«" in text else ("", "", text)
    found, _, behind = rest.partition("»")
    data = (before + found + behind).encode()
    start = len(before.encode())
    return CHECKS[check](data, start, start + len(found.encode()))


@pytest.mark.parametrize(
    ("check", "text"),
    [
        param("given", "hunter2", id="given: a password"),
        param("given", "correct", id="given: even a word"),
        param("loose", "a1b2c3", id="loose: letters and digits"),
        param("loose", "camelCase", id="loose: a capital inside"),
        param("quoted", "hunter2", id="quoted: a password"),
        param("quoted", "correct horse battery", id="quoted: a passphrase"),
        param("unquoted", "password: «hunter2»", id="unquoted: with a digit"),
        param("unquoted", "password: «hunTer»", id="unquoted: with a capital inside"),
        param("unquoted", "password: «swordfish»", id="unquoted: the whole of a setting"),
        param("unquoted", "password: «swordfish» # mine", id="unquoted: a setting with a comment"),
        param("unquoted", "- password: «swordfish»", id="unquoted: a setting in a list"),
        param("unquoted", "x\npassword=«swordfish»\ny", id="unquoted: a setting among others"),
        param("unquoted", "set password «abcdefghijklmnopqrstuvwxyz» now", id="unquoted: long, in prose"),
        param("scattered", "vj8u5xtotmc3reqrqzbk24lhg6", id="scattered: small letters and digits"),
        param("jumbled", "qbVE09_tHcS3", id="jumbled: a password that was made"),
        param("mixed", "aB3dE6gH9jK2", id="mixed: capitals, small letters, digits"),
        param("random", "aB3dE6gH9jK2", id="random: mixed"),
        param("random", "0123456789abcdef" * 2, id="random: long and hexadecimal"),
        param("typed", "Tackle9229.", id="typed: letters and digits, at the end of a sentence"),
        param("typed", "blue-Horses", id="typed: a sign and a capital"),
        param("random-tail", f"acme_{SCRAMBLED}", id="a name and a random part"),
        param("random-tail", f"tk-us-{SCRAMBLED}", id="a name, a region and a random part"),
        param("random-capitals", "API-W7G344CN3RL3J34PIIYB6Z22K4", id="capitals and digits"),
        param("user-and-password", BASE64_OF_BOB, id="docker: user and password"),
        param("aws40", AWS_KEY, id="aws: forty characters"),
    ],
)
def test_is_a_secret(check: str, text: str) -> None:
    assert passes(check, text)


@pytest.mark.parametrize(
    ("check", "text"),
    [
        param("given", "", id="given: nothing"),
        param("given", "$PASSWORD", id="given: a variable"),
        param("given", "<password>", id="given: a placeholder"),
        param("given", "${{secrets.TOKEN}}", id="given: a reference"),
        param("given", "********", id="given: stars"),
        param("given", "xxxx-xxxx", id="given: x"),
        param("given", "required.", id="given: a word of documentation"),
        param("given", "op://vault/item", id="given: a reference to a vault"),
        param("loose", "expired", id="loose: a word"),
        param("loose", "well-known", id="loose: a word with a hyphen"),
        param("loose", "$TOKEN", id="loose: a variable"),
        param("quoted", "abc", id="quoted: too short"),
        param("quoted", "string", id="quoted: a type"),
        param("quoted", "Enter your password", id="quoted: a label"),
        param("quoted", "Something went wrong.", id="quoted: a sentence"),
        param("quoted", "config.db.token", id="quoted: a name with dots"),
        param("quoted", "MY_SECRET", id="quoted: the name of a variable"),
        param("unquoted", "abc", id="unquoted: too short"),
        param("unquoted", "password = «get_it»(user)", id="unquoted: a call"),
        param("unquoted", "password = «options»[0]", id="unquoted: an index"),
        param("unquoted", "password = «new_password»", id="unquoted: a name"),
        param("unquoted", "    password = «given_word»", id="unquoted: indented code"),
        param("unquoted", "the password: «everybody» knows", id="unquoted: prose"),
        param("unquoted", "password: «everybody» knows", id="unquoted: a line that goes on"),
        param("scattered", "documentation-page-2024", id="scattered: words"),
        param("jumbled", "AppRouter-Version2", id="jumbled: a name"),
        param("jumbled", "Passw0rdPassw0rd", id="jumbled: no sign"),
        param("mixed", "0123456789abcdef" * 3, id="mixed: a hash"),
        param("mixed", "aaaaaaaaaaaaA1", id="mixed: not random"),
        param("random", "0000000000000000" * 2, id="random: zeros"),
        param("random", "abcdef", id="random: short"),
        param("typed", "expired", id="typed: a word"),
        param("typed", "a1b2", id="typed: too short"),
        param("typed", "$PASSWORD9", id="typed: a variable"),
        param("typed", "settings.tokenFile", id="typed: a name with dots"),
        param("random-tail", f"req_{SCRAMBLED}", id="an id that a service shows to everybody"),
        param("random-tail", f"aBc_{SCRAMBLED}", id="no name before the random part"),
        param("random-tail", "acme_" + "0123456789abcdef" * 3, id="a hash behind a name"),
        param("random-tail", "id_GostR3410_2001_CryptoPro_A_ParamSet", id="a long name in code"),
        param("random-capitals", "API-CLIENTSWITHOUTANYDIGITS", id="capitals: words"),
        param("user-and-password", "Ym9i", id="docker: no colon"),
        param("user-and-password", "A", id="docker: no base64"),
        param("spoken", "deploy:$PASSWORD", id="spoken: a variable"),
        param("spoken", '"$PASSWORD"', id="spoken: a quoted variable"),
        param("spoken", "'%s\\n' \"$(cat /run/secret)\"", id="spoken: what a command prints"),
        param("key-argument", "env:PASS", id="key argument: where it is"),
        param("key-argument", "file:pass.txt", id="key argument: a file"),
        param("whole-line", "get_password(user);", id="whole line: a call"),
        param("whole-line", "Optional[str],", id="whole line: a type"),
        param("whole-line", "https://example.com/?a=1&b=2", id="whole line: an address"),
        param("whole-line", "${DB_PASSWORD},", id="whole line: a variable"),
        param("encoded", ENCODED_TEXT, id="encoded: a text that only speaks of one"),
        param("aws40", AWS_KEY + "x", id="aws: forty-one characters"),
        param("aws40", AWS_KEY[:39] + "-", id="aws: a hyphen"),
        param("aws40", "3f786850e387550fdab836ed7e6dc881de23001b", id="aws: a commit"),
        param("aws40", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklm1", id="aws: one digit"),
        param("aws40", "a/B/c/D/e1/f2g3h4i5j6k7l8m9n0o1p2q3r4s5t", id="aws: a path of many parts"),
        param("aws40", "Src12/Components/ButtonGroup/Index9Page2", id="aws: a path of words"),
        param("aws40", "Aabcdefghijk12LMNOPQRSTUVWXYZ34567890abc", id="aws: a word inside"),
        param("aws40", "aB1aB1aB1aB1aB1aB1aB1aB1aB1aB1aB1aB1aB1a", id="aws: not random"),
    ],
)
def test_is_no_secret(check: str, text: str) -> None:
    assert not passes(check, text)


def test_every_check_is_tried() -> None:
    assert set(CHECKS) == {
        "given",
        "loose",
        "quoted",
        "unquoted",
        "mixed",
        "scattered",
        "jumbled",
        "random",
        "user-and-password",
        "aws40",
        *NEW_CHECKS,
        *PROGRAM_CHECKS,
    }
