"""Sends the agent on once when it stops."""

import json
import sys

data = json.load(sys.stdin)
if not data.get("stop_hook_active"):
    print(json.dumps({"decision": "block", "reason": "run the tests before you stop"}))
