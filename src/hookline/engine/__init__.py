"""HookSet + Event → Decision. Each module is one arrow of the flow; only `run` and `judge` touch
the world.
"""
