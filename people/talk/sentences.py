"""What a player is told who was refused something about talk, in the language of the page."""

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from accounts.api import SanctionKind, open_sanction
from people.talk.services.lines import MOST_SAID, MOST_TEXTS
from people.talk.text_cleaning import LONGEST


def sentence(code: str, user_id: int) -> str:
    """The sentence for a refusal's code (refusals.py)."""
    if code == "muted":
        return muted_until(user_id)
    said = {
        "bad_nonce": _("Reload the page, then say it again."),
        "no_such_line": _("There is no such line. Reload the page."),
        "talk_over": _("The match is over, and the talk with it."),
        "you_have_left": _("You have left this match. The others talk on."),
        "you_hear_nobody": _("You hear nobody here, and nobody hears you."),
        "said_spent": _("You have said %(said)d lines in this match. That is the most."),
        "said_soon": _("One line in 10 s. Wait a moment."),
        "accounts_only": _("Own words are for accounts."),
        "text_closed": _("Own words: when you all switch them on."),
        "empty": _("There is nothing in it that can be read."),
        "too_long": _("%(longest)d characters at most."),
        "text_soon": _("That was fast. Wait a moment."),
        "text_many": _("%(texts)d lines in ten minutes. That is the most; wait a little."),
    }[code]
    return said % {"said": MOST_SAID, "longest": LONGEST, "texts": MOST_TEXTS}


def muted_until(user_id: int) -> str:
    """That free text is closed to the player, until when, and what stays open."""
    mute = open_sanction(user_id, SanctionKind.MUTE)
    if mute is None or mute.until is None:
        return _("You cannot write here. You can play, and use the said lines.")
    when = _("%(when)s (UTC)") % {"when": formats.date_format(timezone.localtime(mute.until), "j F Y H:i")}
    return _("You cannot write until %(when)s. You can play, and use the said lines.") % {"when": when}
