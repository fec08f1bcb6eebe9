"""News: whoever must know is told, and nobody else (rules/people.md §2). It knows users, and no game."""
