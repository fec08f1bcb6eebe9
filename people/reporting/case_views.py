"""The page of a case in the admin: what is known, and the form by which who has taken it decides."""

from datetime import UTC, datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from accounts.api import CannotSanction, User
from game import api as game
from people.models import Case
from people.reporting.case_page import evidence
from people.reporting.case_sentences import conflict, decision_label, not_sanctioned, refusal
from people.reporting.conflicts import conflict_of
from people.reporting.decision_form import DecisionForm
from people.reporting.services import cases
from people.reporting.services.cases import CaseRefused, is_held_by, is_taken


def case_page(request: HttpRequest, case: Case, site: dict[str, Any]) -> HttpResponse:
    """The case; posted, it is decided or put back by who has it. `site` is the context of every page of the admin."""
    moderator = request.user
    assert isinstance(moderator, User)
    now_ms = game.now_ms()
    form = DecisionForm(request.POST or None, now=datetime.fromtimestamp(now_ms / 1000, UTC))
    if request.method == "POST":
        done = _put_back if "put_back" in request.POST else _decide
        answer = done(request, case, moderator, form, now_ms)
        if answer is not None:
            return answer
    context = {
        **site,
        "title": _("Case %(number)d: %(name)s") % {"number": case.pk, "name": case.about.display_name},
        "opts": Case._meta,
        "case": case,
        "form": form,
        "decision": decision_label(case.decision) if case.decided_at is not None else "",
        "is_mine": is_held_by(case, moderator, now_ms),
        "is_taken": is_taken(case, now_ms),
        "conflict": conflict(conflict_of(moderator, case)),
        "until": datetime.fromtimestamp(((case.taken_at or 0) + cases.TAKEN_MS) / 1000, UTC),
        **evidence(case, now_ms),
    }
    return TemplateResponse(request, "admin/people/case/case.html", context, status=422 if form.errors else 200)


def _put_back(request: HttpRequest, case: Case, moderator: User, form: DecisionForm, now_ms: int) -> HttpResponse:
    try:
        cases.put_back(case.pk, moderator, now_ms)
    except CaseRefused as refused:
        messages.warning(request, refusal(refused))
        return redirect("admin:people_case_change", case.pk)
    messages.success(request, _("The case is put back."))
    return redirect("admin:people_case_changelist")


def _decide(request: HttpRequest, case: Case, moderator: User, form: DecisionForm, now_ms: int) -> HttpResponse | None:
    """The answer, or None where the form is to be shown again."""
    if not form.is_valid():
        messages.error(request, _("Please correct the error below."))
        return None
    try:
        cases.decide(case.pk, moderator, form.decision(), form.cleaned_data["last_seen"], now_ms)
    except CaseRefused as refused:
        messages.warning(request, refusal(refused))
        return redirect("admin:people_case_change", case.pk)
    except CannotSanction as refused:
        form.add_error("date" if refused.code == "passed" else "kind", not_sanctioned(refused.code))
        messages.error(request, _("Please correct the error below."))
        return None
    messages.success(request, _("Case %(number)d is decided.") % {"number": case.pk})
    return redirect("admin:people_case_changelist")
