"""Ranked points, ratings, leaderboards and the best totals of matches played alone."""
