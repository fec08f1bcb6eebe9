"""The codes by which a websocket is closed (RFC 6455), and the response to one refused before it was accepted."""

NORMAL = 1000
RESTART, TRY_LATER = 1012, 1013
"""It may come back: one that was not accepted yet is answered 503 with `Retry-After`, where others are answered 403."""
RETRY_SECONDS = 2
