"""Ready-made hooks that look at what is said: prompts, file contents, outputs, answers."""
