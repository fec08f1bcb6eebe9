"""How bot levels differ in Keebble: what a choice leaves to the others. A level left out is as its own line says."""

from collections.abc import Mapping

from bots.rules import gettext_noop

LINES: Mapping[str, str] = {
    "keen": gettext_noop("Knows rare words, and looks at what it leaves you."),
    "sharp": gettext_noop("The whole word list. Looks at what it leaves you, and beyond the round."),
}
