"""Asks for MCP tools by their prefix, and answers in JSON."""

import json
import sys

data = json.load(sys.stdin)
name = data["tool_name"]
if name.startswith("mcp__") and "delete" in name:
    reason = f"{name} deletes"
    print(
        json.dumps(
            {
                "hookSpecificOutput": {
                    "hookEventName": "PreToolUse",
                    "permissionDecision": "deny",
                    "permissionDecisionReason": reason,
                }
            }
        )
    )
