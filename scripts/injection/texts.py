"""Training texts: filled from the families in harmful.txt, harmless.txt, languages.txt, and laid into carriers.

The same carriers hold harmful and harmless texts, so that no carrier gives an answer away. Everything follows from the
seed: two runs make the same texts.
"""

from __future__ import annotations

import base64
import codecs
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

HERE = Path(__file__).resolve().parent
_SLOT = re.compile(r"\{(\w+)\}")
_FORMS = {"Do": "do", "does": "do", "Points": "Points", "role": "role"}


class Text(NamedTuple):
    """A text, whether it is harmful, its family, and the line it was made from."""

    text: str
    is_harmful: bool
    family: str
    line: str

    @property
    def is_held_out(self) -> bool:
        """A third of all lines, by their digest, is never trained on and never looked at."""
        return self.family != "developed" and crc32(self.line.encode()) % 3 == 0


def made_texts(seed: int, harmful: int, harmless: int) -> Iterator[Text]:
    """So many texts of either kind."""
    dice = random.Random(seed)
    for is_harmful, count in ((True, harmful), (False, harmless)):
        lines = [(family, line) for family, line in _lines(is_harmful)]
        for number in range(count):
            family, line = lines[number % len(lines)]
            text = filled(line, dice)
            if dice.random() < 0.55:
                text = _carried(text, dice)
            if dice.random() < 0.5:
                text = _roughened(text, dice)
            yield Text(text, is_harmful, family, line)


def families(name: str) -> dict[str, list[str]]:
    """The lines of a file, by heading."""
    found: dict[str, list[str]] = {}
    heading = ""
    for line in (HERE / name).read_text("utf-8").splitlines():
        if line.startswith("## ") and " " not in line[3:]:
            heading = line[3:]
        elif line and heading:
            found.setdefault(heading, []).append(line.replace("\\n", "\n"))
    return found


@cache
def slots() -> dict[str, list[str]]:
    return families("slots.txt")


def _lines(is_harmful: bool) -> list[tuple[str, str]]:
    lines = [
        (family, line)
        for family, each in families("harmful.txt" if is_harmful else "harmless.txt").items()
        for line in each
    ]
    sign = "+ " if is_harmful else "- "
    for language, each in families("languages.txt").items():
        lines += [(language, line[2:]) for line in each if line.startswith(sign)]
    return lines + _composed(is_harmful)


def _composed(is_harmful: bool) -> list[tuple[str, str]]:
    """Sentences of the small grammars. Harmful ones: who is spoken to with what is wanted, and every second time why not to tell."""
    lines = []
    for language, each in families("grammars.txt").items():
        parts = {
            name: [word.strip() for word in words.split(" | ")]
            for name, _, words in (line.partition(": ") for line in each)
        }
        if not is_harmful:
            lines += [(f"grammar-{language}", line) for line in parts["ok"]]
            continue
        for number, wanted in enumerate(parts["do"]):
            for turn in range(6 if language.startswith("en") else 2):
                to = parts["to"][(number + turn * 3) % len(parts["to"])]
                hush = parts["hush"][(number + turn) % len(parts["hush"])] if turn else ""
                gap = "" if hush[:1] in ",;.,。،" else " "
                lines.append((f"grammar-{language}", f"{to} {wanted}{gap}{hush}".strip()))
    return lines


def filled(line: str, dice: random.Random, depth: int = 6) -> str:
    """The line with its slots filled."""

    def fill(match: re.Match[str]) -> str:
        name = match[1]
        if name in _ENCODED:
            return _ENCODED[name](filled(dice.choice(slots()["do"]), dice))
        if name == "when":
            return _begun(filled(dice.choice(slots()["when"]), dice), line, match)
        key = name if name in slots() else _FORMS.get(name, "")
        if not key or depth == 0:
            return match[0]
        words = filled(dice.choice(slots()[key]), dice, depth - 1)
        if name == "Do":
            words = words[0].upper() + words[1:]
        return _third_person(words) if name == "does" else words

    return _SLOT.sub(fill, line)


def _begun(words: str, line: str, match: re.Match[str]) -> str:
    return words if match.start() == 0 else words[0].lower() + words[1:]


def _third_person(words: str) -> str:
    verb, _, rest = words.partition(" ")
    return f"{verb}{'es' if verb.endswith(('s', 'sh', 'ch', 'x')) else 's'} {rest}"


_ENCODED: dict[str, Callable[[str], str]] = {
    "b64": lambda text: base64.b64encode(text.encode()).decode(),
    "b32": lambda text: base64.b32encode(text.encode()).decode(),
    "hex": lambda text: text.encode().hex(),
    "rot13": lambda text: codecs.encode(text, "rot13"),
    "reversed": lambda text: text[::-1],
}

_CARRIERS = (
    "// {}\nexport function sum(a, b) {{ return a + b }}",
    "# {}\ndef slug(text):\n    return text.lower()",
    "/* {} */\nint main(void) {{ return 0; }}",
    '"""{}"""\nimport os',
    "-- {}\nSELECT id, name FROM customers;",
    '{{"id": 42, "title": "Widget", "comment": "{}"}}',
    '{{"results": [{{"score": 0.8, "text": "{}"}}]}}',
    'id,subject,status\n1,"Cannot log in",open\n2,"{}",open',
    "<!-- {} -->\n<p>Welcome to our shop</p>",
    "<p>{}</p>",
    '<div class="review"><b>Lou</b> {}</div>',
    "2026-03-01 09:00:11 INFO request done\n2026-03-01 09:00:12 INFO note: {}",
    "From: Lou\nTo: team\nSubject: Update\n\n{}\n\nBest\nLou",
    "fix: typo in header\n\n{}",
    "> {}\n\nSee above.",
    "## Notes\n\n- Works offline\n- {}\n- Needs Python 3.11",
    "| Name | Remark |\n|---|---|\n| a | {} |",
    "Search results (3)\n1. Installing\n2. Upgrading\n3. {}",
    "BEGIN:VEVENT\nSUMMARY:Sync\nDESCRIPTION:{}\nEND:VEVENT",
    '<img src="a.png" alt="{}">',
    "key: value\ndescription: {}\n",
    "{}\n\n-- \nSent from my phone",
    "Page 7 of 9\n§ 14 Deposits. The deposit amounts to two rents.\n§ 14a {}",
    "★★★★☆ Good value. {}",
    '{{"name":"helper","description":"Formats a date. {}"}}',
    "total 3\n-rw-r--r-- 1 dev dev 812 README.md\n{}",
)


def _carried(text: str, dice: random.Random) -> str:
    """The text inside something else: a comment, a field, a page."""
    if dice.random() < 0.3:
        return _in_a_page(text, dice)
    return dice.choice(_CARRIERS).format(text)


def _in_a_page(text: str, dice: random.Random) -> str:
    """Harmless lines around it."""
    around = _page_lines()
    before = [filled(dice.choice(around), dice) for _ in range(dice.randint(0, 4))]
    behind = [filled(dice.choice(around), dice) for _ in range(dice.randint(0, 4))]
    return dice.choice(("\n\n", "\n", " ")).join([*before, text, *behind])


@cache
def _page_lines() -> list[str]:
    """Lines of pages; none of the held-out third, which training must not see."""
    kinds = ("web", "teach", "changes", "runbook", "law", "news", "how-people-write")
    return [line for family, line in _lines(False) if family in kinds and crc32(line.encode()) % 3]


def _roughened(text: str, dice: random.Random) -> str:
    """Small things people do to a text."""
    way = dice.randrange(6)
    if way == 0:
        return text.lower()
    if way == 1:
        return text.rstrip(".") + "!"
    if way == 2 and text.isascii():
        return text.upper() if len(text) < 120 else text
    if way == 3:
        return text.replace("do not", "don't").replace("Do not", "Don't")
    if way == 4:
        return text.replace(", ", " ")
    return text.rstrip(".")
