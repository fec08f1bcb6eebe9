from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Players")

    def ready(self) -> None:
        """Connect the signals, and register what is stored encrypted."""
        from accounts import allauth_signals, signal_handlers  # noqa: F401 – models must be loaded first
        from accounts.services import second_factor_secrets
        from accounts.sign_in import security_events  # noqa: F401 – models must be loaded first
        from common import encryption

        encryption.register_store(second_factor_secrets.STORE, second_factor_secrets.reencrypt)
