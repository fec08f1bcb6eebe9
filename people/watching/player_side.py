"""What a player does about onlookers: the account's switches, and for one match who watches and who may."""

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.api import User
from common import rate_limits
from common.htmx import wants_part
from common.view_kinds import post_only
from game import api as game
from people.services.friends import friends_of
from people.services.pairs import is_person
from people.watching.services import choices
from people.watching.services.choices import BadChoice, NoMatch
from people.watching_models import MayWatch


@post_only(rate_limits.WATCHING_CHOSEN)
def switches(request: HttpRequest) -> HttpResponse:
    """Keep who may watch the account's matches, and whether its match pages say how many do."""
    user, posted = request.user, request.POST
    if not isinstance(user, User) or not is_person(user):
        raise Http404("no account")
    try:
        choices.choose(user.pk, may_watch=posted.get("may_watch", ""), shows_onlookers="shows_onlookers" in posted)
    except BadChoice as fault:
        raise BadRequest("may_watch") from fault
    if wants_part(request):
        return HttpResponse(status=204)
    messages.success(request, _("Kept."))
    return redirect("people:friends")


@never_cache
@require_http_methods(["GET", "POST"])
@rate_limits.limited(rate_limits.WATCHING_CHOSEN)
def of_match(request: HttpRequest, public_id: str) -> HttpResponse:
    """For a player of a running match: how many watch it, which friends are among them, and whom the player lets in;
    posted, keep it. For all others there is no such page."""
    user = request.user
    if not isinstance(user, User):
        raise Http404("no player")
    try:
        if request.method == "POST":
            choices.choose_for_match(user.pk, user.is_guest, public_id, request.POST.get("may_watch", ""))
        match = choices.match_of(user.pk, public_id)
    except NoMatch as none:
        raise Http404("no such match") from none
    except BadChoice as fault:
        raise BadRequest("may_watch") from fault
    context = _shown(user, match) | {"is_chosen": request.method == "POST"}
    return render(request, "people/watching/of_match.html", context)


def _shown(user: User, match: game.WatchedMatch) -> dict[str, object]:
    shows = choices.SHOWS_ONLOOKERS.alone(user.pk)
    how_many = game.how_many_watch(match.match_id) if shows else 0
    there = game.watchers(match.match_id) if shows else frozenset()
    own = friends_of(user.pk) if there else []
    friends = [friend for friend in own if friend.id in there and friend.shows_presence]
    return {
        "match": match,
        "shows": shows,
        "how_many": how_many,
        "friends": friends,
        "others": max(0, how_many - len(friends)),
        "chosen": choices.chosen_in(match, user.pk, user.is_guest),
        "offered": [(one.value, MayWatch(one).label) for one in choices.offered(user.is_guest)],
    }
