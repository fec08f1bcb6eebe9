"""The page of friends and its parts: who asks, who is where, finding a player, the drawer, whom one has just played."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from accounts.api import Met, User, blocks_of, met
from common import rate_limits
from common.htmx import wants_part
from common.view_kinds import fresh_page
from game import api as game
from people.friend_models import FriendQuestion, MayChallenge, PersonalLink
from people.person_actions import actions_for
from people.services.contact import contact_of
from people.services.finding import MOST_FOUND
from people.services.finding import find as find_players
from people.services.friend_questions import asked_by, asked_of
from people.services.friends import MOST_FRIENDS, friend_of, friends_among
from people.services.pairs import is_person
from people.services.personal_links import MOST_USES, link_of
from people.watching_models import MayWatch
from people.whereabouts import SeenFriend, seen

T = TypeVar("T", SeenFriend, FriendQuestion)

IN_THE_DRAWER = 12
"""Friends who are away, there; all are on the page."""


@dataclass(frozen=True, slots=True)
class Row(Generic[T]):
    """A friend or a question in the list, and what the two have played (`last` None where nothing)."""

    one: T
    met: Met | None

    @property
    def last(self) -> datetime | None:
        """When their last match ended."""
        return None if self.met is None else datetime.fromtimestamp(self.met.last_at / 1000, UTC)


@dataclass(frozen=True, slots=True)
class FoundRow:
    """A player that was found, and what they are to the searcher: "friends", "asked" or ""."""

    player: User
    state: str


@fresh_page()
def friends(request: HttpRequest) -> HttpResponse:
    """All of it for an account; for others what friends are. htmx gets the list alone."""
    user = request.user
    if not isinstance(user, User) or not is_person(user):
        return render(request, "people/friends.html", {"is_account": False})
    if wants_part(request):
        rate_limits.take(rate_limits.POLLS, request)
        return render(request, "people/parts/friends_now.html", _now(user))
    return render(request, "people/friends.html", _now(user) | _beside(request, user) | _by_link(request, user))


@fresh_page(rate_limits.FINDING)
def find(request: HttpRequest) -> HttpResponse:
    """The page with the players whose names begin with `name`."""
    user, typed = request.user, request.GET.get("name", "")[:40]
    if not isinstance(user, User) or not is_person(user):
        return render(request, "people/friends.html", {"is_account": False})
    if not typed.strip():
        return redirect("people:friends")
    players = find_players(typed, user.pk)
    keys = [player.pk for player in players]
    own = friends_among(user.pk, keys)
    asked = set(asked_by(user.pk).filter(asked__in=keys).values_list("asked", flat=True)) if keys else set()
    found = [
        FoundRow(player, "friends" if player.pk in own else "asked" if player.pk in asked else "") for player in players
    ]
    context = {"typed": typed, "found": found, "is_cut": len(found) == MOST_FOUND, "is_find": True}
    return render(request, "people/friends.html", _now(user) | _beside(request, user) | context)


@fresh_page(rate_limits.POLLS)
def drawer(request: HttpRequest) -> HttpResponse:
    """What the drawer holds, as a part of any page."""
    user = request.user
    if not isinstance(user, User) or not is_person(user):
        raise Http404("no account")
    found = seen(user.pk)
    there = [one for one in found if one.is_there]
    away = [one for one in found if not one.is_there]
    context = {"there": there, "away": away[:IN_THE_DRAWER], "how_many_away": len(away)}
    return render(request, "people/parts/drawer.html", context)


@fresh_page(rate_limits.POLLS)
def played(request: HttpRequest, match: str) -> HttpResponse:
    """Whom the reader has just played, each with "Add friend", for the end page of that match; nothing where nobody is
    left to ask."""
    user = request.user
    result = game.result_for(match, user.pk) if isinstance(user, User) and is_person(user) else None
    if result is None or not isinstance(user, User):
        return HttpResponse("")
    keys = [seat.user_id for seat in result.seats if seat.user_id not in (None, user.pk)]
    players = [player for player in User.objects.filter(pk__in=keys).order_by("pk") if is_person(player)]
    actions = [actions_for(user, player, is_short=True) for player in players]
    return render(request, "people/parts/played.html", {"all_actions": actions})


def _now(user: User) -> dict[str, Any]:
    """What changes by itself: who asks, and who is where."""
    found, asked = seen(user.pk), asked_of(user.pk)
    pairs = met(user.pk, [one.friend.id for one in found] + [question.asker_id for question in asked])
    rows = [Row(one, pairs.get(one.friend.id)) for one in found]
    return {
        "is_account": True,
        "questions": [Row(question, pairs.get(question.asker_id)) for question in asked],
        "there": [row for row in rows if row.one.is_there],
        "away": [row for row in rows if not row.one.is_there],
        "how_many": len(rows),
        "most": MOST_FRIENDS,
        "open_questions": list(asked_by(user.pk)),
    }


def _beside(request: HttpRequest, user: User) -> dict[str, Any]:
    """What stands beside the list: the link, who may what, who is blocked."""
    now_ms = game.now_ms()
    link = link_of(user.pk, now_ms)
    return {
        "contact": contact_of(user.pk),
        "who_may": MayChallenge.choices,
        "who_may_watch": [(one.value, _("As usual") if one is MayWatch.USUAL else one.label) for one in MayWatch],
        "blocks": blocks_of(user.pk),
        **({} if link is None else link_shown(request, link, now_ms)),
    }


def link_shown(request: HttpRequest, link: PersonalLink, now_ms: int) -> dict[str, Any]:
    """A link with its picture, and how long and for how many it stands."""
    address = request.build_absolute_uri(reverse("people:use-link", args=[link.token]))
    qr = segno.make_qr(address, error="m").svg_inline(border=2, omitsize=True)
    return {
        "link": address,
        "qr": mark_safe(qr),  # nosec B308 B703  # an SVG of segno's, the text in it as dots
        "link_left": game.duration_in_words(link.lapses_at - now_ms),
        "link_uses": MOST_USES - link.uses,
    }


def _by_link(request: HttpRequest, user: User) -> dict[str, Any]:
    """Who became a friend by the link, where the news of it led here: it can be undone."""
    public_id = request.GET.get("by_link", "")
    other = User.objects.filter(public_id=public_id).first() if public_id else None
    friend = None if other is None else friend_of(user.pk, other.pk)
    return {} if friend is None else {"by_link": friend}
