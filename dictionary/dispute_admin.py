"""The admin of the word court: one page per dispute, with what is known of the word, the verdict and the reason."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.guarded_admin import GuardedAdmin
from dictionary import definitions
from dictionary.models import Dispute, ListVersion
from dictionary.services import disputes
from dictionary.services.refusal import Refused


class VerdictForm(forms.ModelForm[Dispute]):
    """A verdict with its reason, which the player reads. `found`: the state of the dispute that the moderator saw."""

    verdict = forms.ChoiceField(label=gettext_lazy("Verdict"), widget=forms.RadioSelect)
    reason = forms.CharField(label=gettext_lazy("Reason, shown to the player"), max_length=300)
    found = forms.ChoiceField(choices=Dispute.State.choices, widget=forms.HiddenInput)

    class Meta:
        model = Dispute
        fields = ("reason",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["found"] = self.instance.state
        self.initial["reason"] = ""
        verdict = self.fields["verdict"]
        assert isinstance(verdict, forms.ChoiceField)
        verdict.choices = _verdicts(self.instance)


def _verdicts(dispute: Dispute) -> list[tuple[str, str]]:
    """The possible verdicts, each with its consequence."""
    if dispute.state == Dispute.State.ACCEPTED:
        return [("decline", _("Decline after all: no further draft gets the change"))]
    draft, active = disputes.draft_for(dispute.language)
    where = (
        _("Accept: it goes into the draft %(list)s") % {"list": draft}
        if draft
        else _("Accept: it goes into a new draft, begun from the active list %(list)s") % {"list": active}
    )
    return [("accept", where), ("decline", _("Decline: the list stays as it is"))]


@admin.register(Dispute)
class DisputeAdmin(GuardedAdmin):
    """Disputes, by default filtered to the open ones. A verdict stays; disputes are not added here."""

    list_display = ("word", "wish", "language", "state", "in_version", "user", "version", "created_at", "decided_by")
    list_filter = ("state", "language", "added")
    list_select_related = ("user", "decided_by")
    lookups = ("user",)
    search_fields = ("word", "user__display_name")
    ordering = ("-state", "created_at")  # open comes last in the alphabet
    actions = None

    @admin.display(description=gettext_lazy("wish"))
    def wish(self, dispute: Dispute) -> str:
        """The change that the player wants."""
        return _("add") if dispute.added else _("remove")

    @admin.display(description=gettext_lazy("how many ask for it"))
    def how_many(self, dispute: Dispute) -> int:
        """The number of open disputes for the same change."""
        same = Dispute.objects.filter(language=dispute.language, word=dispute.word, added=dispute.added)
        return same.filter(state=Dispute.State.OPEN).count()

    @admin.display(description=gettext_lazy("definition"))
    def definition(self, dispute: Dispute) -> str:
        """The local definition of the word."""
        found = definitions.known(dispute.word, dispute.language)
        return "; ".join(sense.text for sense in found.senses) if found else _("No definition at hand.")

    @admin.display(description=gettext_lazy("reason"))
    def reason_given(self, dispute: Dispute) -> str:
        """The reason of a verdict that can still be changed."""
        return dispute.reason

    def get_fields(self, request: HttpRequest, obj: Dispute | None = None) -> tuple[str, ...]:
        """The case, with the verdict below it."""
        case = ("word", "wish", "language", "version", "base", "definition", "user", "match", "created_at", "how_many")
        if self.has_change_permission(request, obj):
            is_accepted = obj is not None and obj.state == Dispute.State.ACCEPTED
            earlier = ("state", "reason_given", "decided_by", "decided_at") if is_accepted else ()
            return (*case, *earlier, "verdict", "reason", "found")
        return (*case, "state", "reason", "decided_by", "decided_at", "in_version")

    def get_readonly_fields(self, request: HttpRequest, obj: Dispute | None = None) -> tuple[str, ...]:
        """The whole case read-only; only the verdict can be given."""
        editable = ("verdict", "reason", "found") if self.has_change_permission(request, obj) else ()
        return tuple(name for name in self.get_fields(request, obj) if name not in editable)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """The verdict form while a verdict can be given."""
        if self.has_change_permission(request, obj):
            kwargs["form"] = VerdictForm
            kwargs["fields"] = ("reason",)
        return super().get_form(request, obj, change, **kwargs)

    def save_model(self, request: HttpRequest, obj: Dispute, form: Any, change: bool) -> None:
        """Decide through the court's service, which also checks again whether another moderator has decided."""
        given = form.cleaned_data
        accept = given["verdict"] == "accept"
        try:
            verdict = disputes.decide(
                obj.pk, accept=accept, reason=given["reason"], moderator=request.user, seen=given["found"]
            )
        except Refused as refusal:
            self.refuse(request, str(refusal))
            return
        self._tell(request, verdict)

    def _tell(self, request: HttpRequest, verdict: disputes.Verdict) -> None:
        """The result of a verdict, with a link to the list that has the change."""
        said = ngettext("%(n)d dispute decided.", "%(n)d disputes decided.", verdict.decided) % {"n": verdict.decided}
        messages.info(request, said)
        if verdict.version:
            since = _("Version %(version)s, which new matches take, has it so already.")
            messages.info(request, since % {"version": verdict.version})
        if verdict.draft:
            place = _("The change is in the draft %(list)s, and in force when that is compiled and published.")
            messages.info(request, _linked(place, verdict.draft))
        for version in verdict.still_in:
            place = _("%(list)s has the change still. Take it back there.")
            messages.warning(request, _linked(place, version))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The case. A moderator who decides after another one is shown that verdict."""
        dispute = self.get_object(request, object_id) if request.method == "POST" else None
        if dispute and super().has_change_permission(request, dispute) and dispute.state != Dispute.State.OPEN:
            seen = request.POST.get("found") == dispute.state
            if not seen or not disputes.may_be_decided(dispute):
                messages.error(request, disputes.decided_already(dispute))
                return redirect("admin:dictionary_dispute_change", dispute.pk)
        return super().change_view(request, object_id, form_url, extra_context)

    def has_change_permission(self, request: HttpRequest, obj: Dispute | None = None) -> bool:
        """Never for a decided dispute."""
        return super().has_change_permission(request, obj) and (obj is None or disputes.may_be_decided(obj))

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never: players file disputes."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Dispute | None = None) -> bool:
        """Never: disputes and verdicts are kept."""
        return False


def _linked(sentence: str, version: ListVersion) -> SafeString:
    """A sentence about a version, with its name linked to its words."""
    address = reverse("admin:dictionary_listversion_words", args=(version.pk,))
    before, _name, after = sentence.partition("%(list)s")
    return format_html('{}<a href="{}">{}</a>{}', before, address, version, after)
