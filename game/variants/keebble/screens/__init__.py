"""The pages of Keebble."""
