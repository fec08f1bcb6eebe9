"""The kinds of news of challenges, and their wording."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from news.api import NewsKind, NewsWords, Usual, Values
from people.challenge_models import Stage
from people.challenge_sentences import game_and_pace
from people.models import DeclineReason
from people.services.challenge_told import ANSWERED, CHALLENGED


def _challenged(values: Values) -> NewsWords:
    said = _("%(name)s would rather play like this") if values["counters"] else _("%(name)s challenges you")
    return NewsWords(said % {"name": values["name"]}, game_and_pace(values["game"], values["pace"]))


def _answered(values: Values) -> NewsWords:
    what = game_and_pace(values["game"], values["pace"])
    if values["stage"] == Stage.BEGUN:
        return NewsWords(_("%(name)s accepts your challenge") % {"name": values["name"]}, what)
    if values["stage"] == Stage.LAPSED:
        return NewsWords(_("Your challenge to %(name)s has lapsed") % {"name": values["name"]}, what)
    reason = str(DeclineReason(values["reason"]).label) if values["reason"] else what
    return NewsWords(_("%(name)s: not this time") % {"name": values["name"]}, reason)


KINDS: list[NewsKind] = [
    NewsKind(CHALLENGED, gettext_lazy("Challenge"), _challenged, push=Usual.ON, mail=Usual.ON, icon="swords"),
    NewsKind(ANSWERED, gettext_lazy("Answer to a challenge"), _answered, push=Usual.ON, mail=Usual.ON, icon="swords"),
]
