"""A world → its page on loopback, until somebody presses Ctrl-C: the socket, the server, and the
address to print.
"""

from __future__ import annotations

import socket

import uvicorn

from hookline.errors import UsageError
from hookline.http.guard import Guard
from hookline.web.page_app import make_app
from hookline.web.world import World

_LOOPBACK = "127.0.0.1"
_QUEUE = 128


class Served:
    """A page that listens. `address` is what to open; `run` serves until it is stopped."""

    def __init__(self, world: World, port: int = 0) -> None:
        self._socket = _listening(port)
        self.port: int = self._socket.getsockname()[1]
        self.guard = Guard(self.port)
        app = make_app(world, self.guard, lambda: self._server.should_exit)
        config = uvicorn.Config(
            app,
            http="h11",
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=2,
            timeout_keep_alive=30,
        )
        self._server = uvicorn.Server(config)

    @property
    def address(self) -> str:
        """It lets one browser in, once."""
        return self.guard.address

    def run(self) -> None:
        """Serve until stopped. Whoever connected before is answered now."""
        self._server.run(sockets=[self._socket])

    def stop(self) -> None:
        """End `run`, from another thread."""
        self._server.should_exit = True


def _listening(port: int) -> socket.socket:
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if port:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((_LOOPBACK, port))
        made.listen(_QUEUE)
    except OSError as error:
        made.close()
        raise UsageError(
            f"port {port} of {_LOOPBACK} cannot be used: {error.strerror}; "
            "choose another, or leave the port out"
        ) from None
    return made
