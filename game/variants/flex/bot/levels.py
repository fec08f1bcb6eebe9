"""How the bot levels differ in Flex: flex turns. A level left out is as its own line says."""

from collections.abc import Mapping

from bots.rules import gettext_noop

LINES: Mapping[str, str] = {
    "easygoing": gettext_noop("Everyday words; swaps when the hand is hopeless."),
    "steady": gettext_noop("Good words, but no flex turns."),
    "keen": gettext_noop("Knows rare words, and moves tiles on the board."),
    "sharp": gettext_noop("The whole word list, moved tiles, and several words in one turn."),
}
