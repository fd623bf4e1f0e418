"""What the adapter is besides the codec: it runs the hook, ends it in time and counts follow-ups.

`hookline.dialects.adapter_script` joins these modules and those of `hookline.codec` to one file
that needs python3 and nothing else. They import the standard library alone, and of each other only
by lines that begin with `from hookline.`, which the joining drops.
"""
