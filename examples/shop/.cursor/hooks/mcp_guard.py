"""beforeMCPExecution, failClosed: nothing is deleted through MCP, and an unknown server is asked about."""

import json
import sys

event = json.load(sys.stdin)
if event["tool_name"].startswith("delete"):
    print(
        json.dumps(
            {"permission": "deny", "agent_message": "Deleting through MCP is not allowed here."}
        )
    )
elif event.get("mcp_server_name") not in ("github", "postgres"):
    print(
        json.dumps(
            {
                "permission": "ask",
                "user_message": f"Unknown MCP server {event.get('mcp_server_name')!r}. Go on?",
            }
        )
    )
else:
    print("{}")
