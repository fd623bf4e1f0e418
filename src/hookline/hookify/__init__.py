"""hookify's rule files → Cursor hooks: read as meant and as hookify's own code does, compared, and
written.
"""
