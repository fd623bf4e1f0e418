"""What a prompt hook costs a day: the messages as they are built, counted, times events and prices
you give.

    python scripts/judge_cost.py --events 500 --repeated 40 --input-price 0.15 --output-price 0.60

Prices are per million tokens, in whatever money. Tokens are taken for four characters each, which
is near for English text and JSON; `hookline judge eval` shows the true figures of your model.
"""

from __future__ import annotations

import argparse
import json
from typing import NamedTuple

from hookline.judge.event_text import normalised, show
from hookline.judge.question import messages
from hookline.spec.events import EVENTS
from hookline.spec.samples import sample_values

CHARACTERS_A_TOKEN = 4
ANSWER_TOKENS = 25
POLICY = (
    "Deny commands that delete files outside the workspace, "
    "send data to another machine, or change git's history."
)
#: What is judged: the event, and what stands in for its largest field.
ROWS = (
    (
        "beforeShellExecution",
        "a command",
        {"command": "git commit -am 'Mend the parser' && git push"},
    ),
    ("beforeSubmitPrompt", "a prompt of 1,000 characters", {"prompt": "word " * 200}),
    ("beforeReadFile", "a file of 10,000 characters", {"content": "let x = 1\n" * 1000}),
    ("beforeReadFile", "a file of 1,000,000 characters, cut", {"content": "let x = 1\n" * 100_000}),
)


class Prices(NamedTuple):
    """Events a day, how many of a hundred are repeated and come from the cache, and prices per
    million tokens.
    """

    events: int
    repeated: int
    input_price: float
    output_price: float


def tokens_of(event: str, given: dict[str, str]) -> int:
    """Input tokens of one question, about."""
    payload = {
        "hook_event_name": event,
        **given,
        **sample_values(EVENTS[event], "/work/shop", given),
    }
    shown = show(normalised(json.dumps(payload)), limit=24_000)
    told = messages(POLICY, shown, nonce="0" * 24)
    return -(-(len(told.policy) + len(told.event)) // CHARACTERS_A_TOKEN)


def table(prices: Prices) -> str:
    """A row for each kind of event, as Markdown."""
    asked = round(prices.events * (100 - prices.repeated) / 100)
    lines = [
        "| What is judged | Tokens in | Tokens out | Requests a day | Cost a day |",
        "|---|---|---|---|---|",
    ]
    for event, what, given in ROWS:
        tokens = tokens_of(event, given)
        cost = (
            asked * (tokens * prices.input_price + ANSWER_TOKENS * prices.output_price) / 1_000_000
        )
        lines.append(
            f"| {what} (`{event}`) | {tokens:,} | {ANSWER_TOKENS} | {asked} | {cost:.2f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--events", type=int, default=500, help="events a day")
    parser.add_argument(
        "--repeated", type=int, default=40, help="of a hundred, how many come from the cache"
    )
    parser.add_argument("--input-price", type=float, default=0.15)
    parser.add_argument("--output-price", type=float, default=0.60)
    given = parser.parse_args()
    print(table(Prices(given.events, given.repeated, given.input_price, given.output_price)))


if __name__ == "__main__":
    main()
