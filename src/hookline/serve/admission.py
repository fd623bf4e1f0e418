"""How much may be under way at once: so many requests, holding so many bytes between them."""

from __future__ import annotations

import threading

from hookline.serve.lines import LINE_LIMIT_BYTES

REQUESTS_LIMIT = 256
#: Requests under way may hold so much between them; one alone may always go.
PENDING_LIMIT_BYTES = 2 * LINE_LIMIT_BYTES


class Admission:
    """How much may be under way at once. `enter` waits until there is room; `leave` makes some."""

    def __init__(
        self, requests: int = REQUESTS_LIMIT, limit_bytes: int = PENDING_LIMIT_BYTES
    ) -> None:
        self._changed = threading.Condition()
        self._requests, self._limit_bytes = requests, limit_bytes
        self._number = self._bytes = 0

    def enter(self, size_bytes: int) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._has_room(size_bytes))
            self._number += 1
            self._bytes += size_bytes

    def leave(self, size_bytes: int) -> None:
        with self._changed:
            self._number -= 1
            self._bytes -= size_bytes
            self._changed.notify()

    def _has_room(self, size_bytes: int) -> bool:
        return self._number == 0 or (
            self._number < self._requests and self._bytes + size_bytes <= self._limit_bytes
        )
