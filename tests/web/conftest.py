"""A page for a test: a home, a workspace and a journal of its own, a real server on loopback, and a browser's manners.

`shop` is a workspace with hooks in it, trusted, with nothing fired yet; `page` serves it and has let us in.
"""

from __future__ import annotations

import http.client
import importlib.util
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from hookline.web.server import Served
from hookline.web.world import World


def _samples() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_samples", Path(__file__).with_name("make_samples.py"))
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SAMPLES = _samples()


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Page:
    """A served page, and a client that may do what its own script may."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.served = Served(world)
        self.guard, self.port = self.served.guard, self.served.port
        self.origin = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self.served.run, daemon=True)
        self._thread.start()
        answer = self.bare("GET", f"/?token={self.guard.token}")
        self.cookie = answer.headers["set-cookie"].partition(";")[0]

    def bare(self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> Answer:
        """One request exactly as given."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, dict(headers or {}))
            answer = connection.getresponse()
            return Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.bare("GET", path, headers={"Cookie": self.cookie, **headers})

    @property
    def headers(self) -> dict[str, str]:
        """What the page's own script sends with a POST."""
        own = {"Cookie": self.cookie, "Origin": self.origin, "X-Hookline-Csrf": self.guard.csrf}
        return {**own, "Content-Type": "application/json"}

    def post(self, path: str, value: Any = None, **headers: str) -> Answer:
        return self.bare("POST", path, json.dumps({} if value is None else value), {**self.headers, **headers})

    def close(self) -> None:
        self.served.stop()
        self._thread.join(20)
        assert not self._thread.is_alive()


class Shop(NamedTuple):
    """A workspace with hooks, and the world around it."""

    root: Path
    home: Path
    folder: Path
    environ: Mapping[str, str]
    world: World

    def play(self) -> None:
        """Two conversations."""
        SAMPLES.play(self.world)


def make_shop(root: Path, *, trusted: bool = True) -> Shop:
    folder, environ = SAMPLES.fill(root)
    world = World([str(folder)], environ=environ)
    if trusted:
        world.trust_store.give(str(folder), world.covered(str(folder)))
    return Shop(root, root / "home", folder, environ, world)


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return make_shop(tmp_path.resolve())


@pytest.fixture
def untrusted(tmp_path: Path) -> Shop:
    return make_shop(tmp_path.resolve(), trusted=False)


@pytest.fixture
def nobody(tmp_path: Path) -> World:
    """A fresh user: nothing is configured and nothing has happened."""
    root = tmp_path.resolve()
    (root / "ws").mkdir()
    return World(
        [str(root / "ws")], environ={"HOME": str(root), "HOOKLINE_STATE": str(root / "state"), "PATH": "/usr/bin:/bin"}
    )


@pytest.fixture
def serve() -> Iterator[Callable[[World], Page]]:
    """Serve a world; ended after the test."""
    pages: list[Page] = []

    def served(world: World) -> Page:
        pages.append(Page(world))
        return pages[-1]

    yield served
    for page in pages:
        page.close()


@pytest.fixture(scope="session")
def make_page() -> Callable[[Path], Page]:
    """A shop where things have happened, in this folder, served until it is closed."""

    def made(root: Path) -> Page:
        shop = make_shop(root)
        shop.play()
        return Page(shop.world)

    return made


@pytest.fixture(scope="session")
def make_world() -> Callable[[Path], World]:
    """A shop where things have happened, in this folder."""

    def made(root: Path) -> World:
        shop = make_shop(root)
        shop.play()
        return shop.world

    return made


@pytest.fixture
def page(shop: Shop, serve: Callable[[World], Page]) -> Page:
    """A shop where things have happened, served."""
    shop.play()
    return serve(shop.world)
