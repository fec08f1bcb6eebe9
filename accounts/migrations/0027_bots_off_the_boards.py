from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def unlist(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take bot accounts off the leaderboards that they reached by a place in the queue taken as a guest."""
    apps.get_model("accounts", "Standing").objects.filter(user__is_bot=True, listed=True).update(listed=False)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0026_users_found_by_prepared_query"),
    ]

    operations = [
        migrations.RunPython(unlist, migrations.RunPython.noop),
    ]
