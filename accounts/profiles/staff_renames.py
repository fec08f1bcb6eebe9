"""Notifies a player that staff have changed their name: by mail, and on the home page until they have read it."""

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import override
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.services.naming import KEPT_BACK

TEMPLATE = "account/email/renamed"


def mail(request: HttpRequest, user: User, former: str) -> None:
    """Notify the player, in their language, of the change of the name `former`; never who sends `request`."""
    address = EmailAddress.objects.filter(user=user).order_by("-primary", "-pk").first()
    if user.is_guest or address is None:
        return
    told = {"former": former, "name": user.display_name, "days": KEPT_BACK.days}
    with override(user.language or settings.LANGUAGE_CODE):
        get_adapter(request).send_mail(TEMPLATE, address.email, told)


@require_POST
def read(request: HttpRequest) -> HttpResponse:
    """The player has read it on the home page."""
    if isinstance(request.user, User):
        User.objects.filter(pk=request.user.pk).update(renamed_by_staff=False)
    return redirect("lobby:home")
