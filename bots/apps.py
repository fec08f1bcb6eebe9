"""The app of the bots, for its commands."""

from django.apps import AppConfig


class BotsConfig(AppConfig):
    """Nothing is loaded here that needs numba."""

    name = "bots"
