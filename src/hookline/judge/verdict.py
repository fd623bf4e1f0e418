"""The text a model answered → `{ok, reason}`, or why it is no verdict. Pure.

`ok` must be a JSON boolean. One object and nothing around it counts, but for a single Markdown
fence around the whole: a search for an object inside other text could find one that the event
brought along.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from hookline.errors import Unreadable
from hookline.shorten import shorten

_FENCED = re.compile(r"```(?:json)?[ \t]*\n(.*?)\n?[ \t]*```", re.DOTALL)
_LONGEST_REASON = 1000


class Ruling(NamedTuple):
    """What a judge decided."""

    ok: bool
    reason: str = ""

    @property
    def text(self) -> str:
        """The ruling as JSON."""
        return json.dumps({"ok": self.ok, "reason": self.reason}, ensure_ascii=False)


def read_ruling(text: str) -> Ruling:
    """The ruling in an answer."""
    text = text.strip()
    fenced = _FENCED.fullmatch(text)
    try:
        answer = json.loads(fenced[1] if fenced else text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        if isinstance(error, Unreadable):
            raise
        raise Unreadable("is empty" if not text else "is not JSON") from None
    if not isinstance(answer, dict):
        raise Unreadable("is not a JSON object")
    ok, reason = answer.get("ok"), answer.get("reason")
    if not isinstance(ok, bool):
        raise Unreadable("has no 'ok' that is true or false")
    if reason is not None and not isinstance(reason, str):
        raise Unreadable("has a 'reason' that is not text")
    return Ruling(ok, shorten((reason or "").strip(), _LONGEST_REASON))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise Unreadable("has a duplicate key")
    return members
