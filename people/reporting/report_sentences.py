"""What a player reads who reports another one, in the language of the page."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.models import ReportReason
from people.reporting.services.reports import MOST_A_DAY, MOST_LETTERS

REASONS = (
    (ReportReason.NAME, gettext_lazy("The name, the club or its notice offends")),
    (ReportReason.INSULTS, gettext_lazy("In talk, or a challenge")),
    (ReportReason.HELP, gettext_lazy("A program, a word finder or another person")),
    (ReportReason.LOSES, gettext_lazy("Feeds points to somebody")),
    (ReportReason.STALLS, gettext_lazy("Again and again, to spoil the match")),
    (ReportReason.ACCOUNTS, gettext_lazy("The same person under two names")),
)
"""The reasons in the order of the form, each with what it means."""

FIELDS = {"bad_reason": "reason", "too_long": "words", "bad_characters": "words", "words_full": "words"}
"""Under which field a refusal is shown; the others take the place of the form."""


def sentence(code: str, name: str) -> str:
    """The sentence for a refusal's code; `name` is the player's who is reported."""
    said = {
        "bad_reason": _("Choose what it is about."),
        "too_long": _("At most %(letters)d characters."),
        "bad_characters": _("There are characters in it that cannot be shown."),
        "words_full": _("That is more than can be added. A moderator reads what is there."),
        "this_match": _("Your report about %(name)s for this match was looked at. One a person and match is enough."),
        "this_week": _("You have reported %(name)s this week. Report them from a match, if there is more."),
        "most_a_day": _("You have sent %(day)d reports today. That is the most; come back tomorrow."),
    }[code]
    return said % {"name": name, "letters": MOST_LETTERS, "day": MOST_A_DAY}
