#!/bin/sh
# Takes the command out of tool_input with sed.
command=$(sed -n 's/.*"command":"\([^"]*\)".*/\1/p')
case $command in
    "git push"*) printf '%s\n' '{"decision":"block","reason":"pushing is for people"}' ;;
esac
