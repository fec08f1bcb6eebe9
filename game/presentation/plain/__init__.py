"""How a plain word game (game/crossword/plain) is shown: what a new game begins with."""
