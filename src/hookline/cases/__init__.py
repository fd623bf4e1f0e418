"""Cases: what hooks must decide, written down next to them, and run through the engine with real
processes.

    *.cases.toml ──read──▶ CaseFile ──run──▶ Decision ──compare──▶ Result ──report──▶ text, JUnit

`find` finds the files. `write` makes one of journal entries, `replay` runs recorded events again
and says what changed, `hooks` is the same for people who would rather write tests in Python.
"""
