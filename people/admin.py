"""The admin pages of people."""

from people.challenge_admin import ChallengeAdmin as ChallengeAdmin
