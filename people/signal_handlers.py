"""Receivers of the signals of accounts: a guest signs in, a player leaves for good, one blocks another."""
