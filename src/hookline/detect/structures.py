"""What the structure around a value says of it: under the key `password`, beside the name
`DB_PASSWORD`, in the private part of a JWK, behind the option `-p` in a list of arguments.

`secret_keys` and `secret_arguments` say so of values; `spans_of_json` finds the same, and what JSON's
escapes hide, in text that is JSON as a whole or in a line of it. Pure, and linear in the text.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from hookline.detect.finder import Span, joined
from hookline.detect.secret_rules import RULES, SECRET_KEY_ENDINGS

Find = Callable[[bytes], list[Span]]
#: Signs inside a key that make no other key of it: `api_key`, `api-key`, `api.key` and `API key`
#: are one.
KEY_SIGNS = "_. -"
_WITHOUT_SIGNS = str.maketrans("", "", KEY_SIGNS)
#: Keys of a pair that names one thing and gives its value: `{"name": "DB_PASSWORD", "value": "…"}`.
_NAMING_KEYS = ("name", "key", "field", "label", "variable")
#: The private members of a JSON Web Key.
_PRIVATE_MEMBERS = frozenset(("d", "p", "q", "dp", "dq", "qi", "k", "oth"))
#: What is longer is no command line.
_MOST_ARGUMENTS, _MOST_ARGUMENT_CHARACTERS = 200, 16 * 1024

#: How much of a text is read as JSON; what the journal keeps of one is far less.
_MOST_JSON_BYTES = 2 * 1024 * 1024
#: An argument is one word, whatever is in it.
_ONE_WORD = bytes.maketrans(b" \t\r\n'\"|;&<>()`\\", b"_" * 15)
#: What holds a value in JSON; the group takes part in a key.
_TOKEN = re.compile(
    rb'"(?:[^"\\]|\\.)*"(\s*:)?|-?[0-9][0-9.eE+-]*|true|false|null|NaN|-?Infinity', re.S
)
_ESCAPE = re.compile(rb"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|u....|.)", re.S)
_BEGINS = re.compile(rb"[\[{]")
#: The whole of a text, or of an argument.
_WHOLE = 1 << 62
Ranges = list[tuple[int, int]]


def is_secret_key(key: str) -> bool:
    """Whether a key of this name holds a secret: `password`, `API_KEY`, `x-auth-token`, …; not
    `max_tokens` or `PWD`.
    """
    plain = key.lower().translate(_WITHOUT_SIGNS)
    names_password = plain.endswith("pwd") and plain not in ("pwd", "oldpwd")
    return names_password or plain.endswith(SECRET_KEY_ENDINGS)


def secret_keys(members: Collection[tuple[Any, Any]]) -> set[Any]:
    """The keys of a table under which everything is secret."""
    keys = {key for key, _ in members if is_secret_key(str(key))}
    if any(key in _NAMING_KEYS and _is_secret_name(value) for key, value in members):
        keys.add("value")
    if any(key == "kty" and isinstance(value, str) for key, value in members):
        keys |= _PRIVATE_MEMBERS
    return keys


def _is_secret_name(value: object) -> bool:
    return isinstance(value, str) and is_secret_key(value)


def secret_arguments(items: Sequence[Any], find: Find) -> list[Ranges]:
    """Where in each item of a list the secrets are that only the items before it give away, as in
    `["mysql", "--password", "…"]`; in bytes. No ranges at all where it is no list of arguments.
    """
    if not _are_arguments(items):
        return []
    texts = [item.encode("utf-8", "surrogatepass") for item in items]
    spans = joined(find(b" ".join(text.translate(_ONE_WORD) for text in texts)))
    ranges: list[Ranges] = []
    begin = 0
    for text in texts:
        end = begin + len(text)
        ranges.append(
            [_within(span, begin, end) for span in spans if span.start < end and span.end > begin]
        )
        begin = end + 1
    return ranges


def _are_arguments(items: Sequence[Any]) -> bool:
    if not 2 <= len(items) <= _MOST_ARGUMENTS or not all(isinstance(item, str) for item in items):
        return False
    is_short = sum(map(len, items)) <= _MOST_ARGUMENT_CHARACTERS
    return is_short and any(item.startswith("-") for item in items)


def _within(span: Span, begin: int, end: int) -> tuple[int, int]:
    """The part of a span in an argument; all of an argument that begins with it."""
    if span.start <= begin:
        return 0, end - begin
    return span.start - begin, min(span.end, end) - begin


def spans_of_json(data: bytes, find: Find) -> Iterator[Span]:
    """The secrets that the structure of JSON text gives away; `find` finds those in a text."""
    for begin, end, value in _documents(data):
        tokens = (token for token in _TOKEN.finditer(data, begin, end) if not token[1])
        for token, ranges in zip(tokens, _leaves(value, find), strict=False):
            yield from _spans_of_token(data, token.start(), token.end(), ranges, find)


def _documents(data: bytes) -> Iterator[tuple[int, int, Any]]:
    """JSON in the text, decoded, and where it is: all of it, or what stands at the end of a line."""
    whole = _decoded(data, 0, len(data)) if len(data) <= _MOST_JSON_BYTES else None
    if whole:
        yield whole
        return
    begin, last = 0, min(len(data), _MOST_JSON_BYTES)
    while begin < last:
        end = data.find(b"\n", begin, last)
        end = last if end < 0 else end
        line = _decoded(data, begin, end)
        if line:
            yield line
        begin = end + 1


def _decoded(data: bytes, begin: int, end: int) -> tuple[int, int, Any] | None:
    first = _BEGINS.search(data, begin, end)
    if first is None or b'"' not in data[first.start() : end]:
        return None
    text = data[first.start() : end].decode("utf-8", "surrogatepass")
    try:
        # Numbers as they are written, and every member, even of one name.
        value = json.loads(text, object_pairs_hook=tuple, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return None
    return first.start(), end, value


def _leaves(value: Any, find: Find) -> Iterator[Ranges]:
    """For every string, number and constant, in the order of the text: what of it is secret."""
    waiting: list[tuple[Any, Ranges]] = [(value, [])]
    while waiting:
        item, ranges = waiting.pop()
        if isinstance(item, tuple):
            keys = () if ranges else secret_keys(item)
            inner = [(value, [(0, _WHOLE)] if key in keys else ranges) for key, value in item]
            waiting.extend(reversed(inner))
        elif isinstance(item, list):
            parts = [] if ranges else secret_arguments(item, find)
            waiting.extend(reversed(list(zip(item, parts or [ranges] * len(item), strict=True))))
        else:
            yield [] if item is None or item == "" or isinstance(item, bool) else ranges


def _spans_of_token(
    data: bytes, start: int, end: int, ranges: Ranges, find: Find
) -> Iterable[Span]:
    if data[start : start + 1] != b'"':
        return [_span(start, end)] if ranges else []
    start, end = start + 1, end - 1
    if ranges and ranges[0][1] >= _WHOLE:
        return [_span(start, end)]
    raw = data[start:end]
    if b"\\" not in raw:
        return [_span(start + first, start + last) for first, last in ranges]
    plain = _Plain(raw)
    found = [*(_span(first, last) for first, last in ranges), *find(plain.text)]
    return [
        span._replace(start=start + plain.place(span.start), end=start + plain.place(span.end))
        for span in found
    ]


def _span(start: int, end: int) -> Span:
    return Span(start, end, len(RULES), "key")


class _Plain:
    """The inside of a JSON string without its escapes, and where each byte of it was."""

    def __init__(self, raw: bytes) -> None:
        pieces: list[bytes] = []
        self._starts, self._origins = [0], [0]  # of what stands behind each escape
        length = done = 0
        for escape in _ESCAPE.finditer(raw):
            sign = json.loads(b'"' + escape[0] + b'"').encode("utf-8", "surrogatepass")
            pieces += [raw[done : escape.start()], sign]
            length += escape.start() - done
            self._starts.append(length)
            self._origins.append(escape.start())
            length, done = length + len(sign), escape.end()
            self._starts.append(length)
            self._origins.append(done)
        self.text = b"".join([*pieces, raw[done:]])

    def place(self, at: int) -> int:
        """Where the byte was."""
        piece = bisect_right(self._starts, at) - 1
        return self._origins[piece] + at - self._starts[piece]
