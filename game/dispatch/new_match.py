"""Begin a match, by the rules of its game."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.crossword.layout_setting import Rows
from game.crossword.own_board import OwnBoard
from game.crossword.start import Start
from game.crossword.tiles import TileSet
from game.kernel import events
from game.kernel.base_types import Millis, Seat
from game.kernel.chance import Chance, FairChance, seat_order
from game.kernel.match import Step
from game.kernel.setting_types import Ruleset, changed_settings, read_settings
from game.kernel.variant import Dealt
from game.variants import VARIANTS


def read_rules(variant: str, given: Mapping[str, object]) -> Ruleset:
    """The ruleset of a variant from the settings that differ from its defaults; raises BadSetting."""
    return read_settings(variant, VARIANTS[variant].settings, given)


def read_custom(variant: str, given: Mapping[str, object]) -> tuple[Ruleset, Rows | None]:
    """The same where a custom board may be among the settings, and its rows, None without one: they decide the size,
    whatever is said of it beside them. Raises BadSetting."""
    own = VARIANTS[variant].own_board
    if not isinstance(own, OwnBoard) or own.key not in given:
        return read_rules(variant, given), None
    others = {key: value for key, value in given.items() if key != own.key}
    board = own.check(given[own.key])
    if isinstance(board, str):
        return read_rules(variant, others), None
    read_rules(variant, others)
    told = {key: value for key, value in others.items() if key not in own.idle}
    return read_rules(variant, {**told, own.size: len(board)}), board


def changed_rules(rules: Ruleset) -> dict[str, Any]:
    """The settings that differ from today's defaults, as plain data: what rooms and rematches are made of."""
    return changed_settings(VARIANTS[rules.variant].settings, rules)


def deal(rules: Ruleset, seats: int, chance: Chance, now: Millis, creator: Seat | None = None,
         board: Rows | None = None) -> Dealt:  # fmt: skip
    """A match of so many whose first turn begins at `now`, and who sits where if the deal decides that. `creator` is
    the seat of the one who made it for the others, or None; most games do not use it. `board`: a custom one, for a game
    that takes one."""
    variant = VARIANTS[rules.variant]
    start = variant.made_by(creator) if variant.made_by and creator is not None else None
    if board is not None:
        start = Start(layout=board)
    return variant.deal(rules, seats, chance, now, start)


def new_match(rules: Ruleset, chance: Chance, now: Millis, *, tileset: TileSet | None = None,
              layout: Sequence[str] | None = None) -> Step[Any]:  # fmt: skip
    """A match of the fewest that can play it, seated already, whose first turn begins at `now`.

    `tileset` and `layout` (rows) take the place of the standard ones.
    """
    variant = VARIANTS[rules.variant]
    start = Start(tileset=tileset, layout=None if layout is None else tuple(layout))
    return variant.deal(rules, variant.seats[0], chance, now, start).step


def deal_again(match: Any, chance: Chance, started_at: Millis) -> Step[Any]:
    """How a stored match began: from its own settings, tiles and board, whatever the standard ones are by now."""
    return _dealt_again(match, chance, started_at).step


def order_again(match: Any, chance: FairChance, started_at: Millis) -> tuple[int, ...]:
    """Who sits where in a stored match of which a lobby order is known, by place in that order."""
    order = _dealt_again(match, chance, started_at).order
    return seat_order(chance.seed, range(len(match.players))) if order is None else order


def can_be_played_on(variant: str) -> bool:
    """Whether matches of a game can be played on from one of their turns."""
    return VARIANTS[variant].play_on is not None


def played_on(match: Any, chance: Chance) -> Any:
    """A match that goes on from this one, at the beginning of a turn, with what the seat on turn cannot see shuffled
    anew. Raises ValueError for a game in which that cannot be done."""
    variant = VARIANTS[match.rules.variant]
    if variant.play_on is None:
        raise ValueError("no match of this game can be played on")
    return variant.play_on(match, match.active, chance)


def from_position(position: Any) -> Step[Any]:
    """The beginning of a match that was not dealt: it opens with the turn of the seat on turn."""
    began = events.turn_began(position.active, position.turn, position.deadline)
    return Step(position, (began,))


def _dealt_again(match: Any, chance: Chance, started_at: Millis) -> Dealt:
    variant = VARIANTS[match.rules.variant]
    return variant.deal(match.rules, len(match.players), chance, started_at, variant.start_of(match))
