"""Operators keep the lists of words that hosts may take for a theme."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

RIGHTS = ["view_themelist", "add_themelist", "change_themelist", "delete_themelist"]


def give(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    # Django makes permissions when all migrations are done; these are wanted now.
    from django.apps import apps as installed
    from django.contrib.auth.management import create_permissions

    create_permissions(installed.get_app_config("lobby"), apps=apps, verbosity=0)
    Group, Permission = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    rights = Permission.objects.filter(content_type__app_label="lobby", codename__in=RIGHTS)
    for group in Group.objects.filter(name="Operators"):
        group.permissions.add(*rights)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0023_bot_accounts"),
        ("lobby", "0013_theme_lists"),
    ]

    operations = [migrations.RunPython(give, migrations.RunPython.noop, elidable=True)]
