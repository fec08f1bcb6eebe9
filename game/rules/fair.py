"""The fair deal, checked after the match: was this seed committed to, and did every tile follow from it?

Draws each tile anew by the published procedure, with nothing of the engine but the bag it begins with, and compares it
with what the log says was drawn; then counts every hand, so that nothing was dealt beside the log.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.rules.actions import Action, Place
from game.rules.basics import Seat
from game.rules.chance import fair_number, seat_order
from game.rules.fair_numbers import FairNumbers
from game.rules.setup import FIRST_DRAW
from game.rules.story import Story
from game.rules.tiles import ALFA_MARK, Tile, face, without


@dataclass(frozen=True, slots=True)
class FairCheck:
    """What was found. `committed`: whether the number told is the one that was committed to; `seated` whether the seats
    were drawn from the seed (None when no lots were drawn, or names are alike); `drawn` how many tiles were drawn anew
    and `astray` how many of them the seed gives otherwise; `hands` whether the hands at the end are those that the
    draws make."""

    committed: bool
    seated: bool | None
    drawn: int
    astray: int
    hands: bool

    @property
    def fair(self) -> bool:
        """Whether all of it holds."""
        return self.committed and self.seated is not False and not self.astray and self.hands


def check(story: Story, numbers: FairNumbers, players: Sequence[str],
          lobby_order: Sequence[str] | None) -> FairCheck:  # fmt: skip
    """Check a whole match against its numbers. `players` in seat order; `lobby_order` None when no lots were drawn."""
    seed = numbers.seed
    redraw = _Redraw(story, seed)
    for step in story.steps:
        for event in step.events:
            if event.seat is not None:
                redraw.follow(event.seat, event.kind, {**event.public, **event.owner}, step.action)
    ends = [sorted(player.hand) for player in story.states[-1].players]
    return FairCheck(
        committed=numbers.is_committed,
        seated=_seated(seed, players, lobby_order),
        drawn=redraw.drawn,
        astray=redraw.astray,
        hands=redraw.sound and [sorted(hand) for hand in redraw.hands] == ends,
    )


def _seated(seed: bytes, players: Sequence[str], lobby_order: Sequence[str] | None) -> bool | None:
    if lobby_order is None:
        return None
    if seat_order(seed, lobby_order) != tuple(players):
        return False
    return True if len(set(lobby_order)) == len(lobby_order) else None


class _Redraw:
    """The bag and the hands as the seed makes them."""

    def __init__(self, story: Story, seed: bytes) -> None:
        dealt = story.states[0]
        self.seed, self.number = seed, FIRST_DRAW
        self.bag: list[Tile] = list(dealt.tileset.bag())
        self.keeps_alfa = dealt.rules.flag("alfa_keeps_on_swap")
        self.drawn, self.astray, self.sound = 0, 0, True
        self.hands = [self._compare(player.hand) for player in dealt.players]

    def follow(self, seat: Seat, kind: str, told: Mapping[str, Any], action: Action) -> None:
        """One logged fact: tiles leave the hand, come from the bag, or become Alfa tiles."""
        match kind:
            case "words_scored" if isinstance(action, Place):
                self._give(seat, [placed.tile for placed in action.tiles])
            case "tiles_drawn":
                self.hands[seat] = [*self.hands[seat], *self._compare(told["tiles"])]
            case "item_used" if told["gave"]:
                gave = told["gave"]
                self._give(seat, gave)
                self.hands[seat] = [*self.hands[seat], *self._compare(told["got"])]
                self.bag = sorted([*self.bag, *(gave if self.keeps_alfa else map(face, gave))])
            case "alfa_chosen" if told["tile"]:
                tile = told["tile"]
                self._give(seat, [tile])
                self.hands[seat] = [*self.hands[seat], tile + ALFA_MARK]

    def _compare(self, logged: Sequence[Tile]) -> list[Tile]:
        """Draw as many tiles as were logged; gives those the seed gives."""
        tiles = []
        for tile in logged:
            if not self.bag:
                self.sound = False
                break
            tiles.append(self.bag.pop(fair_number(self.seed, self.number) % len(self.bag)))
            self.number += 1
            self.drawn += 1
            self.astray += tiles[-1] != tile
        return tiles

    def _give(self, seat: Seat, tiles: Iterable[Tile]) -> None:
        left = without(self.hands[seat], tiles)
        self.sound = self.sound and left is not None
        self.hands[seat] = list(left or ())
