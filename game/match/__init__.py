"""The match page over HTTP: its views, its endpoints for actions, and its middleware."""
