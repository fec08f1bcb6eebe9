"""Finding a player by the beginning of the name (rules/people.md §3)."""

from accounts.api import User, apart_from, named_from
from people.models import ContactSettings

MOST_FOUND = 20


def find(typed: str, user_id: int) -> list[User]:
    """Accounts whose names begin so, at most 20 of them, by name: without oneself, who is not to be found, who is
    banned, and who is apart from the searcher, so that nothing tells a block from absence."""
    shy = ContactSettings.objects.filter(can_be_found=False).values("user_id")
    return named_from(typed, MOST_FOUND, hidden=[shy, apart_from(user_id) | {user_id}])
