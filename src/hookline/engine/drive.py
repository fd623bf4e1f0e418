"""Prepared → Driven: what is planned is run, side by side or one after another, with or without an
event loop.

A runner that breaks (no memory left) is our own fault: it is kept, with whatever came back before,
and `conclude` turns it into a decision. What interrupts the wait ends the hooks and is raised.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hookline.engine.conclude import meaning_of
from hookline.engine.prepare import Prepared
from hookline.model import Completion, Invocation, Runner

#: A step returns when something is due, however long it may wait.
_UNTIL_SOMETHING_IS_DUE_S = 3600.0


class Driven(NamedTuple):
    """What came back: one completion for each invocation that was run, in plan order."""

    completions: Sequence[Completion]
    fault: Exception | None = None


#: Most events have no hook.
NOTHING_RAN = Driven(())


def drive(runner: Runner, prepared: Prepared) -> Driven:
    """Run what is planned."""
    if prepared.plan is None:
        return NOTHING_RAN
    completions: list[Completion] = []
    try:
        for turn in turns(prepared, completions):
            completions += run_all(runner, turn)
    except Exception as error:
        return Driven(completions, error)
    return Driven(completions)


async def drive_async(runner: Runner, prepared: Prepared) -> Driven:
    """Run what is planned, beside other tasks of an event loop."""
    if prepared.plan is None:
        return NOTHING_RAN
    completions: list[Completion] = []
    try:
        for turn in turns(prepared, completions):
            completions += await run_all_async(runner, turn)
    except Exception as error:
        return Driven(completions, error)
    return Driven(completions)


def turns(prepared: Prepared, completions: Sequence[Completion]) -> Iterator[Sequence[Invocation]]:
    """What to start together: everything; under a sequential profile one hook at a time, until one
    gives a valid answer. `completions` are those of the turns so far.
    """
    invocations = prepared.plan.invocations if prepared.plan else ()
    if invocations and not prepared.profile.sequential:
        yield invocations
        return
    for invocation in invocations:
        yield (invocation,)
        outcome = meaning_of(prepared, invocation, completions[-1])
        if outcome.failure is None and (outcome.answer is not None or outcome.permission):
            return


def run_all(runner: Runner, invocations: Sequence[Invocation]) -> Sequence[Completion]:
    """Run them all to their end. Whatever interrupts the wait, no hook outlives it."""
    running = runner.run(invocations)
    try:
        while not running.step(_UNTIL_SOMETHING_IS_DUE_S):
            pass
    except BaseException:
        running.cancel()
        raise
    return running.completions


async def run_all_async(runner: Runner, invocations: Sequence[Invocation]) -> Sequence[Completion]:
    """The same beside other tasks. A cancelled task kills its hooks before it ends."""
    import asyncio

    loop = asyncio.get_running_loop()
    wake = asyncio.Event()
    watched = -1
    running = runner.run(invocations)
    try:
        while not running.step(0.0):
            if running.fileno() != watched:
                if watched >= 0:
                    loop.remove_reader(watched)
                watched = running.fileno()
                if watched >= 0:
                    loop.add_reader(watched, wake.set)
            timer = loop.call_later(running.wait_s(), wake.set)
            try:
                await wake.wait()
            finally:
                timer.cancel()
            wake.clear()
    except BaseException:
        running.cancel()
        raise
    finally:
        # Its descriptor is closed by now; the loop forgets the number before anybody can have got
        # it again.
        if watched >= 0:
            loop.remove_reader(watched)
    return running.completions
