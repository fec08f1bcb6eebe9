import json
from typing import Any

from django.db import migrations, models


def note_who_is_on_turn(apps: Any, schema_editor: Any) -> None:
    """Of the matches that run: every form of a stored match names the seat on turn `active`."""
    matches = apps.get_model("game", "Match").objects.filter(status="live", on_turn=None)
    for row in matches.only("id", "state").iterator(chunk_size=500):
        active = json.loads(row.state).get("active")
        if type(active) is int:
            matches.filter(pk=row.pk, state=row.state).update(on_turn=active)


class Migration(migrations.Migration):
    """Whose turn it is as a column, so that a number in the bar reads no states."""

    atomic = False
    dependencies = [("game", "0019_watched_matches")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="on_turn",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.RunPython(note_who_is_on_turn, migrations.RunPython.noop, elidable=True),
    ]
