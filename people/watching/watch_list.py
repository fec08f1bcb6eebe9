"""The list of running matches to watch: friends' first, then everyone's, the strongest first (rules/people.md §5).

What everyone may watch is read once a second for all who look; what a friend lets friends see, for each reader.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import cast

from django.utils.translation import gettext as _

from common.one_second_cache import once_a_second
from game import api as game
from lobby.api import preset_titles
from people.watching import open_seats

MOST = 50


@dataclass(frozen=True, slots=True)
class Listed:
    """A match of the list, and how many watch it."""

    card: game.WatchedCard
    how_many: int

    @property
    def public_id(self) -> str:
        """The match's name in addresses."""
        return self.card.public_id

    @property
    def stamp(self) -> str:
        """Another text once anything of the row has changed."""
        return f"{self.card.version}.{self.how_many}"

    @property
    def shown_as(self) -> str:
        """What a page says that it shows of the match."""
        return f"{self.public_id}.{self.stamp}"

    @property
    def names(self) -> tuple[str, ...]:
        """The players in the order of the seats."""
        return tuple(seat.name for seat in self.card.seats)

    @property
    def ratings(self) -> tuple[int | None, ...]:
        """In the pool of the match; None for a seat without one, or whose player hides it."""
        found = (cast("float | None", seat.said[0]) for seat in self.card.seats)
        return tuple(None if rating is None else round(rating) for rating in found)

    @property
    def rows(self) -> list[tuple[game.WatchedSeat, int | None]]:
        """The seats with their ratings."""
        return list(zip(self.card.seats, self.ratings, strict=True))

    @property
    def kind(self) -> str:
        """The preset's title, else the game's, in the reader's language."""
        return preset_titles().get(self.card.preset) or self.game_title

    @property
    def game_title(self) -> str:
        """In the reader's language."""
        return _(game.games()[self.card.variant].title)

    @property
    def language_name(self) -> str:
        """That of the match, in the reader's language."""
        return language_titles()[self.card.language]


@dataclass(frozen=True, slots=True)
class WatchList:
    """What one reader may watch: friends' matches, and the others."""

    friends: Sequence[Listed]
    everyone: Sequence[Listed]

    @property
    def all(self) -> list[Listed]:
        """All of it, friends' first."""
        return [*self.friends, *self.everyone]


def language_titles() -> dict[str, str]:
    """The languages of matches, as the reader calls them."""
    return {"en": _("English"), "sv": _("Swedish")}


def list_for(user_id: int | None, variant: str = "", language: str = "") -> WatchList:
    """The reader's list, of one game and language where given. None is a visitor."""
    open_to_all = everyone_s(variant, language)
    if user_id is None:
        return WatchList((), open_to_all)
    friends = [one for one in _listed(open_seats.of_friends(user_id, MOST)) if _is_of(one.card, variant, language)]
    shown = {one.public_id for one in friends}
    others = [one for one in open_to_all if one.public_id not in shown and not _plays_in(one.card, user_id)]
    return WatchList(friends, others)


@once_a_second(by=2)
def everyone_s(variant: str, language: str) -> tuple[Listed, ...]:
    """What everyone may watch, of one game and language where given."""
    return tuple(_listed(open_seats.listed(open_seats.VISITOR, MOST, variant=variant, language=language)))


def named(user_id: int | None, public_ids: Collection[str]) -> dict[str, Listed]:
    """Those of these matches that the reader may watch, whether listed or not, by public id."""
    if not public_ids:
        return {}
    found = _listed(open_seats.named(user_id or open_seats.VISITOR, public_ids))
    return {one.public_id: one for one in found}


def open_among(viewer: int, public_ids: Collection[str]) -> frozenset[str]:
    """Which of these matches the viewer may watch; one statement, none for none."""
    if not public_ids:
        return frozenset()
    return frozenset(card.public_id for card in _open_cards(open_seats.named(viewer, public_ids)))


def only(chosen: game.ChosenSeats) -> Listed | None:
    """The one match that is chosen, if it is there."""
    return next(iter(_listed(chosen)), None)


def next_after(user_id: int | None, left: str) -> Listed | None:
    """The strongest match open to the reader that is weaker than the one just left, and from the end of the list the
    strongest of all. So whoever goes on and on comes to every match before one comes again."""
    ranked = sorted(list_for(user_id).all, key=_strength)
    places = [one.public_id for one in ranked]
    start = places.index(left) + 1 if left in places else 0
    others = [one for one in (*ranked[start:], *ranked[:start]) if one.public_id != left]
    return next(iter(others), None)


def _strength(one: Listed) -> tuple[bool, float, int]:
    return one.card.is_slow, -cast(float, one.card.seats[0].said[2]), one.card.match_id


def _listed(chosen: game.ChosenSeats) -> list[Listed]:
    """The chosen matches with how many watch each: one statement."""
    cards = _open_cards(chosen)
    watching = game.how_many_watch_each([card.match_id for card in cards])
    return [Listed(card, watching[card.match_id]) for card in cards]


def _open_cards(chosen: game.ChosenSeats) -> list[game.WatchedCard]:
    return [card for card in game.watched_cards(chosen) if _is_open(card)]


def _is_open(card: game.WatchedCard) -> bool:
    """Whether it is open with the clock that it has, which no column of the database tells."""
    return not card.is_untimed or all(bool(seat.said[1]) for seat in card.seats)


def _is_of(card: game.WatchedCard, variant: str, language: str) -> bool:
    return variant in ("", card.variant) and language in ("", card.language)


def _plays_in(card: game.WatchedCard, user_id: int) -> bool:
    return any(seat.user_id == user_id for seat in card.seats)
