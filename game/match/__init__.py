"""The match page over HTTP: what it asks, what it sends, and what it is told."""
