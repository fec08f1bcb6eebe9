"""The word court in the admin: one page a dispute, with what is known of the word, the verdict and the reason."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.guarded_admin import GuardedAdmin
from dictionary import definitions
from dictionary.models import Dispute
from dictionary.services import court
from dictionary.services.refusal import Refused

_VERDICTS = (
    ("accept", gettext_lazy("Accept: it goes into the next version's draft")),
    ("decline", gettext_lazy("Decline: the list stays as it is")),
)


class VerdictForm(forms.ModelForm):
    """A verdict with its reason, which the player reads."""

    verdict = forms.ChoiceField(label=gettext_lazy("Verdict"), choices=_VERDICTS, widget=forms.RadioSelect)
    reason = forms.CharField(label=gettext_lazy("Reason, shown to the player"), max_length=300)

    class Meta:
        model = Dispute
        fields = ("reason",)


@admin.register(Dispute)
class DisputeAdmin(GuardedAdmin):
    """Disputes, the open ones first chosen by the filter. What is decided stays; nobody makes one here."""

    list_display = ("word", "wish", "language", "version", "user", "state", "created_at", "decided_by")
    list_filter = ("state", "language", "added")
    list_select_related = ("user", "decided_by")
    lookups = ("user",)
    search_fields = ("word", "user__display_name")
    ordering = ("-state", "created_at")  # open comes last in the alphabet
    actions = None

    @admin.display(description=gettext_lazy("wish"))
    def wish(self, dispute: Dispute) -> str:
        """What the player wants of the list."""
        return _("add") if dispute.added else _("remove")

    @admin.display(description=gettext_lazy("how many ask for it"))
    def how_many(self, dispute: Dispute) -> int:
        """Open disputes for the same."""
        same = Dispute.objects.filter(language=dispute.language, word=dispute.word, added=dispute.added)
        return same.filter(state=Dispute.State.OPEN).count()

    @admin.display(description=gettext_lazy("definition"))
    def definition(self, dispute: Dispute) -> str:
        """What is at hand of the word."""
        found = definitions.known(dispute.word, dispute.language)
        return "; ".join(sense.text for sense in found.senses) if found else _("No definition at hand.")

    def get_fields(self, request: HttpRequest, obj: Dispute | None = None) -> tuple[str, ...]:
        """The case, and below it the verdict."""
        case = ("word", "wish", "language", "version", "base", "definition", "user", "match", "created_at", "how_many")
        if self.has_change_permission(request, obj):
            return (*case, "verdict", "reason")
        return (*case, "state", "reason", "decided_by", "decided_at")

    def get_readonly_fields(self, request: HttpRequest, obj: Dispute | None = None) -> tuple[str, ...]:
        """All of the case; only the verdict can be given."""
        return tuple(name for name in self.get_fields(request, obj) if name not in ("verdict", "reason"))

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """The form of the verdict while there is one to give."""
        if self.has_change_permission(request, obj):
            kwargs["form"] = VerdictForm
            kwargs["fields"] = ("reason",)
        return super().get_form(request, obj, change, **kwargs)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The dispute. A verdict that comes second is told who gave the first, and changes nothing."""
        one = self.get_object(request, object_id)
        if request.method == "POST" and one is not None and one.state != Dispute.State.OPEN:
            said = _("%(who)s has decided this already: %(state)s. Your verdict was not stored.")
            who = one.decided_by or _("Somebody")
            messages.error(request, said % {"who": who, "state": one.get_state_display()})
            return redirect("admin:dictionary_dispute_change", one.pk)
        return super().change_view(request, object_id, form_url, extra_context)

    def save_model(self, request: HttpRequest, obj: Dispute, form: Any, change: bool) -> None:
        """Decide through the court, which also looks again whether somebody else has."""
        given = form.cleaned_data
        try:
            decided = court.decide(
                obj.pk, accept=given["verdict"] == "accept", reason=given["reason"], moderator=request.user
            )
        except Refused as refusal:
            self.refuse(request, str(refusal))
            return
        messages.info(request, ngettext("%(n)d dispute decided.", "%(n)d disputes decided.", decided) % {"n": decided})

    def has_change_permission(self, request: HttpRequest, obj: Dispute | None = None) -> bool:
        """Not what is decided."""
        return super().has_change_permission(request, obj) and (obj is None or obj.state == Dispute.State.OPEN)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Disputes come from players."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Dispute | None = None) -> bool:
        """What was disputed and decided is kept."""
        return False
