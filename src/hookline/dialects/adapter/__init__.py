"""The adapter: a script that stands between one tool and a hook written for another, and translates
while they run.

The modules here are its source: `hookline.dialects.adapter_script` joins them to one file that
needs python3 and nothing else. They import the standard library alone, and of each other only by
lines that begin with `from hookline.`, which the joining drops.
"""
