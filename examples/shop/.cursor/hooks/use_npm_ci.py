"""preToolUse: the lock file decides what is installed."""

import json
import sys

event = json.load(sys.stdin)
command = event["tool_input"].get("command", "")
if command.strip() == "npm install":
    print(json.dumps({"updated_input": {**event["tool_input"], "command": "npm ci"}}))
else:
    print("{}")
