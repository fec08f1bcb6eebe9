"""Authentication: signing up and in, passwords, passkeys, sessions, and reauthentication."""
