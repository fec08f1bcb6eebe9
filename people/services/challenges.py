"""Challenges: a room that names whom it waits for, live or slow (rules/people.md §3)."""

LIVE_LASTS_MS = 10 * 60 * 1000
SLOW_LASTS_MS = 14 * 24 * 60 * 60 * 1000
MOST_OPEN = 5
MOST_NEW_A_DAY = 10
