"""What other apps may use of people: who are friends, and the periodic jobs."""

from people.services.challenge_ends import sweep
from people.services.friends import are_friends, friends_among
from people.watching.services.choices import sweep as sweep_watching

__all__ = ["are_friends", "friends_among", "sweep", "sweep_watching"]
