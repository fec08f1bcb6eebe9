"""The base of all items, with the checks that they share.

An item is one module of this package with a module-level `ITEMS = (Item(...), …)`. Phase, turn, possession, the slot it
leaves only on success, and the immunity of Alfa cells are seen to here, once.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from game.crossword.board import Cell
from game.crossword.tiles import Tile
from game.kernel.base_types import Seat
from game.kernel.events import Event
from game.kernel.match import Env
from game.kernel.refusals import Code, Refused
from game.kernel.setting_types import Number
from game.variants.alfapower.rules import events
from game.variants.alfapower.rules.state import Change, MatchState

Aim = Literal["cell", "hand", "none"]

MayTarget = Callable[[MatchState, Seat, int, Cell], bool]
Affect = Callable[[MatchState, Seat, Cell], Cell]
Exchange = Callable[[MatchState, Seat, Sequence[Tile], Env], tuple[MatchState, tuple[Tile, ...]]]
Act = Callable[[MatchState, Seat, Env], tuple[MatchState, tuple[Tile, ...]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One power-up: everything there is to know about it.

    `order` places it in the shop. `icon` is the inside of an SVG on a 24 px grid, or a board label such as "DL".
    `price` is the default; `base` items belong to every preset. `options` are settings of its own. An item that aims at
    a cell says which cells (`may_target`, never called for an Alfa cell) and what the cell becomes (`affect`); one that
    aims at the hand exchanges tiles (`exchange` gives the match and the new tiles, or raises Refused). One that aims at
    nothing acts by itself (`act` gives the match and the tiles of the bag that its player alone gets to see, drawn by
    chance and still in the bag), whenever it is `ready`. `surcharge` is added to the price of the moment.

    What an item leaves on a player (`PlayerState.with_effect`) is seen by all. With `turn_factor` it multiplies the
    points of the next turn in which words are scored, by what that function makes of it, and is then used up.
    """

    key: str
    order: int
    title: str
    blurb: str
    icon: str
    price: int
    aim: Aim
    base: bool = True
    options: tuple[Number, ...] = ()
    may_target: MayTarget | None = None
    affect: Affect | None = None
    exchange: Exchange | None = None
    act: Act | None = None
    ready: Callable[[MatchState, Seat], bool] = lambda state, seat: True
    turn_factor: Callable[[int], int] | None = None
    surcharge: Callable[[MatchState], int] = lambda state: 0

    def price_now(self, state: MatchState) -> int:
        """What it costs at this moment, in coins."""
        return state.rules.price(self.key) + self.surcharge(state)

    def targets(self, state: MatchState, seat: Seat) -> tuple[int, ...]:
        """The cells (index in the board) that `seat` may use it on now. Alfa cells are never among them."""
        may = self.may_target
        if may is None:
            return ()
        return tuple(
            index for index, cell in enumerate(state.board.cells) if not cell.alfa and may(state, seat, index, cell)
        )

    def is_usable(self, state: MatchState, seat: Seat) -> bool:
        """Whether there is anything to use it on now."""
        if self.aim == "none":
            return self.ready(state, seat)
        return self.aim == "hand" or bool(self.targets(state, seat))

    def use(
        self, state: MatchState, seat: Seat, cell: tuple[int, int] | None, tiles: Sequence[Tile], env: Env
    ) -> Change:
        """Use one that `seat` holds; it leaves its slot. Raises Refused, and then nothing has changed."""
        player = state.players[seat]
        if self.key not in player.slots:
            raise Refused(Code.ITEM_NOT_OWNED)
        match self.aim:
            case "hand":
                state, event = self._on_hand(state, seat, tiles, env)
            case "cell":
                state, event = self._on_cell(state, seat, cell)
            case "none":
                state, event = self._by_itself(state, seat, env)
        player = state.players[seat]
        slots = list(player.slots)
        slots.remove(self.key)
        return state.put_player(seat, replace(player, slots=tuple(slots))), [event]

    def _on_cell(self, state: MatchState, seat: Seat, at: tuple[int, int] | None) -> tuple[MatchState, Event]:
        assert self.may_target is not None and self.affect is not None
        index = None if at is None else state.board.index(*at)
        if index is None:
            raise Refused(Code.BAD_TARGET)
        cell = state.board.cells[index]
        if cell.alfa or not self.may_target(state, seat, index, cell):
            raise Refused(Code.BAD_TARGET)
        board = state.board.put({index: self.affect(state, seat, cell)})
        return replace(state, board=board), events.item_used(seat, self.key, at, was=_lying(cell))

    def _on_hand(self, state: MatchState, seat: Seat, tiles: Sequence[Tile], env: Env) -> tuple[MatchState, Event]:
        assert self.exchange is not None
        state, drawn = self.exchange(state, seat, tiles, env)
        return state, events.item_used(seat, self.key, None, tiles, drawn)

    def _by_itself(self, state: MatchState, seat: Seat, env: Env) -> tuple[MatchState, Event]:
        assert self.act is not None
        if not self.ready(state, seat):
            raise Refused(Code.BAD_TARGET)
        state, shown = self.act(state, seat, env)
        return state, events.item_used(seat, self.key, shown=shown)


def _lying(cell: Cell) -> tuple[str, Seat | None]:
    """The letter on a cell, and whose tile or claim is there."""
    return cell.letter, cell.by if cell.letter else cell.claim
