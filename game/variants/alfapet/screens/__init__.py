"""The pages of Alfapet."""
