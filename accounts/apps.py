from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Players")

    def ready(self) -> None:
        """Connect the signals, register what is stored encrypted, and tell the game who is kept apart."""
        from accounts import signal_handlers  # noqa: F401 – models must be loaded first
        from accounts.services import blocks, sanctions, second_factor_secrets
        from accounts.sign_in import security_events  # noqa: F401 – models must be loaded first
        from common import encryption
        from game import api as game

        game.keep_apart_whom(blocks.are_apart)
        game.rate_only_where(sanctions.may_count)
        encryption.register_store(second_factor_secrets.STORE, second_factor_secrets.reencrypt)
