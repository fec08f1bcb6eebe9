"""The page of one game: ways to play it, its presets, how it differs from other games, and its best players."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.api import beaten_bots, leaders
from bots import api as bots
from common import rate_limits
from common.htmx import wants_part
from common.view_kinds import fresh_page
from game import api as game
from lobby.cards import preset_cards, waiting_now
from lobby.home_places import readiness
from lobby.home_reader import match_language, usual_of
from lobby.models import MATCH_LANGUAGES, interface_language
from lobby.pause_shown import pause_of_reader
from lobby.people_line import line_of


@fresh_page(rate_limits.PUBLIC_PAGES)
def page(request: HttpRequest, variant: str) -> HttpResponse:
    """The page of a game that the site offers; 404 for any other. A script, for which a pause of Quick Join is over,
    fetches the presets alone."""
    offered = game.games()
    if variant not in offered:
        raise Http404("no such game")
    now_ms, language, known = game.now_ms(), match_language(request), offered[variant]
    cards = [card for card in preset_cards(language, now_ms) if card.variant == variant]
    waiting = [card for card in cards if waiting_now([card])]
    viewer = request.user.pk if request.user.is_authenticated else None
    pause = pause_of_reader(request)
    place = {
        "cards": tuple(card for card in cards if pause is None or not card.summary.is_live),
        "pause": pause,
        "language": language,
        "languages": tuple(MATCH_LANGUAGES.items()),
        "variant": variant,
        "preset": cards[0].key if cards else "",
        "is_first": True,
        "beaten": frozenset() if viewer is None else beaten_bots(viewer, variant),
    }
    context = {
        "game": variant,
        "title": known.title,
        "tabs": [(one.key, one.title) for one in offered.values()],
        "place": place,
        "usual": next(iter(waiting), usual_of(cards, [])),
        "people": line_of(variant, waiting_now(waiting), now_ms),
        "seats": seats_said(known.seats),
        "levels": tuple(bots.LEVELS.values()) if variant in bots.PLAYED else (),
        "readiness": readiness(interface_language()),
        "leaders": leaders(variant, language, now_ms, viewer),
        "plays_alone": 1 in known.seats,
        "one_device": bool(known.one_device),
        "sees_all": known.sees_all,
        "has_boards": any(isinstance(setting, game.Layout) for setting in game.settings_of(variant)),
        "on_paper": game.is_on_paper(variant),
    }
    return render(request, "lobby/parts/game_quick_join.html" if wants_part(request) else "lobby/game.html", context)


def seats_said(seats: Sequence[int]) -> str:
    """The number of its players in words: "2 players", "1 to 4 players"."""
    low, high = min(seats), max(seats)
    if low == high:
        return ngettext("%(n)d player", "%(n)d players", high) % {"n": high}
    return _("%(low)d to %(high)d players") % {"low": low, "high": high}
