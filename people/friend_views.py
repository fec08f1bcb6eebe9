"""What players press about friends: each button posts here, and the page it stood on is shown again. A script gets the
buttons of that player alone (`person_actions`)."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from accounts.api import User
from common import rate_limits
from common.htmx import wants_part
from common.view_kinds import post_only
from game import api as game
from people.friend_sentences import sentence
from people.person_actions import actions_for
from people.services import contact as contacts
from people.services import friend_questions, friends
from people.services.contact import BadContact
from people.services.pairs import Refused, is_person


@post_only(rate_limits.FRIEND_QUESTIONS)
def ask(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask to become friends; friends at once with who has asked oneself."""
    at_once, asked = (
        _("You and %(name)s are friends now."),
        _("%(name)s is asked. You see here when there is an answer."),
    )
    return _do(request, public_id, friend_questions.ask, lambda are_friends: at_once if are_friends else asked)


@post_only(rate_limits.FRIEND_ANSWERS)
def accept(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say yes to who has asked."""
    return _do(request, public_id, friend_questions.accept, _("You and %(name)s are friends now."))


@post_only(rate_limits.FRIEND_ANSWERS)
def put_off(request: HttpRequest, public_id: str) -> HttpResponse:
    """Not now: who has asked is not told."""
    said = _("Not now. %(name)s is not told. You can find them by name later.")
    return _do(request, public_id, friend_questions.put_off, said)


@post_only(rate_limits.FRIEND_ANSWERS)
def withdraw(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take back what one has asked."""
    return _do(request, public_id, friend_questions.withdraw, _("%(name)s is not asked any more."))


@post_only(rate_limits.FRIEND_ANSWERS)
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    """Be friends no more; the other is not told."""
    said = _("You and %(name)s are not friends any more. They are not told.")
    return _do(request, public_id, friends.leave, said)


@post_only(rate_limits.FRIEND_ANSWERS)
def contact(request: HttpRequest) -> HttpResponse:
    """Keep who may what."""
    user, posted = request.user, request.POST
    if not isinstance(user, User) or not is_person(user):
        raise Http404("no account")
    try:
        contacts.choose(
            user.pk,
            shows_presence="shows_presence" in posted,
            may_challenge=posted.get("may_challenge", ""),
            can_be_found="can_be_found" in posted,
        )
    except BadContact as fault:
        raise BadRequest("may_challenge") from fault
    if wants_part(request):
        return HttpResponse(status=204)
    messages.success(request, _("Kept."))
    return redirect("people:friends")


def _do(
    request: HttpRequest,
    public_id: str,
    work: Callable[[int, int, int], Any],
    said_of: str | Callable[[Any], str],
) -> HttpResponse:
    """Do it between the reader and the player of that id, say what became of it, and show the page or the buttons
    again. A player in no state to answer is 404, before as well as meanwhile: the services look again."""
    other = User.objects.filter(public_id=public_id).first()
    if other is None or not is_person(other):
        raise Http404("no such player")
    user = request.user
    if not isinstance(user, User):
        return redirect("account_login")
    name = {"name": other.display_name}
    try:
        done = work(user.pk, other.pk, game.now_ms())
        said, is_refused = (said_of if isinstance(said_of, str) else said_of(done)) % name, False
    except Refused as refusal:
        if refusal.code == "no_player":
            raise Http404("no such player") from refusal
        said, is_refused = sentence(refusal.code, other.display_name), True
    if wants_part(request):
        is_short = "short" in request.POST
        context = actions_for(user, other, is_short=is_short) | {"said": said}
        return render(request, "people/parts/person_actions.html", context)
    (messages.error if is_refused else messages.success)(request, said)
    return back(request)


def back(request: HttpRequest) -> HttpResponse:
    """To the page of this site that the form stood on (`next`), else to the friends."""
    to = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(to, allowed_hosts=None) and to.startswith("/"):
        return redirect(to)
    return redirect("people:friends")
