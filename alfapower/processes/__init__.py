"""The site's processes: how each starts, reports that it is alive, runs its periodic work, and stops."""
