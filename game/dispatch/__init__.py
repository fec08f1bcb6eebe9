"""Find the game of a match and call the kernel with it, so that no layer above needs to know a game: pure,
deterministic, the standard library only. The rules themselves are in `game/kernel` and `game/variants`.
"""
