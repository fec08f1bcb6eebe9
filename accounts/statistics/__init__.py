"""Statistics of a player and of the game as a whole, and the archive of matches."""
