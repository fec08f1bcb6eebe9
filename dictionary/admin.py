"""The admin of word lists: upload, search, change, compare, publish, go back. Pages: admin_pages.py."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from common import audit_log
from common.guarded_admin import GuardedAdmin
from common.models import AuditEntry
from dictionary import admin_pages
from dictionary import dispute_admin as dispute_admin
from dictionary.admin_forms import TermsForm
from dictionary.models import LANGUAGES, BlockedWord, ListVersion, PublishedForever
from dictionary.services import blocking, drafts, versions


@admin.register(ListVersion)
class ListVersionAdmin(GuardedAdmin):
    """Versions of word lists. Published ones can be viewed and chosen, but neither changed nor deleted."""

    form = TermsForm
    actions = None
    list_display = ("__str__", "title", "state", "words", "active", "published_at", "published_by")
    list_filter = ("language", "state")
    list_select_related = ("published_by",)
    ordering = ("language", "-created_at", "-pk")  # by their names 2026.11.9 would come after 2026.11.16
    readonly_fields = ("language", "version", "state", "words", "digest", "based_on", "created_at", "created_by")
    fieldsets = (
        (None, {"fields": readonly_fields}),
        (gettext_lazy("Origin and terms"), {"fields": tuple(TermsForm.Meta.fields)}),
    )
    change_form_template = "admin/dictionary/listversion/change_form.html"

    def get_urls(self) -> list[URLPattern]:
        """The admin's own URLs, preceded by a page for each action on a version."""

        def page(route: str, view: Callable[..., HttpResponse], name: str) -> URLPattern:
            wrapped = self.admin_site.admin_view(lambda request, **where: view(request, self, **where))
            return path(route, wrapped, name=f"dictionary_listversion_{name}")

        own = [
            page("<int:pk>/words/", admin_pages.words, "words"),
            page("<int:pk>/difference/", admin_pages.difference, "difference"),
            page("<int:pk>/choose/", admin_pages.choose, "choose"),
            page("<int:pk>/compile/", admin_pages.compile_draft, "compile"),
            page("<int:pk>/draft/", admin_pages.begin, "draft"),
            page("jobs/<int:pk>/", admin_pages.job, "job"),
            page("jobs/<int:pk>/remarks/", admin_pages.remarks, "remarks"),
            page("jobs/<int:pk>/again/", admin_pages.try_again, "again"),
        ]
        return own + super().get_urls()

    @csrf_exempt  # only until the size is known: admin_pages.upload asks for the token before it reads a field
    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Add a version by uploading a file."""
        return admin_pages.upload(request, self)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The form of the terms, with the actions on the version above it."""
        more = admin_pages.overview(request, self, object_id)
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **more})

    def save_model(self, request: HttpRequest, obj: ListVersion, form: TermsForm, change: bool) -> None:
        """Save only what was edited: the words may have been compiled meanwhile."""
        try:
            obj.save(update_fields=form.changed_data or None)
        except PublishedForever:
            messages.error(request, _("%(list)s was published in the meantime. Nothing was changed.") % {"list": obj})
            return
        if "without_blocked" in form.changed_data:
            drafts.touched(obj)

    def has_change_permission(self, request: HttpRequest, obj: ListVersion | None = None) -> bool:
        """Never for a published version."""
        return super().has_change_permission(request, obj) and not (obj and obj.published)

    def has_delete_permission(self, request: HttpRequest, obj: ListVersion | None = None) -> bool:
        """Never for a published version."""
        return super().has_delete_permission(request, obj) and not (obj and obj.published)

    @admin.display(description=gettext_lazy("active"), boolean=True)
    def active(self, obj: ListVersion) -> bool:
        """Whether new matches take it."""
        return bool(versions.active(obj.language) == obj)


@admin.register(BlockedWord)
class BlockedWordAdmin(GuardedAdmin):
    """Words that versions may leave out, though they list them."""

    list_display = ("word", "language", "reason", "user", "at")
    list_filter = ("language",)
    list_select_related = ("user",)
    search_fields = ("word",)
    fields = ("language", "word", "reason")
    change_list_template = "admin/dictionary/blockedword/change_list.html"

    def get_urls(self) -> list[URLPattern]:
        """The admin's own URLs, and one to import the blocklist that comes with the project."""
        take_in = self.admin_site.admin_view(require_POST(self.take_in))
        return [path("bundled/", take_in, name="dictionary_blockedword_bundled"), *super().get_urls()]

    def take_in(self, request: HttpRequest) -> HttpResponse:
        """Block the words of the bundled list in one language."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        language = request.POST.get("language", "")
        if language in LANGUAGES:
            count = blocking.take_in_bundled(language, request.user)
            said = ngettext("%(count)s word blocked.", "%(count)s words blocked.", count)
            messages.success(request, said % {"count": count})
            bundled = BlockedWord(language=language, word=f"* {language}")
            audit_log.record(request.user, AuditEntry.Act.DONE, bundled, note=said % {"count": count})
        return redirect("admin:dictionary_blockedword_changelist")

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The list, with the languages that have a bundled one."""
        more = {"languages": LANGUAGES, "may_add": self.has_add_permission(request)}
        return super().changelist_view(request, {**(extra_context or {}), **more})

    def save_model(self, request: HttpRequest, obj: BlockedWord, form: Any, change: bool) -> None:
        """Save it, with the user who did it."""
        obj.user = request.user  # type: ignore[assignment]
        super().save_model(request, obj, form, change)
