"""The queue of cases in the admin: the weightiest first, then the oldest. How one is decided: case_views.py."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.api import User
from common.guarded_admin import LookOnlyAdmin
from game import api as game
from people.models import Case, Report, ReportReason
from people.reporting import appeal_views, case_views
from people.reporting.case_sentences import decision_label, refusal
from people.reporting.services import cases
from people.reporting.services.cases import NO_FAULT, CaseRefused, is_held_by, is_taken

CASES_A_PAGE = 50


class StateFilter(admin.SimpleListFilter):
    """Which cases are shown: the open ones, where nothing else is chosen. Appeals have a page of their own."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The other choices."""
        return [("mine", _("Mine")), ("decided", _("Decided"))]

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Open and taken, mine, appeals, decided."""
        first, mine, decided = super().choices(changelist)
        yield {**first, "display": _("Open and taken")}
        yield mine
        appeals = f"{_('Appeals')} ({appeal_views.how_many_waiting()})"
        yield {"selected": False, "query_string": reverse("admin:people_case_appeals"), "display": appeals}
        yield decided

    def queryset(self, request: HttpRequest, queryset: QuerySet[Case]) -> QuerySet[Case]:
        """The cases of the chosen kind."""
        if self.value() == "decided":
            return queryset.filter(decided_at__isnull=False)
        if self.value() == "mine":
            return queryset.filter(cases.taken(game.now_ms()), taken_by=request.user)  # type: ignore[misc]  # staff
        return queryset.filter(decided_at=None)


class ReasonFilter(admin.SimpleListFilter):
    """The cases with a report for a reason."""

    title = _("reason")
    parameter_name = "reason"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The six reasons."""
        return list(ReportReason.choices)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Case]) -> QuerySet[Case]:
        """The cases with such a report."""
        if self.value() is None:
            return queryset
        return queryset.filter(Exists(Report.objects.filter(case=OuterRef("pk"), reason=self.value())))


class Queue(ChangeList):
    """A page of cases, with what is counted of their reports: a fixed number of statements, however many there are."""

    def get_results(self, request: HttpRequest) -> None:
        """Read the page, then count for all its cases at once."""
        super().get_results(request)
        rows: list[Any] = list(self.result_list)
        _count(rows)
        for row in rows:
            row.shown_to, row.shown_at = request.user, game.now_ms()
        self.result_list = rows


def _count(rows: list[Any]) -> None:
    """Into each case: how many have reported, the reason that most gave, how many past cases found a fault."""
    reports = Report.objects.filter(case__in=[row.pk for row in rows]).order_by()
    people = dict(reports.values_list("case").annotate(Count("reporter", distinct=True)))
    reasons: dict[int, tuple[int, str]] = {}
    for case_id, reason, number in reports.values_list("case", "reason").annotate(Count("pk")):
        reasons[case_id] = max(reasons.get(case_id, (0, "")), (number, reason))
    about = Case.objects.filter(about__in=[row.about_id for row in rows], decided_at__isnull=False)
    past = dict(about.exclude(decision=NO_FAULT).order_by().values_list("about").annotate(Count("pk")))
    for row in rows:
        row.people, row.reason_of_most = people.get(row.pk, 0), reasons.get(row.pk, (0, ""))[1]
        row.past = past.get(row.about_id, 0)


@admin.register(Case)
class CaseAdmin(LookOnlyAdmin):
    """The queue, and the pages on which a case or an appeal is taken and decided."""

    list_display = ("number", "player", "reporters", "most_said", "before", "state", "waits", "take_button")
    list_display_links = ("number", "player")
    list_filter = (StateFilter, ReasonFilter)
    list_select_related = ("about", "taken_by", "decided_by")
    list_per_page = list_max_show_all = CASES_A_PAGE
    search_fields = ("about__display_name",)
    search_help_text = _("The player's name")
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER  # each would count all cases
    sortable_by = ()

    class Media:
        css: ClassVar = {"all": ("css/admin_cases.css",)}

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The queue, under its own name."""
        return super().changelist_view(request, {**(extra_context or {}), "title": _("Cases")})

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> Any:
        """The list that counts."""
        return Queue

    def get_queryset(self, request: HttpRequest) -> QuerySet[Case]:
        """All cases but those about who looks: nobody reads who has reported them."""
        return super().get_queryset(request).exclude(about=request.user)

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        """By weight and age; decided ones the latest first."""
        return ("-decided_at", "-pk") if request.GET.get("state") == "decided" else ("weight", "opened_at", "pk")

    def get_urls(self) -> list[Any]:
        """Django's addresses, those of a case's buttons, and those of appeals."""
        wrap = self.admin_site.admin_view
        own = [
            path("appeals/", wrap(appeal_views.queue), name="people_case_appeals"),
            path("appeals/<int:appeal_id>/", wrap(appeal_views.page), name="people_case_appeal"),
            path("<int:case_id>/take/", wrap(self.take), name="people_case_take"),
        ]
        return [*own, *super().get_urls()]

    def take(self, request: HttpRequest, case_id: int) -> HttpResponse:
        """Take the case; its page then, taken or not."""
        case = self._case(request, str(case_id))
        if request.method == "POST" and case is not None:
            try:
                cases.take(case_id, _moderator(request), game.now_ms())
            except CaseRefused as refused:
                if refused.code != "taken":  # the page says so itself
                    messages.warning(request, refusal(refused))
        return HttpResponseRedirect(reverse("admin:people_case_change", args=[case_id]))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The case with all that stands beside it, and the form that decides it."""
        case = self._case(request, object_id)
        if case is None:
            messages.warning(request, _("There is no such case any more."))
            return HttpResponseRedirect(reverse("admin:people_case_changelist"))
        return case_views.case_page(request, case, self.admin_site.each_context(request))

    def _case(self, request: HttpRequest, object_id: str) -> Case | None:
        case: Case | None = self.get_object(request, object_id)
        if not request.user.has_perm("people.change_case"):
            raise PermissionDenied
        return case

    @admin.display(description=_("case"))
    def number(self, row: Case) -> str:
        """Its number."""
        return str(row.pk)

    @admin.display(description=_("about"))
    def player(self, row: Case) -> str:
        """Whom the reports are about."""
        return row.about.display_name

    @admin.display(description=_("reports"))
    def reporters(self, row: Any) -> str:
        """How many have reported."""
        return ngettext("%(n)d person", "%(n)d people", row.people) % {"n": row.people}

    @admin.display(description=_("most said"))
    def most_said(self, row: Any) -> str:
        """The reason that most gave."""
        return str(ReportReason(row.reason_of_most).label) if row.reason_of_most else "–"

    @admin.display(description=_("past"))
    def before(self, row: Any) -> str:
        """How many cases have found a fault before."""
        return str(row.past or "–")

    @admin.display(description=_("state"))
    def state(self, row: Any) -> str:
        """Open, taken by whom, or what was decided."""
        if row.decided_at is not None:
            return f"{decision_label(row.decision)}, {row.decided_by or '–'}"
        if is_held_by(row, row.shown_to, row.shown_at):
            return str(_("taken by you"))
        if is_taken(row, row.shown_at):
            return str(_("taken by %(name)s")) % {"name": row.taken_by}
        return str(_("open"))

    @admin.display(description=_("waits"))
    def waits(self, row: Any) -> str:
        """For how long it has waited."""
        return _ago(row.opened_at, row.decided_at or row.shown_at)

    @admin.display(description=_("take"))
    def take_button(self, row: Any) -> SafeString | str:
        """The button of a case that is free, in the list's own form."""
        if row.decided_at is not None or is_taken(row, row.shown_at):
            return ""
        address = reverse("admin:people_case_take", args=[row.pk])
        return format_html('<button class="button casetake" formaction="{}">{}</button>', address, _("Take"))


def _ago(from_ms: int, to_ms: int) -> str:
    """The time between two moments, in its largest unit."""
    start, end = (datetime.fromtimestamp(at / 1000, UTC) for at in (from_ms, max(from_ms, to_ms)))
    return timesince(start, end, depth=1)


def _moderator(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
