from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import rank_admin  # noqa: F401 – registers its pages
from accounts.models import User
from accounts.services import leaving


@admin.register(User)
class PlayerAdmin(UserAdmin):
    """Django's own user page with what a player has more."""

    list_display = ("username", "display_name", "is_guest", "is_staff", "date_joined", "last_login")
    list_filter = ("is_guest", "is_staff", "is_superuser", "is_active")
    search_fields = ("username", "display_name", "email")
    fieldsets = (*(UserAdmin.fieldsets or ()), (_("Player"), {"fields": ("display_name", "is_guest")}))

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """As the player would do it: matches resigned, opponents' results kept."""
        leaving.delete(obj.pk)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """One after the other, for the same reason."""
        for user_id in list(queryset.values_list("pk", flat=True)):
            leaving.delete(user_id)
