"""Holds a prompt back that has a key in it."""

import json
import sys

data = json.load(sys.stdin)
if data["hook_event_name"] == "UserPromptSubmit" and "AKIA" in data["prompt"]:
    print(json.dumps({"decision": "block", "reason": "there is a key in this prompt"}))
