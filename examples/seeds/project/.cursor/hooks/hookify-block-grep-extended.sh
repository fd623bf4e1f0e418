#!/bin/bash
# What hookify makes of a rule that blocks `grep -E`. The command is the first argument: "${command}" in hooks.json.
if grep -qE 'grep\s+-E\b' <<<"$1"; then
  cat <<'JSON'
{
  "permission": "deny",
  "userMessage": "grep -E blocked: the flag does not do on macOS what it does elsewhere. Use -e instead.",
  "agentMessage": "-E does not work the same on macOS; use -e instead."
}
JSON
else
  echo '{"permission": "allow"}'
fi
