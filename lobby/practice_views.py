"""Practice against a bot: the page to choose one, the start, and the page of a match about to begin.

The choices wait in the session until the deal has the browser's number and the bots are ready.
"""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.api import ensure_player, preferences_of
from bots import api as bots
from common import rate_limits
from common.view_kinds import fresh_page, post_only
from game import api as game
from lobby import deal_waits, forms, posted_settings
from lobby.cards import preset_cards
from lobby.form_fields import KeptBoards, Section
from lobby.models import MATCH_LANGUAGES, interface_language
from lobby.own_boards import kept_boards
from lobby.services import engagements, practice, practice_limit

_CHOSEN, _LAST = "practice", "practice_last"  # keys of the session
_OF_THE_PAGE = frozenset({"game", "level", "preset", "lg", "clock", "pace"})
_HIDDEN = ("language",)  # chosen at the top of the page
_FIRST_LEVEL = "calm"


@fresh_page()
def choose(request: HttpRequest) -> HttpResponse:
    """Choose a bot and rules. A `level` in the address is preselected, the rest is as the last time."""
    return _page(request, {**_last(request), **_named(request.GET)})


@post_only()
def start(request: HttpRequest) -> HttpResponse:
    """Begin: open the deal, store the choices, and go to the page that waits for it. A visitor becomes a guest."""
    chosen = {**_last(request), **_named(request.POST)}
    try:
        rate_limits.take(rate_limits.PRACTICE, request)
        own = _own(request, chosen["game"]) if chosen["preset"] == practice.OWN else None
        what = practice.wanted(
            level=chosen["level"], preset=chosen["preset"], language=chosen["lg"], clock=chosen["clock"] == "1",
            at_once=chosen["pace"] == "0", own=own, variant=chosen["game"],
        )  # fmt: skip
    except practice.NotOffered as bad:
        raise BadRequest(str(bad)) from bad
    except (posted_settings.BadForm, game.BadSettings) as bad:
        return _page(request, chosen, errors=posted_settings.errors_of(bad))
    return _begin(request, what, chosen)


@post_only()
def again(request: HttpRequest, public_id: str) -> HttpResponse:
    """Play by the same rules once more, against the same bot or that of the posted `level`; 404 without such a match of
    the player's, 400 for an unknown level."""
    what = practice.again(public_id, request.user.pk) if request.user.is_authenticated else None
    if what is None:
        raise Http404("no practice of yours")
    level = request.POST.get("level", what.level)
    if level not in bots.LEVELS:
        raise BadRequest("level")
    what = replace(what, level=level)
    rate_limits.take(rate_limits.PRACTICE, request)
    return _begin(request, what, _last(request))


@post_only()
def pace(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask the bot of a practice match to take its time (`pace` 1), or to answer at once (0)."""
    seat = game.practice_seat(public_id, request.user.pk) if request.user.is_authenticated else None
    if seat is None:
        raise Http404("no practice of yours")
    game.set_at_once(seat.match_id, request.POST.get("pace") == "0")
    return redirect("game:match", public_id)


@fresh_page()
def starting(request: HttpRequest) -> HttpResponse:
    """The match is about to begin; home where nothing was chosen, and where it has begun already."""
    kept = deal_waits.kept(request, _CHOSEN)
    if kept is None or "match" in kept:
        return redirect("lobby:home")
    return render(request, "lobby/practice_starting.html", _waiting(request))


@post_only(fresh=True)
def poll(request: HttpRequest) -> HttpResponse:
    """Handle that page's poll, twice a second: redirect to the match, or show how far the bots have got."""
    context = _waiting(request)

    def make(kept: Mapping[str, Any]) -> str:
        if not context["bots"].ready:
            return ""
        what, seed = practice.Wanted(**kept["what"]), bytes.fromhex(kept.get("seed", "")) or None
        return practice.make(request.user.pk or 0, what, str(kept["deal"]), game.now_ms(), seed)

    def waiting() -> HttpResponse:
        return render(request, "lobby/parts/practice_place.html", context)

    return deal_waits.answer(request, _CHOSEN, make, waiting)


def _begin(request: HttpRequest, what: practice.Wanted, chosen: Mapping[str, str]) -> HttpResponse:
    try:
        player = ensure_player(request)
        user_id = player.pk
        practice_limit.refuse_more(player)
        is_taught = preferences_of(request)["hints"] == "on"
        seed = practice.first_deal(user_id, what) if is_taught else None
        what = practice.taught(what) if seed else what
        deal = game.commitment(seed) if seed else practice.open_deal(user_id, what, game.now_ms())
    except engagements.Busy as busy:
        return render(request, "lobby/busy.html", {"match": busy.match}, status=409)
    except practice_limit.TooManyPractice as met:
        return render(request, "lobby/too_many_practice.html", {"most": met.most}, status=409)
    request.session[_CHOSEN] = {"what": asdict(what), "deal": deal, "seed": seed.hex() if seed else ""}
    request.session[_LAST] = {name: chosen[name] for name in sorted(_OF_THE_PAGE)}
    return redirect("lobby:practice_starting")


def _own(request: HttpRequest, variant: str) -> dict[str, object]:
    """The posted custom rules. Raises BadForm, and NotOffered for a game that bots do not play."""
    if variant not in [one.key for one in practice.offered()]:
        raise practice.NotOffered("game")
    return posted_settings.read_post(request.POST, variant, besides=posted_settings.NOT_SETTINGS | _OF_THE_PAGE)


def _named(given: Mapping[str, str]) -> dict[str, str]:
    return {name: given[name][:40] for name in _OF_THE_PAGE if name in given}


def _last(request: HttpRequest) -> dict[str, str]:
    """The choices of the last time in this browser; at first the calmest bot, the first preset, no clock."""
    first = {"game": game.DEFAULT_VARIANT, "level": _FIRST_LEVEL, "preset": "", "clock": "0", "pace": "1"}
    first["lg"] = interface_language()
    last: dict[str, str] = request.session.get(_LAST, {})
    return first | last


def _waiting(request: HttpRequest) -> dict[str, Any]:
    kept = deal_waits.kept(request, _CHOSEN) or {"what": {"level": _FIRST_LEVEL, "settings": {}}, "deal": ""}
    language = kept["what"]["settings"].get(
        "language", next(iter(MATCH_LANGUAGES))
    )  # the first is the settings' default
    return {
        "level": bots.LEVELS[kept["what"]["level"]],
        "deal": "" if kept.get("seed") else kept["deal"],
        "bots": bots.readiness(game.now_ms(), language),
    }


def _page(request: HttpRequest, chosen: Mapping[str, str], errors: Mapping[str, str] | None = None) -> HttpResponse:
    now_ms = game.now_ms()
    offered = preset_cards(chosen["lg"] if chosen["lg"] in MATCH_LANGUAGES else "en", now_ms)
    games = {one.key: one for one in practice.offered()}
    variant = chosen["game"] if chosen["game"] in games else game.DEFAULT_VARIANT
    cards = [card for card in offered if card.variant == variant and not card.summary.is_slow]
    keys = [card.key for card in cards]
    preset = chosen["preset"] if chosen["preset"] in (*keys, practice.OWN) else next(iter(keys), practice.OWN)
    context = {
        "chosen": {**chosen, "preset": preset, "game": variant},
        "games": list(games.values()),
        "level": bots.LEVELS.get(chosen["level"]) or bots.LEVELS[_FIRST_LEVEL],
        "levels": bots.LEVELS.values(),
        "languages": MATCH_LANGUAGES,
        "cards": cards,
        "own": practice.OWN,
        "sections": _sections(variant, kept_boards(request)),
        "errors": [posted_settings.said(name, code, variant) for name, code in (errors or {}).items()],
        "bots": bots.readiness(now_ms, chosen["lg"]),
    }
    return render(request, "lobby/practice.html", context, status=422 if errors else 200)


def _sections(variant: str, boards: KeptBoards) -> list[Section]:
    """The form of custom rules, folded; it begins without a clock."""
    drawn = []
    for section in forms.sections({"turn_seconds": None}, variant=variant, boards=boards, people=1):
        fields = [field for field in section.fields if field.key not in _HIDDEN]
        drawn.append(replace(section, fields=fields, is_open=False))
    return drawn
