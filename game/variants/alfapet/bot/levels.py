"""How the bot levels differ in Alfapet: arrows and black tiles. A level left out is as its own line says."""

from collections.abc import Mapping

from bots.rules import gettext_noop

LINES: Mapping[str, str] = {
    "calm": gettext_noop("Short, common words. Lays no arrows and no black tiles."),
    "easygoing": gettext_noop("Everyday words, without arrows and black tiles."),
    "steady": gettext_noop("Good words, round corners and behind black tiles."),
    "keen": gettext_noop("Knows rare words, bends them, and thinks of your next turn."),
    "sharp": gettext_noop("The whole word list, bent where it pays, and an eye on your next turn."),
}
