"""serve.admission: what is too much waits until something has left."""

from __future__ import annotations

import threading

import pytest
from pytest import param

from hookline.serve.admission import Admission

WAIT_S = 10


@pytest.mark.parametrize(
    ("requests", "limit_bytes", "sizes"),
    [
        param(2, 1000, [1, 1, 1], id="too many requests"),
        param(100, 10, [6, 4, 1], id="too many bytes"),
    ],
)
def test_the_last_one_waits_until_another_leaves(requests: int, limit_bytes: int, sizes: list[int]) -> None:
    admission = Admission(requests, limit_bytes)
    for size in sizes[:-1]:
        admission.enter(size)
    entered = threading.Event()
    waiting = threading.Thread(target=lambda: (admission.enter(sizes[-1]), entered.set()))
    waiting.start()
    assert not entered.wait(0.1)
    admission.leave(sizes[0])
    assert entered.wait(WAIT_S)
    waiting.join()


def test_one_request_alone_may_be_as_large_as_it_likes() -> None:
    Admission(limit_bytes=10).enter(1000)
