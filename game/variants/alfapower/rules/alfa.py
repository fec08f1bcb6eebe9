"""The Alfa choice: when a turn earns it, and what is done with it."""

from dataclasses import replace

from game.crossword.tiles import ALFA_MARK, HAND_SIZE, Tile, is_alfa
from game.kernel.base_types import Millis, Seat
from game.kernel.refusals import Code, Refused
from game.variants.alfapower.rules import events
from game.variants.alfapower.rules.state import Change, MatchState
from game.variants.alfapower.rules.turn import end_turn


def offered_tiles(state: MatchState, seat: Seat, laid: int, drawn: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """The new plain tiles among which `seat` may upgrade one after laying `laid` hand tiles; empty for no choice."""
    rules = state.rules
    if not rules.flag("alfa_enabled"):
        return ()
    trigger = rules.values["alfa_trigger"]
    if laid < (HAND_SIZE if trigger == "full" else trigger):
        return ()
    per_game = rules.limit("alfa_per_game")
    if per_game is not None and state.players[seat].upgrades >= per_game:
        return ()
    on_board = rules.limit("alfa_on_board")
    if on_board is not None and state.board.alfa_cells() >= on_board:
        return ()
    return tuple(tile for tile in drawn if not is_alfa(tile))


def choose(state: MatchState, seat: Seat, tile: Tile | None, now: Millis) -> Change:
    """Upgrade one of the offered tiles, or decline with None; then the turn resolves. Raises Refused(bad_target)."""
    if tile is not None:
        if tile not in state.choice:
            raise Refused(Code.BAD_TARGET)
        player = state.players[seat]
        state = state.put_player(seat, replace(player, hand=_upgraded(player.hand, tile), upgrades=player.upgrades + 1))
    return end_turn(state, now, [events.alfa_chosen(seat, tile)])


def _upgraded(hand: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """The hand with the newest tile of that kind made an Alfa tile, in its place."""
    place = len(hand) - 1 - hand[::-1].index(tile)
    return (*hand[:place], tile + ALFA_MARK, *hand[place + 1 :])
