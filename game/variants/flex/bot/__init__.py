"""The bot of Flex: words, exchanges, and tiles of the board that are moved and taken back."""
