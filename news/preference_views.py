"""The page on which one chooses what to be told: by what, when, and on which browsers."""

from dataclasses import dataclass
from http import HTTPStatus

from django.contrib import messages
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from common import rate_limits
from common.view_kinds import fresh_form, post_only
from news import mail, push_sending
from news.clock import now_ms
from news.kinds import NewsKind, Usual, kinds
from news.leave_links import confirm_address
from news.models import NewsPreference
from news.preference_models import MAIL, PUSH
from news.quiet_hours import USUAL_ZONE, clock_of, zone_names
from news.services import mail_addresses, preferences, push_keys, subscriptions
from news.services.preferences import BadChoice


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch of the table; None of `on` where there is none to be had."""

    name: str
    on: bool | None


@dataclass(frozen=True, slots=True)
class Line:
    """An event with its switches."""

    kind: NewsKind
    push: Switch
    mail: Switch


@fresh_form()
def settings(request: HttpRequest) -> HttpResponse:
    """Show the choices, or keep what is chosen: one switch from a script, which is answered with nothing, or all of
    them from a form with the button `save`."""
    if not request.user.is_authenticated:
        return redirect("account_login")
    if request.method == "POST":
        return _keep(request)
    user_id = request.user.pk
    chosen, at = preferences.of(user_id), now_ms()
    address = mail_addresses.verified(user_id)
    zone = chosen.time_zone or USUAL_ZONE
    names = zone_names()
    context = {
        "table": _table(request, chosen),
        "chosen": chosen,
        "zones": names if zone in names else [zone, *names],
        "zone": zone,
        "clock": clock_of(at, zone),
        "pushes": push_sending.is_on(),
        "key": push_keys.key(at).public if push_sending.is_on() else "",
        "devices": subscriptions.listed(user_id),
        "session_key": request.session.session_key,
        "mails": _mails(request),
        "address": _hidden(address) if address else "",
        "refused": address is not None and mail_addresses.is_refused(address),
        "is_guest": _is_guest(request),
    }
    return render(request, "news/settings.html", context)


@post_only()
def verify_mail(request: HttpRequest) -> HttpResponse:
    """Mail to the player's address was refused: send one that shows whether it arrives by now."""
    if not request.user.is_authenticated:
        return redirect("account_login")
    address = mail_addresses.verified(request.user.pk)
    if address is None or not mail.is_on() or not mail_addresses.is_refused(address):
        return redirect("news:settings")
    rate_limits.take(rate_limits.MAILS_ASKED_FOR, request)
    text = _("Press here, and news comes to this address again: %(link)s") % {
        "link": confirm_address(request.user.pk, address)
    }
    try:
        EmailMessage(_("Does mail arrive?"), text, to=[address]).send()
    except OSError:  # those of smtplib too
        messages.error(request, _("The mail could not be sent. Try again later."))
    else:
        messages.info(request, _("A mail is on its way. Press the link in it."))
    return redirect("news:settings")


def _keep(request: HttpRequest) -> HttpResponse:
    user_id, given = request.user.pk, request.POST
    assert user_id is not None, "somebody is signed in"
    try:
        if "save" not in given:
            _keep_one(user_id, given.get("switch", ""), given.get("value", ""))
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
        for line in _table(request, preferences.of(user_id)):
            for channel, one in ((PUSH, line.push), (MAIL, line.mail)):
                if one.on is not None and one.on != (one.name in given):
                    preferences.switch(user_id, channel, line.kind.key, one.name in given)
        preferences.set_quiet(user_id, "quiet" in given)
        preferences.set_time_zone(user_id, given.get("zone", ""))
    except BadChoice:
        return HttpResponse(status=HTTPStatus.BAD_REQUEST)
    return redirect("news:settings")


def _keep_one(user_id: int, name: str, value: str) -> None:
    """One control by its name: "push-…", "mail-…", "quiet", "zone"."""
    channel, _dash, key = name.partition("-")
    if name == "zone":
        preferences.set_time_zone(user_id, value)
    elif value not in ("on", "off"):
        raise BadChoice(value)
    elif name == "quiet":
        preferences.set_quiet(user_id, value == "on")
    else:
        preferences.switch(user_id, channel, key, value == "on")


def _table(request: HttpRequest, chosen: NewsPreference) -> list[Line]:
    """An event a line, those of which something may be chosen."""
    found = []
    for kind in kinds().values():
        push = _switch(PUSH, kind, kind.push, chosen)
        mailed = _switch(MAIL, kind, kind.mail if _mails(request) else Usual.NEVER, chosen)
        if push.on is not None or mailed.on is not None:
            found.append(Line(kind, push, mailed))
    return found


def _switch(channel: str, kind: NewsKind, usual: Usual, chosen: NewsPreference) -> Switch:
    return Switch(f"{channel}-{kind.key}", None if usual is Usual.NEVER else chosen.wants(kind, channel))


def _mails(request: HttpRequest) -> bool:
    return mail.is_on() and not _is_guest(request)


def _is_guest(request: HttpRequest) -> bool:
    return bool(getattr(request.user, "is_guest", False))


def _hidden(address: str) -> str:
    """An address as its owner knows it and nobody who looks over a shoulder learns it."""
    name, _at, domain = address.rpartition("@")
    return f"{name[:1]}•••@{domain}"
