"""`complaint`: an answer that a hook made and did not return, and what to write instead.

`event.deny(...)` without `return` has no effect, and the action would go ahead in silence. Two rules:

- A hook that returns nothing and has made an answer has forgotten it.
- A hook that returns another answer may have chosen between the two. It has forgotten the first only
  where the source drops it: a statement that is nothing but the call.
"""

from __future__ import annotations

import ast
import linecache
import os
from itertools import islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import CodeType
    from typing import Any

    from hookline.sdk.event import Event

    Call = tuple[CodeType, int]


def complaint(event: Event, returned: Any, function: Callable[[Any], Any]) -> str | None:
    """The sentence about an answer that was forgotten; None where none was."""
    used = [] if returned is None else list(_parts(returned))
    unused = [calls for made, calls in event.answers_made if not any(made is part for part in used)]
    for calls in unused:
        verb, *callers = _within(calls, function)
        dropped = _dropped_at(callers)
        if dropped is not None:
            return _sentence(verb, callers, dropped)
    if returned is None and unused:
        verb, *callers = _within(unused[0], function)
        return _sentence(verb, callers, 0)
    return None


def _parts(answer: Any) -> Iterator[Any]:
    """The answer, and those it was joined from."""
    yield answer
    for part in getattr(answer, "joined", ()):
        yield from _parts(part)


def _within(calls: Sequence[Call], function: Callable[[Any], Any]) -> Sequence[Call]:
    """The calls from the answer's method to the hook's function; what called that is ours."""
    own = getattr(function, "__code__", None)
    for at, (code, _) in enumerate(calls):
        if code is own:
            return calls[: at + 1]
    return calls[:2]  # a function that wraps the hook: only the one that made the answer is sure


def _dropped_at(callers: Sequence[Call]) -> int | None:
    """Which of the callers drops the answer: each hands on what its `return` says, until one does not."""
    for at, (code, instruction) in enumerate(callers):
        statement = _statement(code, instruction)
        if not isinstance(statement, ast.Return):
            return at if isinstance(statement, ast.Expr) else None
    return None


def _statement(code: CodeType, instruction: int) -> ast.stmt | None:
    """The innermost statement that is being carried out; None where the source is not at hand."""
    line, _, column, _ = _position(code, instruction)
    try:
        tree = ast.parse("".join(linecache.getlines(code.co_filename)))
    except (SyntaxError, ValueError):
        return None
    place = (line or 0, column or 0)
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt)
        and (node.lineno, node.col_offset) <= place
        and place < (node.end_lineno or 0, node.end_col_offset or 0)
    ]
    return max(around, key=lambda node: (node.lineno, node.col_offset), default=None)


def _position(code: CodeType, instruction: int) -> tuple[int | None, ...]:
    """Line, last line, column and last column of an instruction."""
    return next(islice(code.co_positions(), instruction // 2, None))


def _sentence(verb: Call, callers: Sequence[Call], at: int) -> str:
    code, instruction = callers[at]
    place = f"{os.path.basename(code.co_filename)}:{_position(code, instruction)[0]}"
    name = f"event.{verb[0].co_name}(...)"
    if at == 0:
        return (
            f"{place}: {name} is made and not returned, so it has no effect. Write: return {name}"
        )
    inner = callers[at - 1][0].co_name
    return (
        f"{place}: what {inner} returns is not returned, so its {name} has no effect. "
        f"Write: return {inner}(...)"
    )
