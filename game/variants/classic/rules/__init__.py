"""Classic: ranked crossword play for two. Tiles, words, scores, and nothing besides."""
