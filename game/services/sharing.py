"""Share links to finished matches: a player creates and revokes them, a visitor with the link opens the match."""

from django.db import transaction

from game.models import Match, ShareLink


def link_of(row: Match, user_id: int) -> ShareLink | None:
    """The link that the player has made to the match."""
    return ShareLink.objects.filter(match=row, user_id=user_id).first()


def share(row: Match, user_id: int, *, hides_names: bool) -> ShareLink:
    """The player's link to a match that is over; one that is there already keeps its address. Raises ValueError."""
    if row.status != Match.Status.OVER:
        raise ValueError("only a finished match may be shown around")
    with transaction.atomic():
        link, _ = ShareLink.objects.update_or_create(match=row, user_id=user_id, defaults={"hides_names": hides_names})
    return link


def revoke(row: Match, user_id: int) -> None:
    """The player's link leads nowhere from now on; a new one gets another address."""
    ShareLink.objects.filter(match=row, user_id=user_id).delete()


def find(token: str) -> ShareLink | None:
    """The link with its match; None when there is none, or none any more."""
    return ShareLink.objects.select_related("match").filter(token=token, match__status=Match.Status.OVER).first()
