"""Convert a player's view of Flex into a state for the rules, and judge a turn by them.

Of the bag and the other's hand only the numbers of tiles are known; blanks stand for them.
"""

from dataclasses import replace
from typing import NamedTuple

from bots.engine.letter_values import letter_values
from bots.engine.plain_plays import position_on
from bots.engine.position import Position
from bots.rules import BLANK, Refused, Seat
from game.variants.flex.bot.rules import (
    Arrange,
    Board,
    HandTile,
    MatchState,
    PlayerState,
    TileSet,
    View,
    examine,
    hand_tiles,
    layout,
    score,
    tileset,
)


def match_of(view: View) -> MatchState:
    """The match as the viewer, who is a player, sees it. How it was dealt, its clock and its ending are left out: no
    turn needs them."""
    board = Board.empty(layout(view.rules))
    lying = {
        index: board.cells[index]._replace(letter=cell.letter, blank=cell.blank, value=cell.value, by=cell.by)
        for index, cell in enumerate(view.cells)
        if cell.letter
    }
    most = view.rules.limit("flex_turns")
    return MatchState(
        rules=view.rules,
        tileset=_tiles(view),
        board=board.put(lying),
        bag=(BLANK,) * view.bag,
        draws=0,
        players=tuple(
            PlayerState(
                hand=tuple(tile.tile for tile in view.hand)
                if player.seat == view.viewer
                else (BLANK,) * player.hand_count,
                score=player.score,
                timeouts=player.timeouts,
                flexed=0 if most is None or player.flex_left is None else most - player.flex_left,
            )
            for player in view.players
        ),
        active=view.active,
        turn=view.turn,
        creator=view.creator,
        idle=view.idle,
    )


def _tiles(view: View) -> TileSet:
    """The standard bag, with the values of what is seen."""
    standard = tileset(view.rules)
    lying = ((cell.letter, cell.value) for cell in view.cells if cell.letter and not cell.blank)
    return TileSet(standard.counts, letter_values(standard.values, lying, view.hand))


def position_of(state: MatchState, hand: tuple[str, ...]) -> Position:
    """The board of a match with a hand, as the search wants it; all letters have their values."""
    board, rules = state.board, state.rules
    values, bingo = state.tileset.values, rules.number("bingo")
    return position_on(board.size, board.cells, hand, values, rules.text("language"), bingo)


class Turn(NamedTuple):
    """A turn that the rules accept but for the words: its `points`, net; the match after it, in which nothing has been
    drawn; and what is kept in the hand, with what was taken back."""

    action: Arrange
    points: int
    after: MatchState
    kept: tuple[HandTile, ...]


def judged(state: MatchState, seat: Seat, action: Arrange) -> Turn | None:
    """A turn as the rules judge it; None where they refuse it."""
    try:
        placement = examine(state, seat, action)
    except Refused:
        return None
    points = score(state, placement, action).total
    player = replace(state.players[seat], hand=placement.left, score=state.players[seat].score + points)
    after = replace(state.put_player(seat, player), board=placement.board)
    return Turn(action, points, after, hand_tiles(state.tileset, placement.left))
