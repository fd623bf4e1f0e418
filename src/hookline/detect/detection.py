"""`Detection`: one secret or piece of personal data, and where it stands in a text."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from hookline.detect.finder import Span, mark, replaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Detection(NamedTuple):
    """Which rule found it, its place in the text's UTF-8 bytes, and itself."""

    kind: str
    start: int
    end: int
    text: str

    @property
    def mask(self) -> str:
        """What stands in its place; the same for the same text, and nothing of it is shown."""
        return mark(self.kind, encoded(self.text)).decode()


def encoded(text: str) -> bytes:
    """The text's bytes; a lone surrogate, which JSON can spell, is kept."""
    return text.encode("utf-8", "surrogatepass")


def decoded(data: bytes) -> str:
    """What `encoded` made, as text again."""
    return data.decode("utf-8", "surrogatepass")


def detection_of(data: bytes, span: Span) -> Detection:
    """A span of bytes as what was found there."""
    return Detection(span.name, span.start, span.end, decoded(data[span.start : span.end]))


def redacted(text: str, detections: Iterable[Detection]) -> str:
    """The text with a mask in each one's place."""
    spans = [Span(found.start, found.end, 0, found.kind) for found in detections]
    return decoded(replaced(encoded(text), spans))


def kinds_of(detections: Iterable[Detection]) -> str:
    """The kinds, for a message: `github-token, env (3)`."""
    counts = Counter(found.kind for found in detections)
    return ", ".join(kind if n == 1 else f"{kind} ({n})" for kind, n in counts.items())
