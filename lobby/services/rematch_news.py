"""Notifications of a rematch, for players on another page than the end page of the match."""

from collections.abc import Collection

from django.urls import reverse

from game import api as game
from news import api as news

ASKED = "rematch"
ON_THE_PAGE_MS = 5_000  # by then a page that shows the proposal has said so


def tell_asked(finished: game.FinishedMatch, asker: int, asked: Collection[int], now_ms: int, until: int) -> None:
    """Notify these players that the `asker` proposes a rematch, open `until` then. Joins the caller's transaction."""
    name = next(entrant.name for entrant in finished.entrants if entrant.user_id == asker)
    news.tell(
        asked,
        ASKED,
        game.news_topic(finished.public_id),
        path=reverse("game:match", args=[finished.public_id]),
        at=now_ms,
        values={"name": name},
        shown_from=now_ms + ON_THE_PAGE_MS,
        true_until=until,
    )


def take_back(finished: game.FinishedMatch, players: Collection[int], now_ms: int) -> None:
    """Withdraw it from these players, as the proposal is over or shown to them; from all if none is named."""
    news.withdraw(game.news_topic(finished.public_id), at=now_ms, kinds_of_it=[ASKED], user_ids=players)
