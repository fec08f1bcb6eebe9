"""What other apps may use of people: who are friends, and the periodic job."""

from people.services.challenge_ends import sweep
from people.services.friends import are_friends, friends_among

__all__ = ["are_friends", "friends_among", "sweep"]
