"""Ready-made hooks that look at the conversation: its start, its end, its subagents and servers,
its record.
"""
