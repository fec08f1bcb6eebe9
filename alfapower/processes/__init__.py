"""The processes of the site: how each starts, shows that it is alive, runs its periodic work, and stops."""
