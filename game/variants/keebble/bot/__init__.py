"""The bot of Keebble: options weighed by what they pay the bot and the others, and carried out within the rules."""
