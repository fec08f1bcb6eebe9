"""The kinds of news of a match for its absent players, and their sentences."""

from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from game import last_plays
from game.kernel.endings import CALLED_OFF
from game.presentation.durations import duration_in_words
from game.services import match_news
from game.services.clock import now_ms
from game.services.matches import shown_name
from news.api import NewsKind, NewsWords, Usual, Values


def _against(values: Values) -> str:
    """The others of the match: one by name, more by the first name and how many there are besides."""
    first, *more = [shown_name(name) for name in values["names"]]
    if not more:
        return first
    return ngettext("%(name)s and %(n)d other", "%(name)s and %(n)d others", len(more)) % {
        "name": first,
        "n": len(more),
    }


def _left(values: Values) -> str:
    deadline = values.get("deadline")
    return duration_in_words(deadline - now_ms()) if deadline is not None else ""


def _time_left(values: Values) -> str:
    left = _left(values)
    return _("%(time)s left") % {"time": left} if left else ""


def _turn(values: Values) -> NewsWords:
    said = [_time_left(values)]
    if "word" in values:
        word = ngettext("%(word)s for %(points)d point", "%(word)s for %(points)d points", values["points"]) % values
        said.insert(0, word)
    return NewsWords(_("Your turn against %(name)s") % {"name": _against(values)}, ". ".join(filter(None, said)))


def _many_turns(number: int) -> str:
    return ngettext("Your turn in %(n)d match", "Your turn in %(n)d matches", number) % {"n": number}


def _low(values: Values) -> NewsWords:
    title = _("%(time)s left against %(name)s") % {"time": _left(values), "name": _against(values)}
    return NewsWords(title, _("When it has run out, your turn is over."))


def _nudged(values: Values) -> NewsWords:
    title = _("%(name)s waits for your turn") % {"name": _against(values)}
    return NewsWords(title, _time_left(values))


def _over(values: Values) -> NewsWords:
    return NewsWords(_how_it_ended(values), _why(values))


def _how_it_ended(values: Values) -> str:
    said = {"name": _against(values), "totals": "–".join(map(str, values.get("totals", [])))}
    if values["reason"] == CALLED_OFF:
        return _("Your match against %(name)s was called off") % said
    if values["result"] == "won":
        title = _("You won against %(name)s")
    elif values["result"] == "lost":
        title = _("You lost against %(name)s")
    elif values["result"] == "drawn":
        title = _("A draw against %(name)s")
    else:
        return _("Your match against %(name)s is over") % said
    title %= said
    return f"{title}, {said['totals']}" if said["totals"] else title


def _why(values: Values) -> str:
    """Why a match between two ended early; of others the page says it."""
    if len(values["names"]) > 1 or values["result"] not in ("won", "lost"):
        return ""
    if values["result"] == "lost":
        said = {
            "forfeited": _("You ran out of time."),
            "resigned": _("You conceded the match."),
            "abandoned": _("You did not come back in time."),
        }
    else:
        said = {
            "forfeited": _("%(name)s ran out of time."),
            "resigned": _("%(name)s conceded the match."),
            "abandoned": _("%(name)s did not come back in time."),
        }
    text = said.get(values["reason"], "")
    return text % {"name": shown_name(values["names"][0])} if text else ""


_of_match = partial(NewsKind, push=Usual.ON, looking=match_news.looking, pictures=last_plays.pictures)
"""A kind of news of a match: it is pushed, and not to who looks at the match, whose board stands beside it."""

NEWS_KINDS = [
    _of_match(
        match_news.TURN,
        gettext_lazy("Your turn"),
        _turn,
        mail=Usual.ON,
        icon="tiles",
        on_shelf=True,
        many=_many_turns,
    ),
    _of_match(
        match_news.LOW,
        gettext_lazy("A quarter of the turn left"),
        _low,
        mail=Usual.ON,
        mail_at_once=True,
        through_the_night=True,
        icon="clock",
        on_shelf=True,
    ),
    _of_match(
        match_news.NUDGED,
        gettext_lazy("Reminded of a turn"),
        _nudged,
        mail=Usual.NEVER,
        icon="clock",
        on_shelf=True,
    ),
    _of_match(
        match_news.OVER,
        gettext_lazy("Match over"),
        _over,
        mail=Usual.ON,
        icon="flag",
    ),
]
