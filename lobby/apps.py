from typing import Any

from django.apps import AppConfig
from django.apps import apps as newest
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class LobbyConfig(AppConfig):
    name = "lobby"
    verbose_name = _("Lobby")

    def ready(self) -> None:
        """Connect the signal handlers, and name rooms as places where players meet."""
        from accounts import api as accounts
        from lobby import signal_handlers  # noqa: F401 – models must be loaded first
        from lobby.services import rooms

        accounts.add_meeting_place(rooms.have_met)

        post_migrate.connect(install_presets, sender=self)


def install_presets(sender: object, apps: Any = newest, **kwargs: Any) -> None:
    """After the last migration, install the presets that games declare."""
    from lobby.services import presets  # models must be loaded first

    presets.install(apps)
