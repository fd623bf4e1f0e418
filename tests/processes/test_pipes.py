"""processes.pipes: three real pipes; the test holds the hook's ends."""

import errno
import os
import signal
from collections.abc import Iterator

import pytest

from hookline.model import Completion
from hookline.processes.job import Job
from hookline.processes.pipes import (
    CHUNK_BYTES,
    LAST_CHUNKS,
    STDERR_KEPT_BYTES,
    STDOUT_LIMIT_BYTES,
    Excerpt,
    Pipes,
    close_fds,
    write_quietly,
)
from hookline.processes.running import Watch


class Idle:
    """A job nobody calls (the `Job` seam)."""

    completion: Completion | None = None
    due = 0.0

    def begin(self, watch: Watch) -> None: ...
    def advance(self, now: float) -> None: ...
    def postpone(self, lost_s: float) -> None: ...
    def cancel(self) -> None: ...


def at_end(pipes: Pipes) -> bool:
    return pipes.stdout < 0 and pipes.stderr < 0


class Hook:
    """Both sides of a hook's pipes: ours as `pipes`, the hook's as `stdin`, `stdout`, `stderr`."""

    def __init__(self, payload: bytes = b"") -> None:
        self.watch = Watch()
        self.job: Job = Idle()
        self.pipes = Pipes(payload, self.watch, self.job)
        self.theirs = self.pipes.open()
        self.stdin, self.stdout, self.stderr = self.theirs

    def close(self, *fds: int) -> None:
        for fd in fds:
            self.theirs.remove(fd)
            os.close(fd)


@pytest.fixture
def hooks() -> Iterator[list[Hook]]:
    made: list[Hook] = []
    yield made
    for hook in made:
        hook.pipes.close()
        close_fds(hook.theirs)
        hook.watch.rest(for_good=True)


@pytest.fixture
def hook(hooks: list[Hook]) -> Hook:
    hooks.append(Hook(b'{"command": "ls"}\n'))
    return hooks[0]


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_a_small_payload_is_written_before_the_start(hook: Hook) -> None:
    assert hook.pipes.stdin < 0
    assert os.read(hook.stdin, 100) == b'{"command": "ls"}\n'
    assert os.read(hook.stdin, 100) == b""


def test_a_payload_that_does_not_fit_is_written_as_it_is_read(hooks: list[Hook]) -> None:
    payload = bytes(range(256)) * 4096
    hooks.append(hook := Hook(payload))
    assert hook.pipes.stdin >= 0
    read = b""
    while hook.pipes.stdin >= 0:
        read += os.read(hook.stdin, CHUNK_BYTES)
        hook.pipes.exchange()
    while chunk := os.read(hook.stdin, CHUNK_BYTES):
        read += chunk
    assert read == payload


def test_a_hook_that_does_not_want_to_read_is_left_alone(hooks: list[Hook]) -> None:
    hooks.append(hook := Hook(b"x" * 1_000_000))
    hook.close(hook.stdin)
    hook.pipes.exchange()
    assert hook.pipes.stdin < 0


def test_answer_and_complaint_are_kept_apart(hook: Hook) -> None:
    os.write(hook.stdout, b'{"permission": ')
    os.write(hook.stderr, b"hm ")
    hook.pipes.exchange()
    os.write(hook.stdout, b'"deny"}')
    os.write(hook.stderr, b"\xff!")
    hook.close(hook.stdout, hook.stderr)
    assert not at_end(hook.pipes)
    hook.pipes.exchange(all_there_is=True)
    assert hook.pipes.results() == (b'{"permission": "deny"}', "hm �!")
    assert at_end(hook.pipes) and not hook.pipes.flooded


def test_nothing_to_read_is_no_end(hook: Hook) -> None:
    hook.pipes.exchange(all_there_is=True)
    assert not at_end(hook.pipes) and hook.pipes.results()[0] == b""


def test_one_exchange_reads_one_chunk_and_the_last_all_there_is(hook: Hook) -> None:
    os.set_blocking(hook.stdout, False)
    os.write(hook.stdout, b"a" * CHUNK_BYTES)
    hook.pipes.exchange()
    os.write(hook.stdout, b"b" * 10)
    hook.pipes.exchange(all_there_is=True)
    assert hook.pipes.results()[0] == b"a" * CHUNK_BYTES + b"b" * 10


@pytest.mark.parametrize(
    ("size", "flooded"), [(STDOUT_LIMIT_BYTES, False), (STDOUT_LIMIT_BYTES + 1, True), (3 * STDOUT_LIMIT_BYTES, True)]
)
def test_stdout_counts_up_to_a_mebibyte(hook: Hook, size: int, flooded: bool) -> None:
    left = size
    os.set_blocking(hook.stdout, False)
    while left:
        left -= os.write(hook.stdout, b"x" * min(left, CHUNK_BYTES))
        hook.pipes.exchange()
    assert hook.pipes.flooded is flooded
    assert len(hook.pipes.results()[0]) == min(size, STDOUT_LIMIT_BYTES)


def test_a_background_child_that_writes_for_ever_is_not_read_for_ever(hook: Hook) -> None:
    reads = 0

    def read(fd: int, size: int) -> bytes:
        nonlocal reads
        reads += 1
        return b"x" * size

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hookline.processes.pipes.os.read", read)
        hook.pipes.exchange(all_there_is=True)
    assert reads == 2 * LAST_CHUNKS and hook.pipes.flooded


def test_the_pipes_wake_the_job_until_they_are_closed(hooks: list[Hook]) -> None:
    hooks.append(hook := Hook(b"x" * 1_000_000))
    assert hook.pipes.watch() and hook.pipes.watch()
    os.write(hook.stdout, b"{}")
    assert hook.watch.wait(10) == [hook.job]
    hook.pipes.exchange()
    assert hook.watch.wait(0) == []
    os.read(hook.stdin, CHUNK_BYTES)
    assert hook.watch.wait(10) == [hook.job]
    hook.pipes.close()
    assert hook.watch.wait(0) == [] and hook.watch.selector is not None and not hook.watch.selector.get_map()


def test_what_cannot_be_watched_is_said(hook: Hook) -> None:
    class Full(Watch):
        def add(self, fd: int, events: int, job: Job) -> None:
            raise OSError(errno.ENOSPC, "no more watches")

    hook.pipes._watch = Full()
    assert hook.pipes.watch() is False


def test_closing_twice_closes_once(hook: Hook) -> None:
    hook.pipes.close()
    hook.pipes.close()
    assert at_end(hook.pipes) and hook.pipes.stdin < 0


@pytest.mark.parametrize("allowed", [0, 1, 2])
def test_out_of_descriptors_none_is_left_open(allowed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    before, pipe, made = open_files(), os.pipe, []

    def limited() -> tuple[int, int]:
        if len(made) == allowed:
            raise OSError(errno.EMFILE, "too many open files")
        made.append(1)
        return pipe()

    monkeypatch.setattr("hookline.processes.pipes.os.pipe", limited)
    with pytest.raises(OSError):
        Pipes(b"x", Watch(), Idle()).open()
    assert open_files() == before


@pytest.mark.parametrize("disposition", [signal.SIG_DFL, signal.SIG_IGN])
def test_a_broken_pipe_is_an_error_and_never_a_signal(disposition: signal.Handlers) -> None:
    before = signal.signal(signal.SIGPIPE, disposition)
    read, write = os.pipe()
    try:
        assert write_quietly(write, memoryview(b"ab")) == 2
        os.close(read)
        with pytest.raises(BrokenPipeError):
            write_quietly(write, memoryview(b"ab"))
        assert signal.SIGPIPE not in signal.sigpending()
        assert signal.SIGPIPE not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    finally:
        signal.signal(signal.SIGPIPE, before)
        os.close(write)


@pytest.mark.parametrize(
    ("chunks", "text"),
    [
        pytest.param([], "", id="nothing"),
        pytest.param([b"a", b"b"], "ab", id="little"),
        pytest.param(
            [b"a" * STDERR_KEPT_BYTES, b"b" * STDERR_KEPT_BYTES],
            "a" * STDERR_KEPT_BYTES + "b" * STDERR_KEPT_BYTES,
            id="exactly as much as is kept",
        ),
        pytest.param(
            [b"a" * STDERR_KEPT_BYTES + b"x", b"b" * STDERR_KEPT_BYTES],
            "a" * STDERR_KEPT_BYTES + "\n… 1 bytes cut …\n" + "b" * STDERR_KEPT_BYTES,
            id="one byte more",
        ),
        pytest.param(
            [b"a" * STDERR_KEPT_BYTES, *[b"x" * 9999] * 1000, b"b" * STDERR_KEPT_BYTES],
            "a" * STDERR_KEPT_BYTES + "\n… 9999000 bytes cut …\n" + "b" * STDERR_KEPT_BYTES,
            id="a flood",
        ),
    ],
)
def test_an_excerpt_is_the_beginning_and_the_end(chunks: list[bytes], text: str) -> None:
    excerpt = Excerpt()
    for chunk in chunks:
        excerpt.add(chunk)
    assert excerpt.text() == text
