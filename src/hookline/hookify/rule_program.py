"""One rule, and one event as Cursor sends it: the answer to print. Also the program inside every
generated script.

Its text is copied into the scripts after that of `seen`, so it is ASCII, imports the standard
library only, runs on Python 3.8 and later, and knows events only by what the rule carries for them.
A regular expression runs in a child process with a limit on its processor time; out of time counts
as a match, because a guard that cannot be asked is not left out. Whatever goes wrong ends in exit
code 1, which `failClosed` turns into a deny; it never ends in 2.
"""

from __future__ import annotations

import json
import os
import re
import select
import signal
import sys
import time
import warnings

from hookline.hookify.seen import STOP, STRICT, Seen, as_meant, strictly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Search = Callable[[str, str], bool]
    Rule = dict[str, Any]

#: Processor time one expression may take, and all of one event together; how long to wait for stdin
#: when $1 is there.
EXPRESSION_S, ALL_EXPRESSIONS_S, STDIN_S = 2.0, 5.0, 2.0
MATCHED, NOT_MATCHED, NOT_A_PATTERN = 0, 1, 3
#: The operators that need no expression.
TEXT_TESTS = {
    "contains": str.__contains__,
    "equals": str.__eq__,
    "starts_with": str.startswith,
    "ends_with": str.endswith,
}


class NotAPattern(ValueError):
    """This Python does not take the expression."""


class Limited:
    """`re.search`, ignoring case, each call in a child process that the system ends when its time
    is over.
    """

    def __init__(self) -> None:
        self._left_s = ALL_EXPRESSIONS_S

    def __call__(self, pattern: str, text: str) -> bool:
        if self._left_s <= 0:
            return True
        limit_s = min(EXPRESSION_S, self._left_s)
        child = os.fork()
        if child == 0:
            _search_and_end(pattern, text, limit_s)
        _, status, used = os.wait4(child, 0)
        self._left_s -= used.ru_utime + used.ru_stime
        code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else MATCHED
        if code == NOT_A_PATTERN:
            raise NotAPattern("not a regular expression for this Python: " + repr(pattern))
        return code != NOT_MATCHED


def _search_and_end(pattern: str, text: str, limit_s: float) -> None:
    # The signal ends the process, even inside one long step of the matcher.
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGPROF])
    signal.setitimer(signal.ITIMER_PROF, limit_s)
    try:
        os._exit(MATCHED if search_now(pattern, text) else NOT_MATCHED)
    except NotAPattern:
        os._exit(NOT_A_PATTERN)
    finally:
        os._exit(MATCHED)  # could not be asked


def search_now(pattern: str, text: str) -> bool:
    """The same here and now, without a limit: what hookify does."""
    return compiled(pattern).search(text) is not None


def compiled(pattern: str) -> re.Pattern[str]:
    """The expression as hookify takes it: case does not count."""
    try:
        with warnings.catch_warnings():
            # An expression that looks odd is still what its author wrote.
            warnings.simplefilter("ignore")
            return re.compile(pattern, re.IGNORECASE)
    except (re.error, OverflowError, RecursionError) as error:
        raise NotAPattern(str(error)) from None


def holds(condition: dict[str, Any], texts: list[str] | None, reading: str, search: Search) -> bool:
    """Whether one condition holds for a field with these texts."""
    operator, pattern = condition["operator"], condition["pattern"]
    if texts is None or not isinstance(pattern, str):
        return False
    if operator == "not_contains":
        return all(pattern not in text for text in texts)
    return any(_fits(operator, pattern, text, reading, search) for text in texts)


def _fits(operator: str, pattern: str, text: str, reading: str, search: Search) -> bool:
    if operator != "regex_match":
        test = TEXT_TESTS.get(operator)
        return test is not None and test(text, pattern)
    try:
        return search(pattern, text)
    except NotAPattern:
        if reading == STRICT:
            return False
        raise


def texts_of(rule: Rule, field: str, seen: Seen) -> list[str] | None:
    """The texts of a field in the rule's reading."""
    if rule["reading"] == STRICT:
        return strictly(field, seen)
    return as_meant(field, seen, rule["event"])


def concerns(rule: Rule, seen: Seen) -> bool:
    """Whether the rule is for this kind of event and this tool."""
    return _is_for_event(rule, seen) and _is_for_tool(rule, seen)


def _is_for_event(rule: Rule, seen: Seen) -> bool:
    """hookify tries every rule on a tool it does not know, and is not asked about interruptions."""
    if seen.kind == STOP and seen.payload.get("status") not in (None, "completed"):
        return False
    tries_every_rule = rule["reading"] == STRICT and not seen.kind
    return tries_every_rule or rule["event"] in ("all", seen.kind)


def _is_for_tool(rule: Rule, seen: Seen) -> bool:
    reading, tools = rule["reading"], rule["tools"]
    if tools is None or tools == ["*"] or ("*" in tools and reading != STRICT):
        return True
    return any(seen.goes_by(tool, reading) for tool in tools)


def matches(rule: Rule, seen: Seen, search: Search) -> bool:
    """Whether all conditions hold; what needs an expression is tried last."""
    if not rule["conditions"] or not concerns(rule, seen):
        return False
    quick_first = sorted(
        rule["conditions"], key=lambda condition: condition["operator"] == "regex_match"
    )
    for condition in quick_first:
        texts = texts_of(rule, condition["field"], seen)
        if not holds(condition, texts, rule["reading"], search):
            return False
    return True


def payloads(argument: str, key: str, read: dict[str, Any] | None) -> list[dict[str, Any]]:
    """The event as stdin told it and, where $1 says something else, as $1 tells it: a rule has to
    let both pass.
    """
    if not (argument and key):
        if read is None:
            raise ValueError("stdin is not a JSON object, and there is no argument")
        return [read]
    if read is None:
        return [{key: argument}]
    return [read] if read.get(key) == argument else [read, {**read, key: argument}]


def answer(rule: Rule, argument: str, read: dict[str, Any] | None) -> dict[str, Any]:
    """What the script prints."""
    event = (read or {}).get("hook_event_name")
    rows = rule["events"]
    row = rows.get(event) if isinstance(event, str) else next(iter(rows.values()))
    if row is None:
        return {}
    search = Limited()
    for payload in payloads(argument, row["argument"], read):
        if matches(rule, Seen(payload, row["kind"]), search):
            sys.stderr.write(row["log"])
            return dict(row["matched"])
    # Hookline takes no opinion for what it is; other hosts want the word.
    return {} if os.environ.get("HOOKLINE") == "1" else dict(row["otherwise"])


def read_stdin(argument: str) -> dict[str, Any] | None:
    """The object on stdin, or None. Who passes $1 may have left stdin open: then it is not waited
    for.
    """
    pieces, piece = [], b"-"
    ends_at = time.monotonic() + STDIN_S
    try:
        while piece and (not argument or _is_ready(ends_at)):
            piece = os.read(0, 1 << 20)
            pieces.append(piece)
        value = json.loads(b"".join(pieces).decode("utf-8", "replace").lstrip("\ufeff"))
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None


def _is_ready(ends_at: float) -> bool:
    return bool(select.select([0], [], [], max(0.0, ends_at - time.monotonic()))[0])


def main(arguments: Sequence[str]) -> int:
    """`RULE [TEXT]`: the rule as JSON, and what the host passed on, if anything."""
    try:
        argument = arguments[1] if len(arguments) > 1 else ""
        said = answer(json.loads(arguments[0]), argument, read_stdin(argument))
        sys.stdout.write(json.dumps(said) + "\n")
        sys.stdout.flush()
    except Exception as error:
        sys.stderr.write("hookify rule: " + type(error).__name__ + ": " + str(error)[:500] + "\n")
        return 1
    return 0
