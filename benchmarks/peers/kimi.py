"""kimi-cli's `HookEngine` with one hook, in its own interpreter: counts on stdin, durations on
stdout (see drive.py).
"""

import asyncio
import json
import sys
import time

from kimi_cli.hooks.config import HookDef
from kimi_cli.hooks.engine import HookEngine


async def serve(hook, folder, payload):
    engine = HookEngine([HookDef(event="PreToolUse", command=hook)], cwd=folder)
    for line in sys.stdin:
        took = []
        for _ in range(int(line)):
            started = time.perf_counter()
            (result,) = await engine.trigger(
                "PreToolUse", matcher_value="Shell", input_data=payload
            )
            took.append(time.perf_counter() - started)
            if result.exit_code or "allow" not in result.stdout:
                sys.exit(f"the hook did not answer: {result}")
        print(json.dumps(took), flush=True)


asyncio.run(serve(sys.argv[1], sys.argv[2], json.loads(sys.argv[3])))
