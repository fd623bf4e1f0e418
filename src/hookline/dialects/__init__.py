"""Other tools' hooks ↔ ours: read, written, and notes on what was kept, changed and lost. Nothing
is lost in silence.
"""
