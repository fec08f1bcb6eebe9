"""Finding plays: the letter graph of a word list, the board as plain arrays, and the search. Needs numba and numpy."""
