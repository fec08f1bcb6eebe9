from django.apps import AppConfig


class UiConfig(AppConfig):
    name = "ui"

    def ready(self) -> None:
        """Before anything is drawn."""
        from ui import active_language

        active_language.install()
