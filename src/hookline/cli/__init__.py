"""The command line: one module per command, a table of them, and what prints."""
