"""What changes rows of news, each in the transaction in which it happened."""
