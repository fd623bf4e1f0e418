#!/bin/sh
# afterFileEdit: an observer. Whatever it prints, the edit has happened.
cat >/dev/null
echo "one more edit" >&2
