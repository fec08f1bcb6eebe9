"""The models of people: friends, questions, personal links, what somebody allows others, and challenges.

Times are milliseconds since the epoch, given by the caller. What is allowed is decided in `services`, not here.
"""

from people.challenge_models import Challenge as Challenge
from people.challenge_models import DeclineReason as DeclineReason
from people.challenge_models import Stage as ChallengeStage
from people.friend_models import ContactSettings as ContactSettings
from people.friend_models import FriendQuestion as FriendQuestion
from people.friend_models import Friendship as Friendship
from people.friend_models import PersonalLink as PersonalLink

__all__ = [
    "Challenge",
    "ChallengeStage",
    "ContactSettings",
    "DeclineReason",
    "FriendQuestion",
    "Friendship",
    "PersonalLink",
]
