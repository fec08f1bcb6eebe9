"""Draw the tiles of a match of AlfaPower anew, for the check of the fair deal."""

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from game.crossword.actions import Place
from game.crossword.redraw import Redraw
from game.crossword.tiles import ALFA_MARK, letter_of
from game.kernel.actions import Action
from game.kernel.base_types import Seat
from game.kernel.events import Kind
from game.kernel.match_replay import Played
from game.kernel.variant import Redrawn
from game.variants.alfapower.rules.state import MatchState


class Redrawing(Redraw):
    """A match followed through its log, from its deal."""

    def __init__(self, dealt: MatchState, seed: bytes) -> None:
        super().__init__(dealt.tileset, seed)
        self.keeps_alfa = dealt.rules.flag("alfa_keeps_on_swap")
        self.deal(player.hand for player in dealt.players)

    def follow(self, seat: Seat, kind: Kind, told: Mapping[str, Any], action: Action) -> None:
        """One logged fact: tiles leave the hand, come from the bag, or become Alfa tiles."""
        match kind:
            case Kind.WORDS_SCORED:
                if isinstance(action, Place):
                    self.give(seat, [placed.tile for placed in action.tiles])
            case Kind.TILES_DRAWN:
                self.draw(seat, told["tiles"])
            case Kind.ITEM_USED:
                if gave := told["gave"]:
                    self.swap(seat, gave, told["got"], gave if self.keeps_alfa else map(letter_of, gave))
                self.show(told.get("shown", ()))
            case Kind.ALFA_CHOSEN:
                if told["tile"]:
                    self.give(seat, [told["tile"]])
                    self.take(seat, [told["tile"] + ALFA_MARK])
            case Kind.TURN_BEGAN | Kind.ATTEMPT_FAILED | Kind.ITEM_BOUGHT | Kind.ALFA_OFFERED | Kind.PASSED:
                pass
            case Kind.TIMED_OUT | Kind.SEAT_LEFT | Kind.SEAT_RETURNED | Kind.CLOCK_CREDITED | Kind.MATCH_ENDED:
                pass
            case Kind.TILES_SWAPPED | Kind.SEAT_OUT:
                pass  # in this game that is an item, and no player plays on without the other
            case Kind.OFFERED | Kind.ADJOURNED | Kind.WAITED_ON | Kind.ROUND_BEGAN | Kind.OPTION_TAKEN:
                pass  # nothing is drawn; and a game without options
            case never:
                assert_never(never)


def redraw(states: Sequence[MatchState], steps: Sequence[Played], seed: bytes) -> Redrawn:
    """All that was dealt and drawn in a match."""
    return Redrawing(states[0], seed).through(states, steps)
