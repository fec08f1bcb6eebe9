"""Flex: the crossword game in which tiles already played may be moved and taken back."""
