"""Services that change a player's tries: the only package of the app that opens transactions."""
