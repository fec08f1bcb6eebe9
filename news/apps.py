from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NewsConfig(AppConfig):
    """What happened to somebody while they were away."""

    name = "news"
    verbose_name = _("News")

    def ready(self) -> None:
        """Listen, enter the channels, and tell what is stored encrypted."""
        from common import encryption
        from news import channels, mail, push, signal_handlers  # noqa: F401 – models must be loaded first
        from news.services import subscriptions

        channels.CHANNELS |= {"push": push.CHANNEL, "mail": mail.CHANNEL}
        encryption.register_store(subscriptions.STORE, subscriptions.reencrypt)
