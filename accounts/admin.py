"""The admin pages of players: look up, rename, close, delete. Sign-in data: access_admin.py.

Staff who are not superusers can change nothing of other staff and grant no rights. Superusers are made only by a
command (`createsuperuser`, `superuser`), never in the admin.
"""

from functools import partial
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.models import Block, User
from accounts.profiles import access_admin, sanction_admin, staff_renames  # noqa: F401 – their pages
from accounts.profiles.names import BadName
from accounts.ranking import rank_admin  # noqa: F401 – register their pages
from accounts.services import leaving, naming
from accounts.sign_in.forms import said
from common.guarded_admin import GuardedAdmin, LookOnlyAdmin, moment

LINKS = (
    # page, column that it is filtered by, words
    ("game_match", "seats__user", _("Matches")),
    ("accounts_ratedmatch", "changes__user", _("Rated matches")),
    ("dictionary_dispute", "user", _("Disputes")),
    ("usersessions_usersession", "user", _("Sessions")),
    ("accounts_sanction", "user", _("Sanctions")),
    ("accounts_block", "user", _("Blocks")),
    ("account_emailaddress", "user", _("Addresses")),
    ("mfa_authenticator", "user", _("Second factors")),
)


class PlayerForm(forms.ModelForm[User]):
    """A player's row. The name is checked by the rules that hold for all players."""

    class Meta:
        model = User
        fields = ("display_name", "is_staff", "groups", "user_permissions")

    def clean_display_name(self) -> str:
        """A name that the player may have. The name the player already has is accepted, whatever it is."""
        name: str = self.cleaned_data["display_name"]
        if "display_name" not in self.changed_data:
            return name
        try:
            return naming.free_name(name, self.instance.pk)
        except BadName as refusal:
            raise said(refusal) from refusal


class WhoFilter(admin.SimpleListFilter):
    """A filter that shows accounts only by default, for guests are many."""

    title = _("who")
    parameter_name = "who"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The other choices."""
        return [("staff", _("Staff")), ("closed", _("Closed")), ("guests", _("Guests")), ("all", _("All"))]

    def choices(self, changelist: Any) -> Any:
        """Django's choices, with the label of this filter for the default one."""
        for number, choice in enumerate(super().choices(changelist)):
            yield {**choice, "display": _("Accounts")} if number == 0 else choice

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        """The players of the chosen kind."""
        match self.value():
            case "staff":
                return queryset.filter(is_staff=True)
            case "closed":
                return queryset.filter(is_active=False)
            case "guests":
                return queryset.filter(is_guest=True)
            case "all":
                return queryset
        return queryset.filter(is_guest=False)


@admin.register(User)
class PlayerAdmin(GuardedAdmin, UserAdmin[User]):
    """A player's page: the name, whether the account is open, and, for superusers, staff status and rights."""

    form = PlayerForm
    list_display = ("display_name", "is_guest", "is_open", "is_staff", "date_joined", "seen_at")
    list_filter = (WhoFilter, "date_joined")
    search_fields = ("username", "display_name", "email", "public_id")
    ordering = ("display_name",)
    fieldsets = (
        (None, {"fields": ("display_name", "signs_in_as", "email", "is_open", "pages")}),
        (_("Staff"), {"fields": ("is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Player"), {"fields": ("is_guest", "public_id", "language", "date_joined", "last_login", "seen_at")}),
    )
    readonly_fields = (
        "signs_in_as", "email", "is_open", "pages", "password_page", "is_superuser", "is_guest", "public_id",
        "language", "date_joined", "last_login", "seen_at",
    )  # fmt: skip

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """Only superusers may edit staff status and rights."""
        rights = () if request.user.is_superuser else ("is_staff", "groups", "user_permissions")
        return (*self.readonly_fields, *rights)

    def get_fieldsets(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """Superusers also get the link that sets a password."""
        if request.user.is_superuser:
            return (*self.fieldsets, (_("Password"), {"fields": ("password_page",)}))
        return self.fieldsets

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never: accounts are created by signing up."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Staff with the permission; for rows of staff, superusers only."""
        allowed = super().has_change_permission(request, obj)
        return allowed and (obj is None or access_admin.may_touch(request, obj))

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Staff with the permission; for rows of staff, superusers only; never the last superuser."""
        allowed = super().has_delete_permission(request, obj)
        if obj is None or not allowed:
            return allowed
        return access_admin.may_touch(request, obj) and not leaving.is_last_superuser(obj)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """For superusers only: a password gives access to the whole account."""
        if not request.user.is_superuser:
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)

    @admin.display(description=_("signs in as"))
    def signs_in_as(self, user: User) -> str:
        """An account's sign-in name; a guest has none."""
        return "–" if user.is_guest else user.username

    @admin.display(description=_("open"), boolean=True, ordering="is_active")
    def is_open(self, user: User) -> bool:
        """Not closed."""
        return user.is_active

    @admin.display(description=_("password"))
    def password_page(self, user: User) -> SafeString:
        """A link that sets a new password. Nothing of the old one is shown."""
        address = reverse("admin:auth_user_password_change", args=[user.pk])
        return format_html('<a href="{}">{}</a>', address, _("Set a password"))

    @admin.display(description=_("pages"))
    def pages(self, user: User) -> SafeString:
        """Links to the player's data on other admin pages."""
        links = [(f"{reverse(f'admin:{page}_changelist')}?{column}={user.pk}", words) for page, column, words in LINKS]
        links.append((f"{reverse('admin:accounts_sanction_add')}?user={user.pk}", _("Sanction this player")))
        links.insert(0, (reverse("accounts:player", args=[user.public_id]), _("Public page")))
        log = reverse("admin:common_auditentry_changelist")
        links.append((f"{log}?kind={user._meta.label_lower}&object_id={user.pk}", _("Audit log")))
        return format_html("{}", format_html_join(" · ", '<a href="{}">{}</a>', links))

    def save_model(self, request: HttpRequest, obj: User, form: PlayerForm, change: bool) -> None:
        """Save only what was edited. A new name goes through the naming service."""
        edited = set(form.changed_data)
        if "display_name" in edited:
            try:
                naming.rename(obj.pk, obj.display_name, by_staff=True)
            except BadName as refusal:  # another player took the name a moment earlier
                self.refuse(request, said(refusal).messages[0])
            obj.refresh_from_db(fields=["display_name", "username"])
            former = form.initial["display_name"]
            transaction.on_commit(partial(staff_renames.mail, request, obj, former))
        columns = edited & {"is_staff"}
        if columns:
            obj.save(update_fields=columns)

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[Any], dict[str, int], set[Any], list[Any]]:
        """List only the players: services/leaving.py decides what is deleted with them, and some of it is secret."""
        users = list(objs)
        refused = {
            str(self.opts.verbose_name) for user in users if not self.has_delete_permission(request, user)
        }  # fmt: skip
        return [str(user) for user in users], {str(self.opts.verbose_name_plural): len(users)}, refused, []

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Delete as the player would: running matches are resigned, opponents' results kept."""
        leaving.delete(obj.pk)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """One player at a time, for the same reason."""
        for user_id in list(queryset.values_list("pk", flat=True)):
            leaving.delete(user_id)


@admin.register(Block)
class BlockAdmin(LookOnlyAdmin):
    """Who has blocked whom; read-only."""

    made = moment("made_at", _("made at"))

    lookups = ("user", "blocked")

    list_display = ("user", "blocked", "made")
    list_select_related = ("user", "blocked")
    search_fields = ("user__display_name", "blocked__display_name")
    fields = readonly_fields = ("user", "blocked", "made")
