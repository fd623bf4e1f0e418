"""What SQLite could not do → the sentence for who writes or reads, and whether waiting or starting
afresh helps. Pure.
"""

from __future__ import annotations

_BUSY, _LOCKED, _READONLY, _CORRUPT, _FULL, _NOT_A_DATABASE = 5, 6, 8, 11, 13, 26
_OTHER_PLACE = "set HOOKLINE_STATE to another folder"
#: The end of the sentence, and what becomes of it where not even a note could be left.
NOTED = "what is missing is noted"
NOT_NOTED = "what is missing could not be noted either, so the log will not show that it is"
_REASONS = {
    _BUSY: ("another process keeps it locked", "end that process"),
    _LOCKED: ("another process keeps it locked", "end that process"),
    _READONLY: ("it is read-only", f"make it writable or {_OTHER_PLACE}"),
    _FULL: ("the disk is full", f"free some space or {_OTHER_PLACE}"),
}


def is_locked(error: Exception) -> bool:
    """Whether it may well work a moment later."""
    return _code(error) in (_BUSY, _LOCKED)


def is_damage(error: Exception) -> bool:
    """Whether the file is no sound database."""
    return _code(error) in (_CORRUPT, _NOT_A_DATABASE)


def reason_of(error: Exception) -> str:
    """Why it failed, in a few words."""
    return _REASONS.get(_code(error), (str(error), ""))[0]


def sentence(path: str, error: Exception) -> str:
    """What the host shows: the file, the problem, what to do."""
    reason, remedy = _REASONS.get(
        _code(error), (str(error), f"look at the file, or {_OTHER_PLACE}")
    )
    return (
        f"the journal {path} cannot be written: {reason}; {remedy}. "
        f"Decisions are not affected; {NOTED}"
    )


def unreadable(path: str, error: Exception) -> str:
    """What a reader is told: the file, the problem, what to do."""
    if is_damage(error):
        return f"the journal {path} is damaged: {error}; move it away, and a new one is begun"
    reason = _REASONS[_code(error)][0] if is_locked(error) else str(error)
    return (
        f"the journal {path} cannot be read: {reason}; "
        "look at the file and the permissions of its folder, or try again"
    )


def _code(error: Exception) -> int:
    """SQLite's primary result code; 0 when the error is not SQLite's."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
