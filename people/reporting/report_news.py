"""The kinds of news of reports, and their wording. They say nothing of what was done."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from news.api import NewsKind, NewsWords, Usual, Values
from people.reporting.services.reports import LOOKED_AT, RECEIVED


def _received(values: Values) -> NewsWords:
    return NewsWords(_("Your report about %(name)s is received") % values, _("Thank you. A moderator reads it."))


def _looked_at(values: Values) -> NewsWords:
    return NewsWords(
        _("Your report about %(name)s was looked at") % values,
        _("Thank you. What was done stays between %(name)s and the moderators.") % values,
    )


KINDS = [
    NewsKind(RECEIVED, gettext_lazy("Report received"), _received, push=Usual.NEVER, mail=Usual.NEVER, icon="flag"),
    NewsKind(LOOKED_AT, gettext_lazy("Report looked at"), _looked_at, push=Usual.NEVER, mail=Usual.NEVER, icon="check"),
]
