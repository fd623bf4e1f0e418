"""beforeSubmitPrompt and afterAgentResponse: two events, two contracts."""

import json
import re
import sys

event = json.load(sys.stdin)
text = event.get("prompt") or event.get("text") or ""
leak = re.search(r"sk_live_\w+|AKIA[0-9A-Z]{16}", text)
if not leak:
    print("{}")
elif event["hook_event_name"] == "beforeSubmitPrompt":
    print(
        json.dumps(
            {"continue": False, "user_message": "The prompt holds a secret key. Take it out first."}
        )
    )
else:
    print(
        json.dumps(
            {
                "permission": "deny",
                "user_message": "The response held a secret key and was withheld.",
            }
        )
    )
