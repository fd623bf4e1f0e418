"""A text too long to be kept → its ends, masked. Masked before it is cut, here and nowhere else:
half a secret looks like no secret, and would be stored or sent as it is.

What is cut off is looked at up to `MARGIN` characters beyond the cut, so that a secret that crosses
it is known for one and stands there as a whole mask. A word of which even that does not show the
beginning is left out: it may be the rest of one.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hookline.detect.finder import Span, joined, replaced
from hookline.detect.masking import mask_text, secret_spans

#: How much of a text beyond a cut is looked at; a stream that is to be cut keeps so much more.
MARGIN = 8 * 1024
_BLANK = re.compile(r"\s")


def clip(text: str, head: int, tail: int, mark: Callable[[int], str] | str) -> str:
    """The text masked; of a longer one the first `head` and the last `tail` characters, with a mark
    between them, which may say how many are missing.
    """
    missing = len(text) - head - tail
    if missing <= 0:
        return mask_text(text)
    between = mark if isinstance(mark, str) else mark(missing)
    end = tail_of(text[-tail - MARGIN :], tail) if tail else ""
    return head_of(text[: head + MARGIN], head) + between + end


def head_of(text: str, kept: int) -> str:
    """The first `kept` characters of a text, masked; what follows them is only looked at."""
    data, cut = _encoded(text), len(_encoded(text[:kept]))
    spans = [span for span in joined(secret_spans(data)) if span.start < cut]
    end = max([cut, *(span.end for span in spans)])
    return _decoded(replaced(data[:end], spans))


def tail_of(text: str, kept: int) -> str:
    """The last `kept` characters of a text, masked; what stands before them is only looked at."""
    before = _unread(text, max(len(text) - kept, 0))
    data, cut = _encoded(text), len(_encoded(text[:before]))
    spans = [span for span in joined(secret_spans(data)) if span.end > cut]
    begin = min([cut, *(span.start for span in spans)])
    moved = [Span(span.start - begin, span.end - begin, span.rank, span.name) for span in spans]
    return _decoded(replaced(data[begin:], moved))


def _unread(text: str, before: int) -> int:
    """Where the part begins that may be shown: behind a word that reaches from the very beginning
    across the cut, unless it is too long for a secret.
    """
    blank = _BLANK.search(text, 0, before + MARGIN)
    return blank.start() if blank and before and blank.start() > before else before


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")
