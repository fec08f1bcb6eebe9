"""The settings of Flex that a host may change (rule 1), and the boards of the game."""

from collections.abc import Mapping, Sequence

from game.crossword.layout_setting import Layout
from game.crossword.layouts import CLASSIC_LAYOUT, PLAIN, standard_layout
from game.crossword.settings import LANGUAGE, TIMEOUTS_TO_FORFEIT
from game.kernel.base_types import gettext_noop
from game.kernel.pace_settings import HEAD_START, RESERVE_HOURS, TURN_SECONDS
from game.kernel.setting_types import Flag, Number, Ruleset, Setting

_ = gettext_noop

LAYOUTS: Mapping[str, tuple[str, ...]] = {
    "quick11": standard_layout(11, blank=False),
    "blank11": standard_layout(11, blank=True),
    "standard15": standard_layout(15, blank=False),
    "classic15": CLASSIC_LAYOUT,
    "blank15": standard_layout(15, blank=True),
    "plain15": (PLAIN * 15,) * 15,
    "grand19": standard_layout(19, blank=False),
    "blank19": standard_layout(19, blank=True),
}
"""The rows of each board that has a name. A rules code counts them in this order: a new one goes to the end."""


TITLES: Mapping[str, str] = {
    "quick11": _("Quick 11"),
    "blank11": _("Blank 11"),
    "standard15": _("Standard 15"),
    "classic15": _("Classic 15"),
    "blank15": _("Blank 15"),
    "plain15": _("Plain 15"),
    "grand19": _("Grand 19"),
    "blank19": _("Blank 19"),
}

SETTINGS: Sequence[Setting] = (
    LANGUAGE,
    Layout(key="layout", default="standard15", group="layout", label=_("Board"),
           hint=_("A ready-made board, or one of your own."), named=LAYOUTS, titles=TITLES),
    TURN_SECONDS,
    RESERVE_HOURS,
    TIMEOUTS_TO_FORFEIT,
    Number(key="flex_turns", default=None, low=0, high=20, special=(None,), group="rules", label=_("Flex turns"),
           hint=_("How many turns each player may move or take back tiles on the board. None means no limit.")),
    Flag(key="loosen_cost", default=True, group="rules", label=_("Moving costs"),
         hint=_("A tile that is moved costs its value.")),
    Flag(key="loosen_letter_bonus", default=True, group="rules", label=_("Letter squares raise the cost"),
         hint=_("A tile that is moved off a letter square costs its value twice or three times.")),
    Flag(key="take_cost", default=True, group="rules", label=_("Taking costs"),
         hint=_("A tile that is taken into the hand costs its value.")),
    Number(key="bingo", default=50, low=0, high=100, group="rules", label=_("Bonus for seven tiles"),
           hint=_("Points for laying seven tiles in one turn.")),
    HEAD_START,
)  # fmt: skip


def layout(rules: Ruleset) -> Sequence[str]:
    """The rows of the board, named or custom."""
    chosen: str | tuple[str, ...] = rules.values["layout"]
    return LAYOUTS[chosen] if isinstance(chosen, str) else chosen
