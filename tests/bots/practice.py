"""Practice matches for tests: Astrid against a bot, by the real services, without the compiled engine."""

from typing import Any

from accounts.models import User
from game.models import BotDue, Match, SeatRow
from game.services import matches
from game.services.matches import BotEntrant, Entrant
from tests.support.matches import SEED, START, UserFactory
from tests.support.types import certain

BOT = BotEntrant("calm", "Moss (bot)")


def make_practice(
    *,
    begins: str = "bot",
    starts_at: int = START,
    variant: str = "alfapower",
    user: User | None = None,
    **settings: Any,
) -> Match:
    """The match's row. `begins`: who has the first turn, "bot" or "person"; `user`: the person, if not a new one."""
    user = user or UserFactory.create(display_name="Astrid")
    person = Entrant(user.pk, user.display_name)
    entrants: list[Entrant | BotEntrant] = [BOT, person] if begins == "bot" else [person, BOT]
    return matches.create(
        variant=variant, settings={"turn_seconds": None, **settings}, entrants=entrants, starts_at=starts_at,
        seed=SEED, by_lot=False, rated=True,
    )  # fmt: skip


def person_of(row: Match) -> User:
    return certain(SeatRow.objects.select_related("user").get(match=row, bot="").user)


def bot_due(row: Match) -> bool:
    """Whether a bot is called to act there."""
    return BotDue.objects.filter(match=row).exists()
