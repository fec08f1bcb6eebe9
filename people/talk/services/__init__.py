"""What talk reads and writes; everything that opens a transaction."""
