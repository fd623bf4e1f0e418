"""Ready-made hooks, one module each, written on the SDK, each with its test cases beside it.

    commands/   what a shell command would do: git, files, network, SQL, Kubernetes, packages
    texts/      what is said: prompts, file contents, tool output, responses
    files/      which files may change, and what happens when one did
    sessions/   the conversation: its start, its end, its subagents and servers, its record

`catalogue` knows their names, and `kit_process` serves one as a hook process (`hookline hook
NAME`). A module defines `KIT`, a row of `kit_row`: what it is for, its options (`kit_settings`),
the entries it wants in hooks.json, and `build`, which makes its functions. `kit_command` writes and
recognises the command that runs one. `findings` makes an answer of what a guard found, `project`
and `state_files` are what hooks know of the workspace and keep between events.
"""
