"""Personal links: a new one of one's own, and the page that one leads to. Looking at the page changes nothing."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.api import User
from common import rate_limits
from common.view_kinds import fresh_form, post_only
from game import api as game
from people.friend_sentences import sentence
from people.services import personal_links
from people.services.friends import are_friends
from people.services.pairs import Refused, is_person

GONE = 410


@post_only(rate_limits.PERSONAL_LINKS_MADE)
def new_link(request: HttpRequest) -> HttpResponse:
    """Make a new link; the one before ends."""
    user = request.user
    if not isinstance(user, User):
        return redirect("account_login")
    try:
        personal_links.new_link(user.pk, game.now_ms())
    except Refused as refusal:
        messages.error(request, sentence(refusal.code))
    return redirect("people:friends")


@fresh_form(rate_limits.PERSONAL_LINKS)
def use_link(request: HttpRequest, token: str) -> HttpResponse:
    """Whose link it is, with a button; the button makes the two friends."""
    user, now_ms = request.user, game.now_ms()
    try:
        owner = personal_links.owner_of(token, user.pk, now_ms)
        if request.method == "POST" and isinstance(user, User):
            return _used(request, token, user, owner)
    except Refused:
        return render(request, "people/no_link.html", status=GONE)
    context = {
        "owner": owner,
        "is_own": user.pk == owner.pk,
        "is_account": isinstance(user, User) and is_person(user),
        "are_friends": isinstance(user, User) and are_friends(user.pk, owner.pk),
    }
    return render(request, "people/use_link.html", context)


def _used(request: HttpRequest, token: str, user: User, owner: User) -> HttpResponse:
    """Raises Refused for a link that no longer stands."""
    try:
        personal_links.use(token, user.pk, game.now_ms())
    except Refused as refusal:
        if refusal.code == "no_link":
            raise
        messages.error(request, sentence(refusal.code, owner.display_name))
        return redirect("people:friends")
    messages.success(request, _("You and %(name)s are friends now.") % {"name": owner.display_name})
    return redirect("people:friends")
