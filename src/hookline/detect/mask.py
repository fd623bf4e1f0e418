"""Secrets in a value → `[masked:<rule>:<4 hex of its sha256>]`; everything else stays as it is.

Goes in: text, or a value of JSON's types. Comes out: the same with every secret that
`secrets.RULES` knows replaced, and with what stands under a key such as `password` replaced whole.
Two sights of one secret get one mask, so they can be recognised; nothing of the secret is shown.

Values are masked decoded, never as JSON text: there the newlines of a private key would be escapes.
Only the quick look (`suspicious`) may be given JSON text. All patterns run in RE2, in time linear
in the text, whatever the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from hookline.detect.finder import Finder, Span, byte_options, mark, replaced
from hookline.detect.secret_rules import LONG_RUNS, RULES, SECRET_KEY_ENDINGS

_MASK = rb"\[masked:([a-z0-9-]{1,40}):[0-9a-f]{4}\]"
_FINDER = Finder(RULES)
_NAMES = {b"key", *(rule.name.encode() for rule in RULES)}
#: Keys of a pair that names one thing and gives its value: `{"name": "DB_PASSWORD", "value": "…"}`.
_NAMING_KEYS = ("name", "key", "field", "label", "variable")
#: Signs inside a key that make no other key of it: `api_key`, `api-key`, `api.key` and `API key`
#: are one.
_KEY_SIGNS = "_. -"
_WITHOUT_SIGNS = str.maketrans("", "", _KEY_SIGNS)


def suspicious(text: str) -> bool:
    """Whether the text could hold a secret: a quick look that is never wrong when it says no. JSON
    text will do.
    """
    return _is_suspicious(text.encode("utf-8", "surrogatepass"))


def mask_text(text: str) -> str:
    """The text with its secrets masked."""
    data = text.encode("utf-8", "surrogatepass")
    if not _is_suspicious(data):
        return text
    return replaced(data, _spans(data)).decode("utf-8", "surrogatepass")


def mask(value: Any, text: Callable[[str], str] = mask_text) -> Any:
    """The value with its secrets masked, at any depth. `text` is what is done to each string
    outside a secret key.
    """
    if isinstance(value, str):
        return text(value)
    if isinstance(value, Mapping):
        named = _named_secret(value)
        return {
            _mask_key(key): _mask_item(str(key), item, text, named and key == "value")
            for key, item in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [mask(item, text) for item in value]
    if value is None or isinstance(value, (bool, int, float)):
        return value
    return text(str(value))  # no type of JSON's: it would be stored as this text


def _mask_key(key: Any) -> Any:
    """A key that is a secret itself; the word `password` is none."""
    return mask_text(key) if isinstance(key, str) else key


def _mask_item(key: str, value: Any, text: Callable[[str], str], whole: bool) -> Any:
    if whole or is_secret_key(key):
        return _mask_whole(value)
    if not isinstance(value, str):
        return mask(value, text)
    return text(_mask_beside(key, value))


def _mask_beside(key: str, value: str) -> str:
    """Mask what is a secret only beside its key, such as `heroku: <uuid>`: the rules see both as an
    assignment.
    """
    prefix = f"{key}=".encode("utf-8", "surrogatepass")
    data = prefix + value.encode("utf-8", "surrogatepass")
    if not _is_suspicious(data):
        return value
    spans = [span for span in _spans(data) if span.start >= len(prefix)]
    return replaced(data, spans)[len(prefix) :].decode("utf-8", "surrogatepass")


def _mask_whole(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {_mask_key(key): _mask_whole(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_mask_whole(item) for item in value]
    if value is None or value == "" or isinstance(value, bool):
        return value
    data = str(value).encode("utf-8", "surrogatepass")
    found = re.fullmatch(_MASK, data)
    return value if found and found[1] in _NAMES else mark("key", data).decode()


def is_secret_key(key: str) -> bool:
    """Whether a key of this name holds a secret: `password`, `API_KEY`, `x-auth-token`, …; not
    `max_tokens` or `PWD`.
    """
    plain = key.lower().translate(_WITHOUT_SIGNS)
    return plain.endswith(SECRET_KEY_ENDINGS) or (
        plain.endswith("pwd") and plain not in ("pwd", "oldpwd")
    )


def _named_secret(value: Mapping[Any, Any]) -> bool:
    return "value" in value and any(
        isinstance(value.get(key), str) and is_secret_key(value[key]) for key in _NAMING_KEYS
    )


def _spans(data: bytes) -> list[Span]:
    return _FINDER.find(
        data, (match.span() for match in re.finditer(_MASK, data) if match[1] in _NAMES)
    )


_quick: tuple[Any, Any] | None = None


def _is_suspicious(data: bytes) -> bool:
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
    expressions = (f"(?i:{'|'.join(hints + keys)})", "|".join(LONG_RUNS))
    first, second = (re2.compile(expression.encode(), byte_options()) for expression in expressions)
    _quick = (first, second)
    return _quick
