"""Accounts that were closed before bans existed get one, and moderators the permissions for bans."""

from django.db import migrations


def keep_closed(apps, schema_editor):
    """Accounts closed by the former tick box get a permanent ban, which can be lifted."""
    Ban = apps.get_model("accounts", "Ban")
    for user in apps.get_model("accounts", "User").objects.filter(is_active=False):
        Ban.objects.create(user=user, reason="", note="Closed before there were bans.")


def let_moderators(apps, schema_editor):
    from django.apps import apps as installed
    from django.contrib.auth.management import create_permissions

    create_permissions(installed.get_app_config("accounts"), apps=apps, verbosity=0)
    rights = apps.get_model("auth", "Permission").objects.filter(
        content_type__app_label="accounts", codename__in=["add_ban", "change_ban", "view_ban"]
    )
    for group in apps.get_model("auth", "Group").objects.filter(name="Moderators"):
        group.permissions.add(*rights)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_bans")]

    operations = [
        migrations.RunPython(keep_closed, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(let_moderators, migrations.RunPython.noop, elidable=True),
    ]
