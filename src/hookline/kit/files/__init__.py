"""Ready-made hooks that look at files: which may change, and what happens when one did."""
