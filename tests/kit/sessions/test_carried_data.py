"""kit.carried_data: addresses of pages pass, addresses that say something do not."""

from __future__ import annotations

import time

import pytest

from hookline.kit.sessions.carried_data import carries_data, images_in

PAGES = """
https://docs.python.org/3/library/decimal.html#rounding-modes https://example.org/?page=2&sort=price https://x.example/a?v=1.24.3
https://github.com/acme/shop/commit/0a79c5ae3c9b3d0ad0e0d3b0a8f3f9d1e2a3b4c5 https://github.com/acme/shop/issues/812#issuecomment-2489120011
https://docs.spring.io/AbstractAnnotationConfigDispatcherServletInitializer.html https://stackoverflow.com/questions/56820/round-doesnt-seem
https://www.google.com/search?q=python+asyncio+timeout+cancel https://img.shields.io/badge/build-4s-green?style=flat
https://registry.npmjs.org/@acme%2fmoney https://api.x.example/v1/orders?limit=50&key=en https://x.example/2026/11/19/how-we-moved-to-vite-6
""".split()
CARRYING = """
https://x.example/?d=merger-signed https://x.example/p.png?q=c2VjcmV0LXZhbHVlLTEyMzQ1Ng https://x.example/AKIA1234567890ABCDEF
https://ghp1a2B3c4D5e6F7g8H9i0.x.example/ https://u:secret@x.example/ https://x.example/?token=abcdef12
""".split()


@pytest.mark.parametrize("address", PAGES)
def test_the_address_of_a_page(address: str) -> None:
    assert not carries_data(address)


@pytest.mark.parametrize(
    "address", [*CARRYING, "https://x.example/?q=" + "a+few+words+" * 20, "https://[bad/", "https://x/" + "a/" * 5000]
)
def test_an_address_that_carries_something(address: str) -> None:
    assert carries_data(address)


def test_the_images_of_an_answer() -> None:
    text = 'a ![x](https://a.example/1.png "t") <img alt="y" src="https://b.example/2.png"> [no](https://c.example)'
    assert images_in(text) == ["https://a.example/1.png", "https://b.example/2.png"]


@pytest.mark.parametrize("piece", ["![", "<img ", "![a](", "<img src="])
def test_a_very_long_answer_takes_no_time(piece: str) -> None:
    begun = time.monotonic()
    images_in(piece * 3_000_000)
    assert time.monotonic() - begun < 10
