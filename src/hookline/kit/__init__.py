"""Ready-made hooks, one module each, written on the SDK.

`catalogue` knows their names; `run` serves one as a hook process (`hookline hook NAME`). A module
defines `KIT`: what it is for, its options, the entries it wants in hooks.json, and `build`, which
makes its functions.
"""
