"""Hooks handed to many machines: catalogue, signing, server, and the machine that takes them."""
