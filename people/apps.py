from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PeopleConfig(AppConfig):
    """What players are to each other: friends, and who asks whom to play."""

    name = "people"
    verbose_name = _("Friends and challenges")

    def ready(self) -> None:
        """Connect the signals."""
        from people import signal_handlers  # noqa: F401 – models must be loaded first
