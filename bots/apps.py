"""The bots as an app of the site: its commands."""

from django.apps import AppConfig


class BotsConfig(AppConfig):
    """Nothing is loaded here that needs numba."""

    name = "bots"
