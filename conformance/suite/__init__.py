"""The parts of `conformance/run`: cases and their files, the program under test, what is wanted of
its answers.
"""
