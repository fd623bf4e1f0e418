"""openhands-sdk's `HookManager` with one hook, in its own interpreter: counts in, durations out
(see drive.py).
"""

import json
import sys
import time

# The script's own folder comes first on the path and holds this file, which has the package's name.
sys.path.pop(0)

from openhands.sdk.hooks.config import HookConfig, HookDefinition, HookMatcher
from openhands.sdk.hooks.manager import HookManager

hook, folder, payload = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
config = HookConfig(pre_tool_use=[HookMatcher(matcher="*", hooks=[HookDefinition(command=hook)])])
manager = HookManager(config, working_dir=folder, session_id="benchmark")
for line in sys.stdin:
    took = []
    for _ in range(int(line)):
        started = time.perf_counter()
        _, results = manager.run_pre_tool_use("terminal", payload)
        took.append(time.perf_counter() - started)
        if [result.exit_code for result in results] != [0] or "allow" not in results[0].stdout:
            sys.exit(f"the hook did not answer: {results}")
    print(json.dumps(took), flush=True)
