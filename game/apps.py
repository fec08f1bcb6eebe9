"""The game: the rules, and the platform that plays matches by them."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GameConfig(AppConfig):
    """Django's entry for the app."""

    name = "game"
    verbose_name = _("Matches")

    def ready(self) -> None:
        """Connect the signals, and register the hooks of the dictionary and the news, and the encrypted columns."""
        from common import encryption
        from dictionary import api as dictionary
        from game import dictionary_hooks, signal_handlers  # noqa: F401 – models must be loaded first
        from game.services import clock, deal_numbers
        from news import api as news

        dictionary.close_look_up_while(dictionary_hooks.is_closed_to)
        dictionary.take_letter_values_from(dictionary_hooks.letter_values)
        news.take_time_from(clock.now_ms)
        encryption.register_store(deal_numbers.STORE, deal_numbers.reencrypt)
