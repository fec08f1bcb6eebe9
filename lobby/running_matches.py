"""A player's running matches as pages show them: the shelf of the home page, and the next match after a turn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from game import api as game
from lobby.cards import game_title, preset_titles
from lobby.models import MATCH_LANGUAGES

MOST_BOARDS = 6
"""How many matches of a shelf are shown as small boards; the others are lines."""


@dataclass(frozen=True, slots=True)
class LiveMatch:
    """A running match. `preset_title`: empty without a preset; `game_title`: English, empty for the default game and
    where the preset has a title; `time_left` in words, "" without a clock; `tone` is "low" or "reserve" where the time
    is short."""

    card: game.MatchCard
    game_title: str
    preset_title: str
    language_name: str
    time_left: str
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Shelf:
    """A player's running matches: those on their turn as `boards` and, beyond `MOST_BOARDS`, as `lines`; `others` wait
    for another player. `standing` as in `game.api`; `stamp` is another text once something has moved."""

    boards: Sequence[LiveMatch] = ()
    lines: Sequence[LiveMatch] = ()
    others: Sequence[LiveMatch] = ()
    standing: Sequence[tuple[str, str]] = ()
    stamp: str = ""

    @property
    def on_turn(self) -> int:
        """The number of matches in which it is the player's turn."""
        return len(self.boards) + len(self.lines)

    @property
    def is_empty(self) -> bool:
        """Whether the player has no running match."""
        return not (self.boards or self.others or self.standing)


def shelf_of(user_id: int) -> Shelf:
    """The player's running matches, what waits for them most urgently first."""
    found = game.running_matches(user_id, with_last=MOST_BOARDS)
    titles = preset_titles() if found.cards else {}
    shown = [_live_match(card, titles) for card in found.cards]
    mine = [match for match in shown if match.card.your_turn]
    others = [match for match in shown if not match.card.your_turn]
    return Shelf(mine[:MOST_BOARDS], mine[MOST_BOARDS:], others, found.standing, found.stamp)


@dataclass(frozen=True, slots=True)
class AfterTurn:
    """What the page of a match offers after the player's turn: the `match` that waits most urgently, None for none; and
    how many wait. `is_over` False while the match itself waits for the player, or is not theirs; `may_nudge`: the
    player may remind the player on turn there."""

    is_over: bool
    match: LiveMatch | None
    waiting: int
    may_nudge: bool


def after_turn(user_id: int, public_id: str = "") -> AfterTurn:
    """The next match after the player's turn in that one; without one, of all."""
    cards = game.running_matches(user_id).cards
    here = next((card for card in cards if card.public_id == public_id), None)
    waiting = [card for card in cards if card.waits and card is not here]
    first = _live_match(waiting[0], preset_titles()) if waiting else None
    may_nudge = here is not None and here.may_nudge
    return AfterTurn(here is not None and not here.your_turn, first, len(waiting), may_nudge)


def _live_match(card: game.MatchCard, titles: Mapping[str, str]) -> LiveMatch:
    time = card.time
    tone = "" if time is None else "reserve" if time.on_reserve else "low" if time.is_low else ""
    return LiveMatch(
        card=card,
        game_title="" if card.preset in titles else game_title(card.variant),
        preset_title=titles.get(card.preset, ""),
        language_name=MATCH_LANGUAGES[card.language],
        time_left=_time_left(card),
        tone=tone,
    )


def _time_left(card: game.MatchCard) -> str:
    """What is left of the turn: "42 s", in a slow match "2 d 4 h + 3 d"; "" without a clock."""
    if card.time is not None:
        return card.time.said
    return "" if card.left_ms is None else gettext("%(seconds)s s") % {"seconds": max(0, -(-card.left_ms // 1000))}
