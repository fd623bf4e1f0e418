"""The journal as server-sent events: every execution once, in the order of the journal, from behind
a number on.

Goes in: the journal's path and the number of the last execution seen. Comes out: messages without
end. It asks for the newest number a few times a second, which costs a page of SQLite; a browser
that lost the connection goes on where it was.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import anyio
from anyio.to_thread import run_sync

from hookline import strict_json
from hookline.errors import UsageError
from hookline.journal.entries import Entry
from hookline.journal.journal_reader import Reader, ask
from hookline.journal.search import Wanted
from hookline.web.views.executions import execution_row

POLL_S = 0.2
_PAGE = 100
#: A comment so often, so that a connection that is gone is noticed.
_SIGN_OF_LIFE_S = 10.0


async def messages(
    path: str,
    last_id: int | None,
    wanted: Wanted | None,
    *,
    stopping: Callable[[], bool] = lambda: False,
    sleep: Callable[[float], Awaitable[None]] = anyio.sleep,
) -> AsyncIterator[bytes]:
    """Messages for what is behind `last_id`, or from now on, until the server stops. `wanted` is
    None where nothing is.
    """
    newest = await run_sync(ask, path, Reader.newest_id)
    last = newest if last_id is None or last_id > newest else last_id
    quiet_s = 0.0
    yield b"retry: 1000\n: hello\n\n"
    while not stopping():
        text, last = await run_sync(_page, path, last, wanted)
        if text:
            quiet_s = 0.0
            yield text
            continue
        await sleep(POLL_S)
        quiet_s += POLL_S
        if quiet_s >= _SIGN_OF_LIFE_S:
            quiet_s = 0.0
            yield b": still here\n\n"


def _page(path: str, last: int, wanted: Wanted | None) -> tuple[bytes, int]:
    """What came after `last`, as messages, and the number to go on from. An unreadable journal is
    waited for.
    """
    try:
        with Reader(path) as journal:
            newest = journal.newest_id()
            if newest == last:
                return b"", last
            if newest < last:  # another journal took the place of this one
                last = 0
            found = [] if wanted is None else journal.after(last, limit=_PAGE, **wanted)
    except UsageError:
        return b"", last
    text = "".join(_message(entry) for entry in found)
    # What is there and is not wanted need not be looked at again.
    return text.encode(), found[-1].id if len(found) == _PAGE else newest


def _message(entry: Entry) -> str:
    data = strict_json.dumps(execution_row(entry))
    return f"id: {entry.id}\nevent: execution\ndata: {data}\n\n"
