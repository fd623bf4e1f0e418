#!/bin/sh
# After an edit: complains about a file by exit code 2, which Claude Code tells the model.
payload=$(cat)
case $payload in
    *'"tool_name":"Write"'*'broken.py"'* | *'"tool_name":"Edit"'*'broken.py"'*) echo "broken.py does not parse" >&2; exit 2 ;;
esac
