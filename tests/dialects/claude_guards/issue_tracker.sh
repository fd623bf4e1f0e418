#!/bin/sh
# Keeps an agent out of the tools of one MCP server.
tool=$(sed -n 's/.*"tool_name":"\([^"]*\)".*/\1/p')
case $tool in
    mcp__github__*) echo "the issue tracker is for people: $tool" >&2; exit 2 ;;
esac
