"""The view of a match of AlfaPower: what one viewer may know of it and do in it now.

A `View` is another type than `MatchState` and is built up from nothing, field by field: nothing hidden is ever put in
and taken out again. Templates get a `View` and hold no rules. The viewer is a seat; onlookers have a view of another
type, without a field for what is not public. Serves the secrets section of the rule book.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from game.crossword import hands
from game.crossword.board import Cell
from game.crossword.hands import HandView, OnlookersHandView, player_fields
from game.crossword.tiles import BLANK, Tile, is_alfa, letter_of
from game.kernel.base_types import Millis, Seat
from game.kernel.events import LoggedStep
from game.kernel.public_view import public_fields
from game.kernel.view import core_fields
from game.variants.alfapower.rules.economy import pass_coins, refuse_purchase
from game.variants.alfapower.rules.ending import Total, passes_concede, totals
from game.variants.alfapower.rules.items import ITEMS
from game.variants.alfapower.rules.lasting_effects import turn_factor
from game.variants.alfapower.rules.ledger import Receipt, receipts
from game.variants.alfapower.rules.state import MatchState, Phase

MOST_BOARDS = 64
"""Boards that are remembered as they may be seen: by every seat the same."""
MOST_CELLS = 20_000
"""Squares that are, the latest used."""


@dataclass(frozen=True, slots=True)
class HandTile(hands.HandTile):
    """A tile of a hand, which may be an Alfa tile."""

    alfa: bool


class CellView(NamedTuple):
    """One square of the board, public. `bonus` is ".", "d", "t", "D", "T" or "*"; `value` with Fortify."""

    row: int
    col: int
    bonus: str
    made: bool
    letter: str
    blank: bool
    value: int
    fortified: int
    alfa: bool
    by: Seat | None
    claim: Seat | None
    dead: bool
    last: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView(hands.PlayerView):
    """What is public of one player; `effects` are the items that have left something on the player."""

    coins: int
    slots: tuple[str, ...]
    effects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SlotView:
    """One bought power of the viewer: its item, whether it can be used now, and the (row, col) squares it may aim
    at.
    """

    item: str
    title: str
    blurb: str
    icon: str
    aim: str
    usable: bool
    targets: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ShopItem:
    """One power on sale. `refusal` is why the viewer cannot buy it now (a code) or ""; `missing` the coins lacking;
    `extra` how much dearer it is than its set price at this moment."""

    item: str
    title: str
    blurb: str
    icon: str
    price: int
    extra: int
    aim: str
    refusal: str
    missing: int


@dataclass(frozen=True, slots=True)
class Can:
    """Which of the turn's buttons are live for the viewer. `pass_coins`: what the next pass would earn; `concede`: it
    would concede the match."""

    play: bool
    pass_turn: bool
    pass_coins: int
    concede: bool
    swap: bool
    choose: bool
    resign: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class View(HandView):
    """Everything one viewer's screen is drawn from."""

    cells: tuple[CellView, ...]
    players: tuple[PlayerView, ...]
    hand: tuple[HandTile, ...]
    slots: tuple[SlotView, ...]
    shop: tuple[ShopItem, ...]
    choice: tuple[HandTile, ...]
    can: Can
    tries_left: int | None
    factor: int
    receipts: tuple[Receipt, ...]
    totals: tuple[Total, ...]
    hands: tuple[tuple[HandTile, ...], ...]

    @property
    def rejected(self) -> tuple[str, ...]:
        """The words for which attempts of the viewer have failed in the turn that runs, each once."""
        running = self.receipts[-1] if self.my_turn and self.receipts else None
        if running is None or running.turn != self.turn:
            return ()
        return tuple(dict.fromkeys(word for words in running.try_words for word in words))


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlookersView(OnlookersHandView):
    """Everything an onlooker's screen is drawn from."""

    cells: tuple[CellView, ...]
    players: tuple[PlayerView, ...]
    receipts: tuple[Receipt, ...]
    totals: tuple[Total, ...]


def onlookers_view(state: MatchState, log: Sequence[LoggedStep], now: Millis) -> OnlookersView:
    """The match as everybody may see it; what opens at its end stays closed here. `log` as in `view_of`."""
    ledger = _counted(state, receipts(log, None, False))
    return OnlookersView(
        **public_fields(state, now, totals(state) if state.phase is Phase.OVER else ()),
        opened=state.opened,
        size=state.board.size,
        cells=_cells(state.board.cells, state.board.size, _last_cells(ledger)),
        bag=len(state.bag),
        players=_players(state, now),
        unseen=_unseen(state, None),
        receipts=ledger,
    )


def view_of(state: MatchState, viewer: Seat | None, log: Sequence[LoggedStep], now: Millis) -> View:
    """The match as `viewer` may see it at `now` (ms since the epoch). `log` is the log, or its newest turns; the oldest
    first."""
    over = state.phase is Phase.OVER
    rules = state.rules
    ledger = _counted(state, receipts(log, viewer, over))
    mine = state.players[viewer] if viewer is not None else None
    active = state.players[state.active]
    acts = viewer == state.active
    playing = acts and state.phase is Phase.PLAY
    last = _last_cells(ledger)
    size = state.board.size
    return View(
        **core_fields(state, viewer, now, totals(state) if over else ()),
        opened=state.opened,
        size=size,
        cells=_cells(state.board.cells, size, last),
        bag=len(state.bag),
        players=_players(state, now),
        hand=hand_tiles(state, mine.hand) if mine else (),
        slots=_slots(state, viewer, playing) if viewer is not None and not over else (),
        shop=_shop(state, viewer) if viewer is not None and not over else (),
        unseen=_unseen(state, viewer),
        choice=hand_tiles(state, state.choice) if acts else (),
        can=Can(
            play=playing,
            pass_turn=playing,
            pass_coins=pass_coins(state, state.active) if playing else 0,
            concede=playing and passes_concede(state) and active.passes + 1 >= rules.number("passes_to_concede"),
            swap=playing and any(ITEMS[key].aim == "hand" for key in active.slots),
            choose=acts and state.phase is Phase.ALFA,
            resign=viewer is not None and not over,
        ),
        tries_left=state.tries_left,
        factor=turn_factor(mine) if mine else 1,
        receipts=ledger,
        hands=tuple(hand_tiles(state, p.hand) for p in state.players) if over else (),
    )


def look_back(state: MatchState, viewer: Seat | None, log: Sequence[LoggedStep],
              ledger: tuple[Receipt, ...]) -> View:  # fmt: skip
    """A match that is over as it was at one of its turns, with every hand open."""
    opened = tuple(hand_tiles(state, player.hand) for player in state.players)
    return replace(view_of(state, None, log, 0), viewer=viewer, receipts=ledger, hands=opened)


def _players(state: MatchState, now: Millis) -> tuple[PlayerView, ...]:
    return tuple(
        PlayerView(
            **player_fields(state, seat, now),
            coins=p.coins,
            slots=p.slots,
            effects=tuple(item for item, _amount in p.effects),
        )
        for seat, p in enumerate(state.players)
    )


def _counted(state: MatchState, ledger: tuple[Receipt, ...]) -> tuple[Receipt, ...]:
    """The ledger, with as many failed attempts in the turn that runs as the state has counted: its log may be longer
    than what was read of it."""
    if not ledger or ledger[-1].turn != state.turn or ledger[-1].tries >= state.tries:
        return ledger
    points = state.tries * state.rules.number("invalid_points")
    return (*ledger[:-1], replace(ledger[-1], tries=state.tries, try_points=points))


@lru_cache(maxsize=MOST_BOARDS)
def _cells(cells: tuple[Cell, ...], size: int, last: frozenset[int]) -> tuple[CellView, ...]:
    """The squares are the same for every viewer."""
    return tuple([_cell(cell, i // size, i % size, i in last) for i, cell in enumerate(cells)])


@lru_cache(maxsize=MOST_CELLS)
def _cell(cell: Cell, row: int, col: int, last: bool) -> CellView:
    return CellView(
        row, col, cell.bonus, cell.made, cell.letter, cell.blank, cell.value + cell.fortified, cell.fortified,
        cell.alfa, cell.by, cell.claim, cell.dead, last and bool(cell.letter),
    )  # fmt: skip


def hand_tiles(state: MatchState, tiles: Sequence[Tile]) -> tuple[HandTile, ...]:
    """Tiles of a hand as they are drawn, for those who may see them."""
    value = state.tileset.value
    return tuple(
        HandTile(t, "" if letter_of(t) == BLANK else letter_of(t), value(letter_of(t)), is_alfa(t)) for t in tiles
    )


def _last_cells(ledger: Sequence[Receipt]) -> frozenset[int]:
    """The cells of the newest placed word (index in the board), for the "last play" ring."""
    for receipt in reversed(ledger):
        if receipt.laid:
            return frozenset(receipt.laid)
    return frozenset()


def _slots(state: MatchState, viewer: Seat, playing: bool) -> tuple[SlotView, ...]:
    aims = {
        key: ITEMS[key].targets(state, viewer) if playing else () for key in sorted(set(state.players[viewer].slots))
    }
    size = state.board.size
    return tuple(
        SlotView(
            item=key,
            title=ITEMS[key].title,
            blurb=ITEMS[key].blurb,
            icon=ITEMS[key].icon,
            aim=ITEMS[key].aim,
            usable=playing and (bool(aims[key]) or ITEMS[key].is_usable(state, viewer)),
            targets=tuple((i // size, i % size) for i in aims[key]),
        )
        for key in state.players[viewer].slots
    )


def _shop(state: MatchState, viewer: Seat) -> tuple[ShopItem, ...]:
    shelf = []
    for key in state.rules.items:
        item = ITEMS[key]
        price = item.price_now(state)
        refusal = refuse_purchase(state, viewer, key)
        shelf.append(
            ShopItem(
                item=key,
                title=item.title,
                blurb=item.blurb,
                icon=item.icon,
                price=price,
                extra=price - state.rules.price(key),
                aim=item.aim,
                refusal=refusal.value if refusal else "",
                missing=max(0, price - state.players[viewer].coins),
            )
        )
    return tuple(shelf)


def _unseen(state: MatchState, viewer: Seat | None) -> tuple[tuple[str, int], ...]:
    """The letters the viewer cannot see (bag and the other hands), Alfa marks left out, in the alphabet's order."""
    hands = [player.hand for seat, player in enumerate(state.players) if seat != viewer]
    count: Counter[str] = Counter()
    for tile, number in Counter(chain(state.bag, *hands)).items():
        count[letter_of(tile)] += number
    return tuple((letter, count[letter]) for letter in state.tileset.letters)
