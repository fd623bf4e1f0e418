"""Programs started, followed and ended: one deadline around everything, and nothing of a hook
outlives it.
"""
