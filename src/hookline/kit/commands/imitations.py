"""Whether a package's name imitates that of another: by a slip of the finger, look-alike letters, words
in another order, or words added to it. Names are compared with lists; no registry is asked.
"""

from __future__ import annotations

import re
from functools import cache

from hookline.kit.commands.popular_packages import FAMILIES, MOST_USED, SCOPES, names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

#: Shorter names are too close to too many others.
_SHORTEST = 5
#: Names of so many letters are too long for two slips to be chance.
_LONG = 8
_LOOKALIKES = str.maketrans(
    {"0": "o", "1": "l", "3": "e", "5": "s", "-": "", "_": "", ".": "", "/": None}
)
_SEPARATORS = re.compile(r"[-_./@]+")
_ADDED = re.compile(
    r"\A(?:python3?|py|node|nodejs|js|npm|lib|the|real|official)[-_.]"
    r"|[-_.](?:python3?|py|js|nodejs|node|npm|lib|official|original|latest|updated|fixed|new)\Z"
)
_NEIGHBOURS = {
    letter: frozenset(row[max(0, at - 1) : at + 2])
    for row in ("qwertyuiop", "asdfghjkl", "zxcvbnm")
    for at, letter in enumerate(row)
}
_VOWELS = frozenset("aeiouy")
#: Letters that are taken for one another by the ear.
_SOUND_ALIKE = tuple(map(set, "sz ck cs kq vw fv bp dt gj".split()))
#: Ecosystems that name many versions of a thing side by side: libgl1, python3.12.
_NUMBERED = frozenset(("system",))


def imitated(ecosystem: str, name: str) -> str | None:
    """The known package whose name this one nearly is; None when it is one itself, or like none."""
    known = _as_compared(ecosystem)
    name = _repository(name) if ecosystem == "go" else name
    if (
        _SAME.get(ecosystem, str)(name) in known
        or len(name) < _SHORTEST - 1
        or _has_known_owner(ecosystem, name)
    ):
        return None
    tests: tuple[Callable[[str, str], str | None], ...] = (
        _written_alike, _added_to, _in_another_order, _of_an_owner, _slipped, _of_a_family
    )  # fmt: skip
    return next(filter(None, (test(ecosystem, name) for test in tests)), None)


def _underscored(name: str) -> str:
    """To cargo, `-` and `_` are the same."""
    return name.replace("-", "_")


def _repository(path: str) -> str:
    """The repository a package of Go is in: `github.com/a/b` of `github.com/a/b/v2/cmd/c`."""
    count = 2 if path.startswith("gopkg.in/") else 3
    return "/".join(path.split("/")[:count])


@cache
def _as_compared(ecosystem: str) -> frozenset[str]:
    """All names that are known, as their ecosystem compares them."""
    return frozenset(map(_SAME.get(ecosystem, str), names_of(ecosystem)))


def _has_known_owner(ecosystem: str, name: str) -> bool:
    """`@types/x`: only the owner can publish under such a name."""
    return ecosystem == "npm" and name.startswith("@") and _owner(name) in SCOPES


def _owner(name: str) -> str:
    return name.partition("/")[0].lstrip("@")


@cache
def _folded(ecosystem: str) -> dict[str, str]:
    return {name.translate(_LOOKALIKES): name for name in sorted(names_of(ecosystem), reverse=True)}


@cache
def _by_words(ecosystem: str) -> dict[tuple[str, ...], str]:
    return {_words(name): name for name in sorted(names_of(ecosystem)) if len(_words(name)) > 1}


@cache
def _by_length(ecosystem: str) -> dict[int, list[str]]:
    names: dict[int, list[str]] = {}
    for name in sorted(names_of(ecosystem)):
        names.setdefault(len(name), []).append(name)
    return names


def _words(name: str) -> tuple[str, ...]:
    return tuple(sorted(filter(None, _SEPARATORS.split(name))))


def _written_alike(ecosystem: str, name: str) -> str | None:
    """`babelcli`, `djang0`: the same but for separators and letters that look alike."""
    alike = _folded(ecosystem).get(name.translate(_LOOKALIKES), "")
    return None if len(alike) < _SHORTEST or ecosystem in _NUMBERED else alike


def _added_to(ecosystem: str, name: str) -> str | None:
    """`python-requests`, `lodash-js`, `reactjs`. A system's package is named so after what it brings."""
    if ecosystem in _NUMBERED:
        return None
    bare = _ADDED.sub("", name) if _ADDED.search(name) else name.removesuffix("js")
    return bare if bare != name and bare in MOST_USED.get(ecosystem, ()) else None


def _in_another_order(ecosystem: str, name: str) -> str | None:
    """`dotenv-python`."""
    words = _words(name)
    return _by_words(ecosystem).get(words) if len(words) > 1 else None


def _of_an_owner(ecosystem: str, name: str) -> str | None:
    """`@bable/core`: a known owner, misspelt."""
    if ecosystem != "npm" or not name.startswith("@"):
        return None
    owner = _owner(name)
    slips = (f"@{other}/" for other in sorted(SCOPES) if _is_near(owner, other, ecosystem))
    return next(slips, None)


@cache
def _starts(ecosystem: str, sign: str) -> frozenset[str]:
    return FAMILIES.get(ecosystem, frozenset()) | {
        name.partition(sign)[0] for name in names_of(ecosystem)
    }


def _of_a_family(ecosystem: str, name: str) -> str | None:
    """`microsft.extensions.http`, `lavarel/pail`, `gihtub.com/a/b`: the start of many names, misspelt."""
    sign = "." if ecosystem == "nuget" else "/"
    start, separator, _ = name.partition(sign)
    families = FAMILIES.get(ecosystem, frozenset())
    if (
        not separator
        or start in families
        or any(known.startswith(f"{start}{sign}") for known in names_of(ecosystem))
    ):
        return None
    slips = (f"{other}{sign}" for other in sorted(families) if _is_near(start, other, ecosystem))
    return next(slips, None)


def _slipped(ecosystem: str, name: str) -> str | None:
    lengths = range(len(name) - 1, len(name) + 2)
    others = (other for length in lengths for other in _by_length(ecosystem).get(length, ()))
    near = next((other for other in others if _is_near(name, other, ecosystem)), None)
    return near or (None if ecosystem in _NUMBERED else _slipped_twice(ecosystem, name))


def _slipped_twice(ecosystem: str, name: str) -> str | None:
    """Two slips in a long name that is typed by many."""
    used = (other for other in sorted(MOST_USED.get(ecosystem, ())) if len(other) >= _LONG)
    return next((other for other in used if _is_two_slips(name, other)), None)


def _is_two_slips(name: str, other: str) -> bool:
    """Whether one slip remains when the first is mended."""
    if abs(len(name) - len(other)) > 2 or _differs_in_number(name, other):
        return False
    return any(slip(mended, other) for mended in _mended(name, other))


def _mended(name: str, other: str) -> list[str]:
    """The name with its first slip mended: a letter taken out, put in, put right, or two swapped."""
    at = _alike_from_start(name, other)
    start, rest, letter = name[:at], name[at:], other[at : at + 1]
    return [
        start + rest[1:],
        start + letter + rest,
        start + letter + rest[1:],
        start + rest[1:2] + rest[:1] + rest[2:],
    ]


def _is_near(name: str, other: str, ecosystem: str) -> bool:
    kind = slip(name, other)
    if not kind or _differs_in_number(name, other):
        return False
    is_used = other in MOST_USED.get(ecosystem, ())
    if ecosystem in _NUMBERED and not is_used:
        return len(other) >= _LEAST[kind] and kind in ("swapped", "jumbled", "doubled")
    return len(other) >= _LEAST[kind] - (is_used and kind == "extra")


def _differs_in_number(name: str, other: str) -> bool:
    """`psycopg3`, `lua5.3`: another version of it, not a slip. A name without its number may be one, and
    one with its number doubled: `boto33`.
    """
    plain, plain_other = (text.rstrip("0123456789.") for text in (name, other))
    return plain == plain_other and name != plain and name != other + other[-1]


#: How long a name must be for each kind of slip.
_LEAST = {
    "swapped": _SHORTEST - 1,
    "doubled": _SHORTEST - 2,
    "missing": _SHORTEST,
    "extra": _SHORTEST,
    "beside": _SHORTEST,
    "jumbled": _SHORTEST,
    "another": _SHORTEST + 1,
}


def slip(name: str, other: str) -> str:
    """The one slip that makes one name of the other: letters swapped, doubled, missing, extra, beside
    the right one on the keyboard, another, or all jumbled; empty when it takes more.
    """
    start = _alike_from_start(name, other)
    rest, meant = name[start:], other[start:]
    end = _alike_from_start(rest[::-1], meant[::-1])
    rest, meant = rest[: len(rest) - end], meant[: len(meant) - end]
    if len(rest) == 2 and rest == meant[::-1]:
        return "swapped"
    if len(rest) + len(meant) == 1:
        return _one_letter(name, start, rest, meant)
    if len(rest) == len(meant) == 1:
        return "beside" if _is_beside(rest, meant) else "another"
    return "jumbled" if _is_jumbled(name, other) else ""


def _alike_from_start(one: str, other: str) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _one_letter(name: str, at: int, rest: str, meant: str) -> str:
    """One letter too many or too few; twice the same is the commonest of all."""
    if not rest:
        return "missing"
    return "doubled" if rest in (name[at - 1 : at], name[at + 1 : at + 2]) else "extra"


def _is_beside(letter: str, meant: str) -> bool:
    pair = {letter, meant}
    return letter in _NEIGHBOURS.get(meant, ()) or pair <= _VOWELS or pair in _SOUND_ALIKE


def _is_jumbled(name: str, other: str) -> bool:
    """`lavarel` for `laravel`: the same letters behind the same first one."""
    return name[:1] == other[:1] and sorted(name) == sorted(other)


#: Ecosystem → how a name is compared there.
_SAME: dict[str, Callable[[str], str]] = {"crates": _underscored, "go": _repository}
