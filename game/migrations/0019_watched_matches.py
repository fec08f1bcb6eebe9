from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class AddIndexMeanwhile(AddIndexConcurrently):
    """An index made while players write to the table; on SQLite, which knows no such thing, as any other."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
        else:
            migrations.AddIndex.database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_backwards(app_label, schema_editor, from_state, to_state)
        else:
            migrations.AddIndex.database_backwards(self, app_label, schema_editor, from_state, to_state)


class Migration(migrations.Migration):
    """An index of the running matches that are not slow, for the sweep."""

    atomic = False
    dependencies = [("game", "0018_slow_matches")]

    operations = [
        AddIndexMeanwhile(
            model_name="match",
            index=models.Index(
                models.F("id"), condition=models.Q(("slow", False), ("status", "live")), name="match_watched"
            ),
        ),
    ]
