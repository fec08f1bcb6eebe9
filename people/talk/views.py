"""Talk over HTTP: what a page shows of it, a line that is said, and what a player chooses. A stranger gets a 404, as at
a match that is not there."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.api import User
from common import rate_limits
from common.htmx import wants_part
from common.typed_text import whole_number
from common.view_kinds import fresh_page, post_only
from game import api as game
from people.talk.refusals import NoTalk, Refused
from people.talk.sentences import sentence
from people.talk.services import choices
from people.talk.services import lines as talk_lines
from people.talk.services.table import table_of
from people.talk.shown import shown


@fresh_page(rate_limits.TALK_READS)
def talk(request: HttpRequest, match: str) -> HttpResponse:
    """The talk of a match, for the place that its page has for it; with `parts` what has changed of it since."""
    user = _user(request)
    try:
        table = table_of(match, user.pk)
    except NoTalk as fault:
        raise Http404("no talk here") from fault
    template = "people/talk/parts.html" if "parts" in request.GET else "people/talk/talk.html"
    return render(request, template, shown(table, game.now_ms()) | {"oob": "parts" in request.GET})


@post_only(rate_limits.TALK, fresh=True)
def say(request: HttpRequest, match: str) -> HttpResponse:
    """Say one of the said lines (`said`), or free text (`text`), once by its `nonce`."""
    given = {name: request.POST.get(name, "") for name in ("nonce", "said", "text")}

    def done(user: User) -> dict[str, object]:
        return {"line": talk_lines.say(match, user.pk, **given, now_ms=game.now_ms()).pk}

    return _answer(request, done)


@post_only(rate_limits.TALK, fresh=True)
def text(request: HttpRequest, match: str) -> HttpResponse:
    """Switch own words on or off for oneself, in this match."""
    chosen = request.POST.get("on", "")
    if chosen not in ("0", "1"):
        raise BadRequest("on")

    def done(user: User) -> None:
        choices.allow_text(match, user.pk, allows=chosen == "1", now_ms=game.now_ms())

    return _answer(request, done)


@post_only(rate_limits.TALK_READS, fresh=True)
def read(request: HttpRequest, match: str) -> HttpResponse:
    """The page has shown the lines up to this one."""
    to = whole_number(request.POST.get("to", ""))
    if to is None:
        raise BadRequest("to")

    return _answer(request, lambda user: choices.note_read(match, user.pk, to))


@post_only(rate_limits.MUTES, fresh=True)
def mute(request: HttpRequest, public_id: str) -> HttpResponse:
    """Hear nothing of that player any more. They are not told."""
    user, other = _two(request, public_id)
    choices.mute(user.pk, other.pk, game.now_ms())
    return _back(request, other, _("You have muted %(name)s. Neither of you reads the other. They are not told."))


@post_only(rate_limits.MUTES, fresh=True)
def unmute(request: HttpRequest, public_id: str) -> HttpResponse:
    """Hear that player again."""
    user, other = _two(request, public_id)
    choices.unmute(user.pk, other.pk)
    return _back(request, other, _("You read what %(name)s says again."))


def _user(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise Http404("no talk here")
    return request.user


def _two(request: HttpRequest, public_id: str) -> tuple[User, User]:
    """Who asks, and the player of that id: any open account of a person, and whom one has met or muted."""
    user = _user(request)
    other = User.objects.filter(public_id=public_id).exclude(pk=user.pk).first()
    if other is None:
        raise Http404("no such player")
    is_open = other.is_active and not other.is_guest
    if not (is_open or choices.has_muted(user.pk, other.pk) or game.have_met(user.pk, other.pk)):
        raise Http404("no such player")
    return user, other


def _answer(request: HttpRequest, done: Callable[[User], dict[str, object] | None]) -> HttpResponse:
    """What was done, as JSON; a refusal with its code and the sentence for it."""
    user = _user(request)
    try:
        return JsonResponse({"ok": True, **(done(user) or {})})
    except NoTalk as fault:
        raise Http404("no talk here") from fault
    except Refused as fault:
        told = {"ok": False, "code": fault.code, "message": sentence(fault.code, user.pk)}
        return JsonResponse(told, status=409)


def _back(request: HttpRequest, other: User, said: str) -> HttpResponse:
    if wants_part(request):
        return HttpResponse(status=204)
    messages.info(request, said % {"name": other.display_name})
    return redirect("accounts:account") if other.is_guest else redirect("accounts:player", other.public_id)
