"""Views of private rooms: joining by code or link, the room's page, and its buttons. They decide nothing.

A page polls every second (`poll`) and is sent only what differs from what it shows; the host's form is never replaced
while the host uses it, unless it shows settings that are no longer the room's. Without scripts every button is a form
of its own and leads back to the page.
"""

import hashlib
from collections.abc import Mapping
from functools import partial
from typing import Any

import segno
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.templatetags.static import static
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from accounts.api import blocked_among, ensure_player
from common import rate_limits
from common.htmx import wants_part
from common.typed_text import whole_number
from common.view_kinds import fresh_page, post_only
from game import api as game
from lobby import forms, head_start_form, posted_settings, rules_code, rules_in_words
from lobby.cards import game_title
from lobby.models import interface_language
from lobby.own_boards import kept_boards, own_board
from lobby.room_sentences import news_of, sentence
from lobby.services import room_game, room_head_start, room_seats, rooms
from lobby.services.room_rows import sizes
from lobby.views import home_again

_STATUS = {
    "no_room": 404,
    "room_full": 409,
    "not_host": 403,
    "unknown_setting": 400,
    "bad_seats": 400,
    "nobody_there": 409,
    "unknown_game": 400,
}


@post_only()
def create(request: HttpRequest) -> HttpResponse:
    """Open a room and go there; its match language is that of the interface, its game `game` or the site's own. A
    visitor becomes a guest."""
    variant = request.POST.get("game", game.DEFAULT_VARIANT)
    if variant not in game.games():
        raise Http404("no such game")
    try:
        rate_limits.take(rate_limits.ROOMS, request)
        user = ensure_player(request)
        code = rooms.create(user.pk, interface_language(), game.now_ms(), variant)
    except rooms.Refused as refusal:
        messages.error(request, sentence(refusal.code))
        code = refusal.room
    except rate_limits.TooMany as met:
        return home_again(request, met)
    return redirect("lobby:room", code)


@post_only(fresh=True)
def join(request: HttpRequest) -> HttpResponse:
    """Take a free seat of the room `code`. A visitor becomes a guest, but not for a code that leads nowhere."""
    code = rooms.normal(request.POST.get("code", ""))
    try:
        _knock(request, code)
        code = rooms.join(code, ensure_player(request).pk, game.now_ms())
    except (rooms.Refused, rate_limits.TooMany) as refusal:
        return _no_entry(request, refusal)
    if wants_part(request):
        return HttpResponseClientRedirect(resolve_url("lobby:room", code))
    return redirect("lobby:room", code)


@fresh_page()
def invitation(request: HttpRequest, code: str) -> HttpResponse:
    """The page that the link leads to: the host, the rules, and a button. Viewing it takes no seat."""
    try:
        invited = _knock(request, code)
    except (rooms.Refused, rate_limits.TooMany) as refusal:
        return _no_entry(request, refusal)
    if invited is None:
        return redirect("lobby:room", rooms.normal(code))
    said = rules_in_words.difference_line(invited.settings, invited.variant)
    context = {
        "invited": invited,
        "difference": said,
        "game_title": game_title(invited.variant),
        "own_board": own_board(invited.settings, invited.variant),
        "page_url": request.build_absolute_uri(reverse("lobby:invitation", args=[invited.code])),
        "icon_url": request.build_absolute_uri(static("img/touch-icon.png")),
    }
    return render(request, "lobby/room_join.html", context)


@fresh_page()
def room(request: HttpRequest, code: str) -> HttpResponse:
    """The room for its players; the invitation for any other user."""
    view = rooms.look(code, request.user.pk, game.now_ms())
    if view is None:
        return invitation(request, code)
    if view.match:
        return redirect("game:match", view.match)
    if view.ended:
        return render(request, "lobby/room_over.html", {"why": view.ended, "room": view}, status=410)
    suggested = head_start_form.suggested(view) if view.is_host else {}
    return render(request, "lobby/room.html", {**_live(view), **_settings(request, view), "suggested": suggested})


@post_only(rate_limits.POLLS, fresh=True)
def poll(request: HttpRequest, code: str) -> HttpResponse:
    """Handle the page's poll, every second: it posts what it shows (`version`, `shown`), gets what differs, or 204."""
    view = rooms.poll(code, request.user.pk, game.now_ms()) if request.user.is_authenticated else None
    if view is None or view.ended:
        why = (view.ended if view else rooms.how_ended(code, game.now_ms())) or "no_room"
        return render(request, "lobby/room/over.html", {"why": why, "room": view})
    if view.match:
        return HttpResponseClientRedirect(resolve_url("game:match", view.match))
    live = _live(view)
    is_old = request.POST.get("version") != str(view.version)
    if not is_old and view.counting_ms is None and request.POST.get("shown") == live["shown"]:
        return HttpResponse(status=204)
    return _update(request, view, with_settings=is_old)


@post_only()
def settings(request: HttpRequest, code: str) -> HttpResponse:
    """The host's form, whole or one field of it, with the version of the settings it shows."""
    view = _entered(request, code)
    if not view.is_host:
        return _refused(request, "not_host")
    try:
        given = posted_settings.read_post(request.POST, view.variant)
        view = rooms.change(code, request.user.pk or 0, _posted_number(request, "version"), given, game.now_ms())
    except (posted_settings.BadForm, game.BadSettings) as bad:
        errors = posted_settings.errors_of(bad)
        unknown = next((name for name, code in errors.items() if code == "unknown_setting"), None)
        if unknown is not None:
            return _refused(request, "unknown_setting", posted_settings.said(unknown, "unknown_setting", view.variant))
        return _update(request, view, is_form=True, errors=errors)
    except rooms.Refused as refusal:
        return _in_room(request, code, refusal.code)
    return _update(request, view, is_form=True)


@post_only()
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """Fill the form from a rules code: every setting becomes what the code says."""
    view = _entered(request, code)
    if not view.is_host:
        return _refused(request, "not_host")
    try:
        given = rules_code.read(request.POST.get("rules", ""), view.variant)
        view = rooms.replace_all(code, request.user.pk or 0, _posted_number(request, "version"), given, game.now_ms())
    except rules_code.BadRulesCode as bad:
        return _update(request, view, said=sentence(bad.code))
    except rooms.Refused as refusal:
        return _in_room(request, code, refusal.code)
    return _update(request, view, with_settings=True)


@post_only()
def ready(request: HttpRequest, code: str) -> HttpResponse:
    """`ready` 1 or 0, for the settings of `version`. The host's form comes with it: no player is ready for other rules
    than the page shows, so unposted changes are applied first; a refused value means not ready."""
    view = _entered(request, code)
    is_ready, version, now_ms = request.POST.get("ready") == "1", _posted_number(request, "version"), game.now_ms()
    has_form = is_ready and view.is_host and not posted_settings.field_names(view.variant).isdisjoint(request.POST)
    try:
        if has_form:
            given = posted_settings.read_post(request.POST, view.variant)
            view = rooms.change(code, request.user.pk or 0, version, given, now_ms)
            version = view.version
        view = rooms.set_ready(code, request.user.pk or 0, version, is_ready, now_ms)
    except (posted_settings.BadForm, game.BadSettings) as bad:
        errors = posted_settings.errors_of(bad)
        return _update(request, view, is_form=True, errors=errors, said=sentence("wrong_setting"))
    except rooms.Refused as refusal:
        return _in_room(request, code, refusal.code)
    return _update(request, view, is_form=has_form)


@post_only()
def seats(request: HttpRequest, code: str) -> HttpResponse:
    """The host's change of the seats: `seats` how many play, `close` the open ones, or `remove` the player at that
    number."""
    _entered(request, code)
    host, now_ms = request.user.pk or 0, game.now_ms()
    try:
        if "remove" in request.POST:
            view = room_seats.remove(code, host, _posted_number(request, "remove"), now_ms)
        elif "close" in request.POST:
            view = room_seats.close_open(code, host, now_ms)
        else:
            view = room_seats.set_seats(code, host, _posted_number(request, "seats"), now_ms)
    except rooms.Refused as refusal:
        if refusal.code == "no_room":
            return _in_room(request, code, refusal.code)
        return _refused(request, refusal.code)
    return _update(request, view)


@post_only()
def choose_game(request: HttpRequest, code: str) -> HttpResponse:
    """The host's choice of the `game` that is played."""
    _entered(request, code)
    try:
        view = room_game.set_game(code, request.user.pk or 0, request.POST.get("game", ""), game.now_ms())
    except rooms.Refused as refusal:
        if refusal.code == "no_room":
            return _in_room(request, code, refusal.code)
        return _refused(request, refusal.code)
    return _update(request, view, with_settings=True)


@post_only()
def head_start(request: HttpRequest, code: str) -> HttpResponse:
    """The host's choice of a head start (head_start_form.py)."""
    view = _entered(request, code)
    try:
        given = head_start_form.read_post(request.POST)
        view = room_head_start.give(code, request.user.pk or 0, *given, game.now_ms())
    except head_start_form.BadHeadStart as bad:
        return _update(request, view, head_start_error=bad.code)
    except game.BadSettings as refused:
        return _update(request, view, head_start_error=head_start_form.BadHeadStart.of(refused).code)
    except rooms.Refused as refusal:
        if refusal.code == "not_host":
            return _refused(request, refusal.code)
        return _in_room(request, code, refusal.code)
    return _update(request, view, has_new_head_start=True)


@post_only()
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Give the seat up and go home; to the match, if it has begun in the meantime."""
    match = rooms.leave(code, request.user.pk, game.now_ms()) if request.user.is_authenticated else ""
    return redirect("game:match", match) if match else redirect("lobby:home")


def _knock(request: HttpRequest, code: str) -> rooms.Invitation | None:
    """The invitation of that code; None for a user who has a seat already. Raises Refused, and TooMany for a browser
    that has missed too often: then nothing was looked up.

    A browser that has not missed gets in by a right code whatever others at its address do. The protection against
    guessing is the length of the codes; the limits only keep the noise down.
    """
    now_ms = game.now_ms()
    seated = rooms.look(code, request.user.pk, now_ms)
    if seated is not None and not seated.ended:
        return None
    rate_limits.take(rate_limits.ROOM_CODES, request)
    rate_limits.check(rate_limits.ROOM_CODES_MISSED, request)
    try:
        return rooms.invitation(code, request.user.pk, now_ms)
    except rooms.Refused as refusal:
        unknown = rate_limits.is_stranger(request)
        missed = rate_limits.ROOM_CODES_MISSED_BY_STRANGERS if unknown else rate_limits.ROOM_CODES_MISSED
        try:
            rate_limits.take(missed, request)
        except rate_limits.TooMany as met:
            # Others at that address may have used up the limit: the answer is still that the code is wrong.
            rate_limits.told(request, met)
        raise refusal


def _no_entry(request: HttpRequest, refusal: rooms.Refused | rate_limits.TooMany) -> HttpResponse:
    """The same page for every code that leads to no seat: nothing in it comes from the code."""
    if isinstance(refusal, rate_limits.TooMany):
        said, status = rate_limits.told(request, refusal), 429
    else:
        said, status = sentence(refusal.code), _STATUS[refusal.code]
    if wants_part(request):
        return HttpResponse(said, content_type="text/plain; charset=utf-8")
    return render(request, "lobby/room_join.html", {"said": said}, status=status)


def _refused(request: HttpRequest, code: str, said: str = "") -> HttpResponse:
    """A page that explains a refusal."""
    context = {"code": code, "said": said or sentence(code)}
    return render(request, "lobby/room_refused.html", context, status=_STATUS[code])


def _entered(request: HttpRequest, code: str) -> rooms.View:
    """The open room for one of its players; for any other user the same 404 as for no room."""
    view = rooms.look(code, request.user.pk, game.now_ms())
    if view is None:
        raise Http404("room")
    return view


def _in_room(request: HttpRequest, code: str, refusal: str) -> HttpResponse:
    """A refusal shown on the page, with everything there as it now is; without a seat, the way out."""
    view = rooms.look(code, request.user.pk, game.now_ms())
    if view is None or view.ended or view.match or refusal == "no_room":
        path = reverse("lobby:room", args=[code])
        return HttpResponseClientRedirect(path) if wants_part(request) else redirect(path)
    said = _("You can be ready when all seats are taken.") if refusal == "alone" and not view.is_pair else ""
    return _update(request, view, with_settings=refusal == "stale_settings", said=said or sentence(refusal))


def _update(
    request: HttpRequest,
    view: rooms.View,
    *,
    with_settings: bool = False,
    is_form: bool = False,
    errors: Mapping[str, str] | None = None,
    said: str = "",
    head_start_error: str = "",
    has_new_head_start: bool = False,
) -> HttpResponse:
    """What the page must change, as fragments; without scripts the page itself.

    `with_settings`: the form is drawn anew. `is_form`: the form was posted; `errors` has the codes of wrong fields.
    `head_start_error` is which number of a head start is wrong.
    """
    told = {name: posted_settings.said(name, code, view.variant) for name, code in (errors or {}).items()}
    context = {**_live(view), **_settings(request, view), "errors": told, "said": said}
    is_known = request.POST.get("sitters") == context["sitters"]
    context["with_head_start"] = has_new_head_start or (not is_known and not head_start_error)
    if head_start_error:
        context["head_start"] |= head_start_form.as_typed(request.POST, head_start_error)
    if view.is_host and (context["with_head_start"] or head_start_error):
        context["suggested"] = head_start_form.suggested(view)
    if wants_part(request):
        was_wrong = request.POST.get("wrong", "").split(",")
        known = posted_settings.field_names(view.variant)
        context["cleared"] = [name for name in was_wrong if name in known and name not in told]
        return render(request, "lobby/room/update.html", context | {"with_settings": with_settings, "is_form": is_form})
    if errors or head_start_error:
        return render(request, "lobby/room.html", context, status=422)
    if said:
        messages.error(request, said)
    return redirect("lobby:room", view.code)


def _live(view: rooms.View) -> dict[str, Any]:
    """What may change every second. `shown` is a short form of all of it but the seconds of the count-in."""
    is_counting = view.counting_ms is not None
    state = (view.version, view.news, view.seats, is_counting, get_language())
    return {
        "room": view,
        "mine": view.mine,
        # Asked for only where the seats are drawn.
        "blocked": SimpleLazyObject(partial(blocked_among, view.user_id or 0, [seat.user_id for seat in view.taken])),
        "games": game.games(),
        "own_board": own_board(view.settings, view.variant),
        "all_ready": view.is_full and all(seat.is_ready for seat in view.taken),
        "numbers_of_seats": [n for n in sizes(view.variant) if n >= len(view.taken)],
        "news": news_of(view),
        "sitters": head_start_form.mark(view),
        "head_start": head_start_form.shown(view),
        "seconds": max(1, -(-(view.counting_ms or 0) // 1000)) if is_counting else None,
        "shown": hashlib.sha256(repr(state).encode()).hexdigest()[:16],
    }


def _settings(request: HttpRequest, view: rooms.View) -> dict[str, Any]:
    """The form, and the room's rules in short."""
    link = request.build_absolute_uri(reverse("lobby:invitation", args=[view.code]))
    qr = segno.make_qr(link, error="m").svg_inline(border=2, omitsize=True)
    keys = view.news.get("keys", [])
    return {
        "sections": forms.sections(view.settings, keys, view.variant, kept_boards(request) if view.is_host else ()),
        "difference": rules_in_words.difference_line(view.settings, view.variant),
        "rules_code": rules_code.write(view.settings, view.variant),
        "link": link,
        "qr": mark_safe(qr),  # nosec B308 B703  # an SVG of segno's, the text in it as dots
    }


def _posted_number(request: HttpRequest, name: str) -> int:
    """A posted whole number; 0 for anything else."""
    return whole_number(request.POST.get(name, ""), digits=9) or 0
