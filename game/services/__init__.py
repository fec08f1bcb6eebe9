"""What changes a match, and nothing else does: every function here is a door, or serves one."""
