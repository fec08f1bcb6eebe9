"""The bot of Classic: words, exchanges and the tiles that are kept."""
