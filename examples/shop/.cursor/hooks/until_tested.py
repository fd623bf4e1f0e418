"""stop: send the agent back until it has run the tests, at most twice (loop_limit in hooks.json)."""

import json
import sys

event = json.load(sys.stdin)
if event["status"] == "completed":
    print(json.dumps({"followup_message": "Run the tests before you finish."}))
else:
    print("{}")
