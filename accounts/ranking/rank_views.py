"""The views of rank: what a match changed, the leaderboards, and how points and ratings work. Decides nothing."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, get_language_info
from django.views.decorators.http import require_safe

from accounts.models import RankChange, RatedMatch, User
from accounts.ranking import glicko, points_rules
from accounts.ranking.leaderboard import Board, around, page_of
from accounts.ranking.rank_texts import explain
from accounts.rating_models import Span
from accounts.services import bests
from common.durations import DAY_MS
from common.view_kinds import fresh_page
from game import api as game

_YEAR_MS = 365 * DAY_MS


@fresh_page()
def rank_change(request: HttpRequest, public_id: str) -> HttpResponse:
    """The ranked part of a match's end page, for the player who asks; 404 for other users and while the match runs."""
    user = request.user
    result = game.result_for(public_id, user.pk) if isinstance(user, User) else None
    seat = result.seat_of(user.pk) if result is not None and user.pk is not None else None
    if result is None or seat is None:
        raise Http404("no such finished match of yours")
    if len(result.seats) == 1:
        best = bests.best_of(user.pk or 0, result.variant, result.match_id)
        is_new = best is not None and best.match_id == result.match_id
        return render(request, "accounts/best_change.html", {"best": best, "is_new": is_new})
    rated = RatedMatch.objects.filter(match=result.match_id).first()
    change = RankChange.objects.filter(rated_match=result.match_id, user=user.pk).first()
    told = explain(result, rated, change, seat, guest=isinstance(user, User) and user.is_guest)
    others = [player.user_id for player in result.seats if player.user_id not in (None, user.pk)]
    context = {
        "told": told,
        "language": language_name(result.language),
        "slow": result.slow,
        "opponent": User.objects.filter(pk__in=others, is_guest=False, is_active=True).first(),
    }
    return render(request, "accounts/rank_change.html", context)


@fresh_page()
def leaderboard(request: HttpRequest) -> HttpResponse:
    """A page of one of the boards. Missing or invalid parameters take the first value of their kind."""
    now = game.now_ms()
    offered = game.games()
    variant = _chosen(request, "game", list(offered))
    by = _chosen(request, "by", ("points", "rating") if offered[variant].ranked else ("rating",))
    languages = _languages(variant) if by == "rating" else ["", *_languages(variant)]
    preferred = (get_language() or "")[:2] if by == "rating" else ""
    board = Board(
        by=by,
        language=_chosen(request, "language", languages, preferred),
        span=_chosen(request, "span", tuple(Span.values)),
        variant=variant,
        unsure=by == "rating" and request.GET.get("unsure") == "1",
    )
    viewer = request.user.pk if isinstance(request.user, User) and not request.user.is_guest else None
    page = page_of(board, now, viewer, after=request.GET.get("after", ""), before=request.GET.get("before", ""))
    # Below the last ranked player come those whose rating is still provisional.
    has_below = by == "rating" and not board.unsure
    own_below = around(replace(board, unsure=True), now, viewer) if has_below and viewer and not page.own else []
    context = {
        "board": board,
        "page": page,
        "games": list(offered.values()),
        "keeps_bests": any(one.bests is not None for one in offered.values()),
        "has_points": offered[variant].ranked,
        "of_game": "" if variant == game.DEFAULT_VARIANT else f"&game={variant}",
        "own": page.own or own_below,
        "own_is_unsure": board.unsure or bool(own_below),
        "below": page_of(replace(board, unsure=True), now, None) if has_below and not page.after else None,
        "viewer": viewer,
        "languages": [(code, language_name(code)) for code in languages],
        "language": language_name(board.language),
        "begins": points_rules.next_period_at(board.span, now) if board.span != Span.ALL else None,
        "is_first": not (request.GET.get("after") or request.GET.get("before")),
    }
    return render(request, "accounts/leaderboard.html", context)


@require_safe
def ranking(request: HttpRequest) -> HttpResponse:
    """How ranked points and ratings work, with the constants that the code uses."""
    known = glicko.Skill(deviation=60.0)
    context = {
        "start_points": points_rules.START_POINTS,
        "most_a_day": points_rules.MOST_A_DAY,
        "most_wins_a_day": points_rules.MOST_WINS_A_DAY,
        "start_rating": round(glicko.START_RATING),
        "start_deviation": round(glicko.START_DEVIATION),
        "provisional_deviation": round(points_rules.PROVISIONAL_DEVIATION),
        "provisional_matches": points_rules.PROVISIONAL_MATCHES,
        "known": round(known.deviation),
        "known_after_a_year": round(glicko.idle(known, _YEAR_MS).deviation),
    }
    return render(request, "accounts/ranking.html", context)


def language_name(code: str) -> str:
    """The name of a match language in that language; "" for all of them together."""
    return str(get_language_info(code)["name_local"]).capitalize() if code else ""


def _languages(variant: str) -> list[str]:
    """The languages in which matches of a game are played."""
    for setting in game.settings_of(variant):
        if setting.key == "language" and isinstance(setting, game.OneOf):
            return [code for code, _label in setting.choices]
    return []


def _chosen(request: HttpRequest, key: str, allowed: list[str] | tuple[str, ...], preferred: str = "") -> str:
    """The query parameter if it is one of the allowed values, else the preferred one, else the first."""
    value = request.GET.get(key)
    if value in allowed and value is not None:
        return value
    return preferred if preferred in allowed else allowed[0]
