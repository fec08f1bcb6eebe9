"""What the bots write, all of it: their signs of life, hints, and analyses."""
