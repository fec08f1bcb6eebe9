"""The bot of Alfapet: words straight and bent, arrows and black tiles, exchanges and the tiles that are kept."""
