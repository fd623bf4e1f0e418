"""Ready-made hooks that look at shell commands and what they would do."""
