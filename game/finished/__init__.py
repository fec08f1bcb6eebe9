"""Finished matches: the end page, the replay, results, and what is shared of them."""
