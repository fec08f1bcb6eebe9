"""The move generator: the letter graph, the board as plain arrays, and the search. Needs numba and numpy."""
