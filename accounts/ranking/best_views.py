"""The views of the leaderboards of best totals in matches played alone. Decides nothing."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from accounts.models import User
from accounts.services import bests as kept
from common.view_kinds import fresh_page
from game import api as game


@dataclass(frozen=True, slots=True)
class Way:
    """One value of a setting: its label, the query string that selects it, whether it is selected."""

    label: str
    query: str
    is_chosen: bool


@fresh_page()
def bests(request: HttpRequest) -> HttpResponse:
    """The board for one kind of match played alone: the `game`, and its settings by their keys. Missing or invalid
    parameters take their defaults; 404 if no game keeps such totals."""
    offered = {key: one for key, one in game.games().items() if one.bests is not None}
    if not offered:
        raise Http404("no game keeps best totals")
    asked = request.GET.get("game", "")
    chosen = offered[asked] if asked in offered else next(iter(offered.values()))
    assert chosen.bests is not None
    settings = {one.key: one for one in game.settings_of(chosen.key)}
    values = {key: _value(request, settings[key]) for key in chosen.bests.apart}
    kind = chosen.bests.kind(values)
    viewer = request.user.pk if isinstance(request.user, User) else None
    context = {
        "game": chosen,
        "games": list(offered.values()),
        "choices": [
            (game.label_of(settings[key]), _ways(chosen.key, settings[key], values)) for key in chosen.bests.apart
        ],
        "lines": kept.board(chosen.key, kind),
        "own": kept.own_line(chosen.key, kind, viewer) if viewer else None,
        "viewer": viewer,
    }
    return render(request, "accounts/bests.html", context)


@fresh_page()
def best_so_far(request: HttpRequest, public_id: str) -> HttpResponse:
    """The player's best total of the kind that a running match played alone is of, for its page; empty where there is
    none yet, or where the match has no kind. 404 for other users."""
    viewer = request.user
    user_id = viewer.pk if isinstance(viewer, User) else None
    found = game.match_of_player(public_id, user_id) if user_id is not None else None
    if found is None:
        raise Http404("no such match of yours")
    best = kept.best_of(user_id or 0, *found)
    return render(request, "accounts/best_so_far.html", {"best": best})


def _possible(setting: game.Setting) -> list[Any]:
    if isinstance(setting, game.Flag):
        return [True, False]
    assert isinstance(setting, game.OneOf)  # only these distinguish kinds
    return [value for value, _label in setting.choices]


def _value(request: HttpRequest, setting: game.Setting) -> Any:
    """The value in the query string; else the reader's language, or the setting's default."""
    found = {str(value): value for value in _possible(setting)}
    own = (get_language() or "")[:2] if setting.key == "language" else ""
    return found.get(request.GET.get(setting.key, ""), found.get(own, setting.default))


def _ways(variant: str, setting: game.Setting, values: dict[str, Any]) -> list[Way]:
    ways = []
    for value in _possible(setting):
        query = "&".join(f"{key}={one}" for key, one in {**values, setting.key: value}.items())
        label = game.value_in_words(setting, value)
        ways.append(Way(label, f"game={variant}&{query}", value == values[setting.key]))
    return ways
