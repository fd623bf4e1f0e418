"""`hookline host`: the engine for an agent in any language, over stdin and stdout, one JSON object
a line.

A reader thread feeds an event loop; every request is a task; a writer thread sends answers as they
come. The end of input means: finish what is under way, then go. A signal, or a peer that reads no
more, means: end the hooks and go at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import sys
import threading
from typing import TYPE_CHECKING, Any

import click

from hookline.cli.commands.fire import tell_trouble
from hookline.cli.faults import ENDING_SIGNALS, report_bug
from hookline.cli.shared_options import Setup, engine_options, output_options
from hookline.cli.show.terminal import Screen
from hookline.errors import UsageError
from hookline.serve.lines import (
    Admission,
    BadRequest,
    Request,
    Writer,
    encode,
    parse_request,
    read_lines,
    read_some,
    watch,
)

if TYPE_CHECKING:
    from hookline.embed import Engine

#: After a signal the hooks get so long to be killed in; then the host leaves, whatever still hangs.
_LEAVE_WITHIN_S = 0.8
_STDIN, _STDOUT = 0, 1


@click.command(
    name="host",
    epilog='\b\nExamples:\n  echo \'{"id": 1, "event": "stop", "input": {}}\' | hookline host\n'
    "  hookline host --workspace ~/shop --merge strictest",
)
@engine_options
@output_options
def command(setup: Setup, screen: Screen, as_json: bool, may_ask: bool) -> int:
    """Answer events over stdin and stdout until the input ends.

    \b
    A request is one line:   {"id": 1, "event": "beforeShellExecution", "input": {"command": "ls", "cwd": "/x"}}
    Its answer is one line:  {"id": 1, "blocked": false, "response": {...}, "because": "...", "hooks": [...], ...}

    Requests may overlap; each is answered when it is done. A bad request gets {"id": ..., "error": "..."}.
    """
    engine = setup.load(own_process=True)
    try:
        asyncio.run(_serve(engine, setup))
    finally:
        engine.close()
        tell_trouble(engine)
    return 0


async def _serve(engine: Engine, setup: Setup) -> None:
    await Host(engine, setup, asyncio.get_running_loop()).serve()


class Host:
    """One peer, served until it leaves."""

    def __init__(self, engine: Engine, setup: Setup, loop: asyncio.AbstractEventLoop) -> None:
        self._engine, self._loop = engine, loop
        self._conversation, self._model = setup.conversation, setup.model
        self._admission = Admission()
        self._tasks: set[asyncio.Task[None]] = set()
        self._input_ended = asyncio.Event()
        self._stopped: asyncio.Future[int] = loop.create_future()
        self._writer = Writer(_STDOUT, self._peer_left)

    async def serve(self) -> None:
        """Answer until the input ends and everything is answered, or until a signal or a peer that
        left says stop.
        """
        for number in ENDING_SIGNALS:
            self._loop.add_signal_handler(number, self._stop, 128 + number)
        threading.Thread(target=self._read, name="hookline-reader", daemon=True).start()
        watch(_STDOUT, self._peer_left)
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
        for line in read_lines(functools.partial(read_some, _STDIN)):
            asked = parse_request(line)
            if asked is not None:
                size_bytes = len(line) if isinstance(line, bytes) else 0
                self._admission.enter(size_bytes)
                self._loop.call_soon_threadsafe(self._accept, asked, size_bytes)
        self._loop.call_soon_threadsafe(self._input_ended.set)

    def _accept(self, asked: Request | BadRequest, size_bytes: int) -> None:
        task = self._loop.create_task(self._answer(asked, size_bytes))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer_all(self) -> None:
        await self._input_ended.wait()
        while self._tasks:
            await asyncio.wait(self._tasks)
        written = asyncio.Event()
        self._writer.write(b"", functools.partial(self._loop.call_soon_threadsafe, written.set))
        await written.wait()

    async def _answer(self, asked: Request | BadRequest, size_bytes: int) -> None:
        if isinstance(asked, BadRequest):
            answer = {"id": asked.id, "error": asked.error}
        else:
            answer = await self._decide(asked)
        self._writer.write(encode(answer), functools.partial(self._admission.leave, size_bytes))

    async def _decide(self, asked: Request) -> dict[str, Any]:
        given = asked.input
        named = given.get("conversation_id") or given.get("session_id") or self._conversation
        if self._model:
            given.setdefault("model", self._model)
        try:
            session = self._engine.session_for(named if isinstance(named, str) else None)
            decision = await session.fire(asked.event, given)
            return {"id": asked.id, **decision.as_dict()}
        except UsageError as error:
            return {"id": asked.id, "error": str(error)}
        except (
            Exception
        ) as error:  # a bug of ours with one request must not cost the peer all others
            path = report_bug(error, sys.argv[1:], self._engine.state_folder)
            return {
                "id": asked.id,
                "error": f"a bug in Hookline: {type(error).__name__}; a report is in {path}",
            }

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
