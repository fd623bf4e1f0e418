"""Prompt hooks' judge: a question → a model server → a verdict, or a failure that says why.

Everything is pure but `client`, which speaks HTTP, and `store`, which keeps verdicts and counts.
Nothing here is imported before a prompt hook is about to run.
"""
