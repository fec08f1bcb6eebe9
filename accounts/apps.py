from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("players")

    def ready(self) -> None:
        """Listen."""
        from accounts import hearing, receivers  # noqa: F401 – models must be loaded first
