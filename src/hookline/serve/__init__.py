"""Answering events: lines and requests over pipes, admission, the loop of a host."""
