"""What a server does not do, as exceptions: the text says why, and the status is that of HTTP."""

from __future__ import annotations

from hookline.errors import NotDone


class NotThere(NotDone):
    """What an address names does not exist; the text says so."""

    status = 404


class Refusal(NotDone):
    """It was not done; the text says why and what to do."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status
