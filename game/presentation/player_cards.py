"""The table and the players' cards of a match page: what stands around the rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from game.kernel.base_types import Millis, Seat
from game.presentation.great_plays import Moment


@dataclass(frozen=True)
class Table:
    """What stands around the rules: the players (`names`, `present` in seat order; `out` are the seats of those who
    have left for good while the others play on), the `preset`'s title or "", the fair deal's `commitment` (hex),
    whether the match is `rated`, the stored `version`, and where the log goes on before the turns that are shown
    (`earlier`, None for nowhere); whether all play at `one_device`, and whether the viewer plays for all there
    (`is_all`): such a one is none of them, and each is called by name; whether players may end it by agreement and wait
    for each other (`ends_by_agreement`). `took` is how long turns of a slow match took, by their numbers."""

    public_id: str
    version: int
    names: tuple[str, ...]
    preset: str
    commitment: str
    rated: bool
    present: tuple[bool, ...]
    earlier: int | None = None
    out: frozenset[Seat] = frozenset()
    one_device: bool = False
    is_all: bool = False
    ends_by_agreement: bool = False
    took: Mapping[int, Millis] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Streak:
    """Passes or timeouts in a row: `count` of `limit`, the `left` ones, and whether one more ends the match (`hot`)."""

    timeouts: bool
    count: int
    limit: int

    @property
    def hot(self) -> bool:
        """Whether the next one ends the match."""
        return self.count >= self.limit - 1

    @property
    def pips(self) -> list[bool]:
        """One mark for each up to the limit, on for those that count."""
        return [number < self.count for number in range(self.limit)]


@dataclass(frozen=True, slots=True)
class Card:
    """A player's card as the viewer sees it; `side` is its name in the page: you, opp, opp-2 and so on in turn order,
    `left` whether its player is in the match no more, `own` what only this game has on it, `moment` what a bot has a
    word for; `reserve` is what is left beyond the turns of a slow match ("72 h"), "" where nothing is, None in others:
    in a slow match absence has no effect. `head_start` is what the player was given, in words, "" for nothing.
    `watched`: an onlooker sees it, so that nobody is "you"."""

    seat: Seat
    side: str
    name: str
    score: int
    hand_count: int
    on_turn: bool
    present: bool
    away_left: Millis | None
    streak: Streak | None
    own: Any
    left: bool = False
    moment: Moment = ""
    watched: bool = False
    reserve: str | None = None
    head_start: str = ""


def addressed(view: Any, table: Table) -> Any:
    """The view by which sentences call the players: at one device none is "you", for all of them read it."""
    return replace(view, viewer=None) if table.one_device else view


def drawn_for(view: Any, table: Table) -> Any:
    """The view by which the board is drawn: of one who plays for all no seat is nearer than another."""
    return replace(view, viewer=None) if table.is_all else view


def nearest_streak(passes: Streak, timeouts: Streak) -> Streak | None:
    """The counter nearer to its end, if either runs."""
    nearest = min(timeouts, passes, key=lambda streak: streak.limit - streak.count)
    return nearest if nearest.count else None


def streaks(view: Any, seat: Seat, most_passes: str = "passes_to_end") -> tuple[Streak, Streak]:
    """The passes and the timeouts of a seat in a row; `most_passes` is the setting that limits the former."""
    player, rules = view.players[seat], view.rules
    return (
        Streak(False, player.passes, rules.number(most_passes)),
        Streak(True, player.timeouts, rules.number("timeouts_to_forfeit")),
    )
