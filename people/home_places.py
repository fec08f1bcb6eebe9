"""The sections of the home page that people bring."""

from people.challenge_home import CHALLENGE_PLACE

HOME_PLACES = (CHALLENGE_PLACE,)
