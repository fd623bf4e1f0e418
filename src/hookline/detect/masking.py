"""Secrets in a value → `[masked:<rule>:<4 hex of its sha256>]`; everything else stays as it is.

Goes in: text, or a value of JSON's types. Comes out: the same with every secret that
`secret_rules.RULES` knows replaced, and with what stands under a key such as `password` replaced
whole. The same secret always gets the same mask, so it can be recognised; nothing of it is shown.

Values are masked decoded, never as JSON text: there the newlines of a private key would be escapes.
Only the quick look (`may_hold_secret`) may be given JSON text. All patterns run in RE2, in time
linear in the text, whatever the text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hookline.detect.finder import MASK, Finder, Span, byte_options, mark, replaced
from hookline.detect.secret_rules import LONG_RUNS, RULES, SECRET_KEY_ENDINGS
from hookline.detect.unseen import HINT as UNSEEN_HINT
from hookline.detect.unseen import seen

_FINDER = Finder(RULES)
_NAMES = {b"key", *(rule.name.encode() for rule in RULES)}
#: Keys of a pair that names one thing and gives its value: `{"name": "DB_PASSWORD", "value": "…"}`.
_NAMING_KEYS = ("name", "key", "field", "label", "variable")
#: Signs inside a key that make no other key of it: `api_key`, `api-key`, `api.key` and `API key`
#: are one.
_KEY_SIGNS = "_. -"
_WITHOUT_SIGNS = str.maketrans("", "", _KEY_SIGNS)
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
    """Where the secrets of a text are; they may overlap. Colours and invisible signs hide none."""
    return [*_spans(data), *_spans_behind(data)] if _may_hold_secret(data) else []


def mask(value: Any, text: Callable[[str], str] = mask_text) -> Any:
    """The value with its secrets masked, at any depth. `text` is what is done to each string
    outside a secret key.
    """
    if isinstance(value, str):
        return text(value)
    if isinstance(value, Mapping):
        return _mask_items(value, text)
    if isinstance(value, (list, tuple)):
        return [mask(item, text) for item in value]
    if value is None or isinstance(value, (bool, int, float)):
        return value
    return text(str(value))  # no type of JSON's: it would be stored as this text


def _mask_items(table: Mapping[Any, Any], text: Callable[[str], str]) -> dict[Any, Any]:
    names_secret = _names_secret(table)
    masked = {}
    for key, item in table.items():
        whole = is_secret_key(str(key)) or (names_secret and key == "value")
        masked[_mask_key(key)] = _mask_whole(item) if whole else _mask_item(str(key), item, text)
    return masked


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


def is_secret_key(key: str) -> bool:
    """Whether a key of this name holds a secret: `password`, `API_KEY`, `x-auth-token`, …; not
    `max_tokens` or `PWD`.
    """
    plain = key.lower().translate(_WITHOUT_SIGNS)
    names_password = plain.endswith("pwd") and plain not in ("pwd", "oldpwd")
    return names_password or plain.endswith(SECRET_KEY_ENDINGS)


def _names_secret(table: Mapping[Any, Any]) -> bool:
    """Whether a table is a pair of a name and a value, and the name is one of a secret."""
    if "value" not in table:
        return False
    names = [table.get(key) for key in _NAMING_KEYS]
    return any(isinstance(name, str) and is_secret_key(name) for name in names)


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
    keys = [f"[{_KEY_SIGNS}]*".join(ending) for ending in (*SECRET_KEY_ENDINGS, "pwd")]
    quick = re2.compile(f"(?i:{'|'.join(hints + keys)})|{UNSEEN_HINT}".encode(), byte_options())
    long_runs = re2.compile("|".join(LONG_RUNS).encode(), byte_options())
    _quick = (quick, long_runs)
    return _quick
