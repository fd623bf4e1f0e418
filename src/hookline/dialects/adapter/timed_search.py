"""A regular expression in JavaScript's meaning, searched for under a time limit.

One that does not end in time, or is none, counts as a match: a guard that cannot be asked is not
left out.
"""

from __future__ import annotations

import re
import signal
from typing import Any

_MATCH_S = 0.2
#: What JavaScript writes otherwise than Python; escapes and classes are stepped over.
_JAVASCRIPT = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|\(\?<(?![=!])|\$", re.DOTALL)
_PYTHON = {"$": r"\Z", "(?<": "(?P<"}


def timed_search(pattern: str, subject: str) -> bool:
    """Whether the pattern is in the subject: `$` is the very end, names of groups have no P."""

    def over(*_: Any) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, _MATCH_S)
    try:
        return re.search(_JAVASCRIPT.sub(_as_python, pattern), subject, re.ASCII) is not None
    except (re.error, TimeoutError, OverflowError, RecursionError):
        return True
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _as_python(found: Any) -> str:
    return _PYTHON.get(found.group(), str(found.group()))
