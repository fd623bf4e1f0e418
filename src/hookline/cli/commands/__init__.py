"""One module per command. Each defines `command`, and is imported only when it is called for."""
