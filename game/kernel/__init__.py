"""The kernel shared by all games: seats, time, chance, refusals, settings, actions and events.

It knows no tile, no coin and no board, and imports no game: games import it.
"""
