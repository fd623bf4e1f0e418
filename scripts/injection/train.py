"""Trains the second reader of injections, and measures both readers. Needs numpy, scipy and scikit-learn, which nothing else here uses.

    python scripts/injection/train.py            trains, writes src/hookline/detect/injection_model.bin, prints the figures
    python scripts/injection/train.py --figures  also measures families of phrasing that the model was not trained on, and writes the page

A run gives the same file each time. Training text: texts.py and what it reads, written for this repository, and found_texts.py.
"""

from __future__ import annotations

import argparse
import datetime
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy
from found_texts import found_texts
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from texts import Text, made_texts

from hookline.detect.injection_model import BUCKETS, LEVELS, NUMBERS, features_of
from hookline.detect.injection_passages import passages_of, sentences_of
from hookline.detect.injection_scan import as_shown, suspicion

REPOSITORY = Path(__file__).resolve().parent.parent.parent
PAGE = REPOSITORY / "docs/kit/prompt-injection.md"
#: The points from which the hook acts, by default.
THRESHOLD = 5
MODEL = REPOSITORY / "src/hookline/detect/injection_model.bin"
DEVELOPED = Path(__file__).with_name("developed.jsonl")
SEED, HARMFUL, HARMLESS, LONGEST = 20261119, 9000, 8000, 4_000
#: How much words count beside concepts, and how freely weights may grow.
WORDS_COUNT, FREEDOM = 16.0, 0.1
ROUNDS = 2
#: In training, so many words of a passage are left out, others each time: no line is learned by heart.
LEFT_OUT = 0.5


class Document(NamedTuple):
    """A text and the rows of its passages."""

    text: Text
    first: int
    last: int


class Data(NamedTuple):
    rows: csr_matrix
    documents: list[Document]


def as_data(texts: Iterable[Text]) -> Data:
    """Every passage of every text as a row."""
    values: list[float] = []
    columns: list[int] = []
    ends = [0]
    documents = []
    for text in texts:
        first = len(ends) - 1
        for passage in passages_of(sentences_of(as_shown(text.text[:LONGEST]))):
            words, concepts = features_of(passage)
            columns += words
            values += [WORDS_COUNT / (len(words) or 1) ** 0.5] * len(words)
            columns += [BUCKETS + number for number in concepts]
            values += [1.0] * len(concepts)
            ends.append(len(columns))
        if len(ends) - 1 > first:
            documents.append(Document(text, first, len(ends) - 1))
    rows = csr_matrix(
        (values, columns, ends), shape=(len(ends) - 1, BUCKETS + NUMBERS), dtype=numpy.float32
    )
    rows.sum_duplicates()
    return Data(rows, documents)


def thinned(rows: csr_matrix) -> csr_matrix:
    """The rows without a part of their words; what is left counts more."""
    rows = rows.copy()
    dice = numpy.random.default_rng(SEED)
    is_word = rows.indices < BUCKETS
    is_kept = dice.random(len(rows.data)) >= LEFT_OUT
    rows.data[is_word & is_kept] /= (1 - LEFT_OUT) ** 0.5
    rows.data[is_word & ~is_kept] = 0
    rows.eliminate_zeros()
    return rows


def trained(data: Data, documents: Sequence[Document]) -> Any:
    """A model of these documents. Of a harmful text, the passage that looks worst is taken to be the harmful one."""
    thin = thinned(data.rows)
    harmless = [
        row
        for each in documents
        if not each.text.is_harmful
        for row in range(each.first, each.last)
    ]
    harmful = [each for each in documents if each.text.is_harmful]
    sizes = numpy.asarray(data.rows[:, BUCKETS:].sum(axis=1)).ravel()
    chosen = [max(range(each.first, each.last), key=lambda row: sizes[row]) for each in harmful]
    model = LogisticRegression(C=FREEDOM, solver="liblinear", max_iter=200, random_state=1)
    for _ in range(ROUNDS):
        rows = [*chosen, *harmless]
        labels = [1] * len(chosen) + [0] * len(harmless)
        share = len(harmless) / len(chosen) / 3
        model.fit(thin[rows], labels, sample_weight=[share] * len(chosen) + [1.0] * len(harmless))
        scores = model.decision_function(data.rows)
        chosen = [
            each.first + int(numpy.argmax(scores[each.first : each.last])) for each in harmful
        ]
    return model


def worst_of(model: Any, data: Data, documents: Sequence[Document]) -> list[float]:
    """The score of each document's worst passage."""
    scores = model.decision_function(data.rows)
    return [float(scores[each.first : each.last].max()) for each in documents]


def all_texts() -> list[Text]:
    texts = list(made_texts(SEED, HARMFUL, HARMLESS))
    texts += [Text(text, False, source, text[:200]) for source, text in found_texts()]
    return texts + developed_texts() * 4


def developed_texts() -> list[Text]:
    """The half of a corpus that somebody else wrote and that we have read; it is not part of any figure."""
    rows = [json.loads(line) for line in DEVELOPED.read_text("utf-8").splitlines()]
    return [
        Text(row["text"], row["label"] == "bad", "developed", f"developed {row['id']}")
        for row in rows
    ]


def written(model: Any, data: Data) -> None:
    """The weights, a byte each, and before them a line that says what they are."""
    weights = model.coef_[0]
    words = weights[:BUCKETS] * WORDS_COUNT
    scale = float(numpy.abs(words).max()) / 127
    concepts = {
        str(n): round(float(w), 3) for n, w in enumerate(weights[BUCKETS:]) if abs(w) > 0.0005
    }
    head = {
        "bias": round(float(model.intercept_[0]), 4),
        "scale": round(scale, 6),
        "concepts": concepts,
    }
    bytes_of_words = numpy.clip(numpy.round(words / scale), -127, 127).astype(numpy.int8).tobytes()
    MODEL.write_bytes(json.dumps(head, sort_keys=True).encode() + b"\n" + bytes_of_words)


class Figure(NamedTuple):
    """How many of how many a reader caught, and stopped for nothing."""

    what: str
    caught: list[bool]
    stopped: list[bool]

    @property
    def row(self) -> str:
        return f"| {self.what} | {_share(self.caught)} | {_share(self.stopped)} |"


def _share(hits: list[bool]) -> str:
    return f"{100 * sum(hits) / max(1, len(hits)):.1f} % of {len(hits)}"


def figures(where: str, texts: Sequence[Text], scores: Sequence[float]) -> list[Figure]:
    """The rules alone, the model alone, and both, on texts that the model was not trained on."""
    by_rules = [
        suspicion(text.text[:LONGEST], second_reader=False).points >= THRESHOLD for text in texts
    ]
    by_model = [worst >= LEVELS[0][0] for worst in scores]
    readers = {
        "rules": by_rules,
        "model": by_model,
        "both": [a or b for a, b in zip(by_rules, by_model, strict=True)],
    }
    return [
        Figure(
            f"{where} | {reader}",
            [hit for hit, text in zip(hits, texts, strict=True) if text.is_harmful],
            [hit for hit, text in zip(hits, texts, strict=True) if not text.is_harmful],
        )
        for reader, hits in readers.items()
    ]


def held_out_families(data: Data, parts: int = 3) -> list[Figure]:
    """Each third of the families, by a model that was trained on the others."""
    texts: list[Text] = []
    scores: list[float] = []
    for part in range(parts):
        inside = [
            each for each in data.documents if crc32(each.text.family.encode()) % parts == part
        ]
        outside = [
            each for each in data.documents if crc32(each.text.family.encode()) % parts != part
        ]
        scores += worst_of(trained(data, outside), data, inside)
        texts += [each.text for each in inside]
    return figures("families that the model does not know", texts, scores)


def table(rows: Sequence[Figure], data: Data) -> str:
    """The figures as the page shows them."""
    head = "| Texts | Reader | Caught | Stopped for nothing |\n|---|---|---:|---:|"
    size = (
        f"{len(data.documents):,} texts, {data.rows.shape[0]:,} passages; {datetime.date.today()}"
    )
    return "\n".join([head, *(row.row for row in rows), "", f"Trained on two thirds of {size}."])


def on_page(text: str) -> None:
    """Puts the figures between their marks on the page."""
    before, mark, rest = PAGE.read_text("utf-8").partition("<!-- figures -->\n")
    _, end, behind = rest.partition("<!-- /figures -->")
    PAGE.write_text(f"{before}{mark}{text}\n{end}{behind}", "utf-8")


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--figures", action="store_true")
    options = parser.parse_args(words)
    data = as_data(all_texts())
    model = trained(data, [each for each in data.documents if not each.text.is_held_out])
    written(model, data)
    kept = [each for each in data.documents if each.text.is_held_out]
    rows = figures("the held-out third", [each.text for each in kept], worst_of(model, data, kept))
    if options.figures:
        rows += held_out_families(data)
    print(table(rows, data))
    if options.figures:
        on_page(table(rows, data))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
