"""The app of the word lists: compiled, pinned by version and digest, and queried by the rules."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class DictionaryConfig(AppConfig):
    """The app config."""

    name = "dictionary"
    verbose_name = _("Word lists")

    def ready(self) -> None:
        """Create the rows of the bundled lists whenever the tables were created or emptied."""
        post_migrate.connect(_note_bundled, sender=self)


def _note_bundled(plan: Any = (), **kwargs: Any) -> None:
    from django.db import connection

    from dictionary.models import ListVersion
    from dictionary.services import versions

    # Migrated back to before versions existed, the table does not exist.
    if ListVersion._meta.db_table in connection.introspection.table_names():
        versions.note_bundled()
