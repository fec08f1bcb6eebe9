"""The section of the home page that accounts bring: the word to who has left many live matches."""

from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest

from accounts.statistics.walk_aways_shown import of_reader
from common.home_page import HomePlace


def _leaving(request: HttpRequest) -> Mapping[str, object] | None:
    """The word, unless they have closed it, or Quick Join pauses: then its card says it all."""
    known = of_reader(request)
    if not known.is_a_word_due or known.is_hidden or known.until is not None:
        return None
    return {"known": known, "has_pauses": settings.QUICK_JOIN_PAUSES}


HOME_PLACES = (HomePlace("leaving", "accounts/home_walk_aways.html", _leaving),)
