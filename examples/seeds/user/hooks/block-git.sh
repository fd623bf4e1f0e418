#!/bin/bash
# git is denied in favour of gh, gh is asked about, everything else is allowed. Needs jq.
# The answer is built by jq, never by pasting the command into JSON text: a quote in it would make the answer invalid,
# and an invalid answer is a failure, which lets the command through.
command=$(jq -r '.command // empty')

answer() { # permission, message for the person, message for the agent
  jq -n --arg permission "$1" --arg user "$2" --arg agent "$3" \
    '{continue: true, permission: $permission} + if $user == "" then {} else {user_message: $user, agent_message: $agent} end'
}

uses() { # whether the command is this program, or holds its name followed by white space
  [[ $command == "$1" || $command =~ $1[[:space:]] ]]
}

if uses git; then
  answer deny "Git commands are blocked here. Please use the GitHub CLI (gh)." \
    "A hook blocked the git command '$command'. Use gh: 'gh repo clone' for 'git clone', 'gh repo sync' for 'git push'."
elif uses gh; then
  answer ask "This GitHub CLI command needs your permission: $command" \
    "'$command' reaches the person's GitHub account; it waits for their approval."
else
  answer allow
fi
