"""Getting in: signing up and in, passwords, passkeys, sessions, and asking again who one is."""
