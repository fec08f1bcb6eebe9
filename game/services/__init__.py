"""The service layer of matches: the only code that changes one. Every function here does so, or helps one that does."""
