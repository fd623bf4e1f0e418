"""One module per kind of generated file: rows in, text out. Only `generate.py` beside this folder
writes anything.
"""
