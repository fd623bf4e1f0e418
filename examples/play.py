"""Play a recorded agent session through the hooks of a sample workspace and show every decision.

    python examples/play.py [SESSION.jsonl] [--workspace DIR]

The workspace is copied to a temporary folder first, so that hooks that write files leave the
repository alone.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections import Counter

from hookline import Decision, Engine

HERE = os.path.dirname(os.path.abspath(__file__))
COLOURS = {"deny": "31", "ask": "33", "allow": "32"}


def paint(text: str, permission: str | None) -> str:
    colour = COLOURS.get(permission or "")
    if not colour or not sys.stdout.isatty() or "NO_COLOR" in os.environ:
        return text
    return f"\033[1;{colour}m{text}\033[0m"


def subject(event: dict[str, object]) -> str:
    for name in (
        "command",
        "file_path",
        "prompt",
        "tool_name",
        "subagent_type",
        "text",
        "status",
        "trigger",
        "reason",
    ):
        if isinstance(event.get(name), str):
            return str(event[name])
    return ""


def word(decision: Decision) -> str:
    if decision.blocked:
        return "DENIED"
    return {"ask": "ASK", "allow": "allowed"}.get(decision.permission or "", "proceeds")


def show(number: int, decision: Decision, given: dict[str, object]) -> None:
    print(f"{number:3}  {decision.event:<22} {subject(given)[:70]}")
    for outcome in decision.outcomes:
        said = outcome.failure or outcome.permission or ", ".join(outcome.fields) or "no opinion"
        print(
            f"       ran      {outcome.hook.command:<44} {said}, {outcome.completion.duration_ms:.0f} ms"
        )
    for skip in decision.skips:
        print(f"       skipped  {skip.hook.command:<44} {skip.reason}")
    print(f"       {paint(word(decision), decision.permission)}  {decision.because}")
    for key, value in decision.response.items():
        if key not in ("permission", "continue"):
            print(f"         {key}: {json.dumps(value, ensure_ascii=False)}")
    print()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("session", nargs="?", default=os.path.join(HERE, "session.jsonl"))
    parser.add_argument("--workspace", default=os.path.join(HERE, "shop"))
    args = parser.parse_args()
    with open(args.session, encoding="utf-8") as lines:
        events = [json.loads(line) for line in lines if line.strip()]
    with tempfile.TemporaryDirectory(prefix="hookline-run-") as box:
        workspace = os.path.join(box, "shop")
        shutil.copytree(args.workspace, workspace)
        engine = Engine.load(workspace, trust=True, claude=False)
        session = engine.session(model="claude-sonnet-4-20250514")
        decisions = []
        for number, event in enumerate(events, 1):
            decisions.append(session.fire_sync(event["event"], event["input"]))
            show(number, decisions[-1], event["input"])
        engine.close()
    counts = Counter(word(decision) for decision in decisions)
    hooks = [outcome for decision in decisions for outcome in decision.outcomes]
    print(
        f"{len(decisions)} events, {len(hooks)} hooks ran, {sum(bool(o.failure) for o in hooks)} failed"
    )
    for name in ("DENIED", "ASK", "allowed", "proceeds"):
        print(f"  {name:<9} {counts[name]:3}")
    program = os.path.join(os.path.dirname(sys.executable), "hookline")
    print(f"\nThe journal is {engine.journal_path}\nLook at it with: {program} log --short")
    print(f"Or in a browser: {program} ui")
    return 0


if __name__ == "__main__":
    sys.exit(main())
