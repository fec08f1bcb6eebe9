"""The pages of Classic."""
