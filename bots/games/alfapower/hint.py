"""The best play of AlfaPower for a player who asks."""

from bots.engine.best_plays import best_play as best_play
