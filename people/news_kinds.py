"""The kinds of news of people, and their wording. Of reports they say nothing of what was done, and of talk never what
was said."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from news.api import NewsKind, NewsWords, Usual, Values
from people.challenge_models import Stage
from people.challenge_sentences import game_and_pace
from people.models import DeclineReason
from people.reporting.services.reports import LOOKED_AT, RECEIVED
from people.services.challenge_told import ANSWERED, CHALLENGED
from people.services.friends import ACCEPTED, ASKED, BY_LINK
from people.talk.services.telling import SAID


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


def _asked(values: Values) -> NewsWords:
    return NewsWords(_("%(name)s wants to be friends") % values)


def _accepted(values: Values) -> NewsWords:
    return NewsWords(_("You and %(name)s are friends now") % values)


def _by_link(values: Values) -> NewsWords:
    return NewsWords(_("%(name)s is your friend now, by your link") % values, _("Not meant? You can undo it."))


def _received(values: Values) -> NewsWords:
    return NewsWords(_("Your report about %(name)s is received") % values, _("Thank you. A moderator reads it."))


def _looked_at(values: Values) -> NewsWords:
    return NewsWords(
        _("Your report about %(name)s was looked at") % values,
        _("Thank you. What was done stays between %(name)s and the moderators.") % values,
    )


def _said(values: Values) -> NewsWords:
    return NewsWords(_("%(name)s says something in your match") % values)


NEWS_KINDS = [
    NewsKind(CHALLENGED, gettext_lazy("Challenge"), _challenged, push=Usual.ON, mail=Usual.ON, icon="swords"),
    NewsKind(ANSWERED, gettext_lazy("Answer to a challenge"), _answered, push=Usual.ON, mail=Usual.ON, icon="swords"),
    NewsKind(ASKED, gettext_lazy("Friend asked"), _asked, push=Usual.OFF, mail=Usual.NEVER, icon="people"),
    NewsKind(ACCEPTED, gettext_lazy("Friend accepted"), _accepted, push=Usual.OFF, mail=Usual.NEVER, icon="people"),
    NewsKind(BY_LINK, gettext_lazy("Your link used"), _by_link, push=Usual.OFF, mail=Usual.NEVER, icon="people"),
    NewsKind(RECEIVED, gettext_lazy("Report received"), _received, push=Usual.NEVER, mail=Usual.NEVER, icon="flag"),
    NewsKind(LOOKED_AT, gettext_lazy("Report looked at"), _looked_at, push=Usual.NEVER, mail=Usual.NEVER, icon="check"),
    NewsKind(SAID, gettext_lazy("Talk in a slow match"), _said, push=Usual.OFF, mail=Usual.NEVER, icon="talk"),
]
