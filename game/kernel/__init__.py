"""What every game of the platform is played on: seats, time, chance, refusals, settings, what is done and told.

It knows no tile, no coin and no board, and imports no game: games import it.
"""
