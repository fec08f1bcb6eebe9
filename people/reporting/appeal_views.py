"""Appeals in the admin: which wait, and the page on which another moderator than the one who decided answers one."""

from datetime import UTC, datetime

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.api import (
    Appeal,
    CannotDecide,
    decide_appeal,
    is_taken_appeal,
    open_appeals,
    put_back_appeal,
    take_appeal,
    why_not_decide_appeal,
)
from game import api as game
from people.models import Case
from people.reporting.appeal_form import AppealForm
from people.reporting.case_page import evidence

RIGHT = "accounts.change_appeal"
MOST_SHOWN = 100
_FIELDS = {"outcome": "outcome", "until": "end", "ended": "outcome", "words": "words", "too_long": "words"}


def how_many_waiting() -> int:
    """How many appeals wait for an answer."""
    return open_appeals().count()


@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """The appeals that wait, the oldest first, those about the reader left out."""
    _check(request)
    now = _now()
    rows = open_appeals().exclude(sanction__user=request.user.pk)[:MOST_SHOWN]
    context = {
        **admin.site.each_context(request),
        "title": _("Appeals"),
        "opts": Case._meta,
        "appeals": [(row, is_taken_appeal(row, now), _why_not(request, row)) for row in rows],
    }
    return TemplateResponse(request, "admin/people/case/appeals.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, appeal_id: int) -> HttpResponse:
    """The appeal with the decision and what that rests on; posted, it is taken, put back or answered."""
    _check(request)
    found = Appeal.objects.select_related("sanction__user", "sanction__by", "taken_by", "decided_by")
    row = found.filter(pk=appeal_id).exclude(sanction__user=request.user.pk).first()
    if row is None:
        raise Http404("no such appeal")
    form = AppealForm(request.POST if "outcome" in request.POST or "words" in request.POST else None)
    if request.method == "POST":
        answer = _post(request, row, form)
        if answer is not None:
            return answer
    now = _now()
    is_taken = is_taken_appeal(row, now)
    case = Case.objects.select_related("about").filter(pk=row.sanction.case_number or 0).first()
    context = {
        **admin.site.each_context(request),
        "title": _("Appeal: %(name)s") % {"name": row.sanction.user.display_name},
        "opts": Case._meta,
        "appeal": row,
        "form": form,
        "is_taken": is_taken,
        "is_mine": is_taken and row.taken_by_id == request.user.pk,
        "conflict": _why_not(request, row),
        "case": case,
        **(evidence(case, game.now_ms()) if case else {}),
    }
    return TemplateResponse(request, "admin/people/case/appeal.html", context, status=422 if form.errors else 200)


def _post(request: HttpRequest, row: Appeal, form: AppealForm) -> HttpResponse | None:
    """The answer, or None where the form is to be shown again."""
    here = redirect("admin:people_case_appeal", row.pk)
    try:
        if "take" in request.POST:
            take_appeal(row.pk, request.user, _now())
            return here
        if "put_back" in request.POST:
            put_back_appeal(row.pk, request.user)
            return redirect("admin:people_case_appeals")
        if not form.is_valid():
            messages.error(request, _("Please correct the error below."))
            return None
        said = form.cleaned_data
        decide_appeal(row.pk, request.user, said["outcome"], said["words"], form.until(), _now())
    except CannotDecide as refused:
        if refused.code in _FIELDS and form.is_bound:
            form.add_error(_FIELDS[refused.code], _said(refused.code))
            messages.error(request, _("Please correct the error below."))
            return None
        messages.warning(request, _said(refused.code))
        return here
    messages.success(request, _("The appeal is answered."))
    return redirect("admin:people_case_appeals")


def _said(code: str) -> str:
    """Why an appeal is not the moderator's to answer, or not in this way."""
    return {
        "decided": _("This appeal is answered already."),
        "taken": _("Somebody else has taken this appeal."),
        "own": _("You decided this case. The appeal is read by another moderator."),
        "staff": _("Only superusers may decide about staff."),
        "until": _("An end that is earlier than now decided, and still to come."),
        "ended": _("It has ended; it can be kept or lifted."),
        "words": _("Say in your own words why. The player reads it."),
        "too_long": _("That is too long."),
    }.get(code, _("You may not answer this appeal."))


def _why_not(request: HttpRequest, row: Appeal) -> str:
    code = why_not_decide_appeal(request.user, row)
    return _said(code) if code else ""


def _check(request: HttpRequest) -> None:
    if not request.user.has_perm(RIGHT):
        raise PermissionDenied


def _now() -> datetime:
    return datetime.fromtimestamp(game.now_ms() / 1000, UTC)
