"""The site's own stages of signing in."""

from typing import Any

from allauth.account.stages import EmailVerificationStage
from django.contrib import messages
from django.utils.translation import gettext as _


class AddressStage(EmailVerificationStage):
    """allauth's request to verify the email address; a user without one, as `createsuperuser` allows, has nothing to
    verify, and would be redirected forever: they are let in with a message."""

    def handle(self) -> Any:
        """Continue, or respond with the request."""
        user = self.login.user  # None where a sign-up with a known address must look like any other
        if user and not (user.email or user.emailaddress_set.exists()):
            said = _("Your account has no email address. Without one you cannot reset a forgotten password.")
            messages.warning(self.request, said)
            return None, True
        return super().handle()
