"""Shared modules of all apps: encryption of stored secrets, rate limits, client addresses.

The lowest layer: imports Django and libraries, nothing of the project.
"""
