"""One translation per dialect, pure: a tool's payload → events of ours, a decision → its reply, a
hook's bytes and exit code → an answer, an event → the payload a hook of that dialect expects.

- `json_object`: bytes → the one JSON object in them.
- `hook_answer`: how a hook ended and what it printed → `Answer`; `foreign_answer` knows the words
  of Claude Code and of the tools made after it.
- `tool_words`: what tools and their inputs are called. `native_payload`: payload ↔ facts.
- `native_reply`: an answer → what a host understands.
- `hook_choice`: which hooks are meant. `placeholders`: the `${…}` a command names.
- `dialect_table`: the rows of `spec` in the form all of these read.

All but `dialect_table` import the standard library and each other, and are joined into the script
that `hookline convert` writes: so they keep to the syntax of old interpreters, and no two of them
have a name in common.
"""
