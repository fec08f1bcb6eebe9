from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PeopleConfig(AppConfig):
    """What players are to each other: friends, and who asks whom to play."""

    name = "people"
    verbose_name = _("Friends and challenges")

    def ready(self) -> None:
        """Connect the signals."""
        from people import challenge_signals, signal_handlers  # noqa: F401 – models must be loaded first
        from people.reporting import signal_handlers as _reports  # noqa: F401
        from people.talk import signal_handlers as talk_signals  # noqa: F401
        from people.watching import signal_handlers as watching_signals  # noqa: F401
