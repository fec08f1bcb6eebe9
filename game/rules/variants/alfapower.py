"""AlfaPower: two players, coins and power-ups, Alfa tiles. The first variant, and the measure of the others."""

from collections.abc import Sequence

from game.rules import alfa, attempts, economy, ending, presence, turn
from game.rules.actions import Abandon, Buy, Choose, Credit, Leave, Pass, Place, Resign, Return, Timeout, Use
from game.rules.basics import Seat, gettext_noop
from game.rules.deadlines import turn_over_moment
from game.rules.formats import format_1
from game.rules.items import ITEMS
from game.rules.layouts import standard_layout
from game.rules.options import Flag, Number, NumberEach, OneOf, Ruleset, Setting, SomeOf, with_defaults
from game.rules.state import Change, Env, MatchState, Phase, PlayerState
from game.rules.tiles import TileSet, standard_tiles
from game.rules.variants.base import Handler, Variant

_ = gettext_noop

SETTINGS: Sequence[Setting] = (
    OneOf(key="board_size", default=15, group="map", label=_("Map size"),
          choices=((11, _("Quick")), (15, _("Standard")), (19, _("Grand")))),
    Flag(key="blank_board", default=False, group="layout", label=_("Blank board"),
         hint=_("Only the centre star; no other bonus squares.")),
    OneOf(key="language", default="en", group="language", label=_("Language"),
          choices=(("en", _("English")), ("sv", _("Swedish")))),
    Number(key="turn_seconds", default=60, low=5, high=600, special=(None,), group="timer",
           label=_("Turn time"), hint=_("Seconds a turn; none for no timer.")),
    SomeOf(key="items", default=tuple(item.key for item in ITEMS.values() if item.base), group="items",
           label=_("Power-ups"), members=tuple(ITEMS)),
    NumberEach(key="prices", default={item.key: item.price for item in ITEMS.values()}, low=0, high=99,
               group="prices", label=_("Shop prices")),
    Number(key="starting_coins", default=5, low=0, high=99, group="economy", label=_("Starting coins")),
    Number(key="base_coins", default=3, low=0, high=20, group="economy", label=_("Coins a turn"),
           hint=_("What every scored turn earns.")),
    Number(key="score_coins_percent", default=10, low=0, high=100, group="economy", label=_("Score to coins, %"),
           hint=_("This share of the turn score comes as coins, rounded down.")),
    Number(key="pass_coins", default=3, low=0, high=20, group="economy", label=_("Coins for a pass")),
    Number(key="coins_per_point", default=2, low=0, high=20, group="economy", label=_("Coins for one point"),
           hint=_("At the end every this many coins are one point; 0: coins count nothing.")),
    Number(key="slot_limit", default=7, low=1, high=12, group="rules", label=_("Power slots")),
    Number(key="invalid_points", default=1, low=0, high=50, group="rules", label=_("Points lost by a failed try")),
    Number(key="invalid_coins", default=1, low=0, high=50, group="rules", label=_("Coins lost by a failed try")),
    Number(key="tries_per_turn", default=10, low=1, high=50, special=(None,), group="rules", label=_("Tries a turn"),
           hint=_("After this many failed tries no word can be laid until the turn ends; none for no limit.")),
    Number(key="passes_to_concede", default=3, low=2, high=10, group="rules", label=_("Passes to concede"),
           hint=_("This many passes running by one player end the match.")),
    Number(key="timeouts_to_forfeit", default=3, low=1, high=10, group="rules", label=_("Timeouts to forfeit"),
           hint=_("This many timeouts running by one player end the match.")),
    Flag(key="stalled_ends", default=True, group="rules", label=_("A stalled match is decided by the totals")),
    Flag(key="alfa_enabled", default=True, group="alfa", label=_("Alfa tiles")),
    Number(key="alfa_trigger", default="full", low=1, high=7, special=("full",), group="alfa",
           label=_("Alfa trigger"), hint=_("How many tiles in one turn earn an upgrade.")),
    Number(key="alfa_multiplier", default=2, low=2, high=5, group="alfa", label=_("Alfa multiplier")),
    Number(key="alfa_per_game", default=None, low=1, high=20, special=(None,), group="alfa",
           label=_("Upgrades a player")),
    Number(key="alfa_on_board", default=None, low=1, high=20, special=(None,), group="alfa",
           label=_("Alfa squares on the board")),
    Flag(key="alfa_replace", default=True, group="alfa", label=_("May replace a tile"),
         hint=_("Laid on a square that is taken, it takes the place of the tile there.")),
    Flag(key="alfa_free_placement", default=True, group="alfa", label=_("May lie anywhere"),
         hint=_("A turn with an Alfa tile need not touch the tiles on the board.")),
    Flag(key="alfa_permanent", default=True, group="alfa", label=_("The multiplier stays"),
         hint=_("Its square multiplies to the end of the match; off: only in the turn it is laid.")),
    Flag(key="alfa_keeps_on_swap", default=False, group="alfa", label=_("A swapped Alfa tile stays one"),
         hint=_("Off: it goes back into the bag as a plain tile.")),
    *(option for item in ITEMS.values() for option in item.options),
)  # fmt: skip


RECORD_DEFAULTS = {**format_1.DEFAULTS, "tries_per_turn": 10}
"""What a record of format 1 means by a setting that it does not name, for ever: a later default of the lobby's does not
change what was downloaded before."""


def _place(state: MatchState, seat: Seat, action: Place, env: Env) -> Change:
    return attempts.place(state, seat, action.tiles, env)


def _pass(state: MatchState, seat: Seat, action: Pass, env: Env) -> Change:
    return turn.pass_turn(state, seat, env.now)


def _buy(state: MatchState, seat: Seat, action: Buy, env: Env) -> Change:
    return economy.buy(state, seat, action.item)


def _use(state: MatchState, seat: Seat, action: Use, env: Env) -> Change:
    return ITEMS[action.item].use(state, seat, action.cell, action.tiles, env)


def _choose(state: MatchState, seat: Seat, action: Choose, env: Env) -> Change:
    return alfa.choose(state, seat, action.tile, env.now)


def _time_out(state: MatchState, seat: Seat, action: Timeout, env: Env) -> Change:
    """However it was noticed, the next turn begins at the timeout's own moment. In the Alfa choice it declines."""
    moment = turn_over_moment(state)
    now = env.now if moment is None else moment
    if state.phase is Phase.ALFA:
        return alfa.choose(state, seat, None, now)
    return turn.time_out(state, seat, now)


def _resign(state: MatchState, seat: Seat, action: Resign, env: Env) -> Change:
    return ending.finish(state, ending.RESIGNED, ending.opponent(state, seat))


def _abandon(state: MatchState, seat: Seat, action: Abandon, env: Env) -> Change:
    return ending.finish(state, ending.ABANDONED, None if action.everyone else ending.opponent(state, seat))


def _layout(rules: Ruleset) -> Sequence[str]:
    return standard_layout(rules.number("board_size"), rules.flag("blank_board"))


def _tileset(rules: Ruleset) -> TileSet:
    return standard_tiles(rules.text("language"), rules.number("board_size"))


def _new_player(rules: Ruleset, hand: tuple[str, ...]) -> PlayerState:
    return PlayerState(hand=hand, coins=rules.number("starting_coins"))


VARIANT = Variant(
    key="alfapower",
    title=_("AlfaPower"),
    seats=2,
    settings=SETTINGS,
    record_settings=with_defaults(SETTINGS, RECORD_DEFAULTS),
    actions={
        Place: Handler(_place, Phase.PLAY),
        Pass: Handler(_pass, Phase.PLAY),
        Use: Handler(_use, Phase.PLAY),
        Choose: Handler(_choose, Phase.ALFA),
        Timeout: Handler(_time_out, None),
        Buy: Handler(_buy, None, any_seat=True),
        Resign: Handler(_resign, None, any_seat=True),
        Abandon: Handler(_abandon, None, any_seat=True),
        Leave: Handler(presence.leave, None, any_seat=True),
        Return: Handler(presence.come_back, None, any_seat=True),
        Credit: Handler(presence.credit, None, any_seat=True),
    },
    layout=_layout,
    tileset=_tileset,
    new_player=_new_player,
)
