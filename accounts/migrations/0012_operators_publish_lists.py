"""Operators may view and publish word lists and choose the active one. Editing lists does not grant this."""

from django.db import migrations

RIGHTS = ["view_listversion", "publish_listversion"]


def give(apps, schema_editor):
    # Django makes permissions when all migrations are done; these are wanted now.
    from django.apps import apps as installed
    from django.contrib.auth.management import create_permissions

    create_permissions(installed.get_app_config("dictionary"), apps=apps, verbosity=0)
    Group, Permission = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    rights = Permission.objects.filter(content_type__app_label="dictionary", codename__in=RIGHTS)
    for group in Group.objects.filter(name="Operators"):
        group.permissions.add(*rights)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0011_former_bans"),
        ("dictionary", "0005_court_and_publishing"),
    ]

    operations = [migrations.RunPython(give, migrations.RunPython.noop, elidable=True)]
