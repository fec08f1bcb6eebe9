"""Draw tiles anew from a seed by the published procedure, with nothing of the engine but the first bag."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, assert_never

from game.crossword.start import FIRST_DRAW
from game.crossword.tiles import Tile, without
from game.kernel.actions import Action
from game.kernel.base_types import Seat
from game.kernel.chance import fair_number
from game.kernel.events import Kind
from game.kernel.match_replay import Played
from game.kernel.variant import Redrawn


class Redraw:
    """The bag and the hands as the seed makes them, compared with the log: `drawn` tiles, `astray` of them not those of
    the seed; `sound` while no hand gives what it has not. `order` is who sits where, by place in the lobby order, where
    the draws decide that. A game in which more is drawn, or otherwise, has a subclass."""

    order: tuple[int, ...] | None = None

    def __init__(self, dealt: Any, seed: bytes) -> None:
        self.seed, self.number = seed, FIRST_DRAW
        self.bag: list[Tile] = list(dealt.tileset.bag())
        self.drawn, self.astray, self.sound = 0, 0, True
        self.hands: list[list[Tile]] = []
        self.begin(dealt)

    @classmethod
    def redraw(cls, states: Sequence[Any], steps: Sequence[Played], seed: bytes) -> Redrawn:
        """All that was dealt, hand after hand, and drawn in a match."""
        return cls(states[0], seed).through(states, steps)

    def begin(self, dealt: Any) -> None:
        """The deal: the first state of the match."""
        self.deal(player.hand for player in dealt.players)

    def follow(self, seat: Seat, kind: Kind, told: Mapping[str, Any], action: Action) -> None:
        """One logged event of a seat, with all its fields: tiles leave the hand, or come from the bag. What only one
        game has it follows itself."""
        match kind:
            case Kind.WORDS_SCORED:
                self.give(seat, self.laid(action))
            case Kind.TILES_DRAWN:
                self.draw(seat, told["tiles"])
            case Kind.TILES_SWAPPED:
                self.swap(seat, told["gave"], told["got"], told["gave"])
            case Kind.TURN_BEGAN | Kind.ATTEMPT_FAILED | Kind.PASSED | Kind.TIMED_OUT | Kind.MATCH_ENDED:
                pass
            case Kind.SEAT_LEFT | Kind.SEAT_RETURNED | Kind.SEAT_OUT | Kind.CLOCK_CREDITED:
                pass
            case Kind.OFFERED | Kind.ADJOURNED | Kind.WAITED_ON | Kind.ROUND_BEGAN | Kind.OPTION_TAKEN:
                pass
            case Kind.ITEM_BOUGHT | Kind.ITEM_USED | Kind.ALFA_OFFERED | Kind.ALFA_CHOSEN:
                pass
            case never:
                assert_never(never)

    def laid(self, action: Any) -> Sequence[Tile]:
        """The tiles of the hand that an action with words has laid."""
        return [placed.tile for placed in action.tiles]

    def through(self, states: Sequence[Any], steps: Sequence[Played]) -> Redrawn:
        """All that was drawn in a match, by its states and the steps between them."""
        for step in steps:
            for event in step.events:
                if event.seat is not None:
                    self.follow(event.seat, event.kind, {**event.public, **event.owner}, step.action)
        sound = self.ends_with(player.hand for player in states[-1].players)
        return Redrawn(self.drawn, self.astray, sound, self.order)

    def deal(self, hands: Iterable[Sequence[Tile]]) -> None:
        """The hands that were dealt, in the order in which they were drawn."""
        self.hands = [self.compare(hand) for hand in hands]

    def take(self, seat: Seat, tiles: Sequence[Tile]) -> None:
        """Tiles come into the hand, from wherever."""
        self.hands[seat] = [*self.hands[seat], *tiles]

    def draw(self, seat: Seat, logged: Sequence[Tile]) -> None:
        """Tiles that were drawn from the bag come into the hand."""
        self.take(seat, self.compare(logged))

    def swap(self, seat: Seat, gave: Sequence[Tile], got: Sequence[Tile], returned: Iterable[Tile]) -> None:
        """Tiles of the hand for tiles of the bag, which goes first; then what was `returned` is in the bag."""
        self.give(seat, gave)
        self.draw(seat, got)
        self.bag = sorted([*self.bag, *returned])

    def show(self, logged: Sequence[Tile]) -> None:
        """Tiles that were drawn to be looked at, and are back in the bag."""
        seen = self.compare(logged)
        self.bag = sorted([*self.bag, *seen])

    def give(self, seat: Seat, tiles: Iterable[Tile]) -> None:
        """Tiles leave the hand."""
        left = without(self.hands[seat], tiles)
        self.sound = self.sound and left is not None
        self.hands[seat] = list(left or ())

    def ends_with(self, hands: Iterable[Sequence[Tile]]) -> bool:
        """Whether these are the hands that the draws make."""
        return self.sound and [sorted(hand) for hand in self.hands] == [sorted(hand) for hand in hands]

    def compare(self, logged: Sequence[Tile]) -> list[Tile]:
        """Draw as many tiles as were logged; gives those the seed gives."""
        tiles = self.pull(len(logged))
        self.astray += sum(mine != told for mine, told in zip(tiles, logged, strict=False))
        return tiles

    def pull(self, count: int) -> list[Tile]:
        """The next tiles that the seed gives; fewer when the bag has no more, and that is not sound."""
        tiles: list[Tile] = []
        while self.bag and len(tiles) < count:
            tiles.append(self.bag.pop(fair_number(self.seed, self.number) % len(self.bag)))
            self.number += 1
        self.drawn += len(tiles)
        self.sound = self.sound and len(tiles) == count
        return tiles
