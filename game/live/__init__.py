"""The live page of a match: its socket, and the panels that are pushed to it."""
