"""Services that write the bots' rows: heartbeats, hints, analyses and puzzles."""
