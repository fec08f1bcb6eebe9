"""The settings of Keebble that a host may change (K1)."""

from collections.abc import Sequence

from game.crossword.settings import LANGUAGE, TIMEOUTS_TO_FORFEIT
from game.kernel.base_types import gettext_noop
from game.kernel.pace_settings import HEAD_START, RESERVE_HOURS, TURN_SECONDS
from game.kernel.setting_types import Flag, Number, OneOf, Ruleset, Setting, SomeOf

_ = gettext_noop

SUPERCELLS, POWERUPS, OMINOUS, BACKPACKS = "supercells", "powerups", "ominous", "backpacks"
UPGRADES = (SUPERCELLS, POWERUPS, OMINOUS, BACKPACKS)

RIGHT, DOWN, LEFT, UP = "right", "down", "left", "up"
DIRECTIONS = (RIGHT, DOWN, LEFT, UP)

GENERATED = "generated"

SETTINGS: Sequence[Setting] = (
    LANGUAGE,
    TURN_SECONDS,
    RESERVE_HOURS,
    TIMEOUTS_TO_FORFEIT,
    SomeOf(key="upgrades", default=(), group="upgrades", label=_("Upgrades"), members=UPGRADES, may_be_none=True,
           hint=_("Special squares, power-ups, ominous options and backpacks, each on its own.")),
    OneOf(key="start_board", default=GENERATED, group="map", label=_("Board at the start"),
          choices=((GENERATED, _("A few letters and walls")), ("empty", _("Empty")))),
    SomeOf(key="directions", default=(RIGHT, DOWN), group="rules", label=_("Words are read"), members=DIRECTIONS),
    Flag(key="one_each", default=False, group="rules", label=_("One wall, square or letter per option"),
         hint=_("Off: up to three walls or special squares, and up to two swaps or destroyed parts.")),
    Number(key="powerup_points", default=2, low=0, high=10, group="upgrades", label=_("Points for a power-up")),
    Number(key="powerup_limit", default=4, low=1, high=8, group="upgrades", label=_("Power-ups active at once"),
           hint=_("When one more is chosen, the oldest ends.")),
    Number(key="max_rounds", default=20, low=1, high=40, group="rules", label=_("Rounds at most")),
    HEAD_START,
)  # fmt: skip


def has_upgrade(rules: Ruleset, upgrade: str) -> bool:
    """Whether the match is played with it."""
    return upgrade in rules.values["upgrades"]


def is_read(rules: Ruleset, direction: str) -> bool:
    """Whether words are read that way."""
    return direction in rules.values["directions"]
