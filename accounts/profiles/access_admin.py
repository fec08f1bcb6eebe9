"""The admin pages of sign-in data: sessions, second factors, email addresses, and the groups of staff.

They replace the pages of django-allauth and Django, which show secrets or answer queries about them, and let staff
grant themselves further rights. Only groups can be edited; a deletion takes effect at once.
"""

from allauth.account import admin as _address_pages  # noqa: F401 – registered first, so that ours take their place
from allauth.account.models import EmailAddress
from allauth.mfa import admin as _factor_pages  # noqa: F401
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_removed
from allauth.usersessions import admin as _session_pages  # noqa: F401
from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from accounts.models import User
from common.guarded_admin import GuardedAdmin

for _model in (EmailAddress, Authenticator, UserSession, Group):
    admin.site.unregister(_model)


def may_touch(request: HttpRequest, user: User) -> bool:
    """Whether the user of the request may change this player's data: that of staff, only a superuser."""
    return request.user.is_superuser or not (user.is_staff or user.is_superuser)


class DeleteOnlyAdmin(GuardedAdmin):
    """A player's rows, to view and delete: those of staff by superusers only."""

    list_select_related = ("user",)
    ordering = ("-pk",)
    lookups = ("user",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Staff with the permission; for rows of staff, superusers only."""
        touchable = obj is None or may_touch(request, obj.user)  # type: ignore[attr-defined]
        return super().has_delete_permission(request, obj) and touchable

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> None:
        """One at a time, each as on its own page."""
        for row in queryset:
            self.delete_model(request, row)


@admin.register(UserSession)
class SessionAdmin(DeleteOnlyAdmin):
    """Open sessions. The key, which grants access as the player, is neither shown nor searchable; deleting ends one."""

    list_display = ("user", "created_at", "last_seen_at", "ip", "user_agent")
    list_filter = ("last_seen_at",)
    search_fields = ("user__display_name", "ip")
    fields = readonly_fields = list_display

    def delete_model(self, request: HttpRequest, obj: UserSession) -> None:
        """End the session, and close its open pages."""
        get_adapter().end_sessions([obj])


@admin.register(Authenticator)
class FactorAdmin(DeleteOnlyAdmin):
    """Second factors: which exist and when they were used. Deleting them lets a player in who lost theirs."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type", "created_at", "last_used_at")
    search_fields = ("user__display_name",)
    fields = readonly_fields = list_display

    def delete_model(self, request: HttpRequest, obj: Authenticator) -> None:
        """Delete it, and recovery codes that are left with nothing to recover."""
        deleted = [obj]
        obj.delete()
        left = Authenticator.objects.filter(user=obj.user)
        if not left.exclude(type=Authenticator.Type.RECOVERY_CODES).exists():
            deleted += left
            left.delete()
        for one in deleted:
            authenticator_removed.send(sender=Authenticator, request=request, user=request.user, authenticator=one)


@admin.register(EmailAddress)
class AddressAdmin(DeleteOnlyAdmin):
    """Email addresses of accounts. Players change their own; one deleted here is free for other accounts."""

    list_display = ("email", "user", "primary", "verified")
    list_filter = ("primary", "verified")
    search_fields = ("email", "user__display_name")
    fields = readonly_fields = list_display

    def delete_model(self, request: HttpRequest, obj: EmailAddress) -> None:
        """Delete it together with the copy on the account, from which it would be restored."""
        obj.delete()
        User.objects.filter(pk=obj.user_id, email__iexact=obj.email).update(email="")


@admin.register(Group)
class GroupsAdmin(GuardedAdmin, GroupAdmin):
    """Groups of staff with their rights. Superusers only: staff who edit groups could grant themselves any right."""

    def has_module_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Superusers only, and so all other permissions."""
        return bool(request.user.is_superuser)

    has_view_permission = has_add_permission = has_module_permission
    has_change_permission = has_delete_permission = has_module_permission
