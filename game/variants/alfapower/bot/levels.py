"""How the bot levels differ in AlfaPower: powers, coins and bonus squares. A level left out is as its own line says."""

from collections.abc import Mapping

from bots.rules import gettext_noop

LINES: Mapping[str, str] = {
    "easygoing": gettext_noop("Everyday words; swaps when the hand is hopeless."),
    "steady": gettext_noop("Good words, and bonus squares where they pay."),
    "keen": gettext_noop("Knows rare words, watches what it keeps, and uses every power."),
    "sharp": gettext_noop("The whole word list, every power, and an eye on your next turn."),
}
