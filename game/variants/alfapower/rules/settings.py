"""The settings of AlfaPower that a host may change."""

from collections.abc import Sequence

from game.crossword.settings import LANGUAGE, TIMEOUTS_TO_FORFEIT
from game.kernel.base_types import gettext_noop
from game.kernel.pace_settings import HEAD_START, RESERVE_HOURS, TURN_SECONDS, HeadStart
from game.kernel.setting_types import Flag, Number, NumberEach, OneOf, Setting, SomeOf
from game.variants.alfapower.rules.formats import format_1
from game.variants.alfapower.rules.items import ITEMS

_ = gettext_noop

SETTINGS: Sequence[Setting] = (
    OneOf(key="board_size", default=15, group="map", label=_("Board size"),
          choices=((11, _("Quick")), (15, _("Standard")), (19, _("Grand")))),
    Flag(key="blank_board", default=False, group="layout", label=_("Blank board"),
         hint=_("Only the centre star; no other bonus squares.")),
    LANGUAGE,
    TURN_SECONDS,
    RESERVE_HOURS,
    SomeOf(key="items", default=tuple(item.key for item in ITEMS.values() if item.base), group="items",
           label=_("Power-ups"), members=tuple(ITEMS)),
    NumberEach(key="prices", default={item.key: item.price for item in ITEMS.values()}, low=0, high=99,
               group="prices", label=_("Shop prices")),
    Number(key="starting_coins", default=5, low=0, high=99, group="economy", label=_("Starting coins")),
    Number(key="base_coins", default=3, low=0, high=20, group="economy", label=_("Coins per turn"),
           hint=_("Earned by every turn that scores.")),
    Number(key="score_coins_percent", default=10, low=0, high=100, group="economy", label=_("Score to coins, %"),
           hint=_("The share of a turn's score that is paid in coins, rounded down.")),
    Number(key="pass_coins", default=3, low=0, high=20, group="economy", label=_("Coins for a pass")),
    Number(key="coins_per_point", default=2, low=0, high=20, group="economy", label=_("Coins for one point"),
           hint=_("How many coins make one point at the end. 0 means coins are worth nothing.")),
    Number(key="slot_limit", default=7, low=1, high=12, group="rules", label=_("Power slots")),
    Number(key="invalid_points", default=1, low=0, high=50, group="rules", label=_("Points lost for a failed try")),
    Number(key="invalid_coins", default=1, low=0, high=50, group="rules", label=_("Coins lost for a failed try")),
    Number(key="tries_per_turn", default=10, low=1, high=50, former=(None,), group="rules", label=_("Tries per turn"),
           hint=_("After this many failed tries no word can be played until the turn ends.")),
    Number(key="passes_to_concede", default=3, low=2, high=10, group="rules", label=_("Passes to concede"),
           hint=_("A player who passes this many times in a row concedes the match.")),
    TIMEOUTS_TO_FORFEIT,
    Flag(key="stalled_ends", default=True, group="rules", label=_("A stalled match is decided by the totals")),
    Flag(key="empty_bag_concedes", default=False, group="rules", label=_("Passes concede with an empty bag too"),
         hint=_("Off: who holds a tile that fits nowhere may pass until the match ends.")),
    Flag(key="alfa_enabled", default=True, group="alfa", label=_("Alfa tiles")),
    Number(key="alfa_trigger", default="full", low=1, high=7, special=("full",), group="alfa",
           label=_("Alfa trigger"), hint=_("How many tiles in one turn earn an upgrade.")),
    Number(key="alfa_multiplier", default=2, low=2, high=5, group="alfa", label=_("Alfa multiplier")),
    Number(key="alfa_per_game", default=None, low=1, high=20, special=(None,), group="alfa",
           label=_("Upgrades per player")),
    Number(key="alfa_on_board", default=None, low=1, high=20, special=(None,), group="alfa",
           label=_("Alfa squares on the board")),
    Flag(key="alfa_replace", default=True, group="alfa", label=_("May replace a tile"),
         hint=_("You may place it on a tile, and it takes that tile's place.")),
    Flag(key="alfa_free_placement", default=True, group="alfa", label=_("May be placed anywhere"),
         hint=_("A turn with an Alfa tile need not touch the tiles on the board.")),
    Flag(key="alfa_permanent", default=True, group="alfa", label=_("The multiplier stays"),
         hint=_("Its square multiplies until the match ends. Off: only on the turn it is played.")),
    Flag(key="alfa_keeps_on_swap", default=False, group="alfa", label=_("A swapped Alfa tile stays an Alfa tile"),
         hint=_("Off: it goes back into the bag as a plain tile.")),
    *(option for item in ITEMS.values() for option in item.options),
    HEAD_START,
    HeadStart(key="head_start_coins", default=None, low=0, high=50, group="rules", label=_("Head start, coins")),
)  # fmt: skip


RECORD_DEFAULTS = {
    **format_1.DEFAULTS, "tries_per_turn": 10, "empty_bag_concedes": True, "reserve_hours": 0, "head_start": None,
    "head_start_coins": None,
}  # fmt: skip
"""What a record of format 1 means by a setting that it does not name, for ever: a later default of the lobby's does not
change what was downloaded before."""
