"""The kinds of news of friends, and their wording."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from news.api import NewsKind, NewsWords, Usual, Values
from people.services.friends import ACCEPTED, ASKED, BY_LINK


def _asked(values: Values) -> NewsWords:
    return NewsWords(_("%(name)s wants to be friends") % values)


def _accepted(values: Values) -> NewsWords:
    return NewsWords(_("You and %(name)s are friends now") % values)


def _by_link(values: Values) -> NewsWords:
    return NewsWords(_("%(name)s is your friend now, by your link") % values, _("Not meant? You can undo it."))


KINDS = [
    NewsKind(key, name, words, push=Usual.OFF, mail=Usual.NEVER, icon="people")
    for key, name, words in (
        (ASKED, gettext_lazy("Friend asked"), _asked),
        (ACCEPTED, gettext_lazy("Friend accepted"), _accepted),
        (BY_LINK, gettext_lazy("Your link used"), _by_link),
    )
]
