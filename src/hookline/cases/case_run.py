"""Case files → results: each case through the engine, with real processes, several at a time."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Mapping, Sequence

from hookline.assembly import runner
from hookline.cases.compare import compare
from hookline.cases.nouns import Case, CaseFile, Result
from hookline.cases.stage import Bench, Stage
from hookline.engine.engine import event_name
from hookline.errors import NotDone, UsageError
from hookline.model import Decision, Judge

__all__ = ["bench_for", "run_case", "run_cases"]

OnResult = Callable[[Result], None]


def bench_for(
    workspace: str,
    *,
    environ: Mapping[str, str] | None = None,
    sources: Sequence[str] = (),
    enterprise_config: str | None = None,
    claude: bool = True,
    judge: Judge | None = None,
    own_process: bool = False,
) -> Bench:
    """What the cases of a run share. `own_process=True`: this process does nothing else, so that
    what escapes from hooks can be found and ended.
    """
    environment = dict(os.environ if environ is None else environ)
    return Bench(
        os.path.abspath(workspace),
        environment,
        runner(environment, judge=judge, own_process=own_process),
        tuple(sources),
        enterprise_config,
        claude,
    )


def at_once() -> int:
    """How many cases to run at a time when nobody says: hooks wait as much as they work."""
    return 2 * (os.cpu_count() or 1) + 1


def run_cases(
    jobs: Sequence[tuple[CaseFile, Case]],
    bench: Bench,
    *,
    limit: int | None = None,
    on_result: OnResult | None = None,
) -> list[Result]:
    """The results, in the order of the cases; `on_result` gets each as it comes."""
    return asyncio.run(_run_all(jobs, bench, limit or at_once(), on_result))


async def _run_all(
    jobs: Sequence[tuple[CaseFile, Case]], bench: Bench, limit: int, on_result: OnResult | None
) -> list[Result]:
    turn = asyncio.Semaphore(limit)

    async def one(file: CaseFile, case: Case) -> Result:
        async with turn:
            result = await _run(file, case, bench)
        if on_result:
            on_result(result)
        return result

    return await asyncio.gather(*(one(file, case) for file, case in jobs))


async def _run(file: CaseFile, case: Case, bench: Bench) -> Result:
    began = time.perf_counter()
    try:
        with Stage(file, case, bench) as stage:
            decision = await stage.session.fire(event_name(case.event), stage.input)
            return _result(stage, decision, began)
    except (NotDone, UsageError, OSError) as error:
        return _not_run(file, case, error, began)


def run_case(file: CaseFile, case: Case, bench: Bench) -> Result:
    """One case, without an event loop."""
    began = time.perf_counter()
    try:
        with Stage(file, case, bench) as stage:
            decision = stage.session.fire_sync(event_name(case.event), stage.input)
            return _result(stage, decision, began)
    except (NotDone, UsageError, OSError) as error:
        return _not_run(file, case, error, began)


def _result(stage: Stage, decision: Decision, began: float) -> Result:
    case = stage.case
    differences = compare(
        case.expect, decision, workspace=stage.workspace, files=stage.files(case.expect.files)
    )
    return Result(stage.file.path, case, differences, decision, duration_ms=_ms_since(began))


def _not_run(file: CaseFile, case: Case, error: Exception, began: float) -> Result:
    return Result(file.path, case, trouble=str(error), duration_ms=_ms_since(began))


def _ms_since(began: float) -> float:
    return (time.perf_counter() - began) * 1000
