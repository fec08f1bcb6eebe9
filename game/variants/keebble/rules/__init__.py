"""Keebble: two to five write letters on one sheet of eight by eight, and score the words that come about."""
