"""Steps of signing in that are ours."""

from typing import Any

from allauth.account.stages import EmailVerificationStage
from django.contrib import messages
from django.utils.translation import gettext as _


class AddressStage(EmailVerificationStage):
    """allauth's question for a proof of one's address; whoever has none, as `createsuperuser` allows, has nothing to
    prove, and would be sent to and fro for ever: they are let in and told."""

    def handle(self) -> Any:
        """Go on, or answer with the question."""
        user = self.login.user  # None where a sign-up with a known address is made to look like any other
        if user and not (user.email or user.emailaddress_set.exists()):
            said = _("Your account has no email address. Without one you cannot reset a forgotten password.")
            messages.warning(self.request, said)
            return None, True
        return super().handle()
