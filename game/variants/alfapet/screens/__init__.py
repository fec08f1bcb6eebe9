"""How Alfapet is shown."""
