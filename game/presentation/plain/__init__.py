"""The presentation of a plain word game (game/crossword/plain), which a new game begins with."""
