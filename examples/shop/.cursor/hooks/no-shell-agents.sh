#!/bin/sh
# subagentStart, matcher shell.
cat >/dev/null
echo '{"permission": "deny", "user_message": "Shell subagents are off in this project."}'
