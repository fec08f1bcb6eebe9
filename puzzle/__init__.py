"""The daily puzzle: its page, everybody's tries, and the days in a row. The positions are made by the bots."""
