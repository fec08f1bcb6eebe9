"""Operators may write the notices that every page shows."""

from django.db import migrations

RIGHTS = ["view_notice", "add_notice", "change_notice", "delete_notice"]


def give(apps, schema_editor):
    # Django makes permissions when all migrations are done; these are wanted now.
    from django.apps import apps as installed
    from django.contrib.auth.management import create_permissions

    create_permissions(installed.get_app_config("common"), apps=apps, verbosity=0)
    Group, Permission = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    rights = Permission.objects.filter(content_type__app_label="common", codename__in=RIGHTS)
    for group in Group.objects.filter(name="Operators"):
        group.permissions.add(*rights)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0015_hides_figures"),
        ("common", "0002_notices"),
    ]

    operations = [migrations.RunPython(give, migrations.RunPython.noop, elidable=True)]
