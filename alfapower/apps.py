"""The project package as an app, so that its commands, checks and template tags are found."""

from django.apps import AppConfig


class AlfaPowerConfig(AppConfig):
    name = "alfapower"

    def ready(self) -> None:
        # Registers the system checks, and makes our Celery app the one that tasks bind to in every process.
        from alfapower import celery, checks  # noqa: F401
        from alfapower.processes import news_nudge
        from news.api import news_due

        news_due.connect(news_nudge.nudge)
