"""The kinds of news of accounts: what moderators decide, told to the one concerned alone."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import SanctionKind
from accounts.services import decision_news
from news.api import NewsKind, NewsWords, Usual, Values


def _decided(values: Values) -> NewsWords:
    what = str(SanctionKind(values["kind"]).label)
    if values.get("outcome"):
        return NewsWords(_("Your appeal was heard"), what)
    return NewsWords(_("The moderators have decided something about you"), what)


NEWS_KINDS = [
    NewsKind(
        decision_news.DECISION,
        gettext_lazy("A moderator’s decision"),
        _decided,
        push=Usual.NEVER,
        mail=Usual.ON,
        mail_at_once=True,
        icon="info",
        reaches_closed=True,
    ),
]
