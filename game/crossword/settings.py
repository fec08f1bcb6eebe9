"""Settings that several word games have, to be listed by them beside those of their pace
(game/kernel/pace_settings.py)."""

from game.kernel.base_types import gettext_noop
from game.kernel.setting_types import Number, OneOf

_ = gettext_noop

LANGUAGE = OneOf(key="language", default="en", group="language", label=_("Language"),
                 choices=(("en", _("English")), ("sv", _("Swedish"))))  # fmt: skip
PASSES_TO_END = Number(key="passes_to_end", default=2, low=2, high=5, group="rules", label=_("Passes to end the match"),
                       hint=_("The match ends when every player has passed this many times in a row."))  # fmt: skip
TIMEOUTS_TO_FORFEIT = Number(
    key="timeouts_to_forfeit", default=3, low=1, high=10, group="rules", label=_("Timeouts to forfeit"),
    hint=_("A player who runs out of time this many times in a row forfeits the match."),
)  # fmt: skip
BINGO = Number(key="bingo", default=50, low=0, high=100, group="rules", label=_("Bonus for seven tiles"),
               hint=_("Points for playing seven tiles in one turn."))  # fmt: skip
