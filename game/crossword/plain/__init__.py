"""A whole word game of letters and blanks, in parts: what a new game begins with. It reads the
settings `language`, `turn_seconds`, `passes_to_end`, `timeouts_to_forfeit` and `bingo` by these names.
"""
