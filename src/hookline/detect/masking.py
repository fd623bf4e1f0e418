"""Secrets in a value → `[masked:<rule>:<4 hex of its sha256>]`; everything else stays as it is.

Goes in: text, or a value of JSON's types. Comes out: the same with every secret that
`secret_rules.RULES` knows replaced, and with what stands under a key such as `password` replaced
whole. The same secret always gets the same mask, so it can be recognised; nothing of it is shown.

Values are best masked decoded. Text that is JSON is looked into all the same, see `structures`. The
quick look (`may_hold_secret`) may be given JSON text. All patterns run in RE2, in time
linear in the text, whatever the text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hookline.detect.finder import MASK, Finder, Span, byte_options, mark, replaced
from hookline.detect.secret_rules import LONG_RUNS, RULES, SECRET_KEY_ENDINGS
from hookline.detect.structures import KEY_SIGNS, secret_arguments, secret_keys, spans_of_json
from hookline.detect.unseen import HINT as UNSEEN_HINT
from hookline.detect.unseen import seen

_FINDER = Finder(RULES)
_NAMES = {b"key", *(rule.name.encode() for rule in RULES)}
#: A JSON Web Key, and a letter written as an escape, as nobody writes it who has nothing to hide.
_JWK = r"kty[\\\"]+\s*:|\\u00(?:4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9a])"
#: How many characters of a value its key can speak of.
_BESIDE = 8 * 1024


def may_hold_secret(text: str) -> bool:
    """Whether the text could hold a secret: a quick look that is never wrong when it says no. JSON
    text will do.
    """
    return _may_hold_secret(text.encode("utf-8", "surrogatepass"))


def mask_text(text: str) -> str:
    """The text with its secrets masked."""
    data = text.encode("utf-8", "surrogatepass")
    spans = secret_spans(data)
    return replaced(data, spans).decode("utf-8", "surrogatepass") if spans else text


def secret_spans(data: bytes) -> list[Span]:
    """Where the secrets of a text are; they may overlap. Colours, invisible signs and the structure
    and escapes of JSON hide none.
    """
    if not _may_hold_secret(data):
        return []
    return [*_spans(data), *_spans_behind(data), *spans_of_json(data, secret_spans)]


def mask(value: Any, text: Callable[[str], str] = mask_text) -> Any:
    """The value with its secrets masked, at any depth. `text` is what is done to each string
    outside a secret key.
    """
    if isinstance(value, str):
        return text(value)
    if isinstance(value, Mapping):
        return _mask_items(value, text)
    if isinstance(value, (list, tuple)):
        return [mask(item, text) for item in _mask_arguments(value)]
    if value is None or isinstance(value, (bool, int, float)):
        return value
    return text(str(value))  # no type of JSON's: it would be stored as this text


def _mask_items(table: Mapping[Any, Any], text: Callable[[str], str]) -> dict[Any, Any]:
    secret = secret_keys(table.items())
    masked = {}
    for key, item in table.items():
        whole = _mask_whole(item) if key in secret else _mask_item(str(key), item, text)
        masked[_mask_key(key)] = whole
    return masked


def _mask_arguments(items: Sequence[Any]) -> Sequence[Any]:
    """Mask what is a secret only behind the items before it, as a password is behind `-p`."""
    arguments = secret_arguments(items, secret_spans)
    if not any(arguments):
        return items
    return [_mask_ranges(item, ranges) for item, ranges in zip(items, arguments, strict=True)]


def _mask_ranges(text: str, ranges: Sequence[tuple[int, int]]) -> str:
    data = text.encode("utf-8", "surrogatepass")
    spans = [Span(start, end, 0, "key") for start, end in ranges if not _is_mask(data[start:end])]
    return replaced(data, spans).decode("utf-8", "surrogatepass")


def _mask_key(key: Any) -> Any:
    """A key that is a secret itself; the word `password` is none."""
    return mask_text(key) if isinstance(key, str) else key


def _mask_item(key: str, value: Any, text: Callable[[str], str]) -> Any:
    if not isinstance(value, str):
        return mask(value, text)
    return text(_mask_beside(key, value))


def _mask_beside(key: str, value: str) -> str:
    """Mask what is a secret only beside its key, such as `heroku: <uuid>`: the rules see both as an
    assignment.
    """
    prefix = f"{key}=".encode("utf-8", "surrogatepass")
    data = prefix + value[:_BESIDE].encode("utf-8", "surrogatepass")
    spans = [span for span in secret_spans(data) if span.start >= len(prefix)]
    if not spans:
        return value
    if len(value) > _BESIDE and spans[-1].end == len(data):  # it goes on, nobody knows how far
        return mark("key", value.encode("utf-8", "surrogatepass")).decode()
    return replaced(data, spans)[len(prefix) :].decode("utf-8", "surrogatepass") + value[_BESIDE:]


def _mask_whole(value: Any) -> Any:
    """Everything in the value masked: its key says that it is secret."""
    if isinstance(value, Mapping):
        return {_mask_key(key): _mask_whole(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_mask_whole(item) for item in value]
    return _mask_leaf(value)


def _mask_leaf(value: Any) -> Any:
    if value is None or value == "" or isinstance(value, bool):
        return value
    data = str(value).encode("utf-8", "surrogatepass")
    return value if _is_mask(data) else mark("key", data).decode()


def _is_mask(data: bytes) -> bool:
    match = MASK.fullmatch(data)
    return match is not None and match[1] in _NAMES


def _spans_behind(data: bytes) -> list[Span]:
    """The secrets of the text as a person reads it, at their places in the text as it is."""
    text = seen(data)
    if text is None:
        return []
    return [
        span._replace(start=text.place(span.start), end=text.place(span.end - 1) + 1)
        for span in _spans(text.text)
    ]


def _spans(data: bytes) -> list[Span]:
    masks = [match.span() for match in MASK.finditer(data) if match[1] in _NAMES]
    return _FINDER.find(data, masks)


_quick: tuple[Any, Any] | None = None


def _may_hold_secret(data: bytes) -> bool:
    hints, long_runs = _quick or _make_quick()
    return hints.search(data) is not None or long_runs.search(data) is not None


def _make_quick() -> tuple[Any, Any]:
    """The hints of all rules as one expression, the long runs as another: together their automaton
    would be huge.
    """
    global _quick
    import re2

    hints = sorted({rule.hint for rule in RULES if rule.hint})
    keys = [f"[{KEY_SIGNS}]*".join(ending) for ending in (*SECRET_KEY_ENDINGS, "pwd")]
    keys.append(_JWK)
    quick = re2.compile(f"(?i:{'|'.join(hints + keys)})|{UNSEEN_HINT}".encode(), byte_options())
    long_runs = re2.compile("|".join(LONG_RUNS).encode(), byte_options())
    _quick = (quick, long_runs)
    return _quick
