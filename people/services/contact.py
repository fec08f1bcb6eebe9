"""What a player allows others: to see when they are here, to challenge them, to find them by name."""

from people.friend_models import ContactSettings, MayChallenge


class BadContact(ValueError):
    """Not one of those who may be allowed to challenge."""


def contact_of(user_id: int) -> ContactSettings:
    """The player's settings; the defaults where nothing was chosen, in a row that is not saved."""
    return ContactSettings.objects.filter(user_id=user_id).first() or ContactSettings(user_id=user_id)


def choose(user_id: int, *, shows_presence: bool, may_challenge: str, can_be_found: bool) -> None:
    """Keep what the player has chosen. Raises BadContact."""
    if may_challenge not in MayChallenge.values:
        raise BadContact(may_challenge)
    chosen = {"shows_presence": shows_presence, "may_challenge": may_challenge, "can_be_found": can_be_found}
    ContactSettings.objects.update_or_create(user_id=user_id, defaults=chosen)
