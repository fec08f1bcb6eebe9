"""Lengths of time in milliseconds, the unit of every moment in the database."""

MINUTE_MS = 60 * 1000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
