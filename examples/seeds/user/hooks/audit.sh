#!/bin/bash
# One line for every event: [time] and the event as it came. AGENT_AUDIT_LOG says where, /tmp/agent-audit.log otherwise.
log=${AGENT_AUDIT_LOG:-/tmp/agent-audit.log}
mkdir -p "$(dirname "$log")"
printf '[%s] %s\n' "$(date '+%Y-%m-%d %H:%M:%S')" "$(cat)" >>"$log"
