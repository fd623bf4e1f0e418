"""Denies by hookSpecificOutput, after a look at the event's and the tool's name."""

import json
import re
import sys

data = json.load(sys.stdin)
if data["hook_event_name"] != "PreToolUse" or data["tool_name"] != "Bash":
    sys.exit(0)
if re.search(r"curl [^|]*\|\s*(ba)?sh", data["tool_input"]["command"]):
    print(
        json.dumps(
            {
                "hookSpecificOutput": {
                    "hookEventName": "PreToolUse",
                    "permissionDecision": "deny",
                    "permissionDecisionReason": "download first, read, then run",
                }
            }
        )
    )
