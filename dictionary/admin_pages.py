"""Views of the admin's own pages for word lists. The services do the work."""

import zlib
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_POST, require_safe

from common import upload_permits
from common.htmx import wants_part
from common.typed_text import whole_number, word_as_meant
from dictionary import compare, upload_lines
from dictionary.admin_forms import EditForm, UploadForm
from dictionary.models import Change, Job, JobRemarks, ListVersion
from dictionary.normalise import spelled
from dictionary.services import drafts, pending, uploads, versions
from dictionary.services.refusal import Refused

PAGE = 200  # words on a page
TITLES = {
    "upload": gettext_noop("Upload a word list"),
    "job": gettext_noop("Work on the list"),
    "words": gettext_noop("Words"),
    "difference": gettext_noop("Compare"),
    "choose": gettext_noop("Publish"),
}
TITLE_OF_PUBLISHED = gettext_noop("Make it the active list")
_OTHER_FIELDS = 256 * 1024  # bytes of a form beside its file


Page = Callable[[HttpRequest, ModelAdmin[ListVersion], int], HttpResponse]


def refusals_lead_to(name: str) -> Callable[[Page], Page]:
    """Decorator of a page: what its service refuses is said on the page of that name, of the same version or job."""

    def decorate(view: Page) -> Page:
        @wraps(view)
        def answered(request: HttpRequest, admin: ModelAdmin[ListVersion], pk: int) -> HttpResponse:
            try:
                return view(request, admin, pk)
            except Refused as refusal:
                messages.error(request, str(refusal))
                return redirect(f"admin:dictionary_listversion_{name}", pk)

        return answered

    return decorate


def upload(request: HttpRequest, admin: ModelAdmin[ListVersion]) -> HttpResponse:
    """The upload form. A file that is too large is refused before any of it is parsed."""
    if not admin.has_add_permission(request):
        raise PermissionDenied
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or int(length) > uploads.MOST_BYTES + _OTHER_FIELDS:
        form = UploadForm(initial=request.GET.dict())
        return _page(request, admin, "upload", {"form": form, "refused": uploads.said("size")}, status=413)
    return csrf_protect(_upload)(request, admin)


def _upload(request: HttpRequest, admin: ModelAdmin[ListVersion]) -> HttpResponse:
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        asked = dict(form.cleaned_data)
        file, language = asked.pop("file"), asked.pop("language")
        try:
            made = uploads.receive(language, file, file.size, request.user, **asked)
        except Refused as refusal:
            form.add_error("file", str(refusal))
        else:
            admin.log_addition(request, made.word_list, _("Uploaded."))
            return redirect("admin:dictionary_listversion_job", pk=made.pk)
    response = _page(request, admin, "upload", {"form": form})
    upload_permits.invite(request, response)
    return response


@require_safe
def job(request: HttpRequest, admin: ModelAdmin[ListVersion], pk: int) -> HttpResponse:
    """The progress of a job, and its result at the end; reloads itself while the job runs."""
    found = get_object_or_404(Job.objects.select_related("word_list"), pk=pk)
    if not admin.has_view_permission(request, found.word_list):
        raise PermissionDenied
    may_retry = admin.has_change_permission(request) and uploads.may_be_tried_again(found)
    context = {"job": found, "original": found.word_list, "may_retry": may_retry, **_progress(found)}
    if wants_part(request):
        answer = render(request, "admin/dictionary/listversion/job_state.html", context)
        if not context["open"]:
            answer["HX-Refresh"] = "true"  # the rest of the version's page is out of date now
        return answer
    return _page(request, admin, "job", context)


@require_safe
def remarks(request: HttpRequest, admin: ModelAdmin[ListVersion], pk: int) -> HttpResponse:
    """Every line of an upload with a remark, as a text with tabs between number, remark and line."""
    found = get_object_or_404(JobRemarks.objects.select_related("job__word_list"), pk=pk)
    version = found.job.word_list
    if not admin.has_view_permission(request, version):
        raise PermissionDenied
    said = {kind: _(label) for kind, label in upload_lines.KINDS.items()}
    lines = (line.split("\t", 2) for line in zlib.decompress(bytes(found.packed)).decode().splitlines())
    text = "".join(f"{number}\t{said[kind]}\t{line}\n" for number, kind, line in lines)
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{version.language}-{version.version}.txt"'
    return answer


@require_POST
@refusals_lead_to("job")
def try_again(request: HttpRequest, admin: ModelAdmin[ListVersion], pk: int) -> HttpResponse:
    """Restart a job that failed by an error of the site, and show its progress."""
    found = get_object_or_404(Job, pk=pk)
    _demand(request, admin)
    found = uploads.try_again(found.pk, request.user)
    admin.log_change(request, found.word_list, _("Try again"))
    return redirect("admin:dictionary_listversion_job", pk=found.pk)


def _progress(found: Job) -> dict[str, Any]:
    """The job's progress in per cent and words. Reading is taken for half of the work, compiling for the other."""
    share = found.done / found.total if found.total else 0
    percents = {"reading": 5 + 45 * share, "storing": 55, "compiling": 70}  # by phase
    report = found.report
    kinds = [
        (_(label), report["counts"][kind], report["examples"].get(kind, []))
        for kind, label in upload_lines.KINDS.items()
        if kind in report.get("counts", {})
    ]
    return {
        "open": found.state in (Job.State.QUEUED, Job.State.RUNNING),
        "percent": 100 if found.state == Job.State.DONE else round(percents.get(found.phase, 0)),
        "error": uploads.said(found.error) if found.error else "",
        "kinds": kinds,
        "examples": upload_lines.EXAMPLES,
    }


def overview(request: HttpRequest, admin: ModelAdmin[ListVersion], object_id: str) -> dict[str, Any]:
    """The context of a version's page above its form."""
    version = ListVersion.objects.filter(pk=whole_number(object_id) or 0).first()
    if version is None:
        return {}
    active = versions.active(version.language)
    return {
        "active": active,
        "latest_job": version.jobs.first(),
        "change_count": version.changes.count(),
        "may": admin.has_change_permission(request),
        "may_publish": may_publish(request),
        "waiting": list(pending.pending(version.language)) if version == active else (),
        "may_add": admin.has_add_permission(request),
    }


@refusals_lead_to("words")
def words(request: HttpRequest, admin: ModelAdmin[ListVersion], pk: int) -> HttpResponse:
    """The words of a version: search, and add to or remove from a draft."""
    version = _version(request, admin, pk)
    here = reverse("admin:dictionary_listversion_words", args=(pk,))
    form = EditForm()
    if request.method == "POST":
        _demand(request, admin)
        if "take_back" in request.POST:
            _take_back(request, admin, version)
            return HttpResponseRedirect(here)
        form = EditForm(request.POST)
        if form.is_valid():
            _edit(request, admin, version, form.cleaned_data, added="add" in request.POST)
            return HttpResponseRedirect(here)
    asked = word_as_meant(request.GET.get("q", ""))[:40]
    number = _number(request)
    page, pattern = None, _pattern(asked, version.language)
    if pattern and version.source_digest:
        page = compare.search(versions.words_text(version), pattern, (number - 1) * PAGE, PAGE)
    changes = version.changes.select_related("user").order_by("-at", "-pk")
    context = {
        "original": version, "form": form, "asked": asked, "found": page, "unfit": bool(asked) and not pattern,
        "changes": changes[:PAGE], "change_count": changes.count(), **_pager(number, page),
        "query_string": urlencode({"q": asked}),
        "editable": not version.published and version.source_digest and admin.has_change_permission(request),
    }  # fmt: skip
    return _page(request, admin, "words", context)


@require_safe
def difference(request: HttpRequest, admin: ModelAdmin[ListVersion], pk: int) -> HttpResponse:
    """The words that only one of two versions has."""
    version = _version(request, admin, pk)
    others = ListVersion.objects.filter(language=version.language).exclude(pk=pk).exclude(source_digest="")
    other = others.filter(pk=whole_number(request.GET.get("with", "")) or 0).first()
    other = other or version.based_on or others.filter(pk=versions.active(version.language).pk).first()
    side = compare.REMOVED if request.GET.get("side") == compare.REMOVED else compare.ADDED
    number = _number(request)
    context: dict[str, Any] = {"original": version, "others": others, "other": other, "side": side}
    if other and version.source_digest:
        before, after = versions.words_text(other), versions.words_text(version)
        counts, page = compare.page_of_differences(before, after, side, (number - 1) * PAGE, PAGE)
        query = urlencode({"with": other.pk, "side": side})
        context |= {"counts": counts, "found": page, "query_string": query, **_pager(number, page)}
    return _page(request, admin, "difference", context)


@refusals_lead_to("choose")
def choose(request: HttpRequest, admin: ModelAdmin[ListVersion], pk: int) -> HttpResponse:
    """Publish a compiled version, or make an earlier one active again; with a confirmation, and a number to type where
    much changes.
    """
    version = _version(request, admin, pk)
    if not may_publish(request):
        raise PermissionDenied
    active = versions.active(version.language)
    if request.method != "POST":
        weight = versions.change_from(version, active) if version != active and version.digest else None
        return _page(request, admin, "choose", {"original": version, "active": active, "weight": weight})
    do, said = (
        (versions.activate, _("New matches take %(list)s from now on."))
        if version.published
        else (versions.publish, _("%(list)s is published. New matches take it from now on."))
    )
    do(pk, _id(request, "seen"), request.user, whole_number(request.POST.get("number", "").strip()))
    messages.success(request, said % {"list": version})
    admin.log_change(request, version, _("Active list before: %(list)s.") % {"list": active})
    return redirect("admin:dictionary_listversion_change", pk)


def may_publish(request: HttpRequest) -> bool:
    """Whether the user may publish lists and choose the active one: a permission apart from that to edit drafts."""
    return bool(request.user.has_perm("dictionary.publish_listversion"))


@require_POST
@refusals_lead_to("change")
def compile_draft(request: HttpRequest, admin: ModelAdmin[ListVersion], pk: int) -> HttpResponse:
    """Start compiling a draft, and show its progress."""
    version = _version(request, admin, pk)
    _demand(request, admin)
    asked = uploads.ask_to_compile(pk, request.user)
    admin.log_change(request, version, _("Compile"))
    return redirect("admin:dictionary_listversion_job", pk=asked.pk)


@require_POST
@refusals_lead_to("change")
def begin(request: HttpRequest, admin: ModelAdmin[ListVersion], pk: int) -> HttpResponse:
    """A new draft with the words of this version."""
    version = _version(request, admin, pk)
    if not admin.has_add_permission(request):
        raise PermissionDenied
    draft = versions.begin(version, request.user)
    admin.log_addition(request, draft, _("Begun from %(list)s.") % {"list": version})
    return redirect("admin:dictionary_listversion_words", pk=draft.pk)


def _edit(
    request: HttpRequest, admin: ModelAdmin[ListVersion], version: ListVersion, asked: Mapping[str, Any], *, added: bool
) -> None:
    """Refused words are reported, the others are applied."""
    edited = drafts.change_all(version.pk, asked["words"], asked["reason"], request.user, added=added)
    for sentence in edited.refused:
        messages.error(request, sentence)
    done = len(edited.changes)
    if done:
        said = (
            ngettext("%(count)s word added.", "%(count)s words added.", done)
            if added
            else ngettext("%(count)s word removed.", "%(count)s words removed.", done)
        )
        messages.success(request, said % {"count": done})
        admin.log_change(request, version, f"{', '.join(map(str, edited.changes))}: {asked['reason']}")


def _take_back(request: HttpRequest, admin: ModelAdmin[ListVersion], version: ListVersion) -> None:
    change = get_object_or_404(Change, pk=_id(request, "take_back"), word_list=version)
    drafts.take_back(change.pk)
    said = _("Taken back: %(change)s.") % {"change": change}
    messages.success(request, said)
    admin.log_change(request, version, said)


def _pattern(asked: str, language: str) -> str:
    """The pattern as the list spells it; "" when it is none."""
    letters = [sign if sign in "?*" else spelled(sign, language) for sign in asked]
    return "".join(letter or "" for letter in letters) if all(letters) else ""


def _pager(number: int, page: compare.Page | None) -> dict[str, Any]:
    last = max(1, -(-page.count // PAGE)) if page else 1
    return {
        "number": number,
        "last": last,
        "earlier": number - 1 if number > 1 else 0,
        "later": number + 1 if number < last else 0,
    }


def _number(request: HttpRequest) -> int:
    asked = request.GET.get("page", "")
    return max(1, whole_number(asked) or 1) if len(asked) < 7 else 1


def _id(request: HttpRequest, name: str) -> int:
    """The id that our button posts; any other value was not sent by one, and is refused."""
    number = whole_number(request.POST.get(name, ""))
    if number is None:
        raise BadRequest(f"{name} is no number")
    return number


def _version(request: HttpRequest, admin: ModelAdmin[ListVersion], pk: int) -> ListVersion:
    version = get_object_or_404(ListVersion, pk=pk)
    if not admin.has_view_permission(request, version):
        raise PermissionDenied
    return version


def _demand(request: HttpRequest, admin: ModelAdmin[ListVersion]) -> None:
    if not admin.has_change_permission(request):
        raise PermissionDenied


def _page(
    request: HttpRequest, admin: ModelAdmin[ListVersion], name: str, context: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    request.current_app = admin.admin_site.name
    original = context.get("original")
    is_again = name == "choose" and original is not None and original.published
    title = TITLE_OF_PUBLISHED if is_again else TITLES[name]
    whole = {**admin.admin_site.each_context(request), "opts": admin.opts, "title": _(title), **context}
    return render(request, f"admin/dictionary/listversion/{name}.html", whole, status=status)
