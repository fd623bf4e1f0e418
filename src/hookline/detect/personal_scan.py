"""Which personal data a text holds: numbers whose check digits are right, addresses, telephone
numbers.
"""

from __future__ import annotations

from functools import lru_cache

from hookline.detect.detection import Detection, detection_of, encoded
from hookline.detect.finder import Finder, joined
from hookline.detect.personal_checks import CHECKS
from hookline.detect.personal_rules import CONTACTS, KINDS, RULES

__all__ = ["CONTACTS", "PERSONAL_KINDS", "personal_data_in"]

#: Every kind there is, by the name that settings and messages use.
PERSONAL_KINDS = KINDS


def personal_data_in(text: str, kinds: tuple[str, ...] = PERSONAL_KINDS) -> list[Detection]:
    """The personal data of these kinds in a text, in order of place."""
    data = encoded(text)
    return [detection_of(data, span) for span in joined(_finder(kinds).find(data))]


@lru_cache(maxsize=8)
def _finder(kinds: tuple[str, ...]) -> Finder:
    return Finder([rule for rule in RULES if rule.name in kinds], CHECKS)
