"""A custom board in place of the game's, in games in which the board is no setting.

The creator of the match names it among the settings; the match keeps it as its board, and its record as `board`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from game.crossword.layout_setting import Layout, Rows
from game.crossword.layouts import STAR
from game.kernel.base_types import gettext_noop as _
from game.kernel.setting_types import BadSetting

READY_MADE = "standard"
TITLES: Mapping[str, str] = {READY_MADE: _("Ready-made")}


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnBoard(Layout):
    """The rows of a board, with the star in the centre, or "standard". `size` is the setting that rows decide, and
    `idle` are those that say nothing beside them."""

    size: str
    idle: tuple[str, ...] = ()

    def check(self, value: object) -> str | Rows:
        """As every custom board, and with the star: where no word lies yet, no player may claim or close the square
        that the first one has to cross."""
        checked = Layout.check(self, value)
        if not isinstance(checked, str) and checked[len(checked) // 2][len(checked) // 2] != STAR:
            raise BadSetting(self.key, "no_star")
        return checked


OWN_BOARD = OwnBoard(
    key="board",
    default=READY_MADE,
    group="layout",
    label=_("Own board"),
    hint=_("In place of the map size and its bonus squares. Such a match is not ranked."),
    named={READY_MADE: ()},
    titles=TITLES,
    size="board_size",
    idle=("blank_board",),
)
