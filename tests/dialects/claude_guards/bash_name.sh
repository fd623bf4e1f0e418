#!/bin/sh
# Looks for the tool's name in the payload as it is written, without jq.
payload=$(cat)
case $payload in
    *'"tool_name":"Bash"'*'rm -rf'*) echo "rm -rf is not allowed here" >&2; exit 2 ;;
esac
exit 0
