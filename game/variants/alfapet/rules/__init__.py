"""Alfapet: the Swedish family game for one to four, with arrows, black tiles and squares that take points away."""
