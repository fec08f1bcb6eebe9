"""How a plain word game (game/crossword/plain) is shown: what Classic is shown by, and a new game begins with."""
