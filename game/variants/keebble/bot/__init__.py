"""The bot of Keebble: options weighed by what they pay oneself and the others, and carried out within the rules."""
