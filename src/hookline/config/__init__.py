"""Files → HookSet: where they are, what they say, whether they may run."""
