"""RULES: what personal data looks like, one row per form. Data only; `personal_checks` has the
check digits.

A number without separators whose check digit one number in ten has by chance counts only beside a
word that says what it is. Patterns are RE2's, on bytes; the last group that took part is what was
found.
"""

from __future__ import annotations

from hookline.detect.secret_rules import Rule

#: Between a word such as "BSN" and its number.
_GAP = r"""["']?[^0-9\r\n]{0,24}?"""
#: Before and behind a number: no digit or letter, and no part of a larger number.
_L, _R = r"(?:^|[^0-9A-Za-z._/+-])", r"(?:[^0-9A-Za-z_]|$)"


def _beside(words: str, number: str) -> str:
    return rf"(?i)\b(?:{words})\b{_GAP}\b({number}){_R}"


RULES: tuple[Rule, ...] = (
    Rule(
        "email",
        "@",
        r"(?i)\b([a-z0-9][a-z0-9._%+-]{0,63}@(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24})\b",
        "email",
    ),
    Rule(
        "card",
        "",
        rf"{_L}([2-6][0-9]{{3}}[ -]?[0-9]{{4}}[ -]?[0-9]{{4}}[ -]?[0-9]{{1,7}}){_R}",
        "card",
    ),
    Rule("card", "", rf"{_L}(3[47][0-9]{{2}}[ -]?[0-9]{{6}}[ -]?[0-9]{{5}}){_R}", "card"),
    Rule("iban", "", rf"{_L}([A-Z]{{2}}[0-9]{{2}}(?:[ ]?[A-Z0-9]{{2,4}}){{3,8}}){_R}", "iban"),
    Rule("us-ssn", "", rf"{_L}([0-8][0-9]{{2}}-[0-9]{{2}}-[0-9]{{4}}){_R}", "us-ssn"),
    Rule(
        "us-ssn",
        "",
        _beside(
            "ssn|social security(?: number| no\\.?)?", "[0-8][0-9]{2}[ -]?[0-9]{2}[ -]?[0-9]{4}"
        ),
        "us-ssn",
    ),
    Rule(
        "de-tax-id",
        "",
        _beside(
            "steuer-?id|steuer-?identifikationsnummer|steuer-?idnr|idnr|tin|identifikationsnummer",
            "[1-9][0-9]{10}|[1-9][0-9] [0-9]{3} [0-9]{3} [0-9]{3}",
        ),
        "de-tax-id",
    ),
    Rule(
        "es-dni",
        "",
        rf"{_L}([0-9]{{8}}[ -]?[A-HJ-NP-TV-Z]|[XYZ][ -]?[0-9]{{7}}[ -]?[A-HJ-NP-TV-Z]){_R}",
        "es-dni",
    ),
    Rule(
        "fr-nir",
        "",
        rf"{_L}([12] ?[0-9]{{2}} ?[0-9]{{2}} ?(?:[0-9]{{2}}|2[AB]) ?[0-9]{{3}} ?[0-9]{{3}} "
        rf"?[0-9]{{2}}){_R}",
        "fr-nir",
    ),
    Rule(
        "it-codice-fiscale",
        "",
        rf"(?i){_L}([a-z]{{6}}[0-9lmnp-v]{{2}}[abcdehlmprst][0-9lmnp-v]{{2}}[a-z][0-9lmnp-v]{{3}}"
        rf"[a-z]){_R}",
        "it-codice-fiscale",
    ),
    Rule(
        "nl-bsn",
        "",
        _beside(
            "bsn|burgerservicenummer|sofinummer|burgerservicenr",
            "[0-9]{9}|[0-9]{4}\\.[0-9]{2}\\.[0-9]{3}",
        ),
        "nl-bsn",
    ),
    Rule("pl-pesel", "", _beside("pesel", "[0-9]{11}"), "pl-pesel"),
    Rule("br-cpf", "", rf"{_L}([0-9]{{3}}\.[0-9]{{3}}\.[0-9]{{3}}-[0-9]{{2}}){_R}", "br-cpf"),
    Rule("br-cpf", "", _beside("cpf", "[0-9]{11}"), "br-cpf"),
    Rule(
        "br-cnpj",
        "",
        rf"{_L}([0-9]{{2}}\.[0-9]{{3}}\.[0-9]{{3}}/[0-9]{{4}}-[0-9]{{2}}){_R}",
        "br-cnpj",
    ),
    Rule("br-cnpj", "", _beside("cnpj", "[0-9]{14}"), "br-cnpj"),
    Rule(
        "uk-nino",
        "",
        rf"{_L}([A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?[0-9]{{2}} ?[0-9]{{2}} ?[0-9]{{2}} "
        rf"?[A-D]){_R}",
        "uk-nino",
    ),
    Rule("in-aadhaar", "", rf"{_L}([2-9][0-9]{{3}}[ -][0-9]{{4}}[ -][0-9]{{4}}){_R}", "in-aadhaar"),
    Rule("in-aadhaar", "", _beside("aadhaar|aadhar|uidai", "[2-9][0-9]{11}"), "in-aadhaar"),
    Rule(
        "be-national-number",
        "",
        rf"{_L}([0-9]{{2}}\.[0-9]{{2}}\.[0-9]{{2}}-[0-9]{{3}}\.[0-9]{{2}}){_R}",
        "be-national-number",
    ),
    Rule("ch-ahv", "", rf"{_L}(756\.?[0-9]{{4}}\.?[0-9]{{4}}\.?[0-9]{{2}}){_R}", "ch-ahv"),
    Rule(
        "fi-hetu",
        "",
        rf"{_L}([0-3][0-9][01][0-9][0-9]{{2}}[-+A-F][0-9]{{3}}[0-9A-FHJ-NPR-Y]){_R}",
        "fi-hetu",
    ),
    Rule(
        "se-personal-number",
        "",
        rf"{_L}((?:19|20)?[0-9]{{2}}[01][0-9][0-9]{{2}}[-+][0-9]{{4}}){_R}",
        "se-personal-number",
    ),
    Rule(
        "phone",
        "",
        r"(?:^|[^0-9A-Za-z._/-])(\+[1-9][0-9]{0,2}[ .-]?\(?[0-9]{1,4}\)?(?:[ "
        r".-]?[0-9]{2,4}){2,4})(?:[^0-9A-Za-z]|$)",
        "phone",
    ),
    Rule(
        "phone",
        "",
        r"(?:^|[^0-9A-Za-z._/-])"
        r"(\([2-9][0-9]{2}\) ?[2-9][0-9]{2}-[0-9]{4}"
        r"|[2-9][0-9]{2}[-.][2-9][0-9]{2}[-.][0-9]{4})(?:[^0-9A-Za-z.-]|$)",
        "phone",
    ),
    Rule(
        "phone",
        "",
        _beside(
            "phone|tel|telephone|telefon|mobile|mobil|cell|fax|handy|whatsapp",
            r"\+?[0-9(][0-9 ()./-]{6,18}[0-9]",
        ),
        "phone",
    ),
)

#: Addresses and numbers to reach somebody, which code and documents hold of themselves.
CONTACTS = ("email", "phone")
KINDS = tuple(dict.fromkeys(rule.name for rule in RULES))
