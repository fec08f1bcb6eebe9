"""Finds the game that a match is of and calls the kernel with it, so that all above need know no game: pure,
deterministic, the standard library only. The rules themselves stand in `game/kernel` and `game/variants`.
"""
