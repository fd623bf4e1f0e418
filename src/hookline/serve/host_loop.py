"""The loop behind `hookline host`: one peer, JSON lines in, JSON lines out.

A reader thread feeds an event loop; every request is a task; a writer thread sends answers as they
come. The end of input means: finish what is under way, then go. A signal, or a peer that reads no
more, means: end the hooks and go at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from hookline.errors import UsageError
from hookline.serve.admission import Admission
from hookline.serve.lines import Writer, read_lines, read_some, watch
from hookline.serve.requests import BadRequest, Request, encode, parse_request

if TYPE_CHECKING:
    from hookline.engine.engine import Engine

#: After a signal the hooks get so long to be killed in; then the host leaves, whatever still hangs.
_LEAVE_WITHIN_S = 0.8

#: Writes a report of a bug of ours down; says where, or None when it cannot be written.
ReportBug = Callable[[Exception], str | None]


class Defaults(NamedTuple):
    """What stands for what a request does not say."""

    conversation: str | None = None
    model: str | None = None


def serve(
    engine: Engine,
    *,
    stdin: int,
    stdout: int,
    report_bug: ReportBug,
    defaults: Defaults | None = None,
    ending_signals: Iterable[int] = (),
) -> None:
    """Answer until the input ends and everything is answered. A signal, or a peer that left, ends the
    whole process.
    """

    async def serve_one() -> None:
        loop = asyncio.get_running_loop()
        host = Host(engine, loop, stdin, stdout, report_bug, defaults or Defaults())
        await host.serve(ending_signals)

    asyncio.run(serve_one())


class Host:
    """One peer, served until it leaves."""

    def __init__(
        self,
        engine: Engine,
        loop: asyncio.AbstractEventLoop,
        stdin: int,
        stdout: int,
        report_bug: ReportBug,
        defaults: Defaults,
    ) -> None:
        self._engine, self._loop = engine, loop
        self._stdin, self._stdout = stdin, stdout
        self._report_bug, self._defaults = report_bug, defaults
        self._admission = Admission()
        self._tasks: set[asyncio.Task[None]] = set()
        self._input_ended = asyncio.Event()
        self._stopped: asyncio.Future[int] = loop.create_future()
        self._writer = Writer(stdout, self._peer_left)

    async def serve(self, ending_signals: Iterable[int]) -> None:
        """Answer until the input ends and everything is answered, or until a signal or a peer that
        left says stop.
        """
        for number in ending_signals:
            self._loop.add_signal_handler(number, self._stop, 128 + number)
        threading.Thread(target=self._read, name="hookline-reader", daemon=True).start()
        watch(self._stdout, self._peer_left)
        answered = self._loop.create_task(self._answer_all())
        endings: set[asyncio.Future[Any]] = {answered, self._stopped}
        await asyncio.wait(endings, return_when=asyncio.FIRST_COMPLETED)
        if self._stopped.done():
            await self._leave(self._stopped.result())

    def _peer_left(self) -> None:
        """In another thread: nobody waits for answers any more."""
        with contextlib.suppress(RuntimeError):  # the loop may have ended by itself
            self._loop.call_soon_threadsafe(self._stop, 0)

    def _stop(self, code: int) -> None:
        if not self._stopped.done():
            self._stopped.set_result(code)

    def _read(self) -> None:
        """In the reader's thread: hand over one request after another, waiting while too many are
        under way.
        """
        for line in read_lines(functools.partial(read_some, self._stdin)):
            request = parse_request(line)
            if request is not None:
                size_bytes = len(line) if isinstance(line, bytes) else 0
                self._admission.enter(size_bytes)
                self._loop.call_soon_threadsafe(self._accept, request, size_bytes)
        self._loop.call_soon_threadsafe(self._input_ended.set)

    def _accept(self, request: Request | BadRequest, size_bytes: int) -> None:
        task = self._loop.create_task(self._answer(request, size_bytes))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer_all(self) -> None:
        await self._input_ended.wait()
        while self._tasks:
            await asyncio.wait(self._tasks)
        written = asyncio.Event()
        self._writer.write(b"", functools.partial(self._loop.call_soon_threadsafe, written.set))
        await written.wait()

    async def _answer(self, request: Request | BadRequest, size_bytes: int) -> None:
        if isinstance(request, BadRequest):
            answer = {"id": request.id, "error": request.error}
        else:
            answer = await self._decide(request)
        self._writer.write(encode(answer), functools.partial(self._admission.leave, size_bytes))

    async def _decide(self, request: Request) -> dict[str, Any]:
        fields = request.input
        conversation = (
            fields.get("conversation_id") or fields.get("session_id") or self._defaults.conversation
        )
        if self._defaults.model:
            fields.setdefault("model", self._defaults.model)
        try:
            session = self._engine.session_for(
                conversation if isinstance(conversation, str) else None
            )
            decision = await session.fire(request.event, fields)
            answer = decision.as_dict()
            return {"id": request.id, **answer, "notes": [*answer["notes"], *request.notes]}
        except UsageError as error:
            return {"id": request.id, "error": str(error)}
        except Exception as error:  # a bug of ours in one request must not cost the peer the others
            report = self._report_bug(error)
            problem = f"a bug in Hookline: {type(error).__name__}; a report is in {report}"
            return {"id": request.id, "error": problem}

    async def _leave(self, code: int) -> None:
        """Kill the hooks and go, without a word: nobody waits for the answers."""
        deadline = threading.Timer(_LEAVE_WITHIN_S, os._exit, (code,))
        deadline.daemon = True
        deadline.start()
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        self._engine.close()
        os._exit(code)  # not sys.exit: the reader may be waiting for input, a judge for its model
