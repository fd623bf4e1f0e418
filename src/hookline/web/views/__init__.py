"""Every page as a plain dict: `shapes` and `more_shapes` say what is in it, one module each makes
it. Changes nothing.
"""
