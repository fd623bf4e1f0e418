"""Other hook engines, run beside ours: a table of peers, how to get each, and one small program
that drives it.
"""
