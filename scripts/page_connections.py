"""How often one request of a page opens the journal, as Python itself reports it.

    python scripts/page_connections.py

A real server on loopback, over a workspace of its own in which one event was fired.
"""

from __future__ import annotations

import http.client
import sys
import tempfile
import threading
from pathlib import Path

from hookline.embed import Engine
from hookline.web.server import Served
from hookline.web.world import World

PAGE = "/executions"


def connections() -> int:
    """Connections to the journal that one request of the page makes."""
    with tempfile.TemporaryDirectory() as folder:
        world = _world(Path(folder))
        served = Served(world)
        threading.Thread(target=served.run, daemon=True).start()
        opened = _Opened(world.journal)
        cookie = _get(served.port, f"/?token={served.guard.token}").getheader("set-cookie") or ""
        opened.count = 0
        answer = _get(served.port, PAGE, cookie.partition(";")[0])
        if answer.status != http.HTTPStatus.OK:
            raise SystemExit(f"{PAGE} answered {answer.status}")
        return opened.count


class _Opened:
    """Counts the connections to one file; an audit hook cannot be taken away again."""

    def __init__(self, path: str) -> None:
        self.count = 0
        self._path = path
        sys.addaudithook(self._seen)

    def _seen(self, event: str, details: tuple[object, ...]) -> None:
        if event == "sqlite3.connect" and self._path in str(details[0]):
            self.count += 1


def _world(folder: Path) -> World:
    workspace = folder / "shop"
    workspace.mkdir()
    environ = {
        "HOME": str(folder),
        "HOOKLINE_STATE": str(folder / "state"),
        "PATH": "/usr/bin:/bin",
    }
    (folder / ".cursor").mkdir()
    (folder / ".cursor/hooks.json").write_text(
        '{"version": 1, "hooks": {"beforeShellExecution": [{"command": "true"}]}}'
    )
    engine = Engine.load(workspace, environ=environ)
    engine.session().fire_sync("beforeShellExecution", command="ls", cwd=str(workspace))
    engine.close()
    return World([str(workspace)], environ=environ)


def _get(port: int, path: str, cookie: str = "") -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path, headers={"Cookie": cookie} if cookie else {})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


if __name__ == "__main__":
    print(f"{connections()} connections to the journal for one request of {PAGE}")
