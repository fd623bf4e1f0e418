"""Whether an address carries something away: a fetch of `https://x.example/p.png?d=AKIA…` is a
message to x.example.

A guess by form, made so that addresses of pages people read pass: words, slugs, versions, commits.
"""

from __future__ import annotations

import re

#: Names of parameters under which nobody asks for a page.
_TELLING = frozenset(
    "d data dump exfil leak content payload body env secret secrets token password passwd pwd key "
    "apikey api_key credentials creds msg note".split()
)
_LONGEST_PATH, _LONGEST_VALUE, _LONGEST_QUERY = 240, 120, 400
#: Shorter ones under a telling name say nothing yet: `?key=en`.
_SHORTEST_TOLD = 6
_LONGEST_LABEL, _LONGEST_ADDRESS = 40, 2000
#: Longer texts are not looked through to their end.
LONGEST_SEARCHED = 512 * 1024
_RUN = re.compile(r"[A-Za-z0-9/=%]{20,}")
#: A commit, a digest: what pages of code hosts are called.
_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_IMAGE = re.compile(
    r"!\[[^\]]{0,300}\]\(\s*<?([^)\s>]{1,4000})|<img\b[^>]{0,300}?\bsrc\s*=\s*[\"']?([^\"'\s>]{1,4000})",
    re.I,
)


def carries_data(address: str) -> bool:
    """Whether an address looks as if it held more than the name of a page."""
    if len(address) > _LONGEST_ADDRESS:
        return True
    from urllib.parse import parse_qsl, unquote, urlsplit

    try:
        parts = urlsplit(address if "//" in address else f"//{address}")
        labels = (parts.hostname or "").split(".")
        fields = parse_qsl(parts.query, keep_blank_values=True)
    except ValueError:
        return True  # programs read such addresses each in its own way
    if parts.password or any(map(is_data_label, labels)) or len(parts.path) > _LONGEST_PATH:
        return True
    segments = [unquote(part) for part in f"{parts.path}/{parts.fragment}".split("/")]
    if any(looks_scrambled(part) and not _COMMIT.fullmatch(part) for part in segments):
        return True
    return len(parts.query) > _LONGEST_QUERY or any(_is_told(*field) for field in fields)


def is_data_label(label: str) -> bool:
    """Whether a part of a host's name is no name, as where secrets leave by DNS."""
    return len(label) > _LONGEST_LABEL or looks_scrambled(label)


def looks_scrambled(text: str) -> bool:
    """Whether a text holds a run of letters and digits that no words and no numbers make."""
    return any(_is_scrambled(run) for run in _RUN.findall(text))


def images_in(text: str) -> list[str]:
    """The addresses of the images in Markdown or HTML, which are fetched when it is shown."""
    return [found[1] or found[2] for found in _IMAGE.finditer(text[:LONGEST_SEARCHED])]


def _is_told(name: str, value: str) -> bool:
    told = name.casefold() in _TELLING and len(value) >= _SHORTEST_TOLD
    return told or len(value) > _LONGEST_VALUE or looks_scrambled(value)


def _is_scrambled(run: str) -> bool:
    words = [part for part in run.split("/") if part]
    longest = max(words, key=len, default="")
    digits = sum(letter.isdigit() for letter in longest)
    return len(longest) >= 20 and 2 <= digits < len(longest)
