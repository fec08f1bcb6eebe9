"""How Keebble is shown."""
