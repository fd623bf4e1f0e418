"""Answering events for a peer: lines and frames, admission, the host."""
