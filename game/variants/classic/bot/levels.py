"""How the bot levels differ in Classic: words and the tiles kept. A level left out is as its own line says."""

from collections.abc import Mapping

from bots.rules import gettext_noop

LINES: Mapping[str, str] = {
    "easygoing": gettext_noop("Everyday words; swaps when the hand is hopeless."),
    "steady": gettext_noop("Good words, and good tiles kept for the next."),
    "keen": gettext_noop("Knows rare words, and thinks of your reply."),
}
