"""What stands between the network and the pages: limits, headers, errors, and what a request is told when all is
full."""
