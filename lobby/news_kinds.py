"""The lobby's kinds of news for players who are away, and their wording."""

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from lobby.services import rematch_news, slow_seeks
from news.api import NewsKind, NewsWords, Usual, Values


def _met(values: Values) -> NewsWords:
    titles = values["titles"]
    title = titles.get((get_language() or "")[:2], titles["en"])
    return NewsWords(_("Your slow search met %(name)s") % values, title)


def _asked(values: Values) -> NewsWords:
    return NewsWords(_("%(name)s wants a rematch.") % values)


NEWS_KINDS = [
    NewsKind(
        slow_seeks.MET,
        gettext_lazy("A slow search met somebody"),
        _met,
        push=Usual.ON,
        mail=Usual.ON,
        icon="user",
        on_shelf=True,
    ),
    NewsKind(
        rematch_news.ASKED,
        gettext_lazy("Rematch asked"),
        _asked,
        push=Usual.ON,
        mail=Usual.NEVER,
        icon="swap",
    ),
]
