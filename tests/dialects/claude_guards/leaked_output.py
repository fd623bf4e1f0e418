"""Reads what a command put out, and has the model told."""

import json
import sys

data = json.load(sys.stdin)
response = data.get("tool_response", {})
if data["tool_name"] == "Bash" and "AKIA" in response.get("stdout", ""):
    print(json.dumps({"decision": "block", "reason": "the output holds a key: do not repeat it"}))
