"""The page to which mails lead whoever wants no more of them (RFC 8058): to look at it changes nothing, a press does,
and nobody has to sign in. The signed address says whose mail it is; the page does not."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from common import rate_limits
from common.view_kinds import fresh_form
from news.clock import now_ms
from news.kinds import kinds
from news.leave_links import BadLink, Leaving, confirmed, leaving
from news.services import mail_addresses, preferences


@csrf_exempt  # programs of mail press it by themselves; the signed address is what shows that they may
@fresh_form()
def leave(request: HttpRequest, token: str) -> HttpResponse:
    """Ask; or no mail of these kinds any more, with `all` none at all, with `undo` as it was."""
    rate_limits.take(rate_limits.LEAVING_MAIL, request)
    try:
        link = leaving(token)
    except BadLink as error:
        raise Http404 from error
    names = [str(kinds()[key].name) for key in link.kinds if key in kinds()]
    context = {"names": names, "token": token, "done": "", "all": "all" in request.POST or not names}
    if request.method == "POST":
        context["done"] = _left(request, link)
    return render(request, "news/leave.html", context)


@fresh_form()
def confirm_mail(request: HttpRequest, token: str) -> HttpResponse:
    """A mail that was asked for has arrived: a press shows it, and news is mailed there again."""
    rate_limits.take(rate_limits.LEAVING_MAIL, request)
    try:
        address = confirmed(token)
    except BadLink as error:
        raise Http404 from error
    if request.method == "POST":
        mail_addresses.accept(address)
    return render(request, "news/mail_arrives.html", {"done": request.method == "POST"})


def _left(request: HttpRequest, link: Leaving) -> str:
    """What came of the press: "left", "undone", or "late" for an undo after its hour."""
    at = now_ms()
    if "undo" in request.POST:
        return "undone" if preferences.undo_leaving(link.user_id, at) else "late"
    if not preferences.leave_mail(link.user_id, () if "all" in request.POST else link.kinds, at):
        raise Http404(_("There is no such player any more."))
    return "left"
