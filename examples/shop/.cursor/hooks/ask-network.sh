#!/bin/sh
# beforeShellExecution, matcher curl|wget|nc: a person is asked.
cat >/dev/null
echo '{"permission": "ask", "user_message": "This command talks to the network. Let it?"}'
