"""Works only with what Claude Code always sends: session, folder and transcript beside the call."""

import json
import os
import sys

data = json.load(sys.stdin)
if not data["session_id"] or not os.path.isabs(data["cwd"]) or "tool_input" not in data:
    sys.exit(0)
if data["tool_name"] == "Bash" and "terraform apply" in data["tool_input"].get("command", ""):
    sys.stderr.write("apply runs in CI only\n")
    sys.exit(2)
