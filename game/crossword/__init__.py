"""Rules that games with letters on a board share: pure functions and values with parameters, no ruleset of any game."""
