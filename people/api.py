"""What other apps may use of people: who are friends, and the periodic jobs."""

from people.services.challenge_ends import sweep
from people.services.friends import are_friends, friends_among
from people.talk.services.keeping import remove_old as remove_old_talk

__all__ = ["are_friends", "friends_among", "remove_old_talk", "sweep"]
