"""How bots play Classic: words, exchanges and the tiles that are kept."""
