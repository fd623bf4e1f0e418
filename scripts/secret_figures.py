"""How well `hookline hook secrets` finds secrets: recall, false alarms and speed, printed, and
written into its page.

Goes in: tests/kit/secrets/true.toml and false.toml, whose random parts come from a seeded
generator, so that every run sees the same texts and none of them is anybody's secret. A third of
the kinds, chosen by the digest of their names, is held out: `--misses` never shows them. The page
says how far that can be trusted.

    scripts/secret_figures.py [--misses] [--write]
"""

from __future__ import annotations

import base64
import hashlib
import random
import re
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from hookline.detect import secrets_in

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT / "tests" / "kit" / "secrets"
PAGE = ROOT / "docs" / "kit" / "secrets.md"
BEGIN, END = "<!-- figures -->", "<!-- /figures -->"
#: Texts made of each row.
SAMPLES = 6
SPEED_BYTES = 10_000_000

_LOWER, _UPPER, _DIGITS = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
ALPHABETS = {
    "alnum": _LOWER + _UPPER + _DIGITS,
    "letters": _LOWER + _UPPER,
    "lower26": _LOWER,
    "lower36": _LOWER + _DIGITS,
    "digits": _DIGITS,
    "hex": _DIGITS + "abcdef",
    "HEX": _DIGITS + "ABCDEF",
    "base32": _UPPER + "234567",
    "base58": "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    "base64": _LOWER + _UPPER + _DIGITS + "+/",
    "base64url": _LOWER + _UPPER + _DIGITS + "-_",
    "crypt": _LOWER + _UPPER + _DIGITS + "./",
}
WORDS = """abandon badge cabin damage eager fabric gadget habit icon jacket kangaroo label machine napkin oak
paddle quality rabbit saddle tackle ugly vacant wagon yard zebra
bridge copper dolphin engine forest""".split()
_PART = re.compile(r"\{([A-Za-z0-9]+)(?::([A-Za-z0-9 ]+))?\}")


class Sample(NamedTuple):
    """One text, the kind it is of, and the secret in it, if any."""

    kind: str
    text: str
    secret: str
    held_out: bool


class Figures(NamedTuple):
    """Hits of so many texts."""

    hits: int
    texts: int

    def __str__(self) -> str:
        share = 100 * self.hits / self.texts if self.texts else 0.0
        return f"{share:.1f} % ({self.hits} of {self.texts})"


def is_held_out(kind: str) -> bool:
    """A third of the kinds, by nothing but their names."""
    return hashlib.sha256(kind.encode()).digest()[0] % 3 == 0


def true_samples() -> Iterator[Sample]:
    table = tomllib.loads((CORPUS / "true.toml").read_text(encoding="utf-8"))
    for number, row in enumerate(table["kind"]):
        texts = row.get("texts") or table["everywhere"]
        for nth in range(SAMPLES):
            chance = random.Random(f"{row['name']} {nth}")
            secret = expand(row["secret"], chance)
            text = expand(texts[(number + nth) % len(texts)], chance)
            text = text.replace("{secret:json}", secret.replace("\n", "\\n")).replace(
                "{secret}", secret
            )
            yield Sample(row["name"], text, secret, is_held_out(row["name"]))


def false_samples() -> Iterator[Sample]:
    table = tomllib.loads((CORPUS / "false.toml").read_text(encoding="utf-8"))
    for row in table["kind"]:
        for nth in range(max(SAMPLES, len(row["texts"]))):
            chance = random.Random(f"{row['name']} {nth}")
            yield Sample(
                row["name"],
                expand(row["texts"][nth % len(row["texts"])], chance),
                "",
                is_held_out(row["name"]),
            )


def expand(recipe: str, chance: random.Random) -> str:
    """The recipe with its `{name:n}` parts drawn; braces that name nothing stay."""

    def drawn(match: re.Match[str]) -> str:
        name, argument = match[1], match[2] or "0"
        if name in ALPHABETS and argument.isdigit() and match[2]:
            return "".join(chance.choices(ALPHABETS[name], k=int(argument)))
        if name in MAKERS:
            return MAKERS[name](argument, chance)
        return match[0]

    return _PART.sub(drawn, recipe)


def _uuid(_: str, chance: random.Random) -> str:
    digits = "".join(chance.choices(ALPHABETS["hex"], k=32))
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"


def _password(_: str, chance: random.Random) -> str:
    """Of four sorts: made by a program, typed by a person, a word with a tail, and letters with signs."""
    sort = chance.randrange(4)
    if sort == 0:
        return "".join(chance.choices(ALPHABETS["alnum"], k=16))
    word = chance.choice(WORDS).capitalize()
    if sort == 1:
        return f"{word}{chance.choice(WORDS).capitalize()}{chance.randrange(10, 100)}!"
    if sort == 2:
        return f"{word}{chance.randrange(1000, 10000)}"
    return "".join(chance.choices(ALPHABETS["alnum"] + "!#%*+-_.", k=14)) + "a1"


def _base64_lines(count: str, chance: random.Random) -> str:
    return "\n".join("".join(chance.choices(ALPHABETS["base64"], k=64)) for _ in range(int(count)))


def _pem(label: str, chance: random.Random) -> str:
    return f"-----BEGIN {label}-----\n{_base64_lines('8', chance)}\n-----END {label}-----"


def _user_and_password(_: str, chance: random.Random) -> str:
    return base64.b64encode(f"robot:{_password('', chance)}".encode()).decode()


def _password_in_base64(_: str, chance: random.Random) -> str:
    return base64.b64encode(_password("", chance).encode()).decode()


def _jwt(_: str, chance: random.Random) -> str:
    parts = (
        b'{"alg":"HS256","typ":"JWT"}',
        f'{{"sub":"{chance.randrange(10**9)}","iss":"app"}}'.encode(),
    )
    head = ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)
    return f"{head}.{''.join(chance.choices(ALPHABETS['base64url'], k=43))}"


def _words(count: str, chance: random.Random) -> str:
    return " ".join(chance.choice(WORDS) for _ in range(int(count)))


MAKERS: dict[str, Callable[[str, random.Random], str]] = {
    "uuid": _uuid,
    "password": _password,
    "password64": _password_in_base64,
    "userpass64": _user_and_password,
    "base64lines": _base64_lines,
    "pem": _pem,
    "jwt": _jwt,
    "words": _words,
}


def is_found(sample: Sample) -> bool:
    """Whether one finding covers the secret; a `%`, quote or dot at its ends may be missing."""
    forms = (sample.secret, sample.secret.replace("\n", "\\n"))
    core = max((form for form in forms if form in sample.text), key=len).rstrip("=!%.-_")
    return any(core in found.text for found in secrets_in(sample.text))


def measure(
    samples: list[Sample], test: Callable[[Sample], bool]
) -> tuple[dict[bool, Figures], list[Sample], list[Sample]]:
    """Figures by held out or not, the samples that hit and those that did not."""
    hits = [sample for sample in samples if test(sample)]
    found = set(hits)
    missed = [sample for sample in samples if sample not in found]
    return (
        {
            out: Figures(
                sum(s.held_out == out for s in hits), sum(s.held_out == out for s in samples)
            )
            for out in (False, True)
        },
        hits,
        missed,
    )


def speed_text() -> str:
    """10 MB of what hooks see: source code and the texts of the corpus, true ones among them."""
    sources = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "src").rglob("*.py"))]
    texts = [sample.text for sample in (*false_samples(), *true_samples())]
    once = "\n".join([*sources * 8, *texts])
    return (once * (SPEED_BYTES // len(once) + 1))[:SPEED_BYTES]


def seconds_for(text: str) -> float:
    secrets_in("warm up: token = abc")
    begun = time.perf_counter()
    secrets_in(text)
    return time.perf_counter() - begun


def main(arguments: list[str]) -> int:
    recall, _, missed = measure(list(true_samples()), is_found)
    alarms, alarming, _ = measure(
        list(false_samples()), lambda sample: bool(secrets_in(sample.text))
    )
    seconds = seconds_for(speed_text())
    lines = table(recall, alarms, seconds)
    print("\n".join(lines))
    if "--misses" in arguments:
        show(missed, alarming)
    if "--write" in arguments:
        before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
        PAGE.write_text(
            f"{before}{BEGIN}\n\n{chr(10).join(lines)}\n\n{END}{rest.split(END)[1]}",
            encoding="utf-8",
        )
    return 0


def table(recall: dict[bool, Figures], alarms: dict[bool, Figures], seconds: float) -> list[str]:
    def both(figures: dict[bool, Figures]) -> Figures:
        return Figures(
            figures[False].hits + figures[True].hits, figures[False].texts + figures[True].texts
        )

    found, false, megabytes = both(recall), both(alarms), SPEED_BYTES / 1e6
    return [
        "| | kinds the rules were tuned on | held-out third | all |",
        "|---|---|---|---|",
        f"| secrets found (recall) | {recall[False]} | {recall[True]} | {found} |",
        f"| harmless texts with an alarm | {alarms[False]} | {alarms[True]} | {false} |",
        f"| precision on all texts | | | {Figures(found.hits, found.hits + false.hits)} |",
        f"| {megabytes:.0f} MB of code and of these texts | | | "
        f"{seconds:.2f} s, {megabytes / seconds:.0f} MB/s |",
    ]


def show(missed: list[Sample], alarming: list[Sample]) -> None:
    for title, samples in (("MISSED", missed), ("FALSE ALARM", alarming)):
        for sample in samples:
            if not sample.held_out:
                where = [(found.kind, found.text[:60]) for found in secrets_in(sample.text)]
                print(f"{title} {sample.kind}: {sample.text[:160]!r} {where}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
