"""CHECKS: is this number a real one of its kind? Check digits, dates and ranges, as each issuer
defines them. Pure.

Each test is given the bytes and where in them the found part begins and ends, as
`hookline.detect.finder` calls it.
"""

from __future__ import annotations

import re
from collections import Counter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_NOT_ALNUM = re.compile(r"[^0-9A-Za-z]")
_VERHOEFF_PRODUCT = (
    "0123456789", "1234067895", "2340178956", "3401289567", "4012395678",
    "5987604321", "6598710432", "7659821043", "8765932104", "9876543210",
)  # fmt: skip
_VERHOEFF_ORDER = (
    "0123456789", "1576283094", "5803796142", "8916043527", "9453126870", "4286573901",
    "2793806415", "7046913258",
)  # fmt: skip
#: Lengths of an IBAN by country, of those that have one.
IBAN_LENGTHS = dict(
    pair.split(":")
    for pair in (
        "AD:24 AE:23 AL:28 AT:20 AZ:28 BA:20 BE:16 BG:22 BH:22 BI:27 BR:29 BY:28 CH:21 CR:22 CY:28 "
        "CZ:24 DE:22 DJ:27 DK:18 DO:28 EE:20 EG:29 ES:24 FI:18 FK:18 FO:18 FR:27 GB:22 GE:22 GI:23 "
        "GL:18 GR:27 GT:28 HR:21 HU:28 IE:22 IL:23 IQ:23 IS:26 IT:27 JO:30 KW:30 KZ:20 LB:28 LC:32 "
        "LI:21 LT:20 LU:20 LV:21 LY:25 MC:27 MD:24 ME:22 MK:19 MN:20 MR:27 MT:31 MU:30 NI:28 NL:18 "
        "NO:15 OM:23 PK:24 PL:28 PS:29 PT:25 QA:29 RO:24 RS:22 RU:33 SA:24 SC:31 SD:18 SE:24 SI:19 "
        "SK:24 SM:27 SO:23 ST:25 SV:28 TL:23 TN:24 TR:26 UA:29 VA:22 VG:24 XK:20 YE:30"
    ).split()
)


def luhn(digits: str) -> bool:
    """The check of payment cards."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def iban(text: str) -> bool:
    """The length of the country, and 1 modulo 97."""
    if IBAN_LENGTHS.get(text[:2].upper()) != str(len(text)):
        return False
    return int("".join(str(int(letter, 36)) for letter in text[4:] + text[:4])) % 97 == 1


def us_ssn(digits: str) -> bool:
    """No area 000, 666 or 9xx, no group 00, no number 0000, and none of those that advertisements
    made famous.
    """
    area, group, number = digits[:3], digits[3:5], digits[5:]
    if area in ("000", "666") or area.startswith("9") or group == "00" or number == "0000":
        return False
    return digits not in ("078051120", "219099999", "123456789", "111111111", "987654321")


def de_tax_id(digits: str) -> bool:
    """Among the first ten, one digit stands two or three times; then ISO 7064 (modulo 11, 10)."""
    if digits[0] == "0" or not _repeats_one(digits[:10]):
        return False
    product = 10
    for digit in digits[:10]:
        product = ((int(digit) + product) % 10 or 10) * 2 % 11
    return (11 - product) % 10 == int(digits[10])


def _repeats_one(digits: str) -> bool:
    *others, most = sorted(Counter(digits).values())
    return most in (2, 3) and set(others) <= {1}


def es_dni(text: str) -> bool:
    """Eight digits, or X, Y, Z and seven; the letter follows from them."""
    number = text[:-1].upper().translate(str.maketrans("XYZ", "012"))
    return "TRWAGMYFPDXBNJZSQVHLCKE"[int(number) % 23] == text[-1].upper()


def fr_nir(text: str) -> bool:
    """Sex, year, month, department and so on, and 97 minus the rest of them."""
    number = text[:13].upper().replace("2A", "19").replace("2B", "18")
    month = int(text[3:5])
    return (1 <= month <= 12 or 20 <= month <= 42 or month >= 50) and 97 - int(number) % 97 == int(
        text[13:]
    )


#: What a letter or digit counts at odd places of the Italian code, from A and from 0 on.
_ITALIAN_ODD = (
    1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
)  # fmt: skip


def it_codice(text: str) -> bool:
    """The last letter, of the values of the fifteen before it by odd and even place."""
    total = 0
    for place, letter in enumerate(text[:15].upper()):
        value = int(letter) if letter.isdigit() else ord(letter) - ord("A")
        total += value if place % 2 else _ITALIAN_ODD[value]
    return chr(ord("A") + total % 26) == text[15].upper()


def nl_bsn(digits: str) -> bool:
    """The eleven test."""
    total = _weighed(digits, (9, 8, 7, 6, 5, 4, 3, 2, -1))
    return total % 11 == 0 and len(set(digits)) > 1


def pl_pesel(digits: str) -> bool:
    """A date with its century in the month, and a weighted sum."""
    weights = (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)
    month, day = int(digits[2:4]) % 20, int(digits[4:6])
    total = _weighed(digits, weights)
    return total % 10 == 0 and 1 <= month <= 12 and 1 <= day <= 31


def br_cpf(digits: str) -> bool:
    """Two digits modulo 11."""
    first, second = _brazilian(digits, range(10, 1, -1)), _brazilian(digits, range(11, 1, -1))
    return len(set(digits)) > 1 and first and second


def br_cnpj(digits: str) -> bool:
    """Two digits modulo 11, with weights that start again."""
    weights = (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)
    first, second = _brazilian(digits, weights[1:]), _brazilian(digits, weights)
    return len(set(digits)) > 1 and first and second


def _brazilian(digits: str, weights: Sequence[int]) -> bool:
    """Whether the digit behind the weighed ones is the one that follows from them."""
    place = len(weights)
    return _weighed(digits[:place], weights) * 10 % 11 % 10 == int(digits[place])


def _weighed(digits: str, weights: Sequence[int]) -> int:
    return sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=True))


def uk_nino(text: str) -> bool:
    """Prefixes that are given out; there is no check digit."""
    return text[:2].upper() not in ("BG", "GB", "NK", "KN", "TN", "NT", "ZZ", "QQ")


def in_aadhaar(digits: str) -> bool:
    """Verhoeff's check; the first digit is 2 or more."""
    check = 0
    for place, digit in enumerate(reversed(digits)):
        check = int(_VERHOEFF_PRODUCT[check][int(_VERHOEFF_ORDER[place % 8][int(digit)])])
    return check == 0 and digits[0] not in "01" and len(set(digits)) > 1


def be_national(digits: str) -> bool:
    """97 minus the rest; people born from 2000 on have a 2 before it."""
    number, check = int(digits[:9]), int(digits[9:])
    return (
        check in (97 - number % 97, 97 - (2_000_000_000 + number) % 97)
        and int(digits[2:4]) % 20 <= 12
    )


def ch_ahv(digits: str) -> bool:
    """The check of a bar code, behind 756."""
    total = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits))
    return digits.startswith("756") and total % 10 == 0


def fi_hetu(text: str) -> bool:
    """The sign follows from date and number, modulo 31."""
    return "0123456789ABCDEFHJKLMNPRSTUVWXY"[int(text[:6] + text[-4:-1]) % 31] == text[-1].upper()


def se_personal(digits: str) -> bool:
    """Luhn over the last ten digits, and a date."""
    short = digits[-10:]
    return luhn(short) and 1 <= int(short[2:4]) <= 12 and 1 <= int(short[4:6]) % 60 <= 31


def phone(text: str) -> bool:
    """Seven to fifteen digits that are no row of the same; numbers set aside for films and
    tests pass.
    """
    digits = re.sub(r"[^0-9]", "", text)
    return 8 <= len(digits) <= 15 and len(set(digits)) > 3 and "5550" not in digits


def email(text: str) -> bool:
    """An address of a person, rather than of an example, a robot or a host of repositories."""
    name, _, host = text.lower().rpartition("@")
    is_for_show = host in _HOSTS_FOR_SHOW or host.endswith(_ENDINGS_FOR_SHOW)
    return not is_for_show and name not in _NOBODY


_ENDINGS_FOR_SHOW = (
    ".example", ".test", ".invalid", ".localhost", ".local", ".png", ".jpg", ".svg", ".js", ".css",
)  # fmt: skip
_HOSTS_FOR_SHOW = frozenset((
    "example.com", "example.org", "example.net", "email.com", "domain.com", "test.com",
    "users.noreply.github.com",
))  # fmt: skip
_NOBODY = frozenset("git noreply no-reply donotreply user name you your someone foo test".split())


def card(digits: str) -> bool:
    """A range that is given out, Luhn, and none of the numbers that payment services publish
    for tests.
    """
    if digits in _TEST_CARDS or len(set(digits)) < 4:
        return False
    return _CARD_RANGES.match(digits) is not None and luhn(digits)


_CARD_RANGES = re.compile("4|5[1-5]|2[2-7]|3[47]|6(?:011|5|4[4-9])|35|30[0-5]|3[68]|62|5[06-9]")
_TEST_CARDS = frozenset(
    """
    4242424242424242 4000056655665556 5555555555554444 2223003122003222 5200828282828210
    5105105105105100 378282246310005 371449635398431 6011111111111117 6011000990139424
    3056930009020004 36227206271667 3566002020360505 6200000000000005 4111111111111111
    4012888888881881 4000000000000002 4000000000009995 5454545454545454
    """.split()
)


def _bare(test: Callable[[str], bool]) -> Callable[[bytes, int, int], bool]:
    """The test on letters and digits alone."""
    return lambda data, start, end: test(
        _NOT_ALNUM.sub("", data[start:end].decode("ascii", "replace"))
    )


def _whole(test: Callable[[str], bool]) -> Callable[[bytes, int, int], bool]:
    return lambda data, start, end: test(data[start:end].decode("utf-8", "replace"))


#: Every check by the name `personal_rules.RULES` uses.
CHECKS: dict[str, Callable[[bytes, int, int], bool]] = {
    "card": _bare(card),
    "iban": _bare(iban),
    "phone": _whole(phone),
    "email": _whole(email),
    "us-ssn": _bare(us_ssn),
    "de-tax-id": _bare(de_tax_id),
    "es-dni": _bare(es_dni),
    "fr-nir": _bare(fr_nir),
    "it-codice-fiscale": _bare(it_codice),
    "nl-bsn": _bare(nl_bsn),
    "pl-pesel": _bare(pl_pesel),
    "br-cpf": _bare(br_cpf),
    "br-cnpj": _bare(br_cnpj),
    "uk-nino": _bare(uk_nino),
    "in-aadhaar": _bare(in_aadhaar),
    "be-national-number": _bare(be_national),
    "ch-ahv": _bare(ch_ahv),
    "fi-hetu": _whole(fi_hetu),
    "se-personal-number": _bare(se_personal),
}
