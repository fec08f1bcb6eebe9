"""Pages for a match alone, or of several players on one device: choosing its rules, starting it, and waiting for it to
begin.

The choices wait in the session until the deal has the browser's number.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.api import BadName, clean_name, ensure_player
from common import rate_limits
from common.view_kinds import fresh_page, post_only
from game import api as game
from lobby import deal_waits, forms, posted_settings
from lobby.models import Preset, interface_language
from lobby.services import engagements, local_matches, queues

_CHOSEN, _LAST, _TOGETHER = "alone", "alone_last", "one_device"  # keys of the session
_NAMES = tuple(f"name-{place}" for place in range(5))
_OF_THE_CLOCK = frozenset({"turn_seconds", "timeouts_to_forfeit"})
"""Settings without meaning on a shared device."""


@fresh_page()
def choose(request: HttpRequest, variant: str) -> HttpResponse:
    """Choose the rules: at first those of the preset named, or the game's; then as the last time in this browser."""
    if not local_matches.may_be(variant):
        raise Http404("no game to be played alone")
    return _page(request, variant, _last(request, variant))


@fresh_page()
def choose_together(request: HttpRequest, variant: str) -> HttpResponse:
    """Type the names of those who play on this device, and choose the rules."""
    if not local_matches.at_one_device(variant):
        raise Http404("no game to be played at one device")
    return _page(request, variant, _last(request, variant), names=_last_names(request, variant))


@post_only()
def start_together(request: HttpRequest, variant: str) -> HttpResponse:
    """Begin on one device; a wrong name is reported, and all that was typed stays."""
    if not local_matches.at_one_device(variant):
        raise Http404("no game to be played at one device")
    return _start(request, variant, [request.POST.get(name, "") for name in _NAMES])


@post_only()
def start(request: HttpRequest, variant: str) -> HttpResponse:
    """Begin: open the deal, store the choices, and go to the page that waits for it. A visitor becomes a guest."""
    if not local_matches.may_be(variant):
        raise Http404("no game to be played alone")
    return _start(request, variant)


@post_only()
def again(request: HttpRequest, public_id: str) -> HttpResponse:
    """Play alone by the same rules once more; 404 where there was no such match of the player's."""
    what = local_matches.again(public_id, request.user.pk) if request.user.is_authenticated else None
    if what is None:
        raise Http404("no match of yours alone")
    rate_limits.take(rate_limits.PRACTICE, request)
    return _begin(request, what)


@fresh_page()
def starting(request: HttpRequest) -> HttpResponse:
    """The match is about to begin; home where nothing was chosen, and where it has begun already."""
    kept = deal_waits.kept(request, _CHOSEN)
    if kept is None or "match" in kept:
        return redirect("lobby:home")
    return render(request, "lobby/alone_starting.html", kept)


@post_only(fresh=True)
def poll(request: HttpRequest) -> HttpResponse:
    """Handle that page's poll, twice a second: redirect to the match as soon as it is dealt."""

    def make(kept: Mapping[str, Any]) -> str:
        what = local_matches.Wanted(**kept["what"])
        return local_matches.make(request.user.pk or 0, what, str(kept["deal"]), game.now_ms())

    def waiting() -> HttpResponse:
        return render(request, "lobby/parts/alone_place.html", deal_waits.kept(request, _CHOSEN))

    return deal_waits.answer(request, _CHOSEN, make, waiting)


def _start(request: HttpRequest, variant: str, typed: Sequence[str] = ()) -> HttpResponse:
    """Begin by the posted rules, on one device with the `typed` names."""
    rate_limits.take(rate_limits.PRACTICE, request)
    given = _last(request, variant)
    try:
        besides = posted_settings.NOT_SETTINGS.union(_NAMES if typed else ())
        given |= posted_settings.read_post(request.POST, variant, besides)
        names = [clean_name(name) for name in typed if name.strip()]
        what = local_matches.wanted(variant, given, names or ([""] if typed else []))
    except (posted_settings.BadForm, game.BadSettings) as bad:
        return _page(request, variant, _last(request, variant), errors=posted_settings.errors_of(bad), names=typed)
    except (BadName, local_matches.NotOffered):
        return _page(request, variant, given, names=typed, bad_names=True)
    if typed and not local_matches.sees_all(variant):
        request.session[_TOGETHER] = names
    return _begin(request, what)


def _begin(request: HttpRequest, what: local_matches.Wanted) -> HttpResponse:
    try:
        deal = local_matches.open_deal(ensure_player(request).pk, what, game.now_ms())
    except engagements.Busy as busy:
        return render(request, "lobby/busy.html", {"match": busy.match}, status=409)
    request.session[_CHOSEN] = {"what": asdict(what), "deal": deal}
    preset = _named(request, what.variant)
    name = preset.key if preset else what.variant
    request.session[_LAST] = {**request.session.get(_LAST, {}), name: what.settings}
    return redirect("lobby:alone_starting")


def _named(request: HttpRequest, variant: str) -> Preset | None:
    """The preset of the game that the address names; None without one, and if it is not offered."""
    presets = {preset.key: preset for preset in queues.offered() if preset.variant == variant}
    return presets.get(request.GET.get("preset", ""))


def _last(request: HttpRequest, variant: str) -> dict[str, object]:
    """The rules used last with the preset that the address names, if they are still valid; else, without a clock, the
    preset's, or the game's where it names none."""
    preset = _named(request, variant)
    kept = request.session.get(_LAST, {}).get(preset.key if preset else variant)
    first = {"language": interface_language(), **(preset.settings if preset else {}), "turn_seconds": None}
    first = game.without_idle_reserve(first)
    for settings in (kept, first):
        if settings is not None:
            try:
                game.check_settings(settings, variant)
            except game.BadSettings:
                continue
            return dict(settings)
    return {"turn_seconds": None}


def _page(
    request: HttpRequest, variant: str, settings: Mapping[str, object], errors: Mapping[str, str] | None = None,
    names: Sequence[str] = (), bad_names: bool = False,
) -> HttpResponse:  # fmt: skip
    """The page of a match alone; with `names`, on one device."""
    told = {name: posted_settings.said(name, code, variant) for name, code in (errors or {}).items()}
    sections = forms.sections(settings, (), variant, people=1)
    if names:
        sections = [
            replace(section, fields=fields, is_open=False)
            for section in sections
            if (fields := [field for field in section.fields if field.key not in _OF_THE_CLOCK])
        ]
    preset = _named(request, variant)
    action = reverse("lobby:one_device_start" if names else "lobby:alone_start", args=[variant])
    context = {
        "game": game.games()[variant],
        "action": f"{action}?preset={preset.key}" if preset else action,
        "sections": sections,
        "errors": told,
        "names": list(zip(_NAMES, names, strict=False))[: max(local_matches.at_one_device(variant), default=0)],
        "needed": min(local_matches.at_one_device(variant), default=0),
        "bad_names": bad_names,
    }
    return render(request, "lobby/alone.html", context, status=422 if errors or bad_names else 200)


def _last_names(request: HttpRequest, variant: str) -> list[str]:
    """The names used last in this browser; at first the player's own alone. A user who plays for all needs only to tell
    one hand from the other."""
    if local_matches.sees_all(variant):
        return [_("Rack A"), _("Rack B")]
    own = request.user.display_name if request.user.is_authenticated else ""
    kept: list[str] = request.session.get(_TOGETHER, [own])
    return [*kept, *[""] * len(_NAMES)][: len(_NAMES)]
