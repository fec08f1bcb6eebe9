"""The said lines: what everybody may say in a match, kept by its key and shown in each reader's language."""

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

SAID_LINES: dict[str, Promise | str] = {
    "hello": pgettext_lazy("said line", "Hello"),
    "good_luck": pgettext_lazy("said line", "Good luck"),
    "nice_word": pgettext_lazy("said line", "Nice word"),
    "well_played": pgettext_lazy("said line", "Well played"),
    "ouch": pgettext_lazy("said line", "Ouch"),
    "what_luck": pgettext_lazy("said line", "What luck"),
    "bad_luck": pgettext_lazy("said line", "My bad luck"),
    "thinking": pgettext_lazy("said line", "Thinking"),
    "slow_today": pgettext_lazy("said line", "Sorry, slow today"),
    "back_soon": pgettext_lazy("said line", "Back soon"),
    "close": pgettext_lazy("said line", "That was close"),
    "thanks": pgettext_lazy("said line", "Thanks for the match"),
}
"""In the order of the page. A key that has been said once is never given to another sentence."""


def in_words(said: str, text: str) -> str:
    """What a line says, in the active language; a key of a list to come, as it is."""
    return text or str(SAID_LINES.get(said, said))
