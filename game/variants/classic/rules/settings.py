"""The settings of Classic that a host may change."""

from collections.abc import Sequence

from game.crossword.layouts import CLASSIC_LAYOUT, standard_layout
from game.crossword.settings import BINGO, LANGUAGE, TIMEOUTS_TO_FORFEIT
from game.kernel.base_types import gettext_noop
from game.kernel.pace_settings import HEAD_START, RESERVE_HOURS, TURN_SECONDS
from game.kernel.setting_types import Flag, Number, OneOf, Ruleset, Setting

_ = gettext_noop

LAYOUTS = {
    "classic15": CLASSIC_LAYOUT,
    "standard15": standard_layout(15, blank=False),
    "blank15": standard_layout(15, blank=True),
}
"""The rows of each board by its name."""

SETTINGS: Sequence[Setting] = (
    LANGUAGE,
    OneOf(key="layout", default="classic15", group="layout", label=_("Board"),
          choices=(("classic15", _("Classic")), ("standard15", _("Standard")), ("blank15", _("Blank board")))),
    TURN_SECONDS,
    RESERVE_HOURS,
    Number(key="passes_to_end", default=2, low=2, high=10, group="rules", label=_("Passes to end"),
           hint=_("A player who passes this many times in a row has left the match.")),
    TIMEOUTS_TO_FORFEIT,
    Flag(key="empty_bag_concedes", default=False, group="rules", label=_("Passes concede with an empty bag too"),
         hint=_("Off: who holds a tile that fits nowhere may pass until the match ends.")),
    BINGO,
    OneOf(key="leftover", default="count", group="rules", label=_("Tiles left at the end"),
          choices=(("count", _("One point each")), ("value", _("Their value")))),
    HEAD_START,
)  # fmt: skip

RECORD_DEFAULTS = {
    "language": "en",
    "layout": "classic15",
    "turn_seconds": 60,
    "passes_to_end": 2,
    "timeouts_to_forfeit": 3,
    "empty_bag_concedes": True,
    "bingo": 50,
    "leftover": "count",
    "reserve_hours": 0,
    "head_start": None,
}
"""What a record means by a setting that it does not name, for ever: a later default of the lobby's does not change what
was downloaded before."""


def layout(rules: Ruleset) -> Sequence[str]:
    """The rows of the board."""
    return LAYOUTS[rules.text("layout")]
