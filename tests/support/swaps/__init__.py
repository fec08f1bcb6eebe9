"""A game of the tests' own, for two to four: each turn is a swap, worth a point a tile, or a pass; when all who are
still there have passed in a row the most points win. It is registered only where a test asks for it (`swaps.settings`).
"""
