"""The second reader of injections: a small linear model over the words of a few sentences and the
concepts they hold.

Goes in: a `Passage`. Comes out: how much it reads like an instruction to a model, as the logarithm
of odds. The weights are data (`injection_model.bin`), made by `scripts/injection/train.py`, read
once, when first asked for. The same functions make the features in training.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple
from zlib import crc32

from hookline.detect.injection_concepts import CONCEPTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookline.detect.injection_passages import Passage

#: Words and pairs of words fall into so many buckets.
BUCKETS = 1 << 16
_FILE = "injection_model.bin"
#: From this score on, so many points: the first by what two in a hundred of the harmless
#: texts reach that were held out of training; the second is a suspicion that needs company.
LEVELS = ((2.0, 5), (0.8, 3))
_MOST_WORDS = 200
_STEM = 6
#: What has a thousand forms and one meaning here.
_KINDS = (
    (re.compile(r"https?://\S+|\bwww\.\S+"), " xurl "),
    (re.compile(r"\S+@[\w-]+\.[\w.-]+"), " xmail "),
    (re.compile(r"`[^`]{1,200}`"), " xcode "),
    (re.compile(r"(?<!\w)(?:~|\.{1,2})?/[\w.*/-]{2,}"), " xpath "),
    (re.compile(r"\d+"), "0"),
)
#: Words; signs of scripts that are written without blanks are words of their own.
_WORD = re.compile(
    r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]|[^\W_]+(?:['’][^\W_]+)?|[!?:@<>{}\[\]|$]"
)


class Features(NamedTuple):
    """What the model looks at: buckets of words, and concepts by number, each once."""

    words: list[int]
    concepts: list[int]


class _Weights(NamedTuple):
    bias: float
    scale: float
    words: memoryview
    concepts: list[float]


def features_of(passage: Passage) -> Features:
    """The features of a passage."""
    return Features(_buckets(passage.text), _numbers(passage))


def score(passage: Passage) -> float:
    """How much a passage reads like an instruction to a model: above 0 is likely."""
    words, concepts = features_of(passage)
    weights = _weights()
    sum_of_words = weights.scale * sum(map(weights.words.__getitem__, words))
    sum_of_concepts = sum(map(weights.concepts.__getitem__, concepts))
    return weights.bias + sum_of_words / math.sqrt(len(words) or 1) + sum_of_concepts


def _buckets(text: str) -> list[int]:
    """Its words, cut to their beginnings, and the pairs of words next to or near each other."""
    for pattern, kind in _KINDS:
        text = pattern.sub(kind, text)
    words = [word[:_STEM] for word in _WORD.findall(text.lower())[:_MOST_WORDS]]
    grams = {*words}
    grams.update(map(" ".join, pairwise(words)))
    grams.update(map(" _ ".join, zip(words, words[2:], strict=False)))
    return [crc32(gram.encode("utf-8", "replace")) % BUCKETS for gram in sorted(grams)]


def _numbers(passage: Passage) -> list[int]:
    """The concepts it holds, the pairs of them, those it only quotes, and whether it is one
    sentence.
    """
    plainly = passage.concepts
    quoted = passage.quoted & ~plainly
    places = [place for place in range(_COUNT) if plainly >> place & 1]
    numbers = [*places, *(_COUNT + place for place in range(_COUNT) if quoted >> place & 1)]
    for position, first in enumerate(places):
        numbers += [2 * _COUNT + first * _COUNT + second for second in places[position + 1 :]]
    if len(passage.sentences) == 1:
        numbers.append(NUMBERS - 1)
    return numbers


_COUNT = len(CONCEPTS)
#: How many features there are beside words.
NUMBERS = 2 * _COUNT + _COUNT * _COUNT + 1


@lru_cache(maxsize=1)
def _weights() -> _Weights:
    """The file: a line of JSON, then a byte with a sign for each bucket."""
    import json
    import os

    with open(os.path.join(os.path.dirname(__file__), _FILE), "rb") as file:
        head, _, words = file.read().partition(b"\n")
    known = json.loads(head)
    concepts = [0.0] * NUMBERS
    for number, weight in known["concepts"].items():
        concepts[int(number)] = weight
    return _Weights(known["bias"], known["scale"], memoryview(words).cast("b"), concepts)
