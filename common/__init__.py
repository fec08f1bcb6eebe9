"""What every app above stands on and no app owns: encryption of stored secrets, rate limits, client addresses.

The lowest floor: imports Django and libraries, nothing of the project.
"""
