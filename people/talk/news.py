"""The kind of news of talk, and its wording: that something was said, never what."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from news.api import NewsKind, NewsWords, Usual, Values
from people.talk.services.telling import SAID


def _said(values: Values) -> NewsWords:
    return NewsWords(_("%(name)s says something in your match") % values)


KINDS = [
    NewsKind(SAID, gettext_lazy("Talk in a slow match"), _said, push=Usual.OFF, mail=Usual.NEVER, icon="talk"),
]
