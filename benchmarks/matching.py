"""Many matchers: beside the loop over Python's `re` that everybody would write first, and beside a
tenth as many.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Iterator

from benchmarks.stage import EVENT, Stage
from benchmarks.timing import NotMeasured, Pair, calls, calls_with

from hookline.engine.match import Matchers
from hookline.model import Event
from hookline.spec.events import EVENTS

#: What people write into matchers, with a number that makes each one different.
_PATTERNS = (
    r"^git push .*--force-{0}\b",
    r"\brm\s+-rf\s+/srv/app{0}\b",
    r"curl .*host{0}\.example\.com",
    r"(psql|mysql).*db{0}",
    r"kubectl (apply|delete) -n team{0}\s",
    r"npm (install|publish) @scope{0}/",
    r"\bdeploy-{0}\.sh\b",
    r"docker run .*image{0}:[a-z0-9.]+",
    r"TOKEN{0}=[A-Za-z0-9]{{8,}}",
    r"terraform -chdir=stack{0} (apply|destroy)",
)
_WORDS = (
    "git commit push origin main docker run build npm install test curl https example com rm src lib"
    " cat grep sed"
).split()
_CHECKED = 20


def thousand_matchers(stage: Stage) -> Pair:
    """1,000 hooks with a matcher each, and another command of 4 KB every time."""
    return _beside_re(stage, hooks=1_000, command_bytes=4_096)


def ten_thousand_matchers(stage: Stage) -> Pair:
    """10,000 hooks, and another command of 200 bytes every time."""
    return _beside_re(stage, hooks=10_000, command_bytes=200)


def growth(stage: Stage) -> Pair:
    """Reading a configuration of 10,000 hooks beside one of 1,000."""
    return Pair(calls(_loading(stage, 10_000)), calls(_loading(stage, 1_000)))


def _loading(stage: Stage, hooks: int) -> Callable[[], object]:
    home = _home(stage, hooks)

    def load() -> None:
        found = len(stage.engine(home, journal=False).hooks())
        if found != hooks:
            raise NotMeasured(f"{found} of {hooks} hooks were loaded")

    return load


def _beside_re(stage: Stage, *, hooks: int, command_bytes: int) -> Pair:
    configured = stage.engine(_home(stage, hooks), journal=False).hookset().by_event[EVENT]
    matchers, compiled = Matchers(configured), [re.compile(pattern) for pattern in patterns(hooks)]
    events = _events(hooks, command_bytes)

    def ours(event: Event) -> list[bool]:
        return matchers.applying(event)

    def loop(event: Event) -> list[bool]:
        text = event.input["command"]
        return [pattern.search(text) is not None for pattern in compiled]

    for event in itertools.islice(events, _CHECKED):
        if ours(event) != loop(event) or not any(loop(event)):
            raise NotMeasured("the two do not find the same hooks, so their times mean nothing")
    return Pair(calls_with(events, ours), calls_with(events, loop))


def _home(stage: Stage, hooks: int) -> str:
    return stage.home(
        f"many-{hooks}",
        {EVENT: [{"command": stage.hook, "matcher": one} for one in patterns(hooks)]},
    )


def patterns(hooks: int) -> list[str]:
    """So many of them, each different."""
    return [_PATTERNS[number % len(_PATTERNS)].format(number) for number in range(hooks)]


def _events(hooks: int, size_bytes: int) -> Iterator[Event]:
    """Commands of this size without end, the same in every run. None comes twice: automata get
    faster with known texts.
    """
    dice = random.Random(hooks)
    while True:
        yield Event(EVENTS[EVENT], {"command": command(dice, hooks, size_bytes)})


def command(dice: random.Random, hooks: int, size_bytes: int) -> str:
    """Words people type, many with a number, and in the midst of them something that one of the
    matchers looks for.
    """
    words = [
        f"{dice.choice(_WORDS)}{dice.choice(('', dice.randrange(hooks)))}"
        for _ in range(size_bytes // 4)
    ]
    text = " ".join(words)
    wanted = f" deploy-{dice.randrange(6, hooks, 10)}.sh "
    middle = dice.randrange(size_bytes - len(wanted))
    return (text[:middle] + wanted + text[middle:])[:size_bytes]
